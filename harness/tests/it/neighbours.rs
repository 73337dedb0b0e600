//! No entry of the list of known findings hides what is near to it. For each entry `table.rs` has a true occurrence,
//! which has to be explained, and neighbours of it, which must not be: they differ in a register, a distance, an
//! answer, a clause, a pairing, a function or a message. Other compilers are tried with all of them.

mod aarch64;
mod clang;
mod riscv;
mod sight;
mod table;
mod tools;
mod typedefs;
mod x86_64;
mod zig;

use crosscall_campaign::known::Known;
use crosscall_model::Pairing;
use sight::{FORW, FORW_EMULATOR, LLVM, RISCV_TOOLS, RISCV_TOOLS_2_47, Sight, TOOLS};
use std::collections::BTreeSet;
use std::path::Path;

/// Versions of other compilers.
const OTHERS: &[&str] = &[
    "gcc 11.4.0 epiphany-elf",
    "gcc 13.1.0 epiphany-elf",
    "gcc 120.1.0 epiphany-elf",
    "gcc 12.2.0 arm-none-eabi",
    "gcc 12.2.0 my-epiphany-elf",
    "clang 12.0.0 epiphany-elf",
    "binutils 3.0 epiphany-elf",
    "binutils 2.40 arm-none-eabi",
    "gcc ? epiphany-elf",
    "clang 10.0.0 nyuzi-none-none",
    "clang 9.0.0 x86_64-pc-linux-gnu",
    "gcc 11.4.0 x86_64-linux-gnu",
    "clang 13.0.1 aarch64-unknown-linux-gnu",
    "rustc 1.94.0 x86_64-unknown-linux-gnu",
    "forw 2.14 forwardcom",
    "forw 2.14 forwardcom emulator",
    "crosscall 12.0.0 epiphany",
    "",
];

fn known() -> Known {
    Known::built_in().expect("the list is sound").clone()
}

/// The ids of all entries and of all rows of the table are the same, and every row has neighbours.
#[test]
fn every_entry_has_neighbours() {
    let known = known();
    let entries: BTreeSet<&str> = known.entries.iter().map(|e| e.id.as_str()).collect();
    let rows = table::rows();
    let named: BTreeSet<&str> = rows.iter().map(|row| row.id).collect();
    assert_eq!(entries, named, "entries, and rows of tests/it/neighbours/table.rs");
    for row in &rows {
        let own = row.neighbours.len();
        assert!(own >= 3, "{}: {own} neighbours are few", row.id);
        let names: BTreeSet<&str> = row.neighbours.iter().map(|(name, _)| *name).collect();
        assert_eq!(names.len(), row.neighbours.len(), "{}: a name stands twice", row.id);
    }
}

#[test]
fn what_is_known_is_explained_by_its_entry() {
    let known = known();
    for row in table::rows() {
        for (name, sight) in &row.occurrences {
            assert_eq!(sight.explained(&known).as_deref(), Some(row.id), "{}: {name}", row.id);
        }
        assert!(!row.occurrences.is_empty(), "{}", row.id);
    }
}

#[test]
fn what_is_near_is_new() {
    let known = known();
    for row in table::rows() {
        let of_all = row.occurrences.iter().flat_map(|(_, sight)| sight.neighbours());
        for (name, sight) in row.neighbours.iter().cloned().chain(of_all) {
            assert_eq!(sight.explained(&known), None, "{}: {name}", row.id);
        }
    }
}

/// A list with one entry less explains what that entry explained no more: no other one is wide enough for it.
#[test]
fn no_other_entry_would_do() {
    for row in table::rows() {
        let mut known = known();
        known.entries.retain(|entry| entry.id != row.id);
        for (name, sight) in &row.occurrences {
            assert_eq!(sight.explained(&known), None, "{}: {name}", row.id);
        }
    }
}

