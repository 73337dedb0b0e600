//! Registers that a function writes right at its beginning: the places that compilers give from the first instruction on may be
//! those behind such an instruction.

use crosscall_engine::machine;
use crosscall_machines::debug_file::DebugFile;
use crosscall_machines::listing::Style;
use crosscall_model::Target;
use crosscall_model::target::Register;

/// Instructions at the beginning of a function that are looked at, and bytes that they take at most.
const EARLY: usize = 24;
const EARLY_BYTES: usize = 8 * EARLY;

/// Instructions that write the stack pointer without naming it.
const PUSHES: [&str; 3] = ["push", "call", "enter"];

/// Names of parts of registers: of general ones of x86-64, and letters in front of the numbers of AArch64's.
const X86_64_PARTS: [(&str, [&str; 3]); 8] = [
    ("rax", ["eax", "ax", "al"]),
    ("rbx", ["ebx", "bx", "bl"]),
    ("rcx", ["ecx", "cx", "cl"]),
    ("rdx", ["edx", "dx", "dl"]),
    ("rsi", ["esi", "si", "sil"]),
    ("rdi", ["edi", "di", "dil"]),
    ("rbp", ["ebp", "bp", "bpl"]),
    ("rsp", ["esp", "sp", "spl"]),
];
const AARCH64_PARTS: [(&str, &str); 2] = [("x", "w"), ("v", "qdshb")];

/// Instructions of which the first operand is read and not written: stores, comparisons, branches.
fn readers(target: Target) -> &'static str {
    match target {
        Target::X86_64 => "cmp test push jmp call",
        Target::Aarch64 => {
            "str strb strh stur sturb sturh stp cmp cmn tst ccmp fcmp fcmpe cbz cbnz tbz tbnz br blr"
        }
        Target::Riscv(_) => {
            "sb sh sw sd fsh fsw fsd fsq beq bne blt bge bltu bgeu bgt ble bgtu bleu beqz bnez blez bgez bltz bgtz jr"
        }
        _ => "",
    }
}

/// True if one of the first instructions of a function writes a register, or may do so because it cannot be read.
pub(super) fn is_written_early(target: Target, file: &DebugFile, start: u64, register: Register) -> bool {
    let code = file.code_at(start, EARLY_BYTES);
    let lines = machine::tools(target).disassemble(code, start, Style::Vendor);
    let is_stack_pointer = register == target.stack_pointer();
    lines.is_empty()
        || lines.iter().take(EARLY).any(|line| {
            let text = line.text.to_ascii_lowercase();
            let mut words =
                text.split(|c: char| c.is_whitespace() || c == ',').filter(|word| !word.is_empty());
            let (Some(mnemonic), first) = (words.next(), words.next().unwrap_or_default()) else {
                return false;
            };
            let is_read = readers(target).split(' ').any(|name| name == mnemonic);
            !is_read && is_part(target, register, first)
                || is_stack_pointer && (PUSHES.contains(&mnemonic) || text.contains("]!"))
        })
}

/// True if a word of an instruction names a register or a part of it.
fn is_part(target: Target, register: Register, word: &str) -> bool {
    let Some(info) = target.register(register) else { return false };
    if word == info.name || word == info.alias {
        return !word.is_empty();
    }
    match target {
        Target::X86_64 => match X86_64_PARTS.iter().find(|(whole, _)| *whole == info.name) {
            Some((_, parts)) => parts.contains(&word),
            None => word.strip_prefix(info.name).is_some_and(|part| ["d", "w", "b"].contains(&part)),
        },
        Target::Aarch64 => AARCH64_PARTS.iter().any(|(file, letters)| {
            let number = info.name.strip_prefix(file).filter(|_| info.file == *file);
            // A vector register may be named with the form of its lanes.
            let of_word = word.split('.').next().and_then(|word| word.split_at_checked(1));
            number.zip(of_word).is_some_and(|(number, (letter, of_word))| {
                of_word == number && (letter == *file || letters.contains(letter))
            })
        }),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crosscall_model::target::riscv::Abi;

    fn named(target: Target, name: &str) -> Register {
        let found = (0..).zip(target.registers()).find(|(_, info)| info.name == name || info.alias == name);
        Register(found.map(|(number, _)| number).unwrap())
    }

    #[test]
    fn parts_of_registers() {
        let is_one = |target: Target, name: &str, word: &str| is_part(target, named(target, name), word);
        for (name, word) in [("rax", "al"), ("rax", "rax"), ("rsi", "esi"), ("r12", "r12d"), ("xmm1", "xmm1")]
        {
            assert!(is_one(Target::X86_64, name, word), "{name} {word}");
        }
        for (name, word) in [("x12", "w12"), ("x0", "x0"), ("v3", "d3"), ("v3", "v3.16b")] {
            assert!(is_one(Target::Aarch64, name, word), "{name} {word}");
        }
        for (name, word) in [("rax", "ah"), ("r1", ""), ("rdx", "[rdx]")] {
            let is_there = Target::X86_64.registers().iter().any(|info| info.name == name);
            assert!(!is_there || !is_one(Target::X86_64, name, word), "{name} {word}");
        }
        for (name, word) in [("x1", "w12"), ("v3", "w3"), ("x3", "d3")] {
            assert!(!is_one(Target::Aarch64, name, word), "{name} {word}");
        }
    }

    #[test]
    fn what_the_first_instructions_write() {
        let target = Target::Riscv(Abi::Lp64d);
        // addi sp,sp,-16; sd a0,8(sp); mv a5,a1; beqz a2,.; ret
        let words = [0xff01_0113u32, 0x00a1_3423, 0x0005_8793, 0x0006_0063, 0x0000_8067];
        let code = words.iter().flat_map(|word| word.to_le_bytes()).collect();
        let file = DebugFile { code: vec![(0x1000, code)], ..DebugFile::default() };
        let is_written = |name: &str| is_written_early(target, &file, 0x1000, named(target, name));
        assert_eq!(["sp", "a5", "a0", "a1", "a2"].map(is_written), [true, true, false, false, false]);
        // Nothing can be said of what cannot be read.
        assert!(is_written_early(target, &file, 0x9000, named(target, "a0")));
    }
}
