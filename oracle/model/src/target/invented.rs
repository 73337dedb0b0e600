//! Fictitious target: its document (`INVENTED` clauses) combines all features that are rare in others. Its programs
//! run on the machine of ForwardCom, with ForwardCom's registers; the document invents that the stack grows upwards
//! and that pointers to code count instructions.

use super::{Facts, FloatFormat, Register, Stack, forwardcom};

pub(super) const FACTS: Facts = Facts {
    word: 8,
    address: 8,
    stack: Stack::Upwards,
    code_unit: 4,
    double: FloatFormat::SINGLE,
    long_double: FloatFormat::SINGLE,
    ..Facts::usual("invented", "INVENTED", forwardcom::REGISTERS, Register(31))
};
