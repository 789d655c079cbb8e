//! `Sheet`: a text in memory, which the page of `bt-view` edits.

use std::fmt;
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use bt::describe::Description;
use bt_text::{At, Change, Text};
use bt_view::edit::{Done, Edit, Editor, File, Mistake, Offer, Place, Places, Refused, Shown};

use super::mistakes::{placed, refusal};
use super::{offers, places, shown, state};
use crate::refused;

/// The file name in descriptions of scripted trees.
pub const FILE: &str = "tree";

/// The name of the text for viewers.
const NAME: &str = "text";

/// Decides whether a text may run.
type Judge = dyn Fn(&str) -> Result<(), refused::Refused> + Send + Sync;

/// A text in memory that one viewer of the page edits, for a program that runs inside the page.
///
/// The owner of a `Sheet` shows the text, and keeps the history of edits: a `Sheet` cannot undo.
pub struct Sheet {
    judge: Box<Judge>,
    pages: Mutex<Pages>,
}

/// What is known of the text.
#[derive(Debug)]
struct Pages {
    /// The text that runs, if it has no mistakes.
    text: Text,
    state: String,
    /// The text without the value that the viewer holds, and the node of that value.
    held: Option<(String, At)>,
    mistakes: Vec<Mistake>,
    /// How many edits can be undone, and redone.
    history: (usize, usize),
    /// Counts the changes.
    version: u64,
}

impl Sheet {
    /// An empty text. `judge` decides whether agents can continue in a text.
    #[must_use]
    pub fn new(judge: impl Fn(&str) -> Result<(), refused::Refused> + Send + Sync + 'static) -> Arc<Self> {
        let text = Text::new("", true);
        let (state, held, mistakes) = (state(""), None, Vec::new());
        let pages = Pages { text, state, held, mistakes, history: (0, 0), version: 0 };
        Arc::new(Sheet { judge: Box::new(judge), pages: Mutex::new(pages) })
    }

    fn lock(&self) -> MutexGuard<'_, Pages> {
        self.pages.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Sets the text that the user has typed. `refused` has its mistakes, if there are any.
    pub fn write(&self, text: &str, refused: Option<&refused::Refused>) {
        let mut pages = self.lock();
        pages.set(text.to_owned());
        pages.held = None;
        pages.mistakes = refused.map_or_else(Vec::new, |refused| placed(refused.mistakes(), &pages.text));
    }

    /// Sets how many edits can be undone, and redone.
    pub fn set_history(&self, undo: usize, redo: usize) {
        let mut pages = self.lock();
        if pages.history != (undo, redo) {
            pages.history = (undo, redo);
            pages.version += 1;
        }
    }

    /// The text that should run, with the value that a viewer holds.
    pub fn running(&self) -> String {
        self.lock().text.text().to_owned()
    }

    /// The text to show, without the value that a viewer holds.
    pub fn written(&self) -> String {
        let pages = self.lock();
        pages.held.as_ref().map_or_else(|| pages.text.text(), |(text, _)| text).to_owned()
    }

    /// Makes a change to a text, unless that causes mistakes.
    fn change(&self, pages: &mut Pages, before: &str, at: At, change: &Change) -> Result<At, Refused> {
        let changed = read(before).change(at, change)?;
        (self.judge)(&changed.text).map_err(|refused| refusal(&refused, &read(&changed.text)))?;
        pages.set(changed.text);
        pages.mistakes.clear();
        Ok(changed.at)
    }
}

impl Pages {
    fn set(&mut self, text: String) {
        self.state = state(&text);
        self.text = read(&text);
        self.version += 1;
    }

    /// Refuses a request that was made for another text.
    fn is_of_now(&self, state: &str) -> Result<(), Refused> {
        if self.state == state { Ok(()) } else { Err("the text has changed: look at it again".into()) }
    }

    fn done(&self, at: Option<At>) -> Done {
        Done { file: 0, state: self.state.clone(), at, unwritten: None }
    }
}

/// A text with its trees: those in a Rust file, or trees alone.
pub fn read(text: &str) -> Text {
    let rust = Text::new(text, false);
    if rust.trees().is_empty() { Text::new(text, true) } else { rust }
}

impl fmt::Debug for Sheet {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Sheet").field("pages", &self.pages).finish_non_exhaustive()
    }
}

impl Editor for Sheet {
    fn version(&self) -> u64 {
        self.lock().version
    }

    fn files(&self) -> Vec<File> {
        let pages = self.lock();
        vec![File {
            name: NAME.to_owned(),
            state: pages.state.clone(),
            undo: pages.history.0,
            redo: pages.history.1,
            held: pages.held.is_some(),
            unwritten: None,
            mistakes: pages.mistakes.clone(),
            waits: false,
        }]
    }

    fn places(&self, tree: Description) -> Vec<Places> {
        places::places(tree, &[(Path::new(FILE), &self.lock().text)])
    }

    fn node(&self, place: Place) -> Result<Shown, Refused> {
        let pages = self.lock();
        shown::node(&pages.text, &pages.state, place)
    }

    fn offers(&self, place: Place) -> Result<Vec<Offer>, Refused> {
        let pages = self.lock();
        let text = &pages.text;
        let around = text.trees().get(place.at.tree).ok_or("this tree is not in the text any more")?;
        let others = text.trees().iter().filter(|tree| !std::ptr::eq(*tree, around));
        let mut all: Vec<Offer> = others.filter_map(|tree| offers::tree(text, NAME, tree)).collect();
        for offer in offers::used(text, NAME, |_| true) {
            if all.iter().all(|known| known.text != offer.text) {
                all.push(offer);
            }
        }
        all.extend(offers::builtins());
        Ok(all)
    }

    fn edit(&self, _: u64, edit: Edit) -> Result<Done, Refused> {
        let mut pages = self.lock();
        match edit {
            Edit::Change { place, state, change, .. } => {
                pages.is_of_now(&state)?;
                let before = pages.text.text().to_owned();
                let at = self.change(&mut pages, &before, place.at, &change)?;
                Ok(pages.done(Some(at)))
            }
            Edit::Try { place, state, change } => {
                pages.is_of_now(&state)?;
                let changed = pages.text.change(place.at, &change)?;
                (self.judge)(&changed.text).map_err(|refused| refusal(&refused, &read(&changed.text)))?;
                Ok(pages.done(Some(changed.at)))
            }
            Edit::Hold { place, state, change } => {
                let before = match &pages.held {
                    Some((before, _)) => before.clone(),
                    None => {
                        pages.is_of_now(&state)?;
                        pages.text.text().to_owned()
                    }
                };
                let at = self.change(&mut pages, &before, place.at, &change)?;
                pages.held = Some((before, at));
                Ok(pages.done(Some(at)))
            }
            Edit::Keep { .. } => {
                let (_, at) = pages.held.take().ok_or("nothing is held")?;
                Ok(pages.done(Some(at)))
            }
            Edit::Drop { .. } => {
                let (before, at) = pages.held.take().ok_or("nothing is held")?;
                pages.set(before);
                Ok(pages.done(Some(at)))
            }
            _ => Err("undo and redo work in the text itself".into()),
        }
    }

    fn leave(&self, _: u64) {}
}
