//! Comparison with GNU binutils 2.40. Prints a line that starts with `skipped:` where the tools are not installed.

use std::collections::HashMap;
use std::process::Command;

use super::tools::{abi, everything, gnu, gnu_bytes, is_known, words};
use crate::support::process::run_tool;
use crate::support::random::Random;
use crosscall_machines::listing::Style;
use crosscall_machines::riscv::decode::{decode, size_of};
use crosscall_machines::riscv::isa::ROUNDINGS;
use crosscall_machines::riscv::lacking::extension_of;
use crosscall_machines::riscv::{Xlen, assemble, disassemble};

/// Words of every row, then every halfword, but for instructions that binutils do not know.
fn all_bytes(xlen: Xlen) -> Vec<u8> {
    let mut random = Random(7);
    let is_theirs = |bytes: &[u8]| {
        let extension = decode(bytes, xlen).ok().and_then(|instruction| extension_of(&instruction));
        extension.is_none_or(is_known)
    };
    let words = words(xlen, 100, || random.next()).into_iter().filter(|word| word & 0x1f != 0x1f);
    let words = words.map(u32::to_le_bytes).filter(|bytes| is_theirs(bytes));
    let halves = (0..=u16::MAX).filter(|half| size_of(*half as u8) == 2);
    let halves = halves.map(u16::to_le_bytes).filter(|bytes| is_theirs(bytes));
    words.flatten().chain(halves.flatten()).collect()
}

/// Objdump's lines for bytes of code at address 0: text by offset.
fn objdump(xlen: Xlen, bytes: &[u8]) -> Option<HashMap<u64, String>> {
    let (gas, objcopy, objdump) = (gnu("as")?, gnu("objcopy")?, gnu("objdump")?);
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    std::fs::write(folder.join("words.bin"), bytes).expect("write");
    std::fs::write(folder.join("in.s"), "\tnop\n").expect("write");
    let arch = format!("-march={}", everything(xlen));
    let abi = format!("-mabi={}", abi(xlen));
    run_tool(Command::new(gas).args([&arch, &abi, "in.s", "-o", "in.o"]).current_dir(folder)).expect("as");
    let update = ["--update-section", ".text=words.bin", "in.o", "words.o"];
    run_tool(Command::new(objcopy).args(update).current_dir(folder)).expect("objcopy");
    let arguments = ["-d", "-z", "-M", "no-aliases", "words.o"];
    let listing = run_tool(Command::new(objdump).args(arguments).current_dir(folder)).expect("objdump");
    let listing = String::from_utf8(listing).expect("text");
    let line = |line: &str| {
        let (offset, rest) = line.split_once(":\t")?;
        let (_, text) = rest.split_once('\t')?;
        Some((u64::from_str_radix(offset.trim(), 16).ok()?, text.trim().replace('\t', " ")))
    };
    Some(listing.lines().filter_map(line).collect())
}

/// Objdump's text without what it says about addresses.
fn normalised(theirs: &str) -> String {
    let theirs = theirs.split(" # ").next().unwrap_or("").split(" <").next().unwrap_or("");
    // It puts `0x` before no target of a branch.
    match theirs.rsplit_once([',', ' ']) {
        Some((before, target)) if is_branch(theirs) && !target.starts_with("0x") => {
            let sign = theirs.as_bytes()[before.len()] as char;
            format!("{before}{sign}0x{target}")
        }
        _ => theirs.to_owned(),
    }
}

fn is_branch(text: &str) -> bool {
    let name = text.split(' ').next().unwrap_or("").trim_start_matches("c.");
    matches!(name, "beq" | "bne" | "blt" | "bge" | "bltu" | "bgeu" | "beqz" | "bnez" | "j" | "jal")
}

/// Lines of objdump that ours differ from on purpose: `docs/machines/riscv.md` lists them.
fn is_known_difference(theirs: &str, ours: &str) -> bool {
    let mode = ours.rsplit(',').next().unwrap_or("");
    let has_mode = ROUNDINGS.contains(&Some(mode));
    // Reserved rounding modes, and a reserved constant.
    let reserved = ours.starts_with('.') && (theirs.ends_with(",unknown") || theirs == "c.addi16sp sp,0");
    // Conversions that need no rounding mode and have one.
    let exact = theirs.starts_with('.') && ours.starts_with("fcvt.") && has_mode;
    // Control registers of extensions that the machine does not have.
    let register = ours.starts_with("csrr") && ours.contains(",0x");
    // Vector instructions on floating-point numbers.
    let vector = ours.starts_with('.') && (theirs.starts_with("vf") || theirs.starts_with("vmf"));
    // Rounds that AES does not have.
    let round = theirs.starts_with("aes64ks1i") && ours.starts_with('.');
    reserved || exact || register || round || vector || theirs == "c.addi zero,0" && ours == "c.nop"
}

