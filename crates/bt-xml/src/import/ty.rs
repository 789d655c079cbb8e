//! The Rust types for types of C++ and for literals.

use crate::names::type_name;

/// A type in Rust. If two are found for one item, the later in this list wins.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Ty {
    Bool,
    Int,
    Number,
    Text,
    /// The queue from which a loop takes its items.
    Queue(Box<Ty>),
    List(Box<Ty>),
    Char,
    /// A time. A written number counts units of so many nanoseconds.
    Duration(u64),
    Optional(Box<Ty>),
    /// A type of the user's, in an `Option`.
    Own(String),
}

impl Ty {
    /// The type of a field or an argument.
    pub fn name(&self) -> String {
        match self {
            Ty::Bool => "bool".to_owned(),
            Ty::Int => "i64".to_owned(),
            Ty::Number => "f64".to_owned(),
            Ty::Text => "String".to_owned(),
            Ty::Queue(item) => format!("std::collections::VecDeque<{}>", item.name()),
            Ty::List(item) => format!("Vec<{}>", item.name()),
            Ty::Char => "char".to_owned(),
            Ty::Duration(_) => "std::time::Duration".to_owned(),
            Ty::Optional(inner) => format!("Option<{}>", inner.name()),
            Ty::Own(name) => format!("Option<{name}>"),
        }
    }

    /// The initial value of a field.
    pub fn default(&self) -> &'static str {
        match self {
            Ty::Bool => "false",
            Ty::Int => "0",
            Ty::Number => "0.0",
            Ty::Text => "String::new()",
            Ty::Queue(_) => "Default::default()",
            Ty::List(_) => "Vec::new()",
            Ty::Char => "'\\0'",
            Ty::Duration(_) => "std::time::Duration::ZERO",
            Ty::Optional(_) | Ty::Own(_) => "None",
        }
    }

    /// What must follow the name of a field to get its value.
    pub fn clone_call(&self) -> &'static str {
        if self.is_copy() { "" } else { ".clone()" }
    }

    fn is_copy(&self) -> bool {
        match self {
            Ty::Bool | Ty::Int | Ty::Number | Ty::Char | Ty::Duration(_) => true,
            Ty::Text | Ty::Queue(_) | Ty::List(_) | Ty::Own(_) => false,
            Ty::Optional(inner) => inner.is_copy(),
        }
    }

    /// Whether scripts can use it.
    pub fn is_plain(&self) -> bool {
        matches!(self, Ty::Bool | Ty::Int | Ty::Number | Ty::Text)
    }

    /// The Rust type for a C++ type. Every message or class becomes a type of the user's.
    pub fn of_cpp(cpp: &str) -> Option<Ty> {
        let name = cpp.trim().trim_start_matches("const ").trim_end_matches(['&', ' ']);
        let name = name.strip_prefix("std::").unwrap_or(name);
        Some(match name {
            "bool" => Ty::Bool,
            "double" | "float" => Ty::Number,
            "string" | "string_view" | "filesystem::path" => Ty::Text,
            "char" => Ty::Char,
            "unsigned char" | "signed char" => Ty::Int,
            "" | "BT::AnyTypeAllowed" | "AnyTypeAllowed" | "any" | "BT::Any" | "AnyType" => return None,
            name if is_integer(name) => Ty::Int,
            other => match (optional(other), nanoseconds(other)) {
                (Some(inner), _) => match Ty::of_cpp(inner)? {
                    inner @ (Ty::Own(_) | Ty::Optional(_)) => inner,
                    inner => Ty::Optional(Box::new(inner)),
                },
                (None, Some(unit)) => Ty::Duration(unit),
                (None, None) => Ty::of_items(other).unwrap_or_else(|| Ty::Own(own_name(other))),
            },
        })
    }

    /// The type of a list or a queue, if its items can be written as literals.
    fn of_items(cpp: &str) -> Option<Ty> {
        const LISTS: [&str; 3] = ["vector<", "array<", "list<"];
        const QUEUES: [&str; 4] = ["shared_ptr<std::deque<", "shared_ptr<deque<", "deque<", "BT::SharedQueue<"];
        let inside = |begins: &[&str]| begins.iter().find_map(|begin| cpp.strip_prefix(begin));
        let list = inside(&LISTS);
        let inner = Ty::of_cpp(list.or_else(|| inside(&QUEUES))?.split([',', '>']).next()?)?;
        let ty = if list.is_some() { Ty::List } else { Ty::Queue };
        (inner.is_plain() || inner.is_copy()).then(|| ty(Box::new(inner)))
    }

    /// The type of a literal, if it is more specific than text.
    pub fn of_literal(text: &str) -> Ty {
        match text.trim() {
            "true" | "false" => Ty::Bool,
            number if number.parse::<i64>().is_ok() => Ty::Int,
            number if number.parse::<f64>().is_ok() => Ty::Number,
            _ => Ty::Text,
        }
    }
}

