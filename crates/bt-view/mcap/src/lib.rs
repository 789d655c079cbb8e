//! Nothing: the tests read what `bt-view` writes.
