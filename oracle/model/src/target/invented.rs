//! Fictitious target: its document (`INVENTED` clauses) combines all features that are rare in others. Its programs
//! run on the machine of ForwardCom, with ForwardCom's registers; the document invents that the stack grows upwards
//! and that pointers to code count instructions.

use super::{Facts, FloatFormat, Register, Stack, forwardcom};

pub(super) const FACTS: Facts = Facts {
    name: "invented",
    clause_prefix: "INVENTED",
    registers: forwardcom::REGISTERS,
    stack_pointer: Register(31),
    word: 8,
    address: 8,
    least_store: 1,
    stack: Stack::Upwards,
    code_base: 0,
    code_unit: 4,
    double: FloatFormat::SINGLE,
    thread_register: None,
};
