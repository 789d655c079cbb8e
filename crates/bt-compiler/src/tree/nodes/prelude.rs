//! The imports that the files of the nodes share.

pub use crate::tree::analyse::judge::Judge;
pub use crate::tree::analyse::results::{Possible, Results, all, any, at_least};
pub use crate::tree::builtin::{Answers, Builtin, Children, Meaning, Need, Param, Passes, Takes, Times};
pub use crate::tree::ir::frame::*;
pub use crate::tree::ir::{Act, Body, Call, Choice, Exits, Loop, Outcome, Target};
pub use crate::tree::lower::writer::Writer;
pub use crate::tree::model::{CodeId, Node, Number, Threshold, Value};
