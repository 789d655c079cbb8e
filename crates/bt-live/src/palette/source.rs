//! The text of a file, as its trees run it.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use super::parsed::Parsed;
use super::{Contexts, PaletteFor};
use crate::refused::Refused;
use crate::registry::texts::TextFile;

/// The text of a file, and what it was last read as.
pub(super) struct Source<F: Contexts> {
    name: &'static str,
    palette: Arc<PaletteFor<F>>,
    current: Mutex<Arc<Parsed<F>>>,
    /// The number of texts so far.
    version: AtomicU64,
}

impl<F: Contexts> Source<F> {
    pub(super) fn new(name: &'static str, text: &str, palette: Arc<PaletteFor<F>>) -> Result<Self, Refused> {
        let current = Mutex::new(Parsed::of(text, name, &[], &palette)?);
        Ok(Source { name, palette, current, version: AtomicU64::new(0) })
    }

    pub(super) fn name(&self) -> &'static str {
        self.name
    }

    pub(super) fn version(&self) -> u64 {
        self.version.load(Ordering::Acquire)
    }

    pub(super) fn current(&self) -> Arc<Parsed<F>> {
        Arc::clone(&self.current.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl<F: Contexts> TextFile for Source<F> {
    fn judged(&self, text: &str) -> Result<Box<dyn FnOnce() + '_>, Refused> {
        let parsed = Parsed::of(text, self.name, &[], &self.palette)?;
        Ok(Box::new(move || {
            *self.current.lock().unwrap_or_else(PoisonError::into_inner) = parsed;
            self.version.fetch_add(1, Ordering::Release);
        }))
    }

    #[cfg(feature = "edit")]
    fn offers(&self) -> Vec<bt_view::edit::Offer> {
        self.palette.offers()
    }
}
