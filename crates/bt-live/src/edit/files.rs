//! The files: the text on disk, the text that runs, and what can be undone.

use std::collections::VecDeque;
use std::fs;
use std::path::PathBuf;

use bt_text::{At, Change, Text};
use bt_view::edit::{Done, File as Shown, Place, Refused};

use super::again::again;
use super::history::History;
use super::write::{Unwritten, target, write};
use crate::hand::mistakes::{is_for_build, placed, refusal};
use crate::hand::state;
use crate::registry::{self, news, texts};
use crate::text::normal::MOST_BYTES;

/// The number of recent texts that an edit may be made for.
const MOST_KNOWN: usize = 100;

/// How often to retry when others have changed the file in the meantime.
const TRIES: usize = 3;

/// All files that may be edited. Each keeps its number.
#[derive(Debug, Default)]
pub struct Files {
    files: Vec<File>,
}

/// A file.
#[derive(Debug)]
pub struct File {
    pub path: PathBuf,
    /// The folder that it must be in.
    folder: PathBuf,
    /// The text on disk.
    written: String,
    /// The text that its trees run. It differs from the text on disk while a viewer holds a value, or if writing
    /// failed.
    pub text: Text,
    pub state: String,
    /// The most recent texts, with their states.
    known: VecDeque<(String, String)>,
    history: History,
    held: Option<Held>,
    unwritten: Option<String>,
    /// Whether this page has reported that the trees run another text. Only then may it take the report back.
    marked: bool,
}

/// A value that a viewer holds.
#[derive(Debug)]
struct Held {
    viewer: u64,
    /// The text without the held value.
    before: String,
    at: At,
}

type Edited = Result<Done, Refused>;

impl Files {
    /// Rereads the files that have changed.
    pub fn refresh(&mut self) {
        for path in registry::files() {
            if self.files.iter().all(|file| file.path != path)
                && let Some(folder) = registry::folder_of(&path)
                && target(&path, &folder).is_ok()
                && let Some(text) = read(&path)
            {
                self.files.push(File::new(path, folder, text));
            }
        }
        self.files.iter_mut().for_each(File::refresh);
    }

    pub fn all(&self) -> &[File] {
        &self.files
    }

    pub fn get(&self, number: usize) -> Result<&File, Refused> {
        self.files.get(number).ok_or_else(|| "the program has no such file".into())
    }

    fn get_mut(&mut self, number: usize) -> Result<&mut File, Refused> {
        self.files.get_mut(number).ok_or_else(|| "the program has no such file".into())
    }

    pub fn shown(&self) -> Vec<Shown> {
        self.files.iter().map(File::shown).collect()
    }

    pub fn change(&mut self, place: Place, state: &str, change: &Change, build: bool) -> Edited {
        let file = self.get_mut(place.file)?;
        file.not_held(None)?;
        for _ in 0..TRIES {
            let (new, changed) = file.changed(place.at, state, change)?;
            if file.make(new, build)? {
                return Ok(file.done(place.file, Some(changed)));
            }
            // Others have changed the file: find the node in the new text.
            file.refresh();
        }
        Err("another program keeps writing this file".into())
    }

    /// Checks whether a change could be made, and where its node would be.
    pub fn would(&self, place: Place, state: &str, change: &Change) -> Edited {
        let file = self.get(place.file)?;
        let (new, changed) = file.changed(place.at, state, change)?;
        match registry::judge_edit(&file.path, &new) {
            Ok(()) => Ok(file.done(place.file, Some(changed))),
            Err(refused) => Err(refusal(&refused, &file.read(new))),
        }
    }

    pub fn hold(&mut self, viewer: u64, place: Place, state: &str, change: &Change) -> Edited {
        let file = self.get_mut(place.file)?;
        file.not_held(Some(viewer))?;
        let before = match &file.held {
            Some(held) => held.before.clone(),
            None => file.text.text().to_owned(),
        };
        let base = file.read(before.clone());
        let at = file.found(place.at, state, &base)?;
        let changed = base.change(at, change)?;
        file.run(changed.text)?;
        file.held = Some(Held { viewer, before, at: changed.at });
        file.mark();
        Ok(file.done(place.file, Some(changed.at)))
    }

