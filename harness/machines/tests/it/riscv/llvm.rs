//! Comparison with LLVM 19 of what binutils 2.40 do not know, and of what they know beside it. Prints a line that starts with
//! `skipped:` where the tools are not installed.

use std::process::Command;

use super::binutils::source;
use super::tools::{gnu, is_old, section, words};
use crate::support::process::{program, run_tool};
use crate::support::random::Random;
use crosscall_machines::riscv::decode::{decode, size_of};
use crosscall_machines::riscv::isa::Extension;
use crosscall_machines::riscv::lacking::extension_of;
use crosscall_machines::riscv::{Xlen, assemble};

/// Extensions for the assembler.
const ATTRIBUTES: &str =
    "+m,+a,+f,+d,+c,+zfh,+zfa,+zicond,+zcb,+zba,+zbb,+zbc,+zbs,+zkn,+zks,+zicbop,+zihintpause";

/// The bytes of `.text` that LLVM makes of a text.
fn llvm_bytes(xlen: Xlen, text: &str) -> Option<Result<Vec<u8>, String>> {
    let (assembler, _) = (program("llvm-mc-19")?, gnu("objcopy")?);
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("in.s"), text).expect("write");
    let triple = format!("-triple=riscv{}", xlen.bits());
    let attributes = format!("-mattr={ATTRIBUTES}");
    let arguments = [&triple, &attributes, "-filetype=obj", "in.s", "-o", "out.o"];
    let done = run_tool(Command::new(assembler).args(arguments).current_dir(folder.path()));
    Some(done.and_then(|_| section(folder.path(), "out.o", ".text")))
}

/// Words of every row of the newer extensions, and halfwords.
fn new_bytes(xlen: Xlen) -> Vec<u8> {
    let mut random = Random(11);
    let is_new = |bytes: &[u8]| {
        let extension = decode(bytes, xlen).ok().and_then(|instruction| extension_of(&instruction));
        // LLVM refuses vector instructions that are reserved; GNU as reads them.
        extension.is_some_and(|extension| !is_old(extension) && extension != Extension::V)
    };
    let words = words(xlen, 100, || random.next()).into_iter().map(u32::to_le_bytes);
    let halves = (0..=u16::MAX).filter(|half| size_of(*half as u8) == 2).map(u16::to_le_bytes);
    words
        .filter(|bytes| is_new(bytes))
        .flatten()
        .chain(halves.filter(|bytes| is_new(bytes)).flatten())
        .collect()
}

#[test]
fn printed_source_of_new_extensions_gives_the_same_bytes() {
    for xlen in Xlen::ALL {
        let bytes = new_bytes(xlen);
        let text = source(&bytes, xlen, "arch, +c, +zcb");
        let Some(theirs) = llvm_bytes(xlen, &text) else { return };
        let theirs = theirs.unwrap_or_else(|error| {
            let first: Vec<&str> = error.lines().take(20).collect();
            panic!("LLVM refuses what is printed: {}", first.join("\n"))
        });
        println!("{xlen:?}: {} bytes", bytes.len());
        assert!(theirs == bytes, "{xlen:?}");
    }
}

/// Instructions that have several ways to be written, and those that become compressed ones of Zcb.
const WRITTEN: &[&str] = &[
    "ror a0,a1,3",
    "bset a0,a1,5",
    "bclr a0,a1,5",
    "binv a0,a1,5",
    "bext a0,a1,5",
    "fgtq.s a0,fa0,fa1",
    "fgeq.d a0,fa0,fa1",
    "fli.s fa0,0.5",
    "fli.s fa0,1.52587890625e-05",
    "fli.d fa0,65536.0",
    "fround.s fa0,fa1",
    "zext.h a0,a1",
    "sext.b a0,a1",
    "andi a0,a0,255",
    "zext.b s1,s1",
    "not a5,a5",
    "xori a5,a5,-1",
    "mul a0,a0,a1",
    "mul a0,a1,a0",
    "mul a0,a1,a2",
    "sext.b a0,a0",
    "sext.h a0,a0",
    "zext.h a0,a0",
    "lbu a0,3(a1)",
    "lbu a0,4(a1)",
    "lhu a0,2(a1)",
    "lhu a0,1(a1)",
    "lh a0,2(a1)",
    "lh s1,0(a1)",
    "lh a6,0(a1)",
    "sb a0,3(a1)",
    "sh a0,2(a1)",
    "sh a0,4(a1)",
    "zext.b a6,a6",
    "not a0,a1",
];
const WRITTEN_64: &[&str] =
    &["rorw a0,a1,3", "zext.w a0,a1", "zext.w a0,a0", "add.uw a5,a5,zero", "add.uw a5,a5,a4"];

#[test]
fn other_ways_to_write_are_read_as_by_llvm() {
    for xlen in Xlen::ALL {
        let more = if xlen == Xlen::Rv64 { WRITTEN_64 } else { &[] };
        for option in ["norvc", "rvc"] {
            let lines: String = WRITTEN.iter().chain(more).map(|line| format!("\t{line}\n")).collect();
            let text = format!("\t.option {option}\n{lines}");
            let Some(theirs) = llvm_bytes(xlen, &text) else { return };
            let architecture = format!("\t.attribute arch, \"rv{}imafd_zcb_zba_zbb\"\n", xlen.bits());
            let ours = assemble(xlen, "text", &format!("{architecture}{text}")).expect("it assembles");
            assert_eq!(Ok(&ours.sections[0].data), theirs.as_ref(), "{xlen:?} {option}");
        }
    }
}