#[test]
fn code_disassembles_as_objdump_does() {
    for xlen in Xlen::ALL {
        let bytes = all_bytes(xlen);
        let Some(theirs) = objdump(xlen, &bytes) else { return };
        let mut wrong = 0;
        let mut shown: HashMap<String, u32> = HashMap::new();
        let mut compared = 0;
        for line in disassemble(&bytes, 0, Style::Vendor, xlen) {
            let Some(text) = theirs.get(&line.address) else {
                wrong += 1;
                continue;
            };
            compared += 1;
            let unknown = text.starts_with(".4byte")
                || text.starts_with(".2byte")
                || text.starts_with("0x")
                || text == "c.unimp";
            let ours_unknown = line.text.starts_with('.');
            if unknown && ours_unknown {
                continue;
            }
            // It knows no limit for the amounts of shifts on RV32, where those from 32 on are reserved.
            let amount = text.rsplit_once(",0x").and_then(|(_, amount)| u32::from_str_radix(amount, 16).ok());
            if xlen == Xlen::Rv32 && ours_unknown && amount.is_some_and(|amount| amount >= 32) {
                continue;
            }
            if is_known_difference(text, &line.text) {
                continue;
            }
            if normalised(text) != line.text {
                wrong += 1;
                let name = text.split(' ').next().unwrap_or("");
                let count = shown.entry(name.to_owned()).or_insert(0);
                *count += 1;
                if *count < 4 {
                    println!("{xlen:?} {:02x?} objdump: {text}, ours: {}", line.bytes, line.text);
                }
            }
        }
        println!("{xlen:?}: {compared} instructions compared");
        assert_eq!(wrong, 0, "of {compared}");
    }
}

/// Source that GNU as and LLVM read: what the disassembler prints, without compression of instructions of 32 bits; `.option compressed`
/// stands before the others.
pub(super) fn source(bytes: &[u8], xlen: Xlen, compressed: &str) -> String {
    let mut text = String::from("\t.option norelax\n");
    for line in disassemble(bytes, 0, Style::Source, xlen) {
        let is_short = decode(&line.bytes, xlen).is_ok_and(|instruction| instruction.short.is_some());
        let option = if is_short { compressed } else { "norvc" };
        text += &format!("\t.option {option}\n\t{}\n", line.text);
    }
    text
}

#[test]
fn printed_source_gives_the_same_bytes() {
    let Some(gas) = gnu("as") else { return };
    for xlen in Xlen::ALL {
        let bytes = all_bytes(xlen);
        let text: String = disassemble(&bytes, 0, Style::Source, xlen)
            .iter()
            .map(|line| format!("\t{}\n", line.text))
            .collect();
        let ours = assemble(xlen, "text", &text).unwrap_or_else(|error| {
            let first = &error.0[0];
            panic!("{first}: {:?}", text.lines().nth(first.position.line as usize - 1))
        });
        assert!(ours.sections[0].data == bytes, "{xlen:?}");
        let folder = tempfile::tempdir().expect("a folder");
        let theirs = gnu_bytes(&gas, folder.path(), xlen, &source(&bytes, xlen, "rvc"));
        let theirs = theirs.unwrap_or_else(|error| {
            let first: Vec<&str> = error.lines().take(20).collect();
            panic!("GNU as refuses what is printed: {}", first.join("\n"))
        });
        if theirs.get(..bytes.len()) != Some(&bytes[..]) {
            let at = theirs.iter().zip(&bytes).position(|(a, b)| a != b).unwrap_or(0);
            let lines = disassemble(&bytes, 0, Style::Source, xlen);
            let line = lines.iter().rfind(|line| line.address <= at as u64);
            panic!("{xlen:?} at {at:#x}: {line:?}, theirs {:02x?}", &theirs[at & !1..][..4]);
        }
    }
}
