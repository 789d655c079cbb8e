//! The codes of mistakes, for programs that read them: `bt::unknown-node`. rustc does not show them.
//!
//! A code names a kind of mistake, and stays the same when the wording of its message changes.

/// A kind of mistake.
#[derive(Debug, PartialEq, Eq)]
pub struct Code {
    /// Its name, without the `bt::`.
    pub name: &'static str,
    /// What is wrong, in one sentence.
    pub means: &'static str,
}

macro_rules! codes {
    ($($code:ident $name:literal $means:literal)*) => {
        $(
            #[doc = $means]
            pub const $code: &Code = &Code { name: $name, means: $means };
        )*

        /// All codes.
        pub const ALL: &[&Code] = &[$($code),*];
    };
}

codes! {
    // Names.
    UNKNOWN_NODE "unknown-node" "No node has this name, but one has a similar name."
    UNKNOWN_LEAF "unknown-leaf" "No leaf of `bt` has this name, but one has a similar name."
    UNKNOWN_NAME "unknown-name" "No parameter or value of the tree has this name."
    CONTAINS_ITSELF "contains-itself" "A tree contains itself."
    FUNCTION_AS_LEAF "function-as-leaf" "A function of the context is not a leaf: it goes into an `action` or a `condition`."
    CAPTURED_VARIABLE "captured-variable" "Code in a tree without a name names a local variable."
    HIDES_PRELUDE "hides-prelude" "The type of a leaf would hide a name of Rust's prelude."
    TAKEN_NAME "taken-name" "The type of a leaf or a tree has the name of another type."
    // Children.
    NUMBER_OF_CHILDREN "number-of-children" "A node has too many or too few children."
    NO_CHILDREN "no-children" "A node of your own has angle brackets, but no children."
    CHILDREN_IN_PARENTHESES "children-in-parentheses" "Children go in angle brackets."
    CHILD_NOT_REACTIVE "child-not-reactive" "The child of an `observe` must be a reactive node."
    THROTTLE_NOT_LAST "throttle-not-last" "A `throttle` that waits would abort the children after it."
    TOO_DEEP "too-deep" "Nodes or code are nested too deeply."
    // Arguments.
    MISSING_ARGUMENT "missing-argument" "An argument of a node is missing."
    NUMBER_OF_ARGUMENTS "number-of-arguments" "A node has too many or too few arguments."
    WRONG_ARGUMENT "wrong-argument" "An argument is not what the node takes."
    WRONG_CONDITION "wrong-condition" "A condition is not a closure or a function of the context."
    UNKNOWN_ARGUMENT "unknown-argument" "A node has no argument of this name."
    ARGUMENT_TWICE "argument-twice" "An argument is given twice."
    ARGUMENT_ORDER "argument-order" "Arguments are in the wrong place or order."
    ARGUMENT_WITHOUT_NAME "argument-without-name" "An argument needs its name."
    ARGUMENT_WITH_NAME "argument-with-name" "Arguments of this node have no names."
    TYPE_ARGUMENTS "type-arguments" "A node takes no type arguments, or they are written wrong."
    ASYNC_CODE "async-code" "A tree does not wait for `async` code or a closure with `await`."
    CANNOT_CHANGE "cannot-change" "Code changes a parameter or a value, which are constant."
    WEIGHTS "weights" "The number of weights or scores differs from the number of children."
    THRESHOLD "threshold" "A threshold is larger than the number of children."
    MISSING_FEATURE "missing-feature" "A node needs a feature of `bt-trees`."
    // Arms.
    ARM_OUTSIDE "arm-outside" "`=>` is only allowed in a `switch` or a `priority`."
    ARM "arm" "The pattern or the condition before a `=>` is missing or cannot be read."
    // Labels.
    LABEL_TWICE "label-twice" "Two nodes have the same label."
    LABEL "label" "A label is not a name, or is in the wrong place."
    // What a tree can return.
    NEVER_REACHED "never-reached" "A child is never reached, whatever the other children return."
    POINTLESS "pointless" "A node waits for a result that its child never has."
    // Values.
    NO_VALUE "no-value" "A node has no value that could be bound."
    MAY_BE_UNSET "may-be-unset" "A value may be unset where it is used."
    UNKNOWN_TYPE "unknown-type" "The type of a value or of a key must be written."
    NAME_TAKEN "name-taken" "A value has the name of a parameter or of another value."
    NUMBER_OF_NAMES "number-of-names" "The number of names differs from the number of values."
    BINDING "binding" "The name of a value is missing, or in the wrong place."
    HELD_TOO_LONG "held-too-long" "A tree that is read while the program runs holds too many values at a time."
    BORROWED "borrowed" "A tree or a leaf cannot store data that borrows."
    // The header of a tree.
    NO_CONTEXT "no-context" "A tree or a leaf must name its context."
    CONTEXT "context" "The context is written wrong."
    HEADER "header" "The text before the `=` of a tree cannot be read."
    PARAMETER "parameter" "A parameter of a tree is written wrong, or twice."
    // The text of a tree.
    ATTRIBUTE "attribute" "A node takes no attributes except `#[cfg(..)]` with one condition."
    EXPECTED_NODE "expected-node" "A node is missing here."
    EXPECTED_ARGUMENT "expected-argument" "An argument cannot be read, or there is none between two commas."
    EXPECTED_END "expected-end" "Something follows the tree, or there is an extra `>`."
    NOT_CLOSED "not-closed" "A `<` is not closed."
    // Leaves and types.
    ATTRIBUTE_PLACE "attribute-place" "An attribute of `bt` is on the wrong item."
    ATTRIBUTE_KEY "attribute-key" "An attribute of `bt` has an unknown key, a key twice, or a wrong value."
    LEAF_FUNCTION "leaf-function" "A function cannot be a leaf in this form."
    LEAF_ARGUMENT "leaf-argument" "A leaf cannot store this argument."
    LEAF_TIME "leaf-time" "A leaf takes the remaining time only once, as `&mut Span`."
    LEAF_VALUE "leaf-value" "The signature of a leaf does not say what it returns."
    REQUEST "request" "A leaf with a request takes, returns or derives something that it cannot."
    BEHAVIOR_TYPE "behavior-type" "A type cannot be a behavior in this form."
    LITERAL "literal" "A type cannot be an argument of a live tree."
    // Files.
    UNREADABLE "unreadable" "The file cannot be read as Rust."
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::ALL;

    #[test]
    fn each_code_is_there_once() {
        let names: BTreeSet<&str> = ALL.iter().map(|code| code.name).collect();
        assert_eq!(names.len(), ALL.len());
        for code in ALL {
            assert!(code.name.chars().all(|c| c.is_ascii_lowercase() || c == '-'), "{}", code.name);
            assert!(code.means.ends_with('.'), "{}", code.means);
        }
    }
}
