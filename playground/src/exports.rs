//! The functions that JavaScript calls. It writes an order into the memory at [`bt_input`], and reads the answer at
//! [`bt_output`].

#![allow(unsafe_code, reason = "only the names of functions: no pointer is read here")]

use std::cell::RefCell;

use crate::orders::Page;

/// The most bytes of an order.
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

/// Makes room for an order of this many bytes, and returns its address. Null if the order is too long.
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

/// Carries out the order, and returns the length of the answer.
#[unsafe(no_mangle)]
pub extern "C" fn bt_call() -> usize {
    MEMORY.with_borrow_mut(|memory| {
        let order = String::from_utf8_lossy(&memory.input).into_owned();
        memory.output = memory.page.answer(&order).into_bytes();
        memory.output.len()
    })
}

/// Returns the address of the answer.
#[unsafe(no_mangle)]
pub extern "C" fn bt_output() -> *const u8 {
    MEMORY.with_borrow(|memory| memory.output.as_ptr())
}
