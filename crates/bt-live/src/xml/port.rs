//! `Port`: an input or output of a palette's node.

use std::fmt;
use std::sync::Arc;

use super::Value;

/// A port of a node: see [`input`] and [`output`].
#[derive(Clone)]
pub struct Port {
    pub(super) name: &'static str,
    pub(super) is_output: bool,
    pub(super) default: Option<String>,
    pub(super) is_optional: bool,
    takes: Takes,
}

type Parse = dyn Fn(&str) -> Option<Value> + Send + Sync;

/// What the text for a port must be.
#[derive(Clone)]
enum Takes {
    Text,
    Bool,
    Integer,
    Number,
    /// Its description, and the function that reads it.
    Parsed(&'static str, Arc<Parse>),
}

/// A port that a node reads. Unless the methods of [`Port`] say otherwise, a file must set the port, to any text.
///
/// ```
/// use bt_live::xml::input;
///
/// let ports = [input("speed").number().default("0.5"), input("goal").parsed("a cell, as `3;4`", |text| {
///     let (x, y) = text.split_once(';')?;
///     Some((x.parse::<i32>().ok()?, y.parse::<i32>().ok()?))
/// })];
/// ```
#[must_use]
pub fn input(name: &'static str) -> Port {
    Port { name, is_output: false, default: None, is_optional: false, takes: Takes::Text }
}

/// A port that a node writes: a file connects it to an entry, `path="{way}"`. The node can also read the entry.
///
/// ```
/// use bt_live::xml::output;
///
/// let ports = [output("path"), output("length").optional()];
/// ```
#[must_use]
pub fn output(name: &'static str) -> Port {
    Port { is_output: true, ..input(name) }
}

impl Port {
    /// The text of the port must be `true` or `false` (or `1` or `0`).
    #[must_use]
    pub fn bool(self) -> Self {
        Port { takes: Takes::Bool, ..self }
    }

    /// The text of the port must be a whole number.
    #[must_use]
    pub fn integer(self) -> Self {
        Port { takes: Takes::Integer, ..self }
    }

    /// The text of the port must be a number.
    #[must_use]
    pub fn number(self) -> Self {
        Port { takes: Takes::Number, ..self }
    }

    /// `parse` must be able to read the text of the port. `what` describes what the text must be, for messages.
    #[must_use]
    pub fn parsed<T: Send + Sync + 'static>(
        self,
        what: &'static str,
        parse: impl Fn(&str) -> Option<T> + Send + Sync + 'static,
    ) -> Self {
        Port { takes: Takes::Parsed(what, Arc::new(move |text| parse(text).map(Value::of))), ..self }
    }

    /// A file may leave the port out. Then this is its text: `0.5`, or an entry, `{goal}`.
    #[must_use]
    pub fn default(self, text: impl Into<String>) -> Self {
        Port { default: Some(text.into()), ..self }
    }

    /// A file may leave the port out. Then it is not set.
    #[must_use]
    pub fn optional(self) -> Self {
        Port { is_optional: true, ..self }
    }

    /// Converts a text to a value. The error says what the text should have been.
    pub(super) fn convert(&self, text: &str) -> Result<Value, &'static str> {
        let written = Value::Text(text.to_owned());
        let (value, what) = match &self.takes {
            Takes::Text => (Some(written), ""),
            Takes::Bool => (written.bool().map(Value::Bool), "`true` or `false`"),
            Takes::Integer => (written.integer().map(Value::Integer), "a whole number"),
            Takes::Number => (written.number().map(Value::Number), "a number"),
            Takes::Parsed(what, parse) => (parse(text), *what),
        };
        value.ok_or(what)
    }
}

impl fmt::Debug for Port {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Port").field("name", &self.name).field("is_output", &self.is_output).finish()
    }
}
