//! `Literal`: a literal of a text, which becomes a value by type.

use alloc::string::String;
use core::any::Any;
use core::time::Duration;

/// A literal of the text.
#[derive(Clone, Debug, PartialEq)]
pub enum Literal {
    Bool(bool),
    Char(char),
    Text(&'static str),
    /// With a sign, so that it has room for all integers up to 64 bits.
    Integer(i128),
    Float(f64),
}

impl Literal {
    /// The literal as a value of this type; `None` if it is none.
    pub fn convert<T: 'static>(&self) -> Option<T> {
        let mut value: Option<T> = None;
        self.store(&mut value);
        value
    }

    /// Stores the value in an `Option` of its type.
    fn store(&self, to: &mut dyn Any) {
        macro_rules! store {
            ($($ty:ty => $converted:expr;)*) => {{$(
                if let Some(to) = to.downcast_mut::<Option<$ty>>() {
                    *to = $converted;
                }
            )*}};
        }
        match *self {
            Literal::Bool(value) => store! { bool => Some(value); },
            Literal::Char(value) => store! { char => Some(value); },
            Literal::Text(value) => {
                store! { &'static str => Some(value); String => Some(value.into()); }
            }
            Literal::Float(value) => {
                #[expect(clippy::cast_possible_truncation, reason = "as rustc reads it")]
                let short = value as f32;
                store! { f64 => Some(value); f32 => Some(short); Duration => Duration::try_from_secs_f64(value).ok(); }
            }
            Literal::Integer(value) => store! {
                i8 => value.try_into().ok();
                i16 => value.try_into().ok();
                i32 => value.try_into().ok();
                i64 => value.try_into().ok();
                i128 => Some(value);
                isize => value.try_into().ok();
                u8 => value.try_into().ok();
                u16 => value.try_into().ok();
                u32 => value.try_into().ok();
                u64 => value.try_into().ok();
                u128 => value.try_into().ok();
                usize => value.try_into().ok();
            },
        }
    }
}
