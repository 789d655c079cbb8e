//! `LiveFiles`: lets the page of `bt-view` edit the files of live trees.
//!
//! | file | what is in it |
//! | --- | --- |
//! | `mod.rs` | `LiveFiles`: what viewers ask for |
//! | `files.rs` | the files: the text on disk, the text that runs, and what can be undone |
//! | `offers.rs` | what can be inserted |
//! | `again.rs` | finds a node of an older text in a newer one |
//! | `history.rs` | undo and redo |
//! | `write.rs` | writes a file as a whole, or not at all |
//!
//! Imports run down this table.

mod again;
mod files;
mod history;
mod offers;
mod write;

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use bt::describe::Description;
use bt_compiler::apart::apart;
use bt_view::edit::{Done, Edit, Editor, File, Offer, Place, Places, Refused, Shown};

use crate::hand::places::places;
use crate::hand::shown;
use crate::registry::news;
use files::Files;

/// The files of all live trees, for viewers of the page of `bt-view` to edit.
///
/// An edit is checked like a file that [`poll`](crate::poll) reads. If it has no mistakes, agents carry on in the
/// changed tree at their next tick, and the file is written: as a new file that is then renamed, so it is never half
/// written. Comments and all bytes outside of the edit stay. Edits can be undone, file by file.
///
/// Only files of the program's live trees can be edited: those of each [`Live`](crate::Live), if they are below the
/// folder where the program looks for them ([`sources`](crate::sources)), and each [`TreeFile`](crate::TreeFile).
///
/// ```
/// use bt::bt;
/// use bt_live::{Live, LiveFiles};
/// use bt_view::serve::Options;
///
/// bt! { pub Nap(()) = sequence < wait(1.0), running > }
///
/// # fn main() -> std::io::Result<()> {
/// let mut page = Options::new().edits(LiveFiles::new()).start()?;
/// println!("edit the tree at {}", page.url());
/// let (nap, mut mind) = (page.agent::<Nap>("nap"), Live::from(Nap::new()));
/// mind.tick_for_with(0.1, &mut (), &mut page.tick_for(nap, 0.1, || mind.active()));
/// # Ok(())
/// # }
/// ```
#[derive(Debug, Default)]
pub struct LiveFiles(Mutex<Files>);

impl LiveFiles {
    /// An editor of all files with live trees, including those that become live later.
    #[must_use]
    pub fn new() -> Arc<Self> {
        Arc::default()
    }

    /// Works on the files in a thread with a large stack, because texts may be deeply nested.
    fn apart<R: Send>(&self, work: impl FnOnce(&mut Files) -> R + Send) -> R {
        apart(|| {
            let mut files: MutexGuard<'_, Files> = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            files.refresh();
            work(&mut files)
        })
    }
}

impl Editor for LiveFiles {
    fn version(&self) -> u64 {
        news::version()
    }

    fn files(&self) -> Vec<File> {
        self.apart(|files| files.shown())
    }

    fn places(&self, tree: Description) -> Vec<Places> {
        self.apart(|files| {
            let texts: Vec<_> = files.all().iter().map(|file| (&*file.path, &file.text)).collect();
            places(tree, &texts)
        })
    }

    fn node(&self, place: Place) -> Result<Shown, Refused> {
        self.apart(|files| {
            let file = files.get(place.file)?;
            shown::node(&file.text, &file.state, place)
        })
    }

    fn offers(&self, place: Place) -> Result<Vec<Offer>, Refused> {
        self.apart(|files| offers::offers(files, place))
    }

    fn edit(&self, viewer: u64, edit: Edit) -> Result<Done, Refused> {
        let turn = news::turn();
        if let Edit::Try { place, state, change } = &edit {
            return self.apart(|files| files.would(*place, state, change));
        }
        let done = self.apart(|files| match edit {
            Edit::Change { place, state, change, build } => files.change(place, &state, &change, build),
            Edit::Hold { place, state, change } => files.hold(viewer, place, &state, &change),
            Edit::Keep { file } => files.keep(viewer, file),
            Edit::Drop { file } => files.drop_held(viewer, file),
            Edit::Undo { file } => files.undo(file),
            Edit::Redo { file } => files.redo(file),
            _ => Err("the program does not know this request of the page".into()),
        });
        drop(turn);
        news::changed();
        done
    }

    fn leave(&self, viewer: u64) {
        let _turn = news::turn();
        if self.apart(|files| files.leave(viewer)) {
            news::changed();
        }
    }
}
