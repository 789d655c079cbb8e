//! Palettes of the program's leaves, so that you need not list them by hand.

use std::any::TypeId;
use std::convert::Infallible;
use std::sync::Arc;

use bt::__private::live::{Code, Io, Kind, LeafUnit, adapts, leaf_units, type_id};
use bt_compiler::tree::case::snake_case;

use super::{Contexts, Entry, PaletteFor};
use crate::program::lookup::split;
use crate::program::names::kept;

/// Calls a leaf with these contexts.
type Call<F> = for<'c> fn(u32, &mut <F as Contexts>::Context<'c>, &mut Io<'_, '_, '_>);

impl<F: Contexts + 'static> PaletteFor<F> {
    /// A palette of all leaves of the program that run with its contexts: each `#[leaf]`, and each type that derives
    /// `Behavior`. Leaves with an error are left out, because a text has no error type, and so are generic leaves.
    ///
    /// ```
    /// use bt_live::{LiveTree, Palette};
    ///
    /// struct Robot { metres: u32 }
    ///
    /// #[bt::leaf]
    /// fn walk(robot: &mut Robot, metres: u32) {
    ///     robot.metres += metres;
    /// }
    ///
    /// #[bt::leaf]
    /// fn is_home(robot: &Robot) -> bool {
    ///     robot.metres == 0
    /// }
    ///
    /// let palette = Palette::<Robot>::of_leaves().condition("is_far", |robot| robot.metres > 9);
    /// let mut tree = LiveTree::parse("sequence < is_home, walk(3), walk(7), condition(is_far) >", &palette)?;
    /// assert!(tree.tick_for(0.1, &mut Robot { metres: 0 }).is_success());
    /// # Ok::<(), bt_live::Refused>(())
    /// ```
    ///
    /// # Panics
    ///
    /// If two leaves have the same name, or a name has letters that are not ASCII. Use [`of_module`](Self::of_module)
    /// then, for the leaves of one module.
    #[must_use]
    pub fn of_leaves() -> Self {
        PaletteFor::default().leaves(|_| true)
    }

    /// A palette of the leaves in a module and its submodules that run with its contexts, by the module's path:
    /// `Palette::<Robot>::of_module("game::mods")`. Otherwise like [`of_leaves`](Self::of_leaves).
    ///
    /// ```
    /// use bt_live::{LiveTree, Palette};
    ///
    /// mod mods {
    ///     #[bt::leaf]
    ///     pub fn honk(honks: &mut u32) {
    ///         *honks += 1;
    ///     }
    /// }
    ///
    /// let palette = Palette::<u32>::of_module(concat!(module_path!(), "::mods"));
    /// assert!(LiveTree::parse("repeat(2) < honk >", &palette)?.tick_for(0.1, &mut 0).is_success());
    /// # Ok::<(), bt_live::Refused>(())
    /// ```
    ///
    /// # Panics
    ///
    /// If there are none, if two of them have the same name, or if a name has letters that are not ASCII.
    #[must_use]
    pub fn of_module(path: &str) -> Self {
        let is_inside =
            |module: &str| module.strip_prefix(path).is_some_and(|rest| rest.is_empty() || rest.starts_with("::"));
        let palette = PaletteFor::default().leaves(is_inside);
        assert!(!palette.entries.is_empty(), "no leaf in `{path}` has the contexts of this palette");
        palette
    }

    fn leaves(mut self, takes: impl Fn(&str) -> bool) -> Self {
        let (context, error) = (type_id::<Call<F>>(), TypeId::of::<Infallible>());
        let fits = |leaf: &&LeafUnit| (leaf.context)() == context && (leaf.error)() == error && takes(leaf.module);
        let mut leaves: Vec<(Code, &LeafUnit)> = leaf_units().filter(fits).map(|leaf| ((leaf.code)(), leaf)).collect();
        // The linker may list them in any order.
        leaves.sort_by_key(|(code, _)| code.key);
        for (code, leaf) in leaves {
            self.add(Entry::of_leaf(code, adapts::<Call<F>>(&*(leaf.adapter)())));
        }
        self
    }
}

impl<F: Contexts + 'static> Entry<F> {
    fn of_leaf(code: Code, call: Call<F>) -> Self {
        let (ty, args) = split(code.key);
        Entry {
            name: kept(&snake_case(ty)),
            kind: Kind::Leaf,
            key: code.key,
            leaf: code.leaf.as_deref().copied(),
            args: args.matches('_').count(),
            value: code.value,
            check: code.check,
            refused: code.refused,
            call: Arc::new(move |context, io| call(0, context, io)),
        }
    }
}
