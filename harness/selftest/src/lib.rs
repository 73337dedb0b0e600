//! By what crosscall tests itself: subjects that are broken on purpose, and fuzz targets.

pub mod fuzzing;
pub mod mutants;
