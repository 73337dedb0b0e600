//! Numbers of registers in debug information.

use crosscall_model::Target;
use crosscall_model::target::Register;

/// True if a target's document has the numbers of registers in DWARF.
pub(super) fn are_numbered(target: Target) -> bool {
    matches!(target, Target::Riscv(_) | Target::Nyuzi | Target::X86_64)
}

/// The register with a number in DWARF; `None` where none has it, or where the numbers of a target are not known.
///
/// RISC-V: "DWARF Register Numbers" of the psABI. Nyuzi and x86-64: their clauses on DWARF. Epiphany and DPU: the numbers that
/// GCC and the vendor's Clang write, which are those of the registers. AArch64: "DWARF register names" of AADWARF64.
pub(crate) fn register(target: Target, number: u16) -> Option<Register> {
    let (file, place) = match target {
        Target::Riscv(_) => match number {
            1..=31 => ("x", number - 1),
            32..=63 => ("f", number - 32),
            _ => return None,
        },
        Target::Epiphany if number < 64 => ("r", number),
        Target::Dpu if number < 24 => ("r", number),
        Target::Nyuzi => match number {
            0..=31 => ("s", number),
            32..=63 => ("v", number - 32),
            _ => return None,
        },
        Target::X86_64 => match number {
            0..=7 => ("r", [0, 2, 1, 3, 6, 7, 5, 4][usize::from(number)]),
            8..=15 => ("r", number),
            17..=32 => ("xmm", number - 17),
            33..=40 => ("st", number - 33),
            _ => return None,
        },
        Target::Aarch64 => match number {
            0..=30 => ("x", number),
            31 => return Some(target.stack_pointer()),
            64..=95 => ("v", number - 64),
            _ => return None,
        },
        _ => return None,
    };
    let mut of_file = (0..).zip(target.registers()).filter(|(_, info)| info.file == file);
    of_file.nth(usize::from(place)).map(|(index, _)| Register(index))
}
