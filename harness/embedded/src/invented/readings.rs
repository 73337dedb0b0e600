//! Open questions of the invented document, with the names and numbers of its clause catalogue.

use crate::readings::Choice;

/// Every open question.
pub(crate) const CHOICES: &[Choice] = &[
    Choice {
        key: "INVENTED-ARG-01 extension",
        readings: &[(1, "the caller extends narrow integers"), (2, "nobody counts on what is above them")],
        default: 1,
    },
    Choice {
        key: "INVENTED-ARG-03 order",
        readings: &[(1, "the list ascends"), (2, "the list descends")],
        default: 1,
    },
];
