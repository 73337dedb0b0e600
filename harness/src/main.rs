//! The `crosscall` command.

fn main() {}
