//! Files of BehaviorTree.CPP: what is read, and what becomes of it.

mod conformance;
mod differences;
mod guards;
mod imports;
mod includes;
mod lint;
mod nothing_lost;
mod once;
mod problems;
mod schema;
