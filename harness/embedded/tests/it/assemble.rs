//! The text is accepted by the project's assembler and, where it is installed, by the GNU assembler, and
//! both make the same bytes of it.

use std::path::PathBuf;
use std::process::Command;

use crosscall_embedded::{Fault, Options, callee_unit, caller_unit, layout_unit};
use crosscall_machines::elf::read_object;
use crosscall_machines::epiphany::assemble;
use crosscall_machines::epiphany::link::FORMAT;
use crosscall_machines::object_file::ObjectFile;
use crosscall_model::target::riscv::Abi;
use crosscall_model::{Case, Target};
use proptest::prelude::*;

use super::support::{self, Random};

for_each_target!(any_case_is_accepted_by_the_projects_assembler);

const GNU_ASSEMBLER: &str = "epiphany-elf-as";
const GNU_ASSEMBLER_FOR_RISCV: &str = "riscv64-unknown-elf-as";

/// The GNU assembler on the path or where the project's own installer puts it.
fn gnu_assembler() -> Option<PathBuf> {
    let folder = |name: &str| std::env::var_os(name).filter(|v| !v.is_empty()).map(PathBuf::from);
    let cache = folder("XDG_CACHE_HOME").or_else(|| Some(folder("HOME")?.join(".cache")));
    let toolchains = folder("CROSSCALL_TOOLCHAINS").or_else(|| Some(cache?.join("crosscall/toolchains")));
    let path = std::env::var_os("PATH").unwrap_or_default();
    let installed = toolchains.map(|t| t.join("epiphany/bin"));
    let folders = std::env::split_paths(&path).chain(installed);
    folders.map(|f| f.join(GNU_ASSEMBLER)).find(|tool| tool.is_file())
}

/// The three units of a few random cases under random readings, sometimes with a fault. Cases with an object beyond the
/// target's largest, which are rare, are left out.
fn units(target: Target, seed: u64) -> [(&'static str, String); 3] {
    let mut random = Random::new(seed);
    let cases: Vec<Case> = (0..4).map(|_| support::case(target, &mut random)).collect();
    let mut options = Options::new(target);
    options.readings = support::readings(target, &mut random);
    if random.chance(50) {
        let faults = Fault::of(target);
        options.fault = faults.get(random.below(faults.len() as u64) as usize);
    }
    let is_too_much = |case: &Case| {
        let layout = layout_unit(&[(0, case)], &options).err().unwrap_or_default();
        let caller = caller_unit(&[(0, case)], &options).err().unwrap_or_default();
        layout.iter().chain(&caller).any(|why| {
            let why = why.to_string();
            why.contains("an object of more than") || why.contains("arguments in every register")
        })
    };
    let batch: Vec<(usize, &Case)> =
        cases.iter().enumerate().filter(|(_, case)| !is_too_much(case)).collect();
    [
        ("f.s", callee_unit(&batch, &options)),
        ("call.s", caller_unit(&batch, &options)),
        ("layout.s", layout_unit(&batch, &options)),
    ]
    .map(|(name, text)| (name, text.expect("every case is supported")))
}

fn any_case_is_accepted_by_the_projects_assembler(target: Target) {
    proptest!(ProptestConfig::with_cases(200), |(seed: u64)| {
        for (name, text) in units(target, seed) {
            if let Err(e) = support::run::tools(target).assemble(name, &text) {
                return Err(TestCaseError::fail(format!("{name}: {e}\n{text}")));
            }
        }
    });
}

#[test]
fn both_epiphany_assemblers_make_the_same_bytes() {
    let Some(tool) = gnu_assembler() else {
        eprintln!("skipped: no {GNU_ASSEMBLER}");
        return;
    };
    let folder = tempfile::tempdir().expect("a temporary folder");
    for seed in 0..60 {
        for (name, text) in units(Target::Epiphany, seed) {
            let source = folder.path().join(name);
            let object = source.with_extension("o");
            std::fs::write(&source, &text).expect("writable");
            let done = Command::new(&tool).arg("-o").arg(&object).arg(&source).output().expect("starts");
            let messages = String::from_utf8_lossy(&done.stderr).into_owned();
            assert!(done.status.success() && messages.is_empty(), "seed {seed}, {name}: {messages}\n{text}");
            let theirs = read_object(name, &std::fs::read(&object).expect("an object"), &FORMAT);
            let ours = assemble(name, &text).unwrap_or_else(|e| panic!("{name}: {e}"));
            assert_eq!(contents(&ours), contents(&theirs.expect("ELF")), "seed {seed}, {name}\n{text}");
        }
    }
}

#[test]
fn any_case_is_accepted_by_the_gnu_assembler_for_riscv() {
    if Command::new(GNU_ASSEMBLER_FOR_RISCV).arg("--version").output().is_err() {
        eprintln!("skipped: no {GNU_ASSEMBLER_FOR_RISCV}");
        return;
    }
    let folder = tempfile::tempdir().expect("a temporary folder");
    for (abi, seed) in Abi::ALL.into_iter().flat_map(|abi| (0..30).map(move |seed| (abi, seed))) {
        for (name, text) in units(Target::Riscv(abi), seed) {
            let source = folder.path().join(name);
            std::fs::write(&source, &text).expect("writable");
            let facts = abi.facts();
            let done = Command::new(GNU_ASSEMBLER_FOR_RISCV)
                .args([format!("-march=rv{}gc", 8 * facts.xlen), format!("-mabi={}", facts.name)])
                .args(["--fatal-warnings", "-o"])
                .args([source.with_extension("o"), source])
                .output()
                .expect("starts");
            let messages = String::from_utf8_lossy(&done.stderr).into_owned();
            assert!(done.status.success() && messages.is_empty(), "{abi:?}, seed {seed}, {name}: {messages}");
        }
    }
}

/// Sections with their bytes and relocations, and the global symbols, in an order of their own.
fn contents(object: &ObjectFile) -> (Vec<String>, Vec<String>) {
    let named = |index: Option<usize>| {
        let symbol = index.and_then(|i| object.symbols.get(i));
        symbol.map_or_else(String::new, |s| s.name.clone())
    };
    let mut sections: Vec<String> = object
        .sections
        .iter()
        .filter(|s| s.size > 0)
        .map(|s| {
            let relocations: Vec<_> =
                s.relocations.iter().map(|r| (r.offset, r.kind, named(r.symbol), r.addend)).collect();
            format!("{} align {} size {} {:02x?} {relocations:?}", s.name, s.align, s.size, s.data)
        })
        .collect();
    sections.sort();
    let mut symbols: Vec<String> = object
        .symbols
        .iter()
        .filter(|s| s.name.starts_with('_'))
        .map(|s| format!("{} {:?} kind {} value {} size {}", s.name, s.binding, s.kind, s.value, s.size))
        .collect();
    symbols.sort();
    (sections, symbols)
}
