//! Open questions of the invented document, with the names and numbers of its clause catalogue.

use crate::readings::{Choice, choice};

/// Every open question.
#[rustfmt::skip]
pub(crate) const CHOICES: &[Choice] = &[
    choice("INVENTED-ARG-01 extension", &[
        (1, "the caller extends narrow integers"),
        (2, "nobody counts on what is above them")], 1),
    choice("INVENTED-ARG-03 order", &[(1, "the list ascends"), (2, "the list descends")], 1),
];
