//! Loads and stores.

use super::super::fields::operands::*;
use super::{Data, Form, MAIN, Op, Pace, Unmodelled, WORKER, f};

#[rustfmt::skip]
pub(super) static FORMS: &[Form] = &[
    // FMDMI3: load, imm12 offset
    f("ld32", Op::Load(Data::Word), 0x0100_0000, &[MD16, M20, M12, U12], MAIN),
    f("lds16", Op::Load(Data::SignedHalf), 0x0400_0000, &[MD16, M20, M12, U12], MAIN),
    f("lds8", Op::Load(Data::SignedByte), 0x0500_0000, &[MD16, M20, M12, U12], MAIN),
    f("ldz16", Op::Load(Data::Half), 0x0600_0000, &[MD16, M20, M12, U12], MAIN),
    f("ldz8", Op::Load(Data::Byte), 0x0700_0000, &[MD16, M20, M12, U12], MAIN),
    f("ld32", Op::Load(Data::Word), 0x0800_0000, &[AD16, M20, M12, U12], MAIN | WORKER),
    f("ld64", Op::Load(Data::Pair), 0x0900_0000, &[PD16, M20, M12, U12], MAIN | WORKER),
    f("ld128", Op::Load(Data::Quad), 0x0b00_0000, &[QD16, M20, M12, U12], MAIN | WORKER),
    f("ldb16", Op::Load(Data::BothHalves), 0x0e00_0000, &[AD16, M20, M12, U12], MAIN | WORKER),
    // FM3D: load, register offset
    f("ld32", Op::Load(Data::Word), 0x4d00_0000, &[MD4, M20, M12, M16], MAIN),
    f("lds16", Op::Load(Data::SignedHalf), 0x4d00_0100, &[MD4, M20, M12, M16], MAIN),
    f("lds8", Op::Load(Data::SignedByte), 0x4d00_0101, &[MD4, M20, M12, M16], MAIN),
    f("ldz16", Op::Load(Data::Half), 0x4d00_0104, &[MD4, M20, M12, M16], MAIN),
    f("ldz8", Op::Load(Data::Byte), 0x4d00_0105, &[MD4, M20, M12, M16], MAIN),
    f("ld32", Op::Load(Data::Word), 0x4d00_0800, &[AD4, M20, M12, M16], MAIN | WORKER),
    f("ld64", Op::Load(Data::Pair), 0x4d00_0801, &[PD4, M20, M12, M16], MAIN | WORKER),
    f("ld128", Op::Load(Data::Quad), 0x4d00_0805, &[QD4, M20, M12, M16], MAIN | WORKER),
    f("ldb16", Op::Load(Data::BothHalves), 0x4d00_0904, &[AD4, M20, M12, M16], MAIN | WORKER),
    f("tapack", Op::PackAddresses, 0x4d00_0001, &[MPD4, M20, M12, M16], MAIN | WORKER),
    // FMDPI2: load step, simm8
    f("ld32step", Op::LoadStep(Data::Word), 0x1c00_0100, &[MD16, M20, STEP12, S8], MAIN),
    f("lds16step", Op::LoadStep(Data::SignedHalf), 0x1c00_0400, &[MD16, M20, STEP12, S8], MAIN),
    f("lds8step", Op::LoadStep(Data::SignedByte), 0x1c00_0500, &[MD16, M20, STEP12, S8], MAIN),
    f("ldz16step", Op::LoadStep(Data::Half), 0x1c00_0600, &[MD16, M20, STEP12, S8], MAIN),
    f("ldz8step", Op::LoadStep(Data::Byte), 0x1c00_0700, &[MD16, M20, STEP12, S8], MAIN),
    f("ld32step", Op::LoadStep(Data::Word), 0x1e00_0100, &[AD16, M20, STEP12, S8], MAIN | WORKER),
    f("ld64step", Op::LoadStep(Data::Pair), 0x1e00_0200, &[PD16, M20, STEP12, S8], MAIN | WORKER),
    f("ld128step", Op::LoadStep(Data::Quad), 0x1e00_0a00, &[QD16, M20, STEP12, S8], MAIN | WORKER),
    f("ldb16step", Op::LoadStep(Data::BothHalves), 0x1e00_0600, &[AD16, M20, STEP12, S8], MAIN | WORKER),
    // FM2PD: load step, register stride
    f("ld32step", Op::LoadStep(Data::Word), 0x4700_0100, &[MD4, M20, STEP12, M16], MAIN),
    f("lds16step", Op::LoadStep(Data::SignedHalf), 0x4700_0400, &[MD4, M20, STEP12, M16], MAIN),
    f("lds8step", Op::LoadStep(Data::SignedByte), 0x4700_0500, &[MD4, M20, STEP12, M16], MAIN),
    f("ldz16step", Op::LoadStep(Data::Half), 0x4700_0600, &[MD4, M20, STEP12, M16], MAIN),
    f("ldz8step", Op::LoadStep(Data::Byte), 0x4700_0700, &[MD4, M20, STEP12, M16], MAIN),
    f("ld32step", Op::LoadStep(Data::Word), 0x4700_0101, &[AD4, M20, STEP12, M16], MAIN | WORKER),
    f("ld64step", Op::LoadStep(Data::Pair), 0x4700_0201, &[PD4, M20, STEP12, M16], MAIN | WORKER),
    f("ld128step", Op::LoadStep(Data::Quad), 0x4700_0203, &[QD4, M20, STEP12, M16], MAIN | WORKER),
    f("ldb16step", Op::LoadStep(Data::BothHalves), 0x4700_0601, &[AD4, M20, STEP12, M16], MAIN | WORKER),
    f("ld64a32", Op::LoadDense, 0x4700_0703, &[QD4, INC12, M20, M16], MAIN | WORKER),
    // FM3I3: MRF store, imm12
    f("st32", Op::Store(Data::Word), 0x4f00_0000, &[M16, M20, M12, U12], MAIN),
    // FM2PI2: MRF store step, simm8
    f("st32step", Op::StoreStep(Data::Word), 0x4e00_0000, &[M16, M20, STEP12, S8], MAIN),
    // FM3X2: stm32
    f("stm32", Op::StoreIndexed, 0x4c00_0000, &[M16, M20, M12], MAIN),
    // FMIMIAI: ARF store, imm12
    f("st32", Op::Store(Data::Word), 0x5e00_0000, &[A4, M20, M12, SPLIT12], MAIN | WORKER),
    f("st64", Op::Store(Data::Pair), 0x5f00_0000, &[P4, M20, M12, SPLIT12], MAIN | WORKER),
    // FM3A: ARF store, register offset
    f("st32", Op::Store(Data::Word), 0x5400_0000, &[A4, M20, M12, M16], MAIN | WORKER),
    f("st64", Op::Store(Data::Pair), 0x5400_0100, &[P4, M20, M12, M16], MAIN | WORKER),
    // FMIPAI: ARF store step, simm8
    f("st32step", Op::StoreStep(Data::Word), 0x5c00_0000, &[A4, M20, STEP12, SPLIT_S8], MAIN | WORKER),
    f("st64step", Op::StoreStep(Data::Pair), 0x5c00_0100, &[P4, M20, STEP12, SPLIT_S8], MAIN | WORKER),
    f("st64pace", Op::Pace(Pace::Store), 0x5c00_0200, &[P4, PACE12, M20, SPLIT_U8], MAIN | WORKER),
    // FM2PA: ARF store step, register stride
    f("st32step", Op::StoreStep(Data::Word), 0x5500_0000, &[A4, M20, STEP12, M16], MAIN | WORKER),
    f("st64step", Op::StoreStep(Data::Pair), 0x5500_0100, &[P4, M20, STEP12, M16], MAIN | WORKER),
    // FMBPBI: dual load pace
    f("ld2x64pace", Op::Pace(Pace::LoadTwo), 0x4600_0000, &[PD16, PD4, PACE12, M20, U4], MAIN | WORKER),
    f("ld64b16pace", Op::Unmodelled(Unmodelled::Step), 0x4600_0200, &[PD16, AD4, PACE12, M20, U4], MAIN | WORKER),
    f("ld64a32pace", Op::Unmodelled(Unmodelled::Step), 0x4600_0300, &[PD16, AD4, PACE12, M20, U4], MAIN | WORKER),
    // FMBPAI: ldst64pace
    f("ldst64pace", Op::Pace(Pace::LoadStore), 0x5600_0100, &[PD16, P4, PACE12, M20, U4], MAIN | WORKER),
    // FMBPKAI: ld2xst64pace
    f("ld2xst64pace", Op::Pace(Pace::LoadTwoStore), 0x5600_0800, &[QD17, P4, PACE12, M20, SPLIT6], MAIN | WORKER),
    // FMP2B: multi-access load
    f("ldd16v2a32", Op::LoadDeltaPair, 0x4500_0800, &[AD4, INC12, M20, NEXT16], MAIN | WORKER),
    f("ldd16a32", Op::LoadDelta(Data::Word), 0x4500_0a00, &[AD4, INC12, M20, NEXT16], MAIN | WORKER),
    f("ldd16a64", Op::LoadDelta(Data::Pair), 0x4500_0b00, &[PD4, INC12, M20, NEXT16], MAIN | WORKER),
    f("ldd16b16", Op::LoadDelta(Data::BothHalves), 0x4500_0c00, &[AD4, INC12, M20, NEXT16], MAIN | WORKER),
    f("ldb16b16", Op::Unmodelled(Unmodelled::Step), 0x4500_0900, &[PD4, M20, INC16, SHIFT12], MAIN | WORKER),
];
