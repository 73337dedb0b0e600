//! Everything about the Nyuzi machine. Tests that need a reference tool say so where it is missing.

mod golden;
mod table;