#[test]
fn another_compiler_is_another_matter() {
    let known = known();
    for row in table::rows() {
        let of_others = known.entries.iter().any(|entry| entry.id == row.id && entry.with_others);
        for (name, sight) in &row.occurrences {
            for other in OTHERS {
                let theirs = sight.clone().by(other);
                assert_eq!(theirs.explained(&known), None, "{}: {name}, {other}", row.id);
                if sight.is_between_two() && !of_others {
                    let mixed = Sight { partner: other, ..sight.clone() };
                    assert_eq!(mixed.explained(&known), None, "{}: {name}, with {other}", row.id);
                }
            }
            let later = match sight.compiler {
                TOOLS => "binutils 2.44 epiphany-elf",
                LLVM => "clang 9.0.1 nyuzi-none-none",
                RISCV_TOOLS_2_47 => "binutils 2.48 riscv64-linux-gnu",
                RISCV_TOOLS => "binutils 2.40 riscv64-linux-gnu",
                FORW => "forw 1.15 forwardcom",
                FORW_EMULATOR => "forw 1.15 forwardcom emulator",
                riscv::GCC => "gcc 12.4.0 riscv64-linux-gnu",
                riscv::GCC_16 => "gcc 17.1.0 riscv32-unknown-elf",
                riscv::CLANG_14 => "clang 14.0.7 riscv32--",
                riscv::RUSTC => "rustc 1.96.0 riscv32imac-unknown-none-elf",
                zig::ZIG => "zig 0.18.0",
                riscv::CLANG_16 => "clang 16.0.7 riscv32--",
                riscv::CLANG_32 => "clang 19.1.9 riscv32-unknown-elf",
                riscv::CLANG_19 | riscv::CLANG_64 => "clang 19.1.9 riscv64-unknown-elf",
                x86_64::GCC => "gcc 17.1.0 x86_64-pc-linux-gnu",
                x86_64::CLANG_14 => "clang 14.0.7 x86_64-pc-linux-gnu",
                x86_64::CLANG_19 => "clang 19.1.9 x86_64-pc-linux-gnu",
                x86_64::RUSTC => "rustc 1.96.0 x86_64-unknown-none",
                aarch64::GCC => "gcc 17.1.0 aarch64-none-elf",
                aarch64::CLANG_14 => "clang 14.0.7 aarch64-pc-linux-gnu",
                aarch64::CLANG_18 => "clang 18.1.9 aarch64-pc-linux-gnu",
                aarch64::CLANG_19 => "clang 25.0.0 aarch64-pc-linux-gnu",
                aarch64::RUSTC => "rustc 1.96.0 aarch64-unknown-none",
                _ => "gcc 12.4.1 epiphany-elf",
            };
            let later = Sight { compiler: later, ..sight.clone() };
            assert_eq!(later.explained(&known).as_deref(), Some(row.id), "{}: {name}", row.id);
        }
    }
}

/// A departure of a compiler is its own in calls between it and another one, where its entry says so.
#[test]
fn an_entry_can_be_about_calls_of_others() {
    let known = known();
    for row in riscv::rows().into_iter().chain(x86_64::rows()).chain(aarch64::rows()) {
        for (name, sight) in row.occurrences {
            if sight.violation.deviations.is_empty() {
                continue;
            }
            let between = Sight {
                pairing: Some(Pairing::Cross),
                compiler: "gcc 12.2.0 arm-none-eabi",
                partner: sight.compiler,
                ..sight
            };
            assert_eq!(between.explained(&known).as_deref(), Some(row.id), "{name}");
        }
    }
}

/// A broken clause with one convention of the subject is known; the same clause with two conventions is new.
#[test]
fn a_clause_does_not_explain_two_conventions() {
    let list = "format = 3\n[[known]]\nid = \"K\"\ntitle = \"t\"\ndocument = \"d\"\ncase = \"c\"\nclauses = [\"EPIPHANY-RET-01\"]\ncompiler = \"gcc 12 epiphany-elf\"\n";
    let known = Known::parse(list, Path::new("known.toml")).expect("a list");
    let sight = Sight::new(Some(Pairing::Callee), "char f(void)").sees(
        &["EPIPHANY-RET-01"],
        "result",
        "0x81",
        "0xffffff81",
    );
    assert_eq!(sight.explained(&known).as_deref(), Some("K"));
    assert_eq!(sight.changes("EPIPHANY-RET-01", "R2").explained(&known), None);
}

/// A mismatch that is seen beside a known departure is reported by itself.
#[test]
fn company_is_new() {
    let known = known();
    for row in table::rows() {
        for (name, sight) in &row.occurrences {
            if let Some(more) = sight.with_another_departure() {
                assert_eq!(more.explained(&known), None, "{}: {name}", row.id);
            }
        }
    }
}
