//! Expected output of an assembler and a linker for RISC-V.

use super::{ALL, ILP32, ILP32E, LP64D, LP64F};
use crate::support::tool::{assert_distinguished, assert_rows, assert_sound, in_words, link};
use crosscall_model::Target;
use crosscall_model::tool::{
    Beside, Input, InputRelocation, InputSection, InputSymbol, LinkInput, Made, MadeRelocation, Outcome, Ran,
    SymbolAt, ToolPlan, hex,
};
use crosscall_oracle::abi::tool_table;
use crosscall_oracle::judge::judge_tool;
use std::collections::BTreeSet;

const TARGET: Target = LP64D.target;

fn plan(input: Input) -> ToolPlan {
    crate::support::tool::plan(TARGET, input)
}

fn said_by(target: Target, input: Input) -> BTreeSet<String> {
    crate::support::tool::said(target, input)
}

fn said(input: LinkInput) -> BTreeSet<String> {
    said_by(TARGET, Input::Link(input))
}

fn words(words: &[&str]) -> BTreeSet<String> {
    words.iter().map(|word| (*word).to_owned()).collect()
}

#[test]
fn tables_are_sound() {
    for setting in ALL {
        assert_sound(setting.target);
    }
}

/// Every row with the output of GNU as, but for what may be left out.
#[test]
fn statements_are_what_gnu_as_makes_of_them() {
    let mut rows = BTreeSet::new();
    for line in include_str!("statements.txt").lines().filter(|line| !line.starts_with('#')) {
        let (text, made) = line.split_once(" = ").expect("a statement and its bytes");
        let plan = plan(Input::Statement(text.to_owned()));
        let relocation = |r: &MadeRelocation| match r.symbol.as_str() {
            "" => format!("; {}@{}", r.kind, r.offset),
            symbol => format!("; {}@{} {symbol}{:+}", r.kind, r.offset, r.addend),
        };
        let crosscall_model::tool::Expected::Made { sections, relocations, .. } = &plan.expected else {
            panic!("{text}: {:?}", plan.expected)
        };
        let mut all: Vec<MadeRelocation> = relocations.iter().chain(&plan.hints).cloned().collect();
        all.sort();
        let all: String = all.iter().map(relocation).collect();
        let (bytes, left) = made.split_once("; ").unwrap_or((made, ""));
        assert_eq!(all.trim_start_matches("; "), left, "{text}");
        let bytes: Vec<u8> =
            bytes.split(' ').map(|byte| u8::from_str_radix(byte, 16).expect("a byte")).collect();
        let relocations = relocations.clone();
        let made = Made { machine: 243, flags: 5, sections: vec![bytes], relocations, ..Made::default() };
        let judgement = judge_tool(TARGET, &plan, &Outcome::Made(made));
        assert!(judgement.mismatches.is_empty(), "{text}: {:?}, {}", judgement.mismatches, hex(&sections[0]));
        rows.insert(plan.row);
    }
    let table = tool_table(TARGET).expect("a table");
    let missing = table.statements.iter().map(|row| row.syntax).filter(|row| !rows.contains(*row));
    assert_eq!(missing.collect::<Vec<_>>(), [".byte {x}", ".half {x}"]);
}

/// The register that holds an address between two instructions cannot be x0, for which nothing is said; in all other places it
/// can be.
#[test]
fn no_address_goes_through_x0() {
    use crosscall_model::tool::Expected;
    let expected = |text: &str| plan(Input::Statement(text.to_owned())).expected;
    for text in
        ["lla x0,x", "lw zero,x-0", "lbu x0,x+1", "ld x0,x", "sb a0,x,x0", "sd a0,x,zero", "jump x,x0"]
    {
        assert!(matches!(expected(text), Expected::Open(_)), "{text}: {:?}", expected(text));
    }
    for text in ["lw x0,0(x0)", "sd x0,x,a0", "jump x,x1", "lbu x1,x+1", "jal x0,x"] {
        assert!(matches!(expected(text), Expected::Made { .. }), "{text}: {:?}", expected(text));
    }
}

#[test]
fn inputs_are_made_into_what_was_worked_out() {
    assert_rows(TARGET, include_str!("tool.txt"));
}

/// The base E has no x16; RV32 shifts by 31 at most.
#[test]
fn registers_and_shifts_are_those_of_the_base() {
    let by = |target, text: &str| said_by(target, Input::Statement(text.to_owned()));
    assert_eq!(by(ILP32E.target, "add x15,x16,x1"), words(&["refused"]));
    assert_eq!(by(ILP32.target, "add x15,x16,x1"), words(&["b3 07 18 00"]));
    assert_eq!(by(ILP32.target, "slli a0,a0,32"), words(&["13 15 05 00", "refused"]));
    assert_eq!(by(ILP32.target, "ld a0,0(a1)"), words(&["open"]));
}

