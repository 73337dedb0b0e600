//! The judge of calls: what goes as a plan has it is never contradicted, and each thing that does not is reported under
//! the clause that it contradicts. No machine runs here: the observations are made by hand (`bench.rs`).

mod accesses;
mod bench;
mod conforming;
mod crashes;
mod entry;
mod every_bit;
mod exit;
mod stack;
mod states;
mod values;
