//! The pairing `tool`: every row of a table comes up, the project's own tools keep to it, and stand-ins that get
//! something wrong are found out, each under its clause.

use crate::common::{context, one_in, targets};
use crosscall_campaign::apart::{self, Apart};
use crosscall_campaign::tools::{self, Tools};
use crosscall_model::finding::Verdict;
use crosscall_model::tool::{Input, ToolCase};
use crosscall_model::{Pairing, Target};
use crosscall_oracle::abi;
use crosscall_oracle::choose::Chooser;
use crosscall_oracle::clause::catalogue;
use crosscall_oracle::knowledge::{AllReadings, Knowledge};
use crosscall_selftest::mutants::Mutation;
use crosscall_toolchain::Toolchain;
use crosscall_toolchain::tool;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Cases within which everything comes up.
const CASES: u64 = 2000;

fn cases(target: Target, seed: u64) -> Vec<ToolCase> {
    (0..CASES).filter_map(|i| Tools::case(target, seed, i)).collect()
}

/// Fingerprints found in the cases of a seed, each with its first case.
fn findings(subject: &Toolchain, seed: u64) -> BTreeMap<String, (usize, String)> {
    let cases = cases(subject.target, seed);
    let tried = tool::run(subject, &cases, &tools::goes_alone, context()).expect("no process is started");
    let mut knowledge = Knowledge::new(catalogue(subject.target));
    let mut found = BTreeMap::new();
    for (k, (case, tried)) in cases.iter().zip(&tried).enumerate() {
        let result = apart::judge::<Tools>(k, case, tried, &mut knowledge);
        assert_eq!(result.pairing, Pairing::Tool);
        assert!(!matches!(result.verdict, Verdict::Untestable(_)), "{case}: {:?}", result.verdict);
        for fingerprint in apart::fingerprints(&result) {
            found.entry(fingerprint.to_string()).or_insert_with(|| (k, case.to_string()));
        }
    }
    found
}

#[test]
fn every_row_comes_up_and_is_judged() {
    for target in Target::built_in() {
        let Some(table) = abi::tool_table(target) else { continue };
        let readings = AllReadings(catalogue(target));
        let mut rows: BTreeMap<String, u64> = BTreeMap::new();
        let mut open = 0;
        for case in cases(target, 1) {
            let mut chooser = Chooser::new(catalogue(target), &readings);
            let plan = abi::tool_plan(&case, &mut chooser).expect("there is a table");
            assert_ne!(plan.row, "another statement", "{case}: no row is written like this");
            open += u64::from(matches!(plan.expected, crosscall_model::tool::Expected::Open(_)));
            // Relocations that go together have the names of both.
            for row in plan.row.split(", ").map(str::to_owned).chain([plan.row.clone()]) {
                *rows.entry(row).or_default() += 1;
            }
        }
        let names =
            table.statements.iter().map(|row| row.syntax).chain(table.relocations.iter().map(|r| r.name));
        let names = names.chain(table.programs.iter().map(|program| program.name));
        let missing: Vec<&str> = names.filter(|name| !rows.contains_key(*name)).collect();
        assert!(missing.is_empty(), "{target}: {missing:?}");
        assert!(open < CASES / 50, "{target}: {open} of {CASES} cases say nothing");
    }
}

#[test]
fn our_own_tools_keep_to_the_tables() {
    for target in Target::built_in() {
        for seed in [1, 2, 3] {
            assert_eq!(
                findings(&Toolchain::embedded(target), seed),
                BTreeMap::new(),
                "{target}, seed {seed}"
            );
        }
    }
}

#[test]
fn every_seeded_fault_is_found_under_its_clause() {
    for target in targets() {
        for fault in crosscall_mutants::tool::faults(target).iter().step_by(one_in(4)) {
            let mutation = Mutation::new(fault, Arc::default());
            let broken = Toolchain { hook: Some(Arc::new(mutation.clone())), ..Toolchain::embedded(target) };
            let found = findings(&broken, 1);
            assert!(mutation.changed() > 0, "{fault:?}: it had no occasion");
            assert!(!found.is_empty(), "{fault:?}: not found");
            for (fingerprint, case) in &found {
                assert!(fingerprint.starts_with(fault.clause), "{fault:?}: {fingerprint} in {case:?}");
            }
        }
    }
}

/// A case number means the same for ever: files and reports name it.
#[test]
fn cases_do_not_change() {
    let reported: Vec<String> = cases(Target::Epiphany, 1).iter().take(12).map(ToString::to_string).collect();
    expect_test::expect![[r#"
        mov a2,#65535
        relocation 0 at 0x12c, symbol 0xed1d6d35, addend 1
        mov r63,#0xffff
        relocation 1 at 0x80000010, symbol 0xfe, addend 1
        mov.l r7,#-1
        relocation 2 at 0x13a, symbol 0x10003, addend -4
        lsr r7,r59,#31
        relocation 3 at 0xffff003c, symbol 0xa826d8ce, addend 1
        movt v8,0xd5bb
        relocation 14 at 0x80000001, symbol 0x800000b2, addend -1
        add r60,r4,3
        relocation 5 at 0x802c, symbol 0x7032, addend 4096"#]]
    .assert_eq(&reported.join("\n"));
}

/// Those of every target, by a hash of their lines.
#[test]
fn cases_of_a_seed_are_those_of_the_release() {
    let hash = |target| {
        let lines = cases(target, 1).iter().map(|case| case.to_string() + "\n").collect::<String>();
        lines.bytes().fold(0xcbf2_9ce4_8422_2325u64, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3)
        })
    };
    let tables = Target::built_in().filter(|target| abi::tool_table(*target).is_some());
    let reported: Vec<String> = tables.map(|target| format!("{target} {:#018x}", hash(target))).collect();
    expect_test::expect![[r#"
        epiphany 0x8c5871bb2ead19a4
        nyuzi 0xcf20b7489ef422a3
        dpu 0x2da3c4cb24cfd0df
        ipu 0xb55135ca56caa9dc
        forwardcom 0x6239a100d00de427
        riscv32-ilp32e 0xda8c6f141ebbd631
        riscv32-ilp32 0xb4f686d34d32bc71
        riscv32-ilp32f 0x7ecdfb8e8d34ce98
        riscv32-ilp32d 0x84dda44895354012
        riscv64-lp64 0x13e58319a5f0a249
        riscv64-lp64f 0xb75c098e51bf8f14
        riscv64-lp64d 0x9f7a0ea2c7d496fb"#]]
    .assert_eq(&reported.join("\n"));
}

/// Both kinds of input come up equally often.
#[test]
fn statements_and_links_take_turns() {
    for target in Target::built_in() {
        let statements =
            cases(target, 5).iter().filter(|case| matches!(case.input, Input::Statement(_))).count();
        assert_eq!(statements as u64, if abi::tool_table(target).is_some() { CASES / 2 } else { 0 });
    }
}
