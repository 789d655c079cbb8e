//! `Value`: the value of an entry on a board.

use std::any::Any;
use std::fmt;
use std::sync::Arc;

/// The value of an entry on a [`Board`](super::Board).
///
/// Scripts work with numbers and texts. Leaves can put any type on the board.
///
/// Two values are equal if both are numbers or `bool`s with the same value in scripts (`Bool(true)` and `Number(1.0)`),
/// or equal texts or lists. A value of any other type only equals its own clones.
///
/// ```
/// use bt_live::xml::Value;
///
/// #[derive(Clone, Debug, PartialEq)]
/// struct Pose { x: f64, y: f64 }
///
/// let value = Value::of(Pose { x: 1.0, y: 2.0 });
/// assert_eq!(value.to::<Pose>(), Some(Pose { x: 1.0, y: 2.0 }));
/// assert_eq!(value.to::<f64>(), None);
/// assert_eq!(Value::Text("2.5".into()).to::<f64>(), Some(2.5));
/// ```
#[derive(Clone)]
#[non_exhaustive]
pub enum Value {
    /// `true` or `false`, which are 1 and 0 in scripts.
    Bool(bool),
    /// A whole number.
    Integer(i64),
    /// Any other number.
    Number(f64),
    /// A text.
    Text(String),
    /// The items of a loop's queue.
    List(Vec<Value>),
    /// Any other type.
    Other(Arc<dyn Any + Send + Sync>),
}