/// A number in Rust, which has no literals for `nan` and `inf`.
pub fn float(text: &str) -> Option<String> {
    Some(match text.parse::<f64>().ok()? {
        number if number.is_nan() => "f64::NAN".to_owned(),
        f64::INFINITY => "f64::INFINITY".to_owned(),
        f64::NEG_INFINITY => "f64::NEG_INFINITY".to_owned(),
        number => format!("{number:?}"),
    })
}

/// The type inside `optional<..>`.
fn optional(cpp: &str) -> Option<&str> {
    cpp.strip_prefix("optional<")?.strip_suffix('>')
}

/// The unit of a `chrono` duration in nanoseconds. Models written by a program spell it
/// `duration<long, std::ratio<1l, 1000l> >`.
fn nanoseconds(cpp: &str) -> Option<u64> {
    const SECOND: u64 = 1_000_000_000;
    let name = cpp.strip_prefix("chrono::")?;
    Some(match name {
        "nanoseconds" => 1,
        "microseconds" => 1_000,
        "milliseconds" => 1_000_000,
        "seconds" => SECOND,
        "minutes" => 60 * SECOND,
        "hours" => 3_600 * SECOND,
        _ => {
            let inside = name.strip_prefix("duration<")?.strip_suffix('>')?;
            let Some((_, ratio)) = inside.split_once("ratio<") else { return Some(SECOND) };
            let mut parts = ratio.split(',').map(|part| part.trim().trim_end_matches(|c: char| !c.is_ascii_digit()));
            let (up, down) = (parts.next()?.parse::<u64>().ok()?, parts.next().map_or(Ok(1), str::parse).ok()?);
            SECOND.checked_mul(up)?.checked_div(down)?
        }
    })
}

/// The number `text` of such units, as a `Duration` in Rust.
pub fn duration(text: &str, unit: u64) -> Option<String> {
    let call = |name: &str, count: u64| format!("std::time::Duration::{name}({count})");
    if let Ok(count) = text.parse::<u64>() {
        return match unit {
            1 => Some(call("from_nanos", count)),
            1_000 => Some(call("from_micros", count)),
            1_000_000 => Some(call("from_millis", count)),
            _ if unit.is_multiple_of(1_000_000_000) => {
                Some(call("from_secs", count.checked_mul(unit / 1_000_000_000)?))
            }
            _ => Some(call("from_nanos", count.checked_mul(unit)?)),
        };
    }
    let seconds = text.parse::<f64>().ok()? * unit as f64 / 1e9;
    let fits = std::time::Duration::try_from_secs_f64(seconds).is_ok();
    fits.then(|| format!("std::time::Duration::from_secs_f64({seconds:?})"))
}

/// Whether it is an integer type: `unsigned int`, `uint16_t`, the `uint16` of messages, or the like.
fn is_integer(cpp: &str) -> bool {
    const WORDS: [&str; 6] = ["int", "unsigned", "signed", "long", "short", "size_t"];
    let sized = cpp.strip_prefix('u').unwrap_or(cpp).strip_prefix("int");
    let bits = sized.map(|bits| bits.strip_suffix("_t").unwrap_or(bits));
    matches!(bits, Some("8" | "16" | "32" | "64")) || cpp.split(' ').all(|word| WORDS.contains(&word))
}

