//! Everything that real compilers emit in a campaign is disassembled to source and assembled again, to the
//! same bytes.
//!
//! CROSSCALL_REASSEMBLE_CASES is the number of cases (128 if unset), CROSSCALL_REASSEMBLE_FIRST the number
//! of the first of them (0 if unset).

use crate::common;
use crosscall_engine::machine;
use crosscall_engine::unit::Role;
use crosscall_machines::link::SECTION_EXECUTE;
use crosscall_machines::listing::Style;
use crosscall_machines::object_file::ObjectFile;
use crosscall_machines::toolset::Toolset;
use crosscall_model::{Case, Target};
use crosscall_toolchain::Toolchain;
use crosscall_toolchain::capability::Capabilities;
use crosscall_toolchain::cases::Source;
use crosscall_toolchain::units::{Sources, compile};

/// Seed of the random cases.
const SEED: u64 = 77;
/// Cases in one unit.
const BATCH: usize = 64;

fn number(name: &str, unset: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(unset)
}

/// Bytes of code in an object; panics where the way through text changes one.
fn reassembled(tools: &dyn Toolset, object: &ObjectFile) -> usize {
    let mut total = 0;
    for section in object.sections.iter().filter(|s| s.flags & SECTION_EXECUTE != 0) {
        let lines = tools.disassemble(&section.data, 0, Style::Source);
        let text: String = lines.iter().map(|line| format!("\t{}\n", line.text)).collect();
        let (head, tail) = tools.code_frame();
        let text = format!("{head}{text}{tail}");
        let again = tools.assemble("again", &text).unwrap_or_else(|e| panic!("{}: {e}", object.name));
        let bytes =
            again.sections.iter().find(|s| s.flags & SECTION_EXECUTE != 0).map_or(&[][..], |s| &s.data);
        let same = bytes.get(..section.data.len()) == Some(&section.data);
        assert!(same, "{}: {} is another after assembling\n{text}", object.name, section.name);
        total += section.data.len();
    }
    total
}

#[test]
fn what_compilers_emit_survives_the_way_through_text() {
    let toolchains: Vec<Toolchain> =
        common::installed().into_iter().filter(|t| t.kind.compiles_c()).collect();
    if toolchains.is_empty() {
        println!("skipped: no compiler is installed");
    }
    let (first, count) = (
        number("CROSSCALL_REASSEMBLE_FIRST", 0),
        number("CROSSCALL_REASSEMBLE_CASES", if common::is_thorough() { 128 } else { 8 }),
    );
    for target in Target::built_in() {
        let source = Source::new(target, SEED);
        let cases: Vec<Case> = (first..first + count).map(|i| source.case(i)).collect();
        for toolchain in toolchains.iter().filter(|t| t.target == target) {
            let (mut objects, mut bytes) = (0, 0);
            for cases in cases.chunks(BATCH) {
                for role in [Role::Caller, Role::Callee] {
                    let unit = compile(
                        toolchain,
                        role,
                        &Sources::new(cases),
                        &Capabilities::all(),
                        common::context(),
                    );
                    for (_, object) in &unit.expect("the compiler runs").objects {
                        objects += 1;
                        bytes += reassembled(machine::tools(target), object);
                    }
                }
            }
            assert!(bytes > 0, "{} emitted no code", toolchain.name);
            println!("{}: {objects} objects, {bytes} bytes of code are the same", toolchain.name);
        }
    }
}
