//! The codes of mistakes, for programs that read them: `bt::unknown-node`. rustc shows none.
//!
//! A code names a kind of mistake, and stays when its message is worded better. Each is here with the shapes of its
//! messages: `*` between backticks is any code, and elsewhere any text; `#` is a number.

/// A kind of mistake.
pub struct Code {
    /// Its name, without the `bt::`.
    pub name: &'static str,
    /// What is wrong, in one sentence.
    pub means: &'static str,
    shapes: &'static [&'static str],
}

const fn code(name: &'static str, means: &'static str, shapes: &'static [&'static str]) -> Code {
    Code { name, means, shapes }
}

/// The code of a mistake without one of its own. A test reports messages that have it.
pub const OTHER: &str = "other";

/// The name of the code of a message, without its help; [`OTHER`] if the table does not have it.
pub fn of(message: &str) -> &'static str {
    ALL.iter().find(|code| code.fits(message)).map_or(OTHER, |code| code.name)
}

impl Code {
    /// Whether a message has one of the shapes.
    pub fn fits(&self, message: &str) -> bool {
        self.shapes.iter().any(|shape| fits(shape, message))
    }
}

fn fits(shape: &str, text: &str) -> bool {
    let Some(at) = shape.find(['*', '#']) else { return shape == text };
    let (before, after) = (&shape[..at], &shape[at + 1..]);
    let Some(rest) = text.strip_prefix(before) else { return false };
    if shape[at..].starts_with('#') {
        let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
        return end > 0 && fits(after, &rest[end..]);
    }
    // Code ends with its backtick.
    if before.ends_with('`') && after.starts_with('`') {
        return rest.find('`').is_some_and(|end| fits(after, &rest[end..]));
    }
    let mut ends = rest.char_indices().map(|(end, _)| end).chain([rest.len()]);
    ends.any(|end| fits(after, &rest[end..]))
}

