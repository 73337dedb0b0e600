//! Faults of an assembler and a linker for the DPU.

use super::{Change, ToolFault, fault, taken_for};

#[rustfmt::skip]
pub(super) const FAULTS: &[ToolFault] = &[
    taken_for!("relocation-128", "DPU-OBJ-13", 128, 129),
    taken_for!("relocation-129", "DPU-OBJ-14", 129, 131),
    taken_for!("relocation-130", "DPU-OBJ-15", 130, 128),
    taken_for!("relocation-131", "DPU-OBJ-16", 131, 132),
    taken_for!("relocation-132", "DPU-OBJ-17", 132, 133),
    taken_for!("relocation-133", "DPU-OBJ-18", 133, 131),
    taken_for!("relocation-134", "DPU-OBJ-19", 134, 136),
    taken_for!("relocation-135", "DPU-OBJ-20", 135, 139),
    taken_for!("relocation-136", "DPU-OBJ-21", 136, 134),
    taken_for!("relocation-137", "DPU-OBJ-22", 137, 131),
    taken_for!("relocation-138", "DPU-OBJ-23", 138, 131),
    taken_for!("relocation-139", "DPU-OBJ-24", 139, 135),
    taken_for!("relocation-140", "DPU-OBJ-25", 140, 138),
    taken_for!("relocation-141", "DPU-OBJ-26", 141, 140),
    taken_for!("relocation-142", "DPU-OBJ-27", 142, 138),
    taken_for!("relocation-143", "DPU-OBJ-28", 143, 145),
    taken_for!("relocation-144", "DPU-OBJ-29", 144, 138),
    taken_for!("relocation-145", "DPU-OBJ-30", 145, 143),
    taken_for!("relocation-1", "DPU-OBJ-09", 1, 3),
    taken_for!("relocation-2", "DPU-OBJ-10", 2, 0),
    taken_for!("relocation-3", "DPU-OBJ-11", 3, 2),
    taken_for!("relocation-4", "DPU-OBJ-12", 4, 1),
    taken_for!("relocation-0", "DPU-OBJ-08", 0, 1),
    fault("big-endian-access", "DPU-TYPE-16", "takes no notice of !big", Change::Assembled(|text, made| {
        let bytes = made.sections.first_mut().filter(|_| text.contains("!big"))?;
        *bytes.get_mut(3)? &= !8;
        Some(())
    })),
    fault("constant-register", "DPU-REG-12", "takes lneg for mneg", Change::Word(",lneg", ",mneg")),
    fault("odd-pair", "DPU-REG-18", "takes an odd pair for the even one below it", Change::Statement(|text| {
        let (before, behind) = text.strip_prefix("ld d").map(|rest| ("ld d", rest))?;
        let (number, rest) = behind.split_once(',')?;
        let number: u32 = number.parse().ok().filter(|number| number % 2 == 1)?;
        Some(format!("{before}{},{rest}", number - 1))
    })),
];
