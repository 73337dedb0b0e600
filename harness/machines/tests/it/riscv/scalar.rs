//! Newer scalar instructions that QEMU 7.2 does not know or is wrong about, with results by their definitions; and C programs
//! compiled by clang with and without them. Prints a line that starts with `skipped:` where clang is missing.

use std::process::Command;

use super::gcc::{LIBRARY, PRELUDE, PROGRAMS, run};
use crate::support::calls::{address, program};
use crate::support::process::{program as installed, run_tool};
use crosscall_machines::listing::Style;
use crosscall_machines::machine::Stop;
use crosscall_machines::riscv::decode::decode;
use crosscall_machines::riscv::isa::Extension;
use crosscall_machines::riscv::lacking::extension_of;
use crosscall_machines::riscv::{Xlen, disassemble};
use crosscall_machines::toolset::find;

/// Instructions on a0 to a2, what a0 and a1 are before, and a0 after them on RV32 and RV64, if the width has them.
type Outcome = (&'static str, [u64; 2], Option<u64>, Option<u64>);

#[rustfmt::skip]
const RESULTS: &[Outcome] = &[
    ("czero.eqz a0,a0,a1", [7, 0], Some(0), Some(0)), ("czero.eqz a0,a0,a1", [7, 1 << 31], Some(7), Some(7)),
    ("czero.nez a0,a0,a1", [7, 0], Some(7), Some(7)), ("czero.nez a0,a0,a1", [7, 1 << 31], Some(0), Some(0)),
    ("czero.eqz a0,a0,a1", [7, 1 << 32], Some(0), Some(7)), ("czero.nez a0,a0,a1", [7, 1 << 32], Some(7), Some(0)),
    ("ctzw a0,a0", [1 << 51, 0], None, Some(32)), ("ctzw a0,a0", [0, 0], None, Some(32)), ("ctzw a0,a0", [0xf_8000_0000, 0], None, Some(31)),
    ("pause\n\tprefetch.i 32(a1)\n\tprefetch.r 64(a1)\n\tprefetch.w -32(a1)", [5, 0], Some(5), Some(5)),
    ("c.zext.b a0", [0xffff_f1f2, 0], Some(0xf2), Some(0xf2)), ("c.sext.b a0", [0x1f2, 0], Some(0xffff_fff2), Some(!0xd)),
    ("c.zext.h a0", [0xfff_f1f2, 0], Some(0xf1f2), Some(0xf1f2)), ("c.sext.h a0", [0xf1f2, 0], Some(0xffff_f1f2), Some(!0xe0d)),
    ("c.zext.w a0", [u64::MAX, 0], None, Some(0xffff_ffff)), ("c.not a0", [5, 0], Some(0xffff_fffa), Some(!5)),
    ("c.mul a0,a1", [7, 9], Some(63), Some(63)),
    ("addi a2,sp,-8\n\tc.sb a0,0(a2)\n\tc.sb a1,3(a2)\n\tlw a0,-8(sp)\n\tand a0,a0,a1", [0xabcd, 0xff00_00ff], Some(0xff00_00cd), Some(0xff00_00cd)),
    ("addi a2,sp,-8\n\tc.sh a0,2(a2)\n\tc.lh a0,2(a2)", [0x1_f1f2, 0], Some(0xffff_f1f2), Some(!0xe0d)),
    ("addi a2,sp,-8\n\tc.sh a0,0(a2)\n\tc.lhu a0,0(a2)", [0x1_f1f2, 0], Some(0xf1f2), Some(0xf1f2)),
    ("addi a2,sp,-8\n\tc.sh a0,2(a2)\n\tc.lbu a0,3(a2)", [0x1_f1f2, 0], Some(0xf1), Some(0xf1)),
];

#[test]
fn instructions_have_the_results_of_their_definitions() {
    for (text, [a0, a1], on_32, on_64) in RESULTS {
        for (target, expected) in [("riscv32", on_32), ("riscv64", on_64)] {
            let Some(expected) = expected else { continue };
            let program = program(target, &format!("\t.global f\nf:\t{text}\n\tret\n"));
            let mut machine = find(target).expect("a target").machine().expect("a machine");
            machine.load(&program).expect("it fits");
            machine.begin_call(address(&program, "f"));
            machine.set_register(10, *a0);
            machine.set_register(11, *a1);
            assert!(matches!(machine.run(20), Stop::Breakpoint(_)), "{target} {text}");
            assert_eq!(machine.register(10), *expected, "{target} {text} {a0:#x} {a1:#x}");
        }
    }
}

/// Architectures for clang 19: the first without the extensions.
const ARCHITECTURES: [&str; 3] =
    ["rv64gc", "rv64gc_zba_zbb_zbc_zbs_zicond_zfa_zcb", "rv64g_zca_zcb_zcd_zba_zbb_zbs_zicond_zfa"];

/// Extensions that clang makes use of in the programs.
const USED: [Extension; 6] =
    [Extension::Zba, Extension::Zbb, Extension::Zbs, Extension::Zicond, Extension::Zfa, Extension::Zcb];

#[test]
fn programs_of_clang_do_the_same_with_newer_instructions() {
    let Some(clang) = installed("clang-19") else { return };
    let folder = tempfile::tempdir().expect("a folder");
    let tools = find("riscv64").expect("a target");
    let compile = |name: &str, text: &str, options: &[&str]| {
        std::fs::write(folder.path().join("in.c"), text).expect("write");
        let mut command = Command::new(&clang);
        command.args([
            "--target=riscv64",
            "-mabi=lp64d",
            "-ffreestanding",
            "-fno-pic",
            "-w",
            "-c",
            "in.c",
            "-o",
            "out.o",
        ]);
        run_tool(command.args(options).current_dir(folder.path())).unwrap_or_else(|error| panic!("{error}"));
        let bytes = std::fs::read(folder.path().join("out.o")).expect("read");
        tools.read_object(name, &bytes).expect("an object")
    };
    let mut used = Vec::new();
    for (name, body) in PROGRAMS {
        for level in ["-O0", "-O2", "-Os"] {
            let mut first = None;
            for architecture in ARCHITECTURES {
                let march = format!("-march={architecture}");
                let options = [march.as_str(), "-mno-relax", level];
                let objects = [
                    compile(name, &format!("{PRELUDE}{body}"), &options),
                    compile("library", LIBRARY, &options),
                ];
                let linked = tools.link(&[&objects[0], &objects[1]], &tools.link_options());
                let linked = linked.unwrap_or_else(|error| panic!("{name} {architecture}: {error}"));
                let outcome = run(tools, &linked);
                assert!(matches!(outcome.1, Stop::Exit(_)), "{name} {architecture} {level}: {:?}", outcome.1);
                assert_eq!(
                    first.get_or_insert_with(|| outcome.clone()),
                    &outcome,
                    "{name} {architecture} {level}"
                );
                let code = objects[0].sections.iter().filter(|section| section.flags & 4 != 0);
                for line in code.flat_map(|section| disassemble(&section.data, 0, Style::Vendor, Xlen::Rv64))
                {
                    let instruction = decode(&line.bytes, Xlen::Rv64).ok();
                    used.extend(instruction.and_then(|instruction| extension_of(&instruction)));
                }
            }
        }
    }
    let unused: Vec<Extension> = USED.into_iter().filter(|extension| !used.contains(extension)).collect();
    assert!(unused.is_empty(), "{unused:?}");
}
