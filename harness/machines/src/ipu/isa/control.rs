//! Branches, calls, repeats, control registers, workers.

use super::super::fields::operands::*;
use super::{AUX, CONTROL, Data, Form, MAIN, Op, SOLO, SUPERVISOR, SYSTEM, Test, Unmodelled, WORKER, f};

/// Traits of synchronisation and exchange.
const EXCHANGE: u8 = MAIN | SUPERVISOR | SYSTEM | SOLO;

#[rustfmt::skip]
pub(super) static FORMS: &[Form] = &[
    // FXI5: bri
    f("bri", Op::Jump, 0x4080_0000, &[CODE19], MAIN | CONTROL),
    // FMI5: cond branch
    f("brneg", Op::Branch(Test::Negative), 0x1000_0000, &[M20, CODE19], MAIN | CONTROL),
    f("brnz", Op::Branch(Test::NotZero), 0x1100_0000, &[M20, CODE19], MAIN | CONTROL),
    f("brpos", Op::Branch(Test::Positive), 0x1200_0000, &[M20, CODE19], MAIN | CONTROL),
    f("brz", Op::Branch(Test::Zero), 0x1300_0000, &[M20, CODE19], MAIN | CONTROL),
    // FPI5: brnzdec
    f("brnzdec", Op::CountDown, 0x1308_0000, &[MU20, CODE19], MAIN | CONTROL),
    // FMX4: one MRF source
    f("br", Op::JumpRegister, 0x4300_0000, &[M20], MAIN | CONTROL),
    f("exitneg", Op::Exit(Test::Negative), 0x4300_1000, &[M20], MAIN | WORKER | CONTROL | SOLO),
    f("exitnz", Op::Exit(Test::NotZero), 0x4300_2000, &[M20], MAIN | WORKER | CONTROL | SOLO),
    f("exitpos", Op::Exit(Test::Positive), 0x4300_3000, &[M20], MAIN | WORKER | CONTROL | SOLO),
    f("exitz", Op::Exit(Test::Zero), 0x4300_4000, &[M20], MAIN | WORKER | CONTROL | SOLO),
    // FMXI2: MRF source + imm8
    f("put", Op::Put, 0x4300_8000, &[U8, M20], MAIN | SYSTEM),
    f("rpt", Op::Repeat, 0x4300_a000, &[M20, BODY8], MAIN | WORKER | CONTROL),
    // FI3I2: rpt imm
    f("rpt", Op::Repeat, 0x4000_0000, &[COUNT12, BODY8], MAIN | WORKER | CONTROL),
    // FNXI2: get
    f("get", Op::Get, 0x4100_0000, &[MD16, U8], MAIN | SYSTEM),
    // FX3I: trap
    f("trap", Op::Trap, 0x4180_1000, &[U4], MAIN | SYSTEM),
    // FXI2: putcs
    f("ld64putcs", Op::LoadWeights(Data::Pair), 0x4100_c000, &[U8], MAIN | SUPERVISOR),
    f("ld128putcs", Op::LoadWeights(Data::Quad), 0x4100_d000, &[U8], MAIN | SUPERVISOR),
    // FM2I4: run/runall
    f("run", Op::Run, 0x1400_0000, &[M20, M12, RUN16], MAIN | SUPERVISOR | SYSTEM | SOLO),
    f("runall", Op::RunAll, 0x1500_0000, &[M20, M12, RUN16], MAIN | SUPERVISOR | SYSTEM | SOLO),
    // Synchronisation and exchange. The numbers are not in the vendor's LLVM; they are those of
    // osmarks/ipu-stack, which ran them on a chip (IPU21) and compared them with the SDK's encoder.
    f("sync", Op::Sync, 0x4180_0000, &[U8], EXCHANGE),
    f("sans", Op::Unmodelled(Unmodelled::Exchange), 0x40c0_0000, &[U8], EXCHANGE),
    f("delay", Op::Delay, 0x40a0_0000, &[U19], EXCHANGE),
    f("delaypic", Op::Unmodelled(Unmodelled::Exchange), 0x6000_0000, &[PIC_COUNT7, PIC_SELECT1, PIC_VALUE18], EXCHANGE),
    f("delayxpic", Op::Unmodelled(Unmodelled::Exchange), 0x6400_0000, &[XPIC_COUNT12, XPIC_SELECT1, XPIC_VALUE13], EXCHANGE),
    f("send", Op::Unmodelled(Unmodelled::Exchange), 0x7800_0000, &[SEND_COUNT6, SEND_ADDRESS18, SEND_CONTROL3], EXCHANGE),
    f("sendoff", Op::Unmodelled(Unmodelled::Exchange), 0x7000_0000, &[SEND_COUNT12, SEND_DELTA11, SEND_CONTROL3], EXCHANGE),
    f("sendpic", Op::Unmodelled(Unmodelled::Exchange), 0x7010_0000, &[SEND_COUNT6, PIC_SELECT2, PIC_VALUE18], EXCHANGE),
    // FXBXI2: ARF dst + imm8
    f("uget", Op::GetUpper, 0x5100_0800, &[AD16, U8], AUX | SYSTEM),
    f("f16v4stacc", Op::Unmodelled(Unmodelled::Pipeline), 0x5100_0900, &[PD16, U8], AUX),
    // FAX3I2: uput
    f("uput", Op::PutUpper, 0x5100_8000, &[U8, A20], AUX | SYSTEM),
];