    pub fn keep(&mut self, viewer: u64, number: usize) -> Edited {
        let file = self.get_mut(number)?;
        let Held { before, at, .. } = file.take_held(viewer).ok_or("nothing is held")?;
        let new = file.text.text().to_owned();
        file.store(&new)?;
        file.history.made(&before, &new);
        Ok(file.done(number, Some(at)))
    }

    pub fn drop_held(&mut self, viewer: u64, number: usize) -> Edited {
        let file = self.get_mut(number)?;
        let Held { before, at, .. } = file.take_held(viewer).ok_or("nothing is held")?;
        file.run(before)?;
        file.mark();
        Ok(file.done(number, Some(at)))
    }

    /// A viewer has left. Returns whether it held something.
    pub fn leave(&mut self, viewer: u64) -> bool {
        (0..self.files.len()).fold(false, |held, number| self.drop_held(viewer, number).is_ok() | held)
    }

    pub fn undo(&mut self, number: usize) -> Edited {
        self.step(number, History::undone, History::step_back, "there is nothing to undo in this file")
    }

    pub fn redo(&mut self, number: usize) -> Edited {
        self.step(number, History::redone, History::step_on, "there is nothing to redo in this file")
    }

    /// Takes and writes the text of a step in the history, then moves the history.
    fn step(
        &mut self,
        number: usize,
        text: fn(&History, &str) -> Option<String>,
        stepped: fn(&mut History),
        nothing: &str,
    ) -> Edited {
        let file = self.get_mut(number)?;
        file.not_held(None)?;
        let text = text(&file.history, file.text.text()).ok_or(nothing)?;
        // A text that needs a build may be written: the user chose that when it was first written.
        file.take(&text, true)?;
        stepped(&mut file.history);
        Ok(file.done(number, None))
    }
}

impl File {
    fn new(path: PathBuf, folder: PathBuf, text: String) -> Self {
        let holds_trees_alone = texts::is_known(&path);
        let mut file = File {
            path,
            folder,
            written: text.clone(),
            text: Text::new(text, holds_trees_alone),
            state: String::new(),
            known: VecDeque::new(),
            history: History::default(),
            held: None,
            unwritten: None,
            marked: false,
        };
        file.set(file.written.clone());
        file
    }

    /// Its name, without the folders around it.
    pub fn name(&self) -> String {
        let name = self.path.strip_prefix(&self.folder).unwrap_or(&self.path);
        name.display().to_string()
    }

    fn shown(&self) -> Shown {
        let mistakes = news::mistakes(&self.path);
        Shown {
            name: self.name(),
            state: self.state.clone(),
            undo: self.history.undo_count(),
            redo: self.history.redo_count(),
            held: self.held.is_some(),
            unwritten: self.unwritten.clone(),
            mistakes: placed(&mistakes, &self.text),
            waits: is_for_build(&mistakes),
        }
    }

    /// Rereads the file if others have changed it.
    fn refresh(&mut self) {
        let Some(text) = read(&self.path).filter(|text| *text != self.written) else { return };
        self.history.outside(&self.written, &text);
        (self.held, self.unwritten) = (None, None);
        self.written.clone_from(&text);
        self.set(text);
        self.mark();
    }

    /// Sets the text that the trees run.
    fn set(&mut self, text: String) {
        self.state = state(&text);
        self.known.retain(|(state, _)| *state != self.state);
        self.known.push_back((self.state.clone(), text.clone()));
        if self.known.len() > MOST_KNOWN {
            self.known.pop_front();
        }
        self.text = self.read(text);
    }

    /// Reads another text of this file.
    fn read(&self, text: String) -> Text {
        Text::new(text, self.text.holds_trees_alone())
    }

    /// Tells `poll` if the text on disk is not the text that runs.
    fn mark(&mut self) {
        let differs = self.written != self.text.text();
        if differs || self.marked {
            news::keep(&self.path, differs.then(|| self.written.clone()));
        }
        self.marked = differs;
    }

