//! Values of expressions, on which the document says no more than its table of types does.

use super::Epiphany;
use crate::abi::value::{Row, Values};

/// The table of `table.toml`.
mod table {
    include!(concat!(env!("OUT_DIR"), "/epiphany_value.rs"));
}

impl Values for Epiphany {
    fn table(&self) -> &'static [Row] {
        table::ROWS
    }
}
