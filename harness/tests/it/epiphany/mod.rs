//! Tests that only the Epiphany has.

mod accepted;
mod compare;
mod faults;
mod mistakes;
mod questions;
mod variations;