/// All codes.
pub const ALL: &[Code] = &[
    // Names.
    code("unknown-node", "No node has this name, but one has a similar one.", &["unknown node `*`"]),
    code("unknown-leaf", "No leaf of `bt` has this name, but one has a similar one.", &["unknown leaf `*`"]),
    code(
        "unknown-name",
        "No parameter or value of the tree has this name.",
        &["unknown name `*`", "unknown name `*`: *"],
    ),
    code("contains-itself", "A tree is a leaf of itself.", &["`*` contains itself"]),
    code(
        "function-as-leaf",
        "A function of the context is no leaf: it goes into an `action` or a `condition`.",
        &["`*` is a function of the context, not a leaf"],
    ),
    code(
        "captured-variable",
        "Code in a tree without a name names a local variable.",
        &["`*` is a local variable, which an unnamed tree cannot capture"],
    ),
    code(
        "hides-prelude",
        "The type of a leaf would hide a name of Rust's prelude.",
        &["the leaf `*` declares the type `*`, which would hide `*` of Rust's prelude"],
    ),
    code(
        "taken-name",
        "The type of a leaf has the name of another type.",
        &["the leaf `*` declares the type `*`, which is declared here already"],
    ),
    // Children.
    code(
        "number-of-children",
        "A node has too many or too few children.",
        &[
            "`*` takes # child, found *",
            "`*` takes # children, found *",
            "`*` takes # or # children, found *",
            "`*` takes at least # child, found *",
            "`*` takes at least # children, found *",
            "`*` takes no children, found *",
        ],
    ),
    code(
        "no-children",
        "A node that is not of `bt` has angle brackets without children.",
        &["`*` has angle brackets, but no children"],
    ),
    code(
        "children-in-parentheses",
        "Children go in angle brackets.",
        &["children of `*` go in angle brackets", "children of `*` go in angle brackets, found `*`"],
    ),
    code(
        "child-not-reactive",
        "The child of an `observe` must be a reactive node.",
        &["the child of `*` must be a reactive node, found `*`"],
    ),
    code(
        "throttle-not-last",
        "A `throttle` that waits would abort the children after it.",
        &[
            "a `*` in a `*` must be its last child: *",
            "`*` waits in a `throttle`, so it must be the last child of a `*`: *",
        ],
    ),
    code(
        "too-deep",
        "Nodes or code are nested too deeply.",
        &["nodes are nested more than * levels deep", "this is nested more than * levels deep"],
    ),
    // Arguments.
    code("missing-argument", "A node lacks an argument.", &["`*` needs an argument: *", "`*` is empty"]),
    code(
        "number-of-arguments",
        "A node has too many or too few arguments.",
        &["`*` takes no arguments, found *", "`*` takes * argument, found *", "`*` takes * arguments, found *"],
    ),
    code(
        "wrong-argument",
        "An argument is not what the node takes.",
        &[
            "`*` takes a closure of the context*, found `*`",
            "`*` takes a closure or a function of the context, found `*`",
            "`*` takes a closure of the context and the number of an item, *, found `*`",
            "`*` takes a number*, found `*`",
            "`*` takes a time: *, found `*`",
            "`*` takes a whole number*, found `*`",
            "`*` takes an expression, or a closure of the context, found `*`",
            "expected a number*, found *",
            "expected a whole number*, found *",
            "expected a time*, found *",
            "expected a closure*, found *",
            "expected an expression, or a closure of the context, found *",
            "`*` of `*` is `*` or `*`",
        ],
    ),
    code(
        "wrong-condition",
        "A condition is not a closure or a function of the context.",
        &[
            "a condition is a closure or a function of the context, found `*`",
            "a condition that is an `*` expression goes in parentheses",
            "`*` takes one condition: *",
        ],
    ),
    code("unknown-argument", "A node has no argument of this name.", &["`*` has no argument `*`"]),
    code("argument-twice", "An argument is given twice.", &["the argument `*` is given twice"]),
    code(
        "argument-order",
        "Arguments are in the wrong place or order.",
        &[
            "unnamed arguments of `*` come before named ones",
            "the arguments of `*` come before its children",
            "`*` takes its arguments in parentheses",
        ],
    ),
    code("argument-without-name", "An argument needs its name.", &["an argument of `*` needs its name: *"]),
    code(
        "argument-with-name",
        "Arguments of this node have no names.",
        &["arguments of `*` have no names", "arguments of `*` have no names; to name fields, write `*`"],
    ),
    code(
        "type-arguments",
        "A node takes no type arguments, or they are written wrong.",
        &[
            "`*` takes no type arguments",
            "this `*` of the type arguments is not closed",
            "expected type arguments after this `*`, as in `*`",
        ],
    ),
    code(
        "async-code",
        "A tree does not wait for `async` code or a closure with `await`.",
        &["`*` takes no `*` code: *"],
    ),
    code(
        "cannot-change",
        "Code changes a parameter or a value, which are constant.",
        &["the parameter `*` cannot change: *", "the value `*` cannot change"],
    ),
    code(
        "weights",
        "There is not one weight or score for each child.",
        &["`*` takes a weight for each child, found *", "`*` takes a score for each child, found *"],
    ),
    code(
        "threshold",
        "A threshold is larger than the number of children.",
        &["the threshold * is never reached: `*` has *"],
    ),
    code("missing-feature", "A node needs a feature of `bt-trees`.", &["`*` needs the feature `*` of `bt-trees`, *"]),
    // Arms.
    code(
        "arm-outside",
        "`=>` is only allowed in a `switch` or a `priority`.",
        &["`*` is only allowed after a pattern of a `*` or `*`, or a condition of a `*`"],
    ),
    code(
        "arm",
        "The pattern or the condition before a `=>` is missing or cannot be read.",
        &[
            "expected `*` after this condition, found `*`",
            "expected `*` after this pattern, found `*`",
            "expected `*` and a node after this condition",
            "expected a condition before this `*`",
            "expected a condition between `*` and this `*`",
            "expected a condition of a `*`, found a node",
            "expected a pattern before this `*`",
            "expected a condition after this `*`",
            "expected a pattern, found *",
            "expected `pattern => node`, found *",
            "expected `*`, `*` or a condition, found *",
            "only the last child of a `*` may have no condition",
            "the last child of a `*` needs no condition: remove this one",
            "a `*` has no `*`",
        ],
    ),
    // Labels.
    code("label-twice", "Two nodes have the same label.", &["the label `*` is already used by another node"]),
    code(
        "label",
        "A label is not a name, or is in the wrong place.",
        &[
            "a label is a name, found *",
            "a node has one label, but this one already has `*`",
            "the label `*` goes after the condition of its node",
        ],
    ),
    // What a tree can return.
    code("never-reached", "A child is never reached, whatever the other ones return.", &["`*` is never reached: *"]),
    code(
        "pointless",
        "A node waits for a result that its child never has.",
        &["`*` is pointless: its child `*` never *"],
    ),
    // Values.
    code(
        "no-value",
        "A node has no value that could be bound.",
        &[
            "`*` has no value to bind",
            "`*` has no value here, since `*` has none",
            "`*` has no value; bind its item before the child",
            "this tree has a value, but `*` has none",
        ],
    ),
    code(
        "may-be-unset",
        "A value may be unset where it is used.",
        &["`*` may be unset here", "this `*` can succeed before all of its children, so their values may be unset"],
    ),
    code("unknown-type", "The type of a value or of a key must be written.", &["cannot infer the type of *"]),
    code(
        "name-taken",
        "A value has the name of a parameter or of another value.",
        &["the name `*` is taken: *", "the name `*` is used twice here"],
    ),
    code(
        "number-of-names",
        "The number of names is not that of the values.",
        &[
            "`*` has one value, so it takes one name",
            "a `*` has a value for each child",
            "`*` has one item at a time, so it takes one name",
            "this `*` has * child, but * here",
            "this `*` has * children, but * here",
        ],
    ),
    code(
        "binding",
        "The name of a value is missing, or in the wrong place.",
        &[
            "a value is bound after its node",
            "a value is bound once, but this node already has `*` before its children",
            "an unused value needs no name",
            "expected `*` before the name of a value, found `*`",
            "expected `*` before the next name, found *",
            "expected a name after `*`, found *",
            "expected the name of a value, found *",
            "expected the type of `*`",
            "expected the type of `*` after this `*`",
            "the name of a value cannot be the keyword `*`",
            "expected a name after this `*`",
        ],
    ),
    code(
        "held-too-long",
        "A tree that is read while the program runs holds too many values at a time.",
        &["with `*` this tree holds its values over more than # nodes: *"],
    ),
    code(
        "borrowed",
        "What a tree or a leaf stores cannot borrow.",
        &[
            "a value is stored in the tree, so it cannot borrow",
            "a parameter is stored in the tree, so it cannot be borrowed",
            "a key is kept from one decision to the next, so it cannot be borrowed: *",
            "a key is kept from tick to tick, so it cannot be borrowed: *",
            "an error cannot borrow from the context",
            "a leaf stores its arguments, and cannot store one that borrows",
            "the value of a leaf cannot borrow from its context",
        ],
    ),
    // The header of a tree.
    code(
        "no-context",
        "A tree or a leaf must name its context.",
        &[
            "`*` does not declare its context",
            "cannot infer the context of this tree, since it has functions but no leaves",
            "`*` needs to know the context of this tree",
            "the tree `*` needs a context",
            "the context has no name",
            "expected a context in these parentheses",
            "expected the context in parentheses, found *",
            "the context comes before the parameters",
            "the first parameter of a leaf must be the context, as `*` or `*`",
            "the leaf `*` takes no context",
        ],
    ),
    code(
        "context",
        "The context is written wrong.",
        &[
            "`*` is allowed as the whole context only: `*`",
            "a tree cannot have type parameters, but its context may be generic: `*`",
            "expected a trait after this `*`",
            "lifetimes of a context are written `*`, found `*`",
            "the context is a single type, but `*` follows it",
            "the context of a tree goes in parentheses, found `*`",
            "write the context without `*`: *",
            "`*` needs a tree with one context, since the tree in the box has one",
        ],
    ),
    code(
        "header",
        "What comes before the `=` of a tree cannot be read.",
        &[
            "expected `*` before the tree, found *",
            "expected `*` and a node after this",
            "expected the name of the tree, found *",
            "a `*` with one type names the error of a tree, but this one is an `*`",
            "expected `Result<Error>` or `Option<Value>`",
            "expected one type of messages after `*`",
            "write the message without `*`: *",
            "expected an attribute like that of a struct: `*` or `*`",
            "the attribute of a tree is written `*`",
        ],
    ),
    code(
        "parameter",
        "A parameter of a tree is written wrong, or twice.",
        &[
            "a parameter takes no `*`",
            "the parameter `*` cannot have a default",
            "expected a parameter `*`, found *",
            "expected `*` after the parameter `*`, found *",
            "expected `*` before the next parameter, found *",
            "only a named tree can have parameters",
            "the parameter `*` is given twice",
            "this parameter has no type: write `*`",
            "expected a type, found *",
            "expected a type",
        ],
    ),
    // The text of a tree.
    code(
        "attribute",
        "A node takes no attribute but `#[cfg(..)]`.",
        &["a node takes no attribute but `*`, which comes first"],
    ),
    code(
        "expected-node",
        "Here must be a node.",
        &[
            "expected a node, found *",
            "expected a node after the label `*`, found *",
            "expected a node after this",
            "expected a name, found the keyword `*`",
        ],
    ),
    code(
        "expected-argument",
        "Here must be an argument.",
        &[
            "expected an argument, found *",
            "expected `*` before the next argument, found *",
            "expected the body of the closure after this `*`",
            "expected the rest of an expression after this `*`",
            "this `*` of a closure is not closed",
        ],
    ),
    code(
        "expected-end",
        "Something follows the tree, or a `>` is too much.",
        &["expected the end of the tree, found *", "unmatched `*`: every `*` before it is already closed"],
    ),
    code("not-closed", "A `<` is not closed.", &["this `*` is not closed: *", "expected `*` or `*`, found *"]),
    // Leaves and types.
    code(
        "attribute-place",
        "An attribute of `bt` is on the wrong item.",
        &[
            "`*` goes on a function",
            "`*` goes on the type",
            "an enum returns what its variants return: put `*` on their types",
        ],
    ),
    code(
        "attribute-key",
        "An attribute of `bt` has a key that it does not take, or twice.",
        &[
            "unknown key `*`",
            "unknown key `*`, expected *",
            "`*` is given twice",
            "`*` is given twice, but a * has one",
            "expected `*`",
            "expected `*`, `*` or `*`",
            "expected `*`, `*` or `*`, found *",
            "expected `*` with some of `*`, `*` and `*`",
            "expected `*` with the types of its arguments",
            "an argument of `*` cannot borrow, since the leaf stores it",
            "expected `*`, `*`, `*`, `*`, `*`, `*` or `*`",
            "expected `*`, `*`, `*`, `*`, `*`, `*` or `*`, found *",
        ],
    ),
    code(
        "leaf-function",
        "A function cannot be a leaf as it is.",
        &["a leaf cannot be `*`", "a leaf cannot be `*`: *", "a leaf is a free function, without `*`"],
    ),
    code(
        "leaf-argument",
        "A leaf cannot store this argument.",
        &[
            "a leaf stores its arguments, and cannot store this one",
            "an argument of a leaf needs a named type, since the leaf stores it",
        ],
    ),
    code(
        "leaf-time",
        "A leaf takes the time that is left once, as `&mut Span`.",
        &["a leaf takes the remaining time as `*`", "a leaf takes the remaining time once, and this is a second `*`"],
    ),
    code(
        "leaf-value",
        "The signature of a leaf does not say what it returns.",
        &[
            "`*` does not say whether the `*` is a value or the result",
            "a request for a `*` does not say whether the `*` is a value or the result",
            "the `*` in this type would be a value, not the result of the leaf",
            "the return type does not show the answer of this request",
        ],
    ),
    code(
        "request",
        "A leaf with a request does what it cannot do.",
        &[
            "a leaf that returns a request *",
            "an `*` leaf is a request by itself, and cannot return one",
            "an `*` leaf takes no context, no time, and no argument by reference: *",
        ],
    ),
    code(
        "behavior-type",
        "A type cannot be a behavior as it is.",
        &[
            "a behavior must be a struct or an enum, found a union",
            "`*` has no variants, but a behavior needs at least one",
            "the variant `*` has * fields, but *",
            "the variant `*` is empty, but *",
        ],
    ),
    code(
        "literal",
        "A type cannot be an argument of a live tree.",
        &[
            "`*` is for enums, and `*` is none",
            "`*` has parameters, so a text cannot say which `*` is meant",
            "a variant with named fields cannot be an argument of a live tree",
        ],
    ),
    // Files.
    code("unreadable", "The file cannot be read as Rust.", &["this is not valid Rust: *"]),
];

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::{ALL, OTHER, fits, of};

    #[test]
    fn shapes() {
        assert!(fits("unknown node `*`", "unknown node `a b`"));
        assert!(!fits("unknown node `*`", "unknown node `a`: more"));
        assert!(!fits("unknown node `*`", "unknown node `a` and `b`"));
        assert!(fits("`*` takes # or # children, found *", "`a` takes 2 or 13 children, found ä"));
        assert!(!fits("`*` takes # children, found *", "`a` takes a children, found ä"));
        assert_eq!((of("unknown node `sequense`"), of("no such message")), ("unknown-node", OTHER));
    }

    #[test]
    fn each_code_is_there_once() {
        let names: BTreeSet<&str> = ALL.iter().map(|code| code.name).collect();
        assert_eq!((names.len(), names.contains(OTHER)), (ALL.len(), false));
        let shapes: Vec<&str> = ALL.iter().flat_map(|code| code.shapes.iter().copied()).collect();
        assert_eq!(shapes.iter().collect::<BTreeSet<_>>().len(), shapes.len());
        for code in ALL {
            assert!(code.name.chars().all(|c| c.is_ascii_lowercase() || c == '-'), "{}", code.name);
            assert!(code.means.ends_with('.'), "{}", code.means);
        }
    }
}