/// Relocations of symbols with these values in a section at 0x100.
fn linked(bytes: &[u8], symbols: &[SymbolAt], relocations: &[(u64, u32, usize)]) -> LinkInput {
    let symbol = |(i, place): (usize, &SymbolAt)| InputSymbol { name: format!("s{i}"), place: *place };
    let relocation = |(offset, kind, symbol): &(u64, u32, usize)| InputRelocation {
        section: 0,
        offset: *offset,
        kind: *kind,
        symbol: *symbol,
        addend: 0,
    };
    LinkInput {
        sections: vec![InputSection { address: 0x100, bytes: bytes.to_vec() }],
        symbols: symbols.iter().enumerate().map(symbol).collect(),
        relocations: relocations.iter().map(relocation).collect(),
        beside: None,
    }
}

#[test]
fn a_lower_part_takes_the_value_of_its_upper_part() {
    // auipc a0; addi a0, a0 and auipc a0; sw a1, (a0).
    let pair = [0x17, 0x05, 0, 0, 0x13, 0x05, 0x05, 0];
    let store = [0x17, 0x05, 0, 0, 0x23, 0x20, 0xb5, 0];
    let symbols = [SymbolAt::Absolute(0x1900), SymbolAt::Section(0, 0)];
    let made = said(linked(&pair, &symbols, &[(0, 23, 0), (4, 24, 1)]));
    assert_eq!(made, words(&["17 25 00 00 13 05 05 80"]));
    let made = said(linked(&store, &symbols, &[(0, 23, 0), (4, 25, 1)]));
    assert_eq!(made, words(&["17 25 00 00 23 20 b5 80"]));
    // There is none at the label, or at another place than the label's section.
    assert_eq!(said(linked(&pair, &symbols, &[(4, 24, 1)])), words(&["refused"]));
    assert_eq!(said(linked(&pair, &symbols, &[(0, 23, 0), (4, 24, 0)])), words(&["refused"]));
    // Where it does not reach, a linker may make an absolute address of it.
    let far = [SymbolAt::Absolute(0xffff_ffff_7fff_f800), SymbolAt::Section(0, 0)];
    assert_eq!(said(linked(&pair, &far, &[(0, 23, 0), (4, 24, 1)])), words(&["open"]));
    let farther = [SymbolAt::Absolute(0x9000_0000), SymbolAt::Section(0, 0)];
    let stored = "17 05 00 90 13 05 05 f0";
    assert_eq!(said(linked(&pair, &farther, &[(0, 23, 0), (4, 24, 1)])), words(&["refused", stored]));
}

#[test]
fn differences_are_two_relocations_at_one_place() {
    let symbols = [SymbolAt::Absolute(0x1234), SymbolAt::Absolute(0x1000)];
    let made = |bytes: &[u8], relocations: &[(u64, u32, usize)]| said(linked(bytes, &symbols, relocations));
    assert_eq!(made(&[0; 2], &[(0, 34, 0), (0, 38, 1)]), words(&["34 02"]));
    assert_eq!(made(&[0xff; 1], &[(0, 53, 0), (0, 52, 1)]), words(&["f4"]));
    assert_eq!(made(&[0; 4], &[(0, 56, 0), (0, 39, 1)]), words(&["34 02 00 00"]));
    // The length of a number in LEB128 stays.
    assert_eq!(made(&[0x80, 0x80, 0, 7], &[(0, 60, 0), (0, 61, 1)]), words(&["b4 84 00 07"]));
    assert_eq!(made(&[0x80, 0], &[(0, 60, 0), (0, 61, 1)]), words(&["b4 04"]));
    assert_eq!(made(&[0], &[(0, 60, 0), (0, 61, 1)]), words(&["refused"]));
    // Nothing is said of one half alone.
    assert_eq!(made(&[0, 0], &[(0, 60, 0)]), words(&["open"]));
    assert_eq!(made(&[0, 0], &[(0, 61, 0)]), words(&["open"]));
}

/// With registers of 32 bits every value has an upper and a lower part.
#[test]
fn narrow_registers_hold_every_address() {
    let by = |kind, value| said_by(ILP32.target, Input::Link(link(&[0x17, 0, 0, 0], 0, kind, value, 0)));
    assert_eq!(by(26, 0xffff_ffff), words(&["17 00 00 00"]));
    assert_eq!(by(23, 0x7fff_ff00), words(&["17 00 00 80"]));
    assert_eq!(by(1, 0xffff_ffff), words(&["ff ff ff ff"]));
}

