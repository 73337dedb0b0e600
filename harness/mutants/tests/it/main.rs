//! Tests of edits and faults.

mod edits;
mod tables;
