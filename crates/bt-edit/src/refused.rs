//! `Refused`: why a text or an edit was not taken.

use std::error::Error;
use std::fmt::{self, Display, Formatter};

use bt_compiler::error::Mistake;

/// Why a text is not a tree, or why an edit was not made.
///
/// ```
/// use bt_edit::Tree;
///
/// let refused = "sequense < walk, eat >".parse::<Tree>().expect_err("there is no such node");
/// assert!(refused.reasons()[0].starts_with("unknown node `sequense`"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused(Vec<String>);

impl Refused {
    /// All reasons: the messages of the compiler, with their help.
    #[must_use]
    pub fn reasons(&self) -> &[String] {
        &self.0
    }

    pub(crate) fn because(reason: impl Into<String>) -> Self {
        Refused(vec![reason.into()])
    }
}

impl From<Vec<Mistake>> for Refused {
    fn from(mistakes: Vec<Mistake>) -> Self {
        let reason = |mistake: Mistake| match mistake.help {
            Some(help) => format!("{} (help: {help})", mistake.message),
            None => mistake.message,
        };
        Refused(mistakes.into_iter().map(reason).collect())
    }
}

impl Display for Refused {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0.join("\n"))
    }
}

impl Error for Refused {}