/// `PoseStamped` for `geometry_msgs::msg::PoseStamped_<std::allocator<void> >`; `PoseVec` for `std::vector<Pose>`.
fn own_name(cpp: &str) -> String {
    let cpp = cpp.strip_prefix("std::").unwrap_or(cpp);
    let template = |begin: &str| cpp.strip_prefix(begin).and_then(|rest| rest.strip_suffix('>'));
    if let Some(inner) = template("vector<") {
        return own_name(inner) + "Vec";
    }
    if let Some(inner) = template("shared_ptr<").or(template("BT::SharedQueue<")) {
        return own_name(inner);
    }
    let plain = cpp.split('<').next().unwrap_or(cpp);
    free(type_name(plain.rsplit("::").next().unwrap_or(plain).trim_end_matches('_')))
}

/// A name that differs from those that the file uses itself.
pub fn free(name: String) -> String {
    const USED: [&str; 8] = ["Board", "Default", "Entry", "Option", "Poll", "Status", "String", "Vec"];
    if USED.contains(&&*name) { name + "Value" } else { name }
}

#[cfg(test)]
mod tests {
    use super::{Ty, duration};

    #[test]
    fn types_of_cpp_and_of_messages() {
        let is = |rust: &str, cpp: &[&str]| {
            for cpp in cpp {
                assert_eq!(Ty::of_cpp(cpp).map(|ty| ty.name()).as_deref(), Some(rust), "{cpp}");
            }
        };
        is("i64", &["int", "unsigned int", "long long", "size_t", "std::size_t", "uint16", "std::uint8_t", "int64_t"]);
        is("f64", &["double", "float", "const double&"]);
        is("String", &["string", "std::string", "const std::string &"]);
        is("Vec<i64>", &["vector<int>", "std::vector<int>", "std::vector<uint16>"]);
        is("Option<Point>", &["geometry_msgs::msg::Point", "std::shared_ptr<Point>"]);
        is("Option<PointVec>", &["vector<geometry_msgs::msg::Point>", "std::vector<Point>"]);
        is("Option<Int128>", &["int128"]);
        is("char", &["char"]);
        is("i64", &["unsigned char", "signed char"]);
        is("String", &["std::filesystem::path"]);
        is("Vec<f64>", &["std::array<double, 3>"]);
        is("Option<f64>", &["std::optional<double>", "std::optional<float>"]);
        is("Option<Point>", &["std::optional<geometry_msgs::msg::Point>"]);
        is("Option<std::time::Duration>", &["std::optional<std::chrono::seconds>"]);
        is("std::time::Duration", &["std::chrono::milliseconds", "std::chrono::duration<double>"]);
        is("Option<TimePoint>", &["std::chrono::time_point<std::chrono::system_clock>"]);
    }

    #[test]
    fn durations_in_the_unit_of_their_type() {
        let read = |cpp: &str, text: &str| match Ty::of_cpp(cpp) {
            Some(Ty::Duration(unit)) => duration(text, unit).map(|text| text.replace("std::time::Duration::", "")),
            _ => None,
        };
        let reads = |cpp: &str, text: &str, rust: &str| assert_eq!(read(cpp, text).as_deref(), Some(rust), "{cpp}");
        reads("std::chrono::milliseconds", "500", "from_millis(500)");
        reads("std::chrono::duration<long, std::ratio<1l, 1000l> >", "500", "from_millis(500)");
        reads("std::chrono::duration<double>", "1.5", "from_secs_f64(1.5)");
        reads("std::chrono::duration<double, std::ratio<1, 1000>>", "1.5", "from_secs_f64(0.0015)");
        reads("std::chrono::minutes", "2", "from_secs(120)");
        assert_eq!(read("std::chrono::minutes", "18446744073709551615"), None);
        assert_eq!(read("std::chrono::seconds", "-1"), None);
        assert_eq!(read("std::chrono::duration<int, std::ratio<1, 0>>", "1"), None);
    }
}