impl Value {
    /// A value of any type. `bool`, floats, `String`, `&'static str`, and integers that fit an `i64` become the kinds
    /// that scripts work with. Scripts cannot read other values.
    ///
    /// ```
    /// use bt_live::xml::Value;
    ///
    /// assert_eq!(Value::of(3_usize), Value::Integer(3));
    /// assert_eq!(Value::of(u64::MAX).to(), Some(u64::MAX));
    /// ```
    #[must_use]
    pub fn of<T: Send + Sync + 'static>(value: T) -> Self {
        let mut value = Some(value);
        let any: &mut dyn Any = &mut value;
        macro_rules! known {
            ($($ty:ty => $make:expr,)*) => {$(
                if let Some(known) = any.downcast_mut::<Option<$ty>>().and_then(Option::take) {
                    return $make(known);
                }
            )*};
        }
        macro_rules! integers {
            ($($ty:ty)*) => {$(
                if let Some(Some(number)) = any.downcast_ref::<Option<$ty>>()
                    && let Ok(number) = i64::try_from(*number as i128)
                {
                    return Value::Integer(number);
                }
            )*};
        }
        integers!(i8 i16 i32 i64 isize u8 u16 u32 u64 usize);
        known! {
            Value => |value| value,
            bool => Value::Bool,
            f64 => Value::Number,
            f32 => |number| Value::Number(f64::from(number)),
            String => Value::Text,
            &'static str => |text: &str| Value::Text(text.to_owned()),
            Vec<Value> => Value::List,
        }
        match value {
            Some(value) => Value::Other(Arc::new(value)),
            None => unreachable!("it was taken by none of the above"),
        }
    }

    /// The value as this type, if possible: a number or `bool` also from a text, a `String` from a number, or a type of
    /// your own. `None` if the value is of another type, or does not fit: an integer type takes no fraction and nothing
    /// out of its range.
    #[must_use]
    pub fn to<T: Clone + 'static>(&self) -> Option<T> {
        let mut to: Option<T> = None;
        let any: &mut dyn Any = &mut to;
        macro_rules! known {
            ($($ty:ty => $get:expr,)*) => {$(
                if let Some(to) = any.downcast_mut::<Option<$ty>>() {
                    *to = $get;
                }
            )*};
        }
        macro_rules! integers {
            ($($ty:ty)*) => { known! { $($ty => self.integer().and_then(|number| number.try_into().ok()),)* } };
        }
        integers!(i8 i16 i32 isize u8 u16 u32 u64 usize);
        known! {
            Value => Some(self.clone()),
            bool => self.bool(),
            f64 => self.number(),
            f32 => self.number().map(|number| number as f32),
            i64 => self.integer(),
            String => self.text(),
            Vec<Value> => if let Value::List(items) = self { Some(items.clone()) } else { None },
        }
        match self {
            Value::Other(value) if to.is_none() => value.downcast_ref().cloned(),
            _ => to,
        }
    }

    /// The meaning of a text where a constant is expected, as in BehaviorTree.CPP: a whole number, else a number, else
    /// a text. So `true` is a text, and so is a number with a `+` before it.
    ///
    /// ```
    /// use bt_live::xml::Value;
    ///
    /// assert_eq!(Value::of_constant("12"), Value::Integer(12));
    /// assert_eq!(Value::of_constant("hall"), Value::Text("hall".into()));
    /// ```
    #[must_use]
    pub fn of_constant(text: &str) -> Self {
        match (text.parse::<i64>(), number(text)) {
            _ if text.starts_with('+') => Value::Text(text.to_owned()),
            (Ok(integer), _) => Value::Integer(integer),
            (_, Some(number)) => Value::Number(number),
            _ => Value::Text(text.to_owned()),
        }
    }

    /// The value as the type of another one, if it can be converted.
    pub(super) fn like(&self, other: &Value) -> Option<Value> {
        match other {
            Value::Bool(_) => self.bool().map(Value::Bool),
            Value::Integer(_) => self.integer().map(Value::Integer),
            Value::Number(_) => self.number().map(Value::Number),
            _ => None,
        }
    }

    /// Whether scripts can calculate with it.
    pub(super) fn is_number(&self) -> bool {
        matches!(self, Value::Bool(_) | Value::Integer(_) | Value::Number(_))
    }

    pub(super) fn number(&self) -> Option<f64> {
        match self {
            Value::Bool(value) => Some(f64::from(u8::from(*value))),
            Value::Integer(value) => Some(*value as f64),
            Value::Number(value) => Some(*value),
            Value::Text(text) => number(text.trim()),
            Value::List(_) | Value::Other(_) => None,
        }
    }

    pub(super) fn integer(&self) -> Option<i64> {
        match self {
            Value::Integer(value) => Some(*value),
            Value::Text(text) => text.trim().parse().ok(),
            _ => {
                self.number().filter(|number| number.fract() == 0.0 && number.abs() < 9e18).map(|number| number as i64)
            }
        }
    }

    pub(super) fn bool(&self) -> Option<bool> {
        match self {
            Value::Text(text) => match text.trim() {
                "true" | "TRUE" | "True" | "1" => Some(true),
                "false" | "FALSE" | "False" | "0" => Some(false),
                _ => None,
            },
            _ => self.number().map(|number| number != 0.0),
        }
    }

    pub(super) fn text(&self) -> Option<String> {
        match self {
            Value::Bool(value) => Some(u8::from(*value).to_string()),
            Value::Integer(value) => Some(value.to_string()),
            // Formatted like `std::to_string` in C++.
            Value::Number(value) => Some(format!("{value:.6}")),
            Value::Text(text) => Some(text.clone()),
            Value::List(_) | Value::Other(_) => None,
        }
    }
}

/// A number as C++ reads it, except that `inf` and `nan` are words here.
fn number(text: &str) -> Option<f64> {
    let is_number = text.starts_with(|first: char| first.is_ascii_digit() || "+-.".contains(first));
    text.parse().ok().filter(|number: &f64| is_number && number.is_finite())
}

impl PartialEq for Value {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Value::Text(one), Value::Text(other)) => one == other,
            (Value::List(one), Value::List(other)) => one == other,
            (Value::Other(one), Value::Other(other)) => Arc::ptr_eq(one, other),
            (one, other) if one.is_number() && other.is_number() => one.number() == other.number(),
            _ => false,
        }
    }
}

impl fmt::Debug for Value {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Bool(value) => write!(formatter, "{value}"),
            Value::Integer(value) => write!(formatter, "{value}"),
            Value::Number(value) => write!(formatter, "{value:?}"),
            Value::Text(text) => write!(formatter, "{text:?}"),
            Value::List(items) => formatter.debug_list().entries(items).finish(),
            Value::Other(_) => formatter.write_str(".."),
        }
    }
}
