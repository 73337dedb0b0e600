//! Tests that only ForwardCom has.

mod forw;
mod lists;
