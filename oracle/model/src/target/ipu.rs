//! Registers of the Graphcore Colossus IPU: the files m (integers, addresses) and a (floating point, with pairs and
//! quads), sixteen words each.

use super::{Facts, Register, RegisterInfo, general, special};

pub(super) const FACTS: Facts =
    Facts { least_store: 4, ..Facts::usual("ipu", "IPU", REGISTERS, Register(11)) };

#[rustfmt::skip]
const REGISTERS: &[RegisterInfo] = &[
    general("m", "m0", "", 4), general("m", "m1", "", 4), general("m", "m2", "", 4),
    general("m", "m3", "", 4), general("m", "m4", "", 4), general("m", "m5", "", 4),
    general("m", "m6", "", 4), general("m", "m7", "", 4), general("m", "m8", "bp", 4),
    general("m", "m9", "fp", 4), general("m", "m10", "lr", 4), general("m", "m11", "sp", 4),
    general("m", "m12", "mworker_base", 4), general("m", "m13", "mvertex_base", 4), general("m", "m14", "", 4),
    general("m", "m15", "mzero", 4), general("a", "a0", "", 4), general("a", "a1", "", 4),
    general("a", "a2", "", 4), general("a", "a3", "", 4), general("a", "a4", "", 4),
    general("a", "a5", "", 4), general("a", "a6", "", 4), general("a", "a7", "", 4),
    general("a", "a8", "", 4), general("a", "a9", "", 4), general("a", "a10", "", 4),
    general("a", "a11", "", 4), general("a", "a12", "", 4), general("a", "a13", "", 4),
    general("a", "a14", "", 4), general("a", "a15", "azero", 4), special("fp_ctl", 4, 0),
];
