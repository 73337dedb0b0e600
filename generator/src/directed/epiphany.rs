//! Cases for the open questions of Epiphany's document.

use super::settling::{common, rare};
use super::*;

/// Adds the cases of one question after the other.
pub(crate) fn settling(list: &mut List) {
    common(list, &[16, 32, 64]);
    rare(list);
}
