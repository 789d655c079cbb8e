//! The book of `bt`: a module for each chapter, so that the code blocks run as tests and the chapters can be read next
//! to the documentation of the library.
//!
//! Begin with [`first_tree`], then read [`first_enemy`]. The [`introduction`] says which of the other chapters to read
//! when.

mod elsewhere;
pub mod picture;
pub mod play;

#[doc(hidden)]
pub use bt::bt;
pub use elsewhere::{bevy, fleets, fyrox, live, macroquad, ros};
pub use picture::shows;
pub use play::{A, B, C, D, World, play, play_for, step};

macro_rules! chapters {
    ($($chapter:ident $file:literal;)*) => {$(
        #[doc = include_str!(concat!("src/", $file))]
        #[cfg_attr(not(doctest), doc = include_str!("links.html"))]
        pub mod $chapter {}
    )*};
}

/// The first page of the repository.
#[doc = include_str!("../README.md")]
#[cfg_attr(not(doctest), doc = include_str!("links.html"))]
pub mod readme {}

chapters! {
    introduction "introduction.md";
    first_tree "first-tree.md";
    first_enemy "first-enemy.md";
    leaves "leaves.md";
    trees "trees.md";
    nodes "nodes.md";
    data "data.md";
    bindings "bindings.md";
    reactive "reactive.md";
    composites "composites.md";
    time "time.md";
    chance "chance.md";
    messages "messages.md";
    memory "memory.md";
    requests "requests.md";
    saving "saving.md";
    errors "errors.md";
    many_agents "many-agents.md";
    embedded "embedded.md";
    observing "observing.md";
    seeing "seeing.md";
    testing "testing.md";
    check "check.md";
    prove "prove.md";
    editors "editors.md";
    recipes "recipes.md";
    rules "rules.md";
    performance "performance.md";
    limits "limits.md";
    where_the_tree_lives "where-the-tree-lives.md";
    coming_from "coming-from.md";
    from_bonsai_bt "from-bonsai-bt.md";
    from_fyrox "from-fyrox.md";
    from_behaviortree_cpp "from-behaviortree-cpp.md";
    from_nav2 "from-nav2.md";
    from_py_trees "from-py-trees.md";
    from_limboai "from-limboai.md";
    from_unreal "from-unreal.md";
    from_behavior_designer "from-behavior-designer.md";
    from_a_state_machine "from-a-state-machine.md";
    xml "xml.md";
    watch "watch.md";
    command "command.md";
    playground "playground.md";
    designer "designer.md";
}
