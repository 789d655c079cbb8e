//! The XML of BehaviorTree.CPP and Groot2, for `bt-trees`.
//!
//! [`problems`] reads a file as BehaviorTree.CPP 4.10 does, and tells everything that is wrong in it at once:
//!
//! ```
//! let file = r#"
//! <root BTCPP_format="4">
//!     <BehaviorTree ID="Main">
//!         <Sequence>
//!             <Delay delay_msec="soon"/>
//!             <Script code="tries := "/>
//!         </Sequence>
//!     </BehaviorTree>
//! </root>"#;
//! let found: Vec<_> = bt_xml::problems(file).into_iter().map(|problem| problem.message).collect();
//! assert_eq!(
//!     found,
//!     ["`Delay` takes one child, and has 0", "`delay_msec` is a whole number, not below 0", "a value is missing at the end"]
//! );
//! ```

#![deny(missing_docs)]
#![forbid(unsafe_code)]

mod builtin;
mod check;
mod document;
mod problem;
mod read;
mod repair;
mod script;

pub use problem::{Level, Problem};

/// All problems of a file, in the order of the file. Trees in files that it includes count as known.
pub fn problems(file: &str) -> Vec<Problem> {
    let (document, mut problems) = read::read(file);
    if let Some(document) = document {
        check::check(&document, document.includes.is_empty(), &mut problems);
    }
    problems.into_sorted()
}
