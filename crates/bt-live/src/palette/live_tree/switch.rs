//! Lets a tree carry on in another text.

use std::sync::Arc;

use bt::__private::{Observed, TreeState as _, Watch, between_ticks};
use bt::observe::TreeObserver;
use bt_compiler::tree::ir::RegionId;

use super::{Contexts, LiveTreeFor};
use crate::palette::parsed::Parsed;
use crate::reload::{Change, Survivors};
use crate::run::Stays as _;

impl<F: Contexts> LiveTreeFor<F> {
    /// Switches to the text of another tree at the start of the next tick or abort. Until then, this tree shows the old
    /// text.
    ///
    /// The rules are those of [`Live`](crate::Live): an active node carries on if the new text has a node of the same
    /// kind under the same parent, with the same label, or without a label if the old one has none. Everything else is
    /// aborted first. A text with mistakes is not a tree, so the old tree keeps running.
    ///
    /// All agents can share one parsed text. If that tree follows a [`TreeFile`](crate::TreeFile), this tree follows it
    /// from now on; otherwise it follows no file.
    ///
    /// ```
    /// use bt::Status;
    /// use bt_live::{LiveTree, Palette};
    ///
    /// let palette = Palette::new().action("count", |number: &mut u32| *number += 1);
    /// let mut tree = LiveTree::parse("sequence < action(count), wait(2.0) >", &palette)?;
    /// let mut number = 0;
    /// assert_eq!(tree.tick_for(1.0, &mut number), Status::Running);
    ///
    /// let changed = "sequence < action(count), wait(2.0), action(count), action(count) >";
    /// tree.switch_to(&LiveTree::parse(changed, &palette)?);
    /// // It keeps waiting.
    /// assert_eq!(tree.tick_for(1.0, &mut number), Status::Success);
    /// assert_eq!(number, 3);
    /// # Ok::<(), bt_live::Refused>(())
    /// ```
    pub fn switch_to(&mut self, changed: &LiveTreeFor<F>) {
        let parsed = changed.next.as_ref().unwrap_or_else(|| changed.running.parsed());
        self.source.clone_from(&changed.source);
        self.take(Arc::clone(parsed));
    }

    fn take(&mut self, parsed: Arc<Parsed<F>>) {
        self.next = (!Arc::ptr_eq(&parsed, self.running.parsed())).then_some(parsed);
    }

    /// Takes the new text of the file that it follows, if there is one.
    fn follow(&mut self) {
        let Some((source, seen)) = &mut self.source else { return };
        let version = source.version();
        if *seen != version {
            *seen = version;
            let parsed = source.current();
            self.take(parsed);
        }
    }

    /// Switches to the next text. Nodes that do not survive are aborted, and that is reported to the observer.
    pub(super) fn go_over(&mut self, context: &mut F::Context<'_>, observer: Option<&mut dyn TreeObserver>) {
        self.follow();
        let Some(new) = self.next.take() else { return };
        let change = Change::new(Arc::clone(&self.running.parsed().program), Arc::clone(&new.program));
        let survivors = Survivors::of(&change, &self.running.state);
        let outline = self.running.outline();
        match observer {
            None => self.abort_rest(context, &survivors, ()),
            Some(observer) => self.abort_rest(context, &survivors, Observed::whole(observer, outline)),
        }
        change.carry_over(&survivors, &mut self.running.state, &mut self.kept);
        self.running.parsed = Some(new);
    }

    fn abort_rest<W: Watch>(&mut self, context: &mut F::Context<'_>, survivors: &Survivors, watch: W) {
        let LiveTreeFor { running, kept, .. } = self;
        between_ticks(running, kept, watch, |running, inputs| {
            let outline = running.outline();
            running.work(context, inputs, |run, state, inputs| run.abort_rest(inputs, state, survivors));
            if !survivors.region(RegionId(0)) {
                outline.ends(inputs.kept);
            }
        });
    }
}
