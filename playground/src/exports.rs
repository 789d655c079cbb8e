//! What JavaScript calls. It writes an order into the memory at [`bt_input`], and reads the answer at [`bt_output`].

#![allow(unsafe_code, reason = "only the names of functions: no pointer is read here")]

use std::cell::RefCell;

use crate::orders::Page;

/// The longest order: a text with everything that a script says of it.
const LONGEST: usize = 1 << 20;

#[derive(Default)]
struct Memory {
    input: Vec<u8>,
    output: Vec<u8>,
    page: Page,
}

thread_local! {
    static MEMORY: RefCell<Memory> = RefCell::default();
}

/// Makes room for an order of this many bytes, and tells where it is. Null if that is too long.
#[unsafe(no_mangle)]
pub extern "C" fn bt_input(length: usize) -> *mut u8 {
    if length > LONGEST {
        return std::ptr::null_mut();
    }
    MEMORY.with_borrow_mut(|memory| {
        memory.input.clear();
        memory.input.resize(length, 0);
        memory.input.as_mut_ptr()
    })
}

/// Carries out the order, and tells how long the answer is.
#[unsafe(no_mangle)]
pub extern "C" fn bt_call() -> usize {
    MEMORY.with_borrow_mut(|memory| {
        let order = String::from_utf8_lossy(&memory.input).into_owned();
        memory.output = memory.page.answer(&order).into_bytes();
        memory.output.len()
    })
}

/// Tells where the answer is.
#[unsafe(no_mangle)]
pub extern "C" fn bt_output() -> *const u8 {
    MEMORY.with_borrow(|memory| memory.output.as_ptr())
}
