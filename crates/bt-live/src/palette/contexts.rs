//! `Contexts`: the contexts that a tree of a text is ticked with.

use std::marker::PhantomData;

/// A family of contexts: one type, with any lifetime.
///
/// A context that borrows has a different type in each frame: `Scene<'frame>`. Name the family with a type of your own,
/// and use [`PaletteFor`](crate::PaletteFor) and [`LiveTreeFor`](crate::LiveTreeFor) instead of
/// [`Palette`](crate::Palette) and [`LiveTree`](crate::LiveTree).
///
/// ```
/// use bt::Status;
/// use bt_live::{Contexts, LiveTreeFor, PaletteFor};
///
/// struct Scene<'frame> { log: &'frame mut String }
///
/// struct Scenes;
///
/// impl Contexts for Scenes {
///     type Context<'frame> = Scene<'frame>;
/// }
///
/// let palette = PaletteFor::<Scenes>::new().action("step", |scene: &mut Scene| scene.log.push('.'));
/// let mut tree = LiveTreeFor::parse("sequence < action(step), wait(1.0), action(step) >", &palette)?;
/// for _frame in 0..3 {
///     let mut log = String::new();
///     let status = tree.tick_for(0.5, &mut Scene { log: &mut log });
///     println!("{status:?} {log}");
/// }
/// # Ok::<(), bt_live::Refused>(())
/// ```
pub trait Contexts {
    /// The context for one tick.
    type Context<'tick>: ?Sized;
}

/// The family of a single context type, `C`, which borrows nothing or has one fixed lifetime.
/// [`Palette`](crate::Palette) and [`LiveTree`](crate::LiveTree) use it.
pub struct Only<C: ?Sized>(PhantomData<fn(&C)>);

impl<C: ?Sized> Contexts for Only<C> {
    type Context<'tick> = C;
}