#[test]
fn a_weak_symbol_is_zero_where_a_linker_need_not_reach_it() {
    let weak = |kind| {
        let mut input = link(&[0x37, 0, 0, 0], 0, kind, 0, 0x1000);
        input.symbols[0].place = SymbolAt::Weak;
        said(input)
    };
    assert_eq!(weak(26), words(&["37 10 00 00"]));
    assert_eq!(weak(23), words(&["open"]));
}

#[test]
fn flags_of_files_are_merged() {
    let with = |target, flags| {
        let beside = Some(Beside::Flagged { flags });
        let input = LinkInput { relocations: Vec::new(), beside, ..link(&[1], 0, 0, 0, 0) };
        let plan = crate::support::tool::plan(target, Input::Link(input));
        (in_words(&plan.expected), plan.flags.0, plan.clauses[0])
    };
    const LINKED: &str = "01";
    assert_eq!(with(TARGET, 5), (LINKED.to_owned(), 5, "RISCV-OBJ-12"));
    assert_eq!(with(TARGET, 0x14), (LINKED.to_owned(), 0x15, "RISCV-OBJ-12"));
    for flags in [1, 3, 0xd, 0x25] {
        assert_eq!(with(TARGET, flags), ("refused".to_owned(), 5, "RISCV-OBJ-11"), "{flags:#x}");
    }
    assert_eq!(with(LP64F.target, 4).0, "refused");
    assert_eq!(with(ILP32E.target, 9).0, LINKED);
    assert_eq!(with(ILP32E.target, 1).0, "refused");
}

/// A program of each row, with the last value that it may have.
fn programs(target: Target) -> Vec<LinkInput> {
    let table = tool_table(target).expect("a table");
    let program = |program: &crosscall_model::tool::table::Program| {
        let (other, distances) = program.other;
        let section = |address, bytes: &[u8]| InputSection { address, bytes: bytes.to_vec() };
        let address = program.addresses[0];
        let mut sections = vec![section(address, program.code)];
        sections.extend(distances.last().map(|distance| section(address + distance, other)));
        let places =
            program.labels.iter().map(|(_, other, offset)| SymbolAt::Section(usize::from(*other), *offset));
        let value = program.values.last().map(|value| SymbolAt::Absolute(*value));
        let places = [SymbolAt::Section(0, 0)].into_iter().chain(places).chain(value);
        let symbol = |(i, place)| InputSymbol { name: format!("s{i}"), place };
        let relocation =
            |(other, offset, kind, symbol, addend): &(bool, u64, u32, usize, i64)| InputRelocation {
                section: usize::from(*other),
                offset: *offset,
                kind: *kind,
                symbol: *symbol,
                addend: *addend,
            };
        LinkInput {
            sections,
            symbols: places.enumerate().map(symbol).collect(),
            relocations: program.relocations.iter().map(relocation).collect(),
            beside: Some(Beside::Starts),
        }
    };
    table.programs.iter().map(program).collect()
}

