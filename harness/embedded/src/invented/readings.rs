//! Open questions of the invented document, with the names and numbers of its clause catalogue.

use crosscall_clauses::invented as names;

use crate::readings::{Choice, choice};

/// Every open question.
pub(crate) const CHOICES: &[Choice] = &[choice::<names::NarrowArgument>(), choice::<names::ListOrder>()];
