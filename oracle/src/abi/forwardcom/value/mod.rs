//! Values of expressions by the document: integers wrap around, that floating numbers are those of
//! IEEE 754, and what becomes of errors.

use super::ForwardCom;
use crate::abi::value::{Row, Values};

/// The table of `table.toml`.
mod table {
    include!(concat!(env!("OUT_DIR"), "/forwardcom_value.rs"));
}

impl Values for ForwardCom {
    fn table(&self) -> &'static [Row] {
        table::ROWS
    }
}
