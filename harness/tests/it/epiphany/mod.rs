//! Tests that only the Epiphany has.

mod accepted;
mod faults;
mod mistakes;
mod questions;
mod variations;
