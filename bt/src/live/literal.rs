//! `Literal`: a literal or a constant of a text, which becomes a value by type.

use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;
use core::any::Any;
use core::time::Duration;

/// A literal of the text, or a constant of literals.
#[derive(Clone, Debug, PartialEq)]
pub enum Literal {
    Bool(bool),
    Char(char),
    Text(&'static str),
    /// As `"text".to_owned()` in a tree of Rust.
    Owned(&'static str),
    /// A string from a text outside of Rust: it may be a `String`, too.
    Word(&'static str),
    /// With a sign, so that it has room for all integers up to 64 bits.
    Integer(i128),
    Float(f64),
    /// A number from a text outside of Rust: it may be a `Duration`, too.
    Seconds(f64),
    /// A number with the name of its type.
    Suffixed(&'static str, Box<Literal>),
    Constant(Constant),
}

/// A path, with literals in parentheses if there are any: `None`, `Some(3)`, `Mode::Fast`, `Duration::from_secs(2)`.
#[derive(Clone, Debug, PartialEq)]
pub struct Constant {
    /// What the path can mean: the path as it is written, then what the `use` items of the file make of it.
    pub paths: Vec<Vec<String>>,
    pub args: Option<Vec<Literal>>,
}

/// A type that derives `Literal`.
pub struct LiteralType {
    pub type_name: fn() -> &'static str,
    pub variants: &'static [&'static str],
    /// Stores a value in an `Option` of the type, or of an `Option` of it.
    pub store: fn(&Constant, &mut dyn Any),
}

inventory::collect!(LiteralType);

/// The types that derive `Literal`.
pub fn literal_types() -> impl Iterator<Item = &'static LiteralType> {
    inventory::iter::<LiteralType>.into_iter()
}

impl Literal {
    /// The literal as one from a text outside of Rust: a number may be a `Duration`, and a text a `String`.
    #[must_use]
    pub fn of_text(self) -> Self {
        match self {
            Literal::Float(seconds) => Literal::Seconds(seconds),
            Literal::Text(text) => Literal::Word(text),
            Literal::Constant(Constant { paths, args }) => {
                let args = args.map(|args| args.into_iter().map(Literal::of_text).collect());
                Literal::Constant(Constant { paths, args })
            }
            literal => literal,
        }
    }

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
        match self {
            Literal::Bool(value) => store! { bool => Some(*value); },
            Literal::Char(value) => store! { char => Some(*value); },
            Literal::Text(value) => store! { &'static str => Some(value); },
            Literal::Owned(value) => store! { String => Some((*value).into()); },
            Literal::Word(value) => {
                store! { &'static str => Some(value); String => Some((*value).into()); }
            }
            Literal::Float(value) | Literal::Seconds(value) => {
                #[expect(clippy::cast_possible_truncation, reason = "as rustc reads it")]
                let short = *value as f32;
                let short = Some(short).filter(|short| short.is_finite());
                store! { f64 => Some(*value).filter(|value| value.is_finite()); f32 => short; }
                if matches!(self, Literal::Seconds(_)) {
                    store! { Duration => Duration::try_from_secs_f64(*value).ok(); }
                }
            }
            Literal::Integer(value) => store! {
                i8 => (*value).try_into().ok();
                i16 => (*value).try_into().ok();
                i32 => (*value).try_into().ok();
                i64 => (*value).try_into().ok();
                i128 => Some(*value);
                isize => (*value).try_into().ok();
                u8 => (*value).try_into().ok();
                u16 => (*value).try_into().ok();
                u32 => (*value).try_into().ok();
                u64 => (*value).try_into().ok();
                u128 => (*value).try_into().ok();
                usize => (*value).try_into().ok();
            },
            Literal::Suffixed(ty, number) => {
                if is_number(to, ty) {
                    number.store(to);
                }
            }
            Literal::Constant(constant) => constant.store(to),
        }
    }
}

/// Whether an `Option` is one of numbers of this type.
fn is_number(to: &dyn Any, ty: &str) -> bool {
    macro_rules! is {
        ($($number:ty)*) => { $(ty == stringify!($number) && to.is::<Option<$number>>())||* };
    }
    is!(f32 f64 i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize)
}

impl Constant {
    fn store(&self, to: &mut dyn Any) {
        macro_rules! options {
            ($($ty:ty)*) => { $(self.store_option::<$ty>(to);)* };
        }
        options!(bool char &'static str String Duration f32 f64);
        options!(i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize);
        if let Some(to) = to.downcast_mut::<Option<Duration>>() {
            *to = self.duration();
        }
        literal_types().for_each(|known| (known.store)(self, to));
    }

    /// Stores an `Option`, if it is one, in an `Option` of it.
    fn store_option<T: 'static>(&self, to: &mut dyn Any) {
        let Some(to) = to.downcast_mut::<Option<Option<T>>>() else { return };
        *to = match (self.word("Option", true), self.args.as_deref()) {
            (Some("None"), None) => Some(None),
            (Some("Some"), Some([inside])) => inside.convert().map(Some),
            _ => None,
        };
    }

    /// The last word of a path that names this type before it; or of a path without a type, if the prelude has it.
    pub fn word(&self, ty: &str, is_in_prelude: bool) -> Option<&str> {
        self.paths.iter().find_map(|path| match &path[..] {
            [.., last_but_one, last] if last_but_one == ty => Some(&**last),
            [word] if is_in_prelude => Some(&**word),
            _ => None,
        })
    }

    fn duration(&self) -> Option<Duration> {
        let word = self.word("Duration", false)?;
        let Some(args) = self.args.as_deref() else {
            return match word {
                "ZERO" => Some(Duration::ZERO),
                "MAX" => Some(Duration::MAX),
                _ => None,
            };
        };
        let number = |at: usize| args.get(at)?.convert::<u64>();
        Some(match (word, args.len()) {
            ("from_secs", 1) => Duration::from_secs(number(0)?),
            ("from_millis", 1) => Duration::from_millis(number(0)?),
            ("from_micros", 1) => Duration::from_micros(number(0)?),
            ("from_nanos", 1) => Duration::from_nanos(number(0)?),
            ("from_secs_f64", 1) => Duration::try_from_secs_f64(args[0].convert()?).ok()?,
            ("from_secs_f32", 1) => Duration::try_from_secs_f32(args[0].convert()?).ok()?,
            ("new", 2) => {
                Duration::from_secs(number(0)?).checked_add(Duration::from_nanos(args[1].convert::<u32>()?.into()))?
            }
            _ => return None,
        })
    }
}

/// An enum that derives `Literal`.
pub trait Variants: Sized + 'static {
    /// A variant by its name, with its fields.
    fn make(name: &str, args: Option<&[Literal]>) -> Option<Self>;
}

/// Stores a variant of an enum in an `Option` of it, or of an `Option` of it.
pub fn store_variant<T: Variants>(constant: &Constant, to: &mut dyn Any, ty: &str) {
    constant.store_option::<T>(to);
    if let (Some(to), Some(word)) = (to.downcast_mut::<Option<T>>(), constant.word(ty, false)) {
        *to = T::make(word, constant.args.as_deref());
    }
}
