//! A target that nobody makes: its document (`INVENTED` clauses) has everything at once that is rare in others. Its
//! programs run on the machine of ForwardCom, whose registers it has; that the stack grows upwards and that pointers
//! to code count instructions is the document's invention.

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
