//! The source of a crate with the same tree by hand: nested labelled blocks, out of which each leaf jumps to the next
//! leaf.
//!
//! The compiler runs out of stack if some hundreds of blocks are nested, so they are split into functions.

use std::fmt::Write;

use super::shape::{Leaves, Next, Shape};

/// The most leaves in one function that still compile.
pub const MOST_IN_A_FUNCTION: u32 = 512;

/// The whole crate, with at most this number of leaves in a function.
pub fn source(shape: Shape, in_a_function: u32) -> String {
    let mut source = shape.leaves(false);
    let starts: Vec<_> = (0..shape.count()).step_by(in_a_function as usize).collect();
    let (field, idle) = match shape.leaves {
        Leaves::Numbered => (" leaf: Leaf,", " leaf: Leaf { number: 0 },"),
        Leaves::Distinct => ("", ""),
    };
    let _ = write!(
        source,
        "
pub struct Tree {{ at: u32, runs: bool,{field} }}
const RUNNING: u32 = u32::MAX;
const SUCCESS: u32 = {count};
const FAILURE: u32 = {count} + 1;

impl Tree {{
    pub fn new() -> Self {{ Tree {{ at: 0, runs: false,{idle} }} }}
    pub fn tick(&mut self, context: &mut Context) -> Status {{
        let mut at = self.at;
        while at < {count} {{
            at = match at / {in_a_function} {{
{calls}                _ => FAILURE,
            }};
        }}
        if at == RUNNING {{ return Status::Running; }}
        self.at = 0;
        if at == SUCCESS {{ Status::Success }} else {{ Status::Failure }}
    }}
",
        count = shape.count(),
        calls = starts.iter().enumerate().fold(String::new(), |mut calls, (index, start)| {
            let _ = writeln!(calls, "                {index} => self.from_{start}(at, context),");
            calls
        })
    );
    for start in starts {
        function(&mut source, shape, start..(start + in_a_function).min(shape.count()));
    }
    source
        .push_str("}\n\npub fn tick(tree: &mut Tree, context: &mut Context) -> Status {\n    tree.tick(context)\n}\n");
    source
}

/// The function with these leaves. It returns the leaf with which another one continues, or how the tick ended.
fn function(source: &mut String, shape: Shape, leaves: std::ops::Range<u32>) {
    let _ = writeln!(source, "    fn from_{}(&mut self, at: u32, context: &mut Context) -> u32 {{", leaves.start);
    let _ = writeln!(source, "        let mut resumed = std::mem::take(&mut self.runs);");
    for leaf in leaves.clone().rev() {
        let _ = write!(source, "'leaf_{leaf}: {{ ");
    }
    source.push_str("\n        match at {\n");
    for leaf in leaves.clone() {
        let _ = writeln!(source, "            {leaf} => break 'leaf_{leaf},");
    }
    source.push_str("            _ => return FAILURE,\n        }\n");
    for leaf in leaves.clone() {
        body(source, shape, leaf, &leaves);
    }
    source.push_str("    }\n");
}

/// The code after the block of a leaf: the next leaf.
fn body(source: &mut String, shape: Shape, leaf: u32, here: &std::ops::Range<u32>) {
    let (make, it) = match shape.leaves {
        Leaves::Numbered => (format!("self.leaf = Leaf::new({leaf});"), "self.leaf"),
        Leaves::Distinct => (String::new(), "leaf"),
    };
    let local = if shape.leaves == Leaves::Distinct { format!("let mut leaf = Leaf{leaf};") } else { String::new() };
    let go = |success| match shape.after(leaf, success) {
        Next::Leaf(next) if here.contains(&next) => format!("break 'leaf_{next}"),
        Next::Leaf(next) => format!("return {next}"),
        Next::End(true) => "return SUCCESS".to_owned(),
        Next::End(false) => "return FAILURE".to_owned(),
    };
    let _ = write!(
        source,
        "        }}
        {local}
        if !std::mem::take(&mut resumed) {{ {make} {it}.start(context); }}
        match {it}.run(context) {{
            Status::Running => {{ self.at = {leaf}; self.runs = true; return RUNNING; }}
            Status::Success => {{ {it}.finish(context, Outcome::Success); {}; }}
            Status::Failure => {{ {it}.finish(context, Outcome::Failure); {}; }}
        }}
",
        go(true),
        go(false)
    );
}
