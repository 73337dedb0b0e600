//! x86-64: the general registers by their encoding, the vector registers as far as SSE has them, the x87 registers from the
//! top of their stack on, the flags, and the registers of floating-point control and status.

use super::{Facts, FloatFormat, Register, RegisterInfo, general, special};

pub(super) const FACTS: Facts = Facts {
    word: 8,
    address: 8,
    order_at_calls: &[RAX, RDI, RSI, RDX, RCX, R8, R9],
    call_pushes: 8,
    long_double: FloatFormat::EXTENDED,
    ..Facts::usual("x86_64", "X86", REGISTERS, Register(4))
};

const RAX: Register = Register(0);
const RCX: Register = Register(1);
const RDX: Register = Register(2);
const RSI: Register = Register(6);
const RDI: Register = Register(7);
const R8: Register = Register(8);
const R9: Register = Register(9);

/// The direction flag.
const DIRECTION: u64 = 0x400;
/// MXCSR: everything but the exception flags sets a mode.
const VECTOR_MODES: u64 = 0xffc0;
/// All of the x87 control word that is not reserved sets a mode.
const X87_MODES: u64 = 0x0f3f;

#[rustfmt::skip]
const REGISTERS: &[RegisterInfo] = &[
    general("r", "rax", "", 8), general("r", "rcx", "", 8), general("r", "rdx", "", 8), general("r", "rbx", "", 8),
    general("r", "rsp", "", 8), general("r", "rbp", "", 8), general("r", "rsi", "", 8), general("r", "rdi", "", 8),
    general("r", "r8", "", 8), general("r", "r9", "", 8), general("r", "r10", "", 8), general("r", "r11", "", 8),
    general("r", "r12", "", 8), general("r", "r13", "", 8), general("r", "r14", "", 8), general("r", "r15", "", 8),
    general("xmm", "xmm0", "", 16), general("xmm", "xmm1", "", 16), general("xmm", "xmm2", "", 16),
    general("xmm", "xmm3", "", 16), general("xmm", "xmm4", "", 16), general("xmm", "xmm5", "", 16),
    general("xmm", "xmm6", "", 16), general("xmm", "xmm7", "", 16), general("xmm", "xmm8", "", 16),
    general("xmm", "xmm9", "", 16), general("xmm", "xmm10", "", 16), general("xmm", "xmm11", "", 16),
    general("xmm", "xmm12", "", 16), general("xmm", "xmm13", "", 16), general("xmm", "xmm14", "", 16),
    general("xmm", "xmm15", "", 16),
    general("st", "st0", "", 10), general("st", "st1", "", 10), general("st", "st2", "", 10), general("st", "st3", "", 10),
    general("st", "st4", "", 10), general("st", "st5", "", 10), general("st", "st6", "", 10), general("st", "st7", "", 10),
    special("rflags", 8, DIRECTION), special("mxcsr", 4, VECTOR_MODES), special("fpcw", 2, X87_MODES),
    special("fpsw", 2, 0),
];
