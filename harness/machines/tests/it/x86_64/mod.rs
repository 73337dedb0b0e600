//! Everything about x86-64. Tests that need the real tools say so where they are missing.

mod link;