    /// Where a node of an older text is in this text.
    fn found(&self, at: At, state: &str, text: &Text) -> Result<At, Refused> {
        let known = self.known.iter().find(|(known, _)| known == state);
        let (_, old) = known.ok_or("the file has changed too often in the meantime: look at it again")?;
        if old == text.text() {
            return Ok(at);
        }
        again(&self.read(old.clone()), at, text)
            .ok_or_else(|| "the file has changed, and this node can no longer be found with certainty".into())
    }

    /// The text after a change, and the changed node.
    fn changed(&self, at: At, state: &str, change: &Change) -> Result<(String, At), Refused> {
        let at = self.found(at, state, &self.text)?;
        let changed = self.text.change(at, change)?;
        Ok((changed.text, changed.at))
    }

    /// Takes an edited text, and writes it. Returns `false` if the file has changed in the meantime. With `build`, a
    /// text that only a build can take is also written.
    fn make(&mut self, new: String, build: bool) -> Result<bool, Refused> {
        let old = self.text.text().to_owned();
        if new == old {
            return Ok(true);
        }
        if read(&self.path).is_some_and(|text| text != self.written) {
            return Ok(false);
        }
        self.take(&new, build)?;
        self.history.made(&old, &new);
        Ok(true)
    }

    /// Lets the agents carry on in this text, unless it has mistakes.
    fn run(&mut self, text: String) -> Result<(), Refused> {
        // Before the agents have the text, so that no poll takes it back.
        news::keep(&self.path, Some(self.written.clone()));
        self.marked = true;
        match registry::take_edit(&self.path, &text) {
            Ok(_) => {
                self.set(text);
                Ok(())
            }
            Err(refused) => {
                self.mark();
                Err(refusal(&refused, &self.read(text)))
            }
        }
    }

    fn take(&mut self, text: &str, build: bool) -> Result<(), Refused> {
        match self.run(text.to_owned()) {
            Ok(()) => self.store(text),
            Err(refused) if build && refused.needs_build => self.wait(text),
            Err(refused) => Err(refused),
        }
    }

    /// Writes a text that waits for a build, as if a text editor had saved it.
    fn wait(&mut self, text: &str) -> Result<(), Refused> {
        match write(&self.path, &self.folder, &self.written, text) {
            Ok(()) => {}
            Err(Unwritten::Failed(why)) => return Err(format!("the file cannot be written: {why}").into()),
            Err(Unwritten::Changed) => {
                self.refresh();
                return Err("another program wrote this file at the same moment: try again".into());
            }
        }
        text.clone_into(&mut self.written);
        self.set(text.to_owned());
        self.mark();
        // The registry refuses it, and so learns of its mistakes.
        let _ = registry::take_file(&self.path, text);
        Ok(())
    }

    /// Writes the text that runs. If that fails, the program still runs it until it exits.
    fn store(&mut self, text: &str) -> Result<(), Refused> {
        self.unwritten = match write(&self.path, &self.folder, &self.written, text) {
            Ok(()) => {
                text.clone_into(&mut self.written);
                None
            }
            Err(Unwritten::Failed(why)) => Some(why),
            Err(Unwritten::Changed) => {
                let outside = read(&self.path).unwrap_or_default();
                // The text of the other program wins.
                let _ = registry::take_edit(&self.path, &outside);
                self.refresh();
                return Err("another program wrote this file at the same moment: try again".into());
            }
        };
        self.mark();
        Ok(())
    }

    /// Refuses an edit while another viewer holds a value.
    fn not_held(&self, viewer: Option<u64>) -> Result<(), Refused> {
        match &self.held {
            Some(held) if Some(held.viewer) != viewer => {
                Err("a value of this file is held: keep it or drop it first".into())
            }
            _ => Ok(()),
        }
    }

    fn take_held(&mut self, viewer: u64) -> Option<Held> {
        self.held.take_if(|held| held.viewer == viewer)
    }

    fn done(&self, file: usize, at: Option<At>) -> Done {
        Done { file, state: self.state.clone(), at, unwritten: self.unwritten.clone() }
    }
}

/// The text of a file. `None` if the file is missing, not text, or empty, as it is just before it is written.
fn read(path: &PathBuf) -> Option<String> {
    let length = fs::metadata(path).ok()?.len();
    let text = (length <= MOST_BYTES as u64).then(|| fs::read_to_string(path).ok())??;
    (!text.is_empty()).then_some(text)
}