#[test]
fn programs_return_what_they_work_out() {
    let reported = |target| {
        let plan = move |input| crate::support::tool::plan(target, Input::Link(input));
        programs(target).into_iter().map(plan).map(|plan| {
            let result = in_words(&plan.expected);
            format!("{}: {} ({})", plan.clauses[0], result.trim_start_matches("linked, and it "), plan.row)
        })
    };
    let wide: Vec<String> = reported(TARGET).collect();
    expect_test::expect![[r#"
        RISCV-OBJ-40: returns 0xffffffff80000000 (an absolute address that may be shortened)
        RISCV-OBJ-40: returns 0x7fff0000 (an address by the program counter that may be shortened)
        RISCV-OBJ-40: returns 0x123 (a call that may be shortened)
        RISCV-OBJ-40: returns 0x123 (a tail call that may be shortened)
        RISCV-OBJ-27: returns 0x123 (an alignment behind a call that may be shortened)
        RISCV-OBJ-26: returns 0x0 (a difference over a call that may be shortened)
        RISCV-OBJ-41: returns 0x0 (a difference in LEB128 over a call that may be shortened)
        RISCV-OBJ-25: returns 0xffffffff80000000 (a slot of the global offset table)
        RISCV-OBJ-40: returns 0xffffffff80000000 (a slot of the global offset table that may be left out)
        RISCV-OBJ-18: returns 0xffffffff80000000 (the distance to a slot of the global offset table)"#]]
    .assert_eq(&wide.join("\n"));
    let narrow: Vec<String> = reported(ILP32.target).collect();
    assert!(narrow[0].contains("returns 0x80000000"), "{}", narrow[0]);
    // Other code is no row of the table.
    let mut other = programs(TARGET).swap_remove(0);
    other.sections[0].bytes[0] ^= 0x80;
    assert_eq!(said(other), words(&["open"]));
}

#[test]
fn a_program_is_judged_by_what_it_returns() {
    let plan = plan(Input::Link(programs(TARGET).swap_remove(2)));
    let made = |ran, flags| Outcome::Made(Made { machine: 243, flags, ran, ..Made::default() });
    let count = |outcome: &Outcome| judge_tool(TARGET, &plan, outcome).mismatches.len();
    let returned = |number| Some(Ran::Returned(vec![number]));
    assert_eq!(count(&made(returned(0x123), 5)), 0);
    assert_eq!(count(&made(returned(0x123), 4)), 1);
    assert_eq!(count(&made(returned(0), 5)), 1);
    assert_eq!(count(&made(Some(Ran::Stopped("at 0x10".to_owned())), 5)), 1);
    assert_eq!(count(&made(None, 5)), 1);
    assert_eq!(count(&Outcome::Refused("no".to_owned())), 1);
}

/// That a linker may shorten something is said where an assembler is told that it may, and nowhere else.
#[test]
fn hints_may_stand_where_a_linker_may_shorten_something() {
    let relocation =
        |offset, kind, symbol: &str| MadeRelocation { offset, kind, symbol: symbol.to_owned(), addend: 0 };
    let relax = |offset| relocation(offset, 51, "");
    let count = |text: &str, bytes: [u8; 8], relocations: &[MadeRelocation]| {
        let (plan, sections) = (plan(Input::Statement(text.to_owned())), vec![bytes.to_vec()]);
        let made =
            Made { machine: 243, flags: 5, sections, relocations: relocations.to_vec(), ..Made::default() };
        let judgement = judge_tool(TARGET, &plan, &Outcome::Made(made));
        judgement.mismatches.iter().map(|mismatch| mismatch.clauses[0]).collect::<Vec<_>>()
    };
    const NOTHING: [&str; 0] = [];
    let call =
        |relocations: &[MadeRelocation]| count("call x", [0x97, 0, 0, 0, 0xe7, 0x80, 0, 0], relocations);
    assert_eq!(call(&[relocation(0, 19, "x"), relax(0)]), NOTHING);
    assert_eq!(call(&[relocation(0, 19, "x")]), NOTHING);
    assert_eq!(call(&[relocation(0, 19, "x"), relax(4)]), ["RISCV-OBJ-28"]);
    assert_eq!(call(&[relax(0)]), ["RISCV-OBJ-21"]);
    let pair = [relocation(0, 23, "x"), relocation(4, 24, ".")];
    let of_load = |more: &[MadeRelocation]| {
        let mut all = [&pair[..], more].concat();
        all.sort();
        count("lbu t0,x", [0x97, 2, 0, 0, 0x83, 0xc2, 2, 0], &all)
    };
    assert_eq!(of_load(&[]), NOTHING);
    assert_eq!(of_load(&[relax(0), relax(4)]), NOTHING);
    // The addend of the address stands in both relocations as GNU as from version 2.44 on writes them.
    let with_addend = MadeRelocation { addend: 1, ..relax(4) };
    assert_eq!(of_load(&[relax(0), with_addend]), NOTHING);
    assert_eq!(of_load(&[relax(8)]), ["RISCV-OBJ-28"]);
    let address =
        |relocations: &[MadeRelocation]| count("lla t0,x", [0x97, 2, 0, 0, 0x93, 0x82, 2, 0], relocations);
    assert_eq!(address(&pair), NOTHING);
    assert_eq!(address(&[pair[0].clone(), relax(0), pair[1].clone()]), ["RISCV-OBJ-28"]);
}

#[test]
fn readings_are_distinguished() {
    assert_distinguished(
        TARGET,
        &[
            "addi a0,a0,4000",
            ".byte -200",
            ".byte 600",
            "call x",
            "link 16 at 0 in 63 00 00 00 to 0x1100",
            "link 16 at 0 in 63 00 00 00 to 0x103",
            "link 1 at 0 in 00x4 to 0x100000000",
            "link 57 at 0 in 00x4 to 0x200000000",
            "link 37 at 0 in 00 to 0x1 +1",
        ],
    );
}
