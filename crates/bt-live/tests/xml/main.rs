//! Trees from BehaviorTree.CPP's XML.

mod bench;
mod board;
mod conformance;
mod corpus;
mod differences;
mod hostile;
mod problems;
mod reload;
mod requests;
mod scripts;
mod shown;
mod skipped;
mod updated;
