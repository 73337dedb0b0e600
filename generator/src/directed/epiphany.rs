//! Cases for the open questions of Epiphany's document.

use super::List;
use super::settling::{alignments, composites, registers, slots, temporaries, unnamed_bit_fields};

/// Adds the cases of one question after the other.
pub(crate) fn settling(list: &mut List) {
    unnamed_bit_fields(list);
    alignments(list);
    composites(list);
    temporaries(list, &[16, 32, 64]);
    slots(list);
    registers(list);
}
