//! Inputs of assemblers and linkers, generated from tables of any kind.

use crosscall_generator::tool::case;
use crosscall_generator::tool::shrink::minimise;
use crosscall_model::Target;
use crosscall_model::tool::table::{
    Bits, Excess, Field, File, Form, Formula, Program, Relocation, Returned, Rule, Statement, Table,
};
use crosscall_model::tool::{Beside, Input, LinkInput, NO_SYMBOL, SymbolAt, ToolCase};
use proptest::prelude::*;
use std::collections::BTreeSet;

const RULES: &[Rule] = &[];

fn leaked<T>(values: Vec<T>) -> &'static [T] {
    Box::leak(values.into_boxed_slice())
}

/// A field of one piece with a unit that is a power of two, with a sign or without.
fn any_field() -> impl Strategy<Value = Field> {
    (2u8..20, any::<bool>(), 0u32..3).prop_map(|(width, signed, shift)| {
        let unit = 1i64 << shift;
        let (low, high) = match signed {
            true => (-(1 << (width - 1)), (1 << (width - 1)) - 1),
            false => (0, (1 << width) - 1),
        };
        let bits = leaked(vec![Bits { to: 0, from: shift as u8, width, rounded: false }]);
        Field { bits, low: low * unit, high: high * unit, unit, sign: None, scale: None }
    })
}

fn any_statement() -> impl Strategy<Value = Statement> {
    (any_field(), prop_oneof![Just(Excess::Immediate), Just(Excess::Branch)]).prop_map(|(field, excess)| {
        let operands = leaked(vec![('d', REGISTER), ('i', field)]);
        Statement {
            syntax: "put {d},#{i}",
            forms: leaked(vec![Form { bytes: 4, base: 0, operands, same: None }]),
            rules: RULES,
            excess,
            relocation: None,
            further: &[],
            declaration: "",
            state: "",
            clauses: &[],
            source: "a test",
        }
    })
}

const REGISTER: Field = Field {
    bits: &[Bits { to: 24, from: 0, width: 4, rounded: false }],
    low: 0,
    high: 15,
    unit: 1,
    sign: None,
    scale: None,
};

fn any_relocation(number: u32) -> impl Strategy<Value = Relocation> {
    let formulas = [Formula::Value, Formula::FromBase(0x4_c000), Formula::FromPlace, Formula::FromNext];
    (any_field(), prop::sample::select(formulas.to_vec()), 0u32..3, prop::sample::select(vec![1u64, 2, 4]))
        .prop_map(move |(field, formula, shift, align)| Relocation {
            number,
            name: "R",
            clause: "A-01",
            formula,
            shift,
            bytes: 4,
            field,
            excess: Excess::Data,
            align,
            source: "a test",
        })
}

fn any_table() -> impl Strategy<Value = Table> {
    let relocations = (any_relocation(3), any_relocation(5), any_relocation(6));
    (prop::collection::vec(any_statement(), 1..4), relocations).prop_map(|(statements, (a, b, c))| Table {
        machine: (1, "A-02"),
        flags: (0, "A-02"),
        address_bits: 32,
        linker_places: false,
        objects: "A-02",
        language: "A-03",
        registers: leaked(vec![File { letters: "d", prefix: 'q', count: 16, names: &[("top", 15)] }]),
        any_case: true,
        lower_case: false,
        prologue: "",
        state: "",
        specials: &[],
        statements: leaked(statements),
        relocations: leaked(vec![a, b, c]),
        hint: None,
        reserved: &[],
        beside: &[],
        programs: &[],
    })
}

fn cases(table: &Table, seed: u64, count: u64) -> Vec<ToolCase> {
    (0..count).map(|index| case(table, Target::Epiphany, seed, index)).collect()
}

fn links(cases: &[ToolCase]) -> impl Iterator<Item = &LinkInput> {
    cases.iter().filter_map(|case| if let Input::Link(link) = &case.input { Some(link) } else { None })
}

/// The number behind the comma of a statement.
fn number(text: &str) -> Option<i64> {
    let digits = text.split_once(',')?.1.trim().trim_start_matches('#').to_lowercase();
    let (sign, digits) = digits.strip_prefix('-').map_or((1, digits.as_str()), |rest| (-1, rest));
    let magnitude = match digits.strip_prefix("0x") {
        Some(hex) => i64::from_str_radix(hex, 16).ok()?,
        None => digits.parse().ok()?,
    };
    Some(sign * magnitude)
}

/// The value that a relocation works out, before its shift; none where its symbol has no address.
fn value(link: &LinkInput, row: &Relocation) -> Option<i64> {
    let [relocation] = link.relocations.as_slice() else { panic!("one relocation") };
    let symbol = match link.symbols.get(relocation.symbol)?.place {
        SymbolAt::Absolute(value) => value,
        SymbolAt::Section(section, offset) => link.sections.get(section)?.address + offset,
        SymbolAt::Undefined | SymbolAt::Weak => return None,
    };
    let place = link.sections.get(relocation.section)?.address + relocation.offset;
    let from = match row.formula {
        Formula::Nothing | Formula::Value | Formula::Slot | Formula::FromSection => 0,
        Formula::FromBase(base) => base,
        Formula::FromPlace | Formula::FromNext | Formula::FromPlaceOrSection => place,
        other => panic!("{other:?}"),
    };
    Some(symbol.wrapping_add_signed(relocation.addend).wrapping_sub(from) as u32 as i32 as i64)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn a_number_means_one_case(table in any_table(), seed: u64, index in 0u64..10_000) {
        let one = case(&table, Target::Epiphany, seed, index);
        prop_assert_eq!(&one, &case(&table, Target::Epiphany, seed, index));
        match (&one.input, index % 2) {
            (Input::Statement(text), 0) => prop_assert!(text.to_lowercase().starts_with("put q") || text.to_lowercase().starts_with("put top"), "{}", text),
            (Input::Link(_), 1) => {}
            other => prop_assert!(false, "{:?}", other),
        }
    }

    #[test]
    fn statements_have_numbers_at_and_beyond_the_ends_of_their_fields(table in any_table(), seed: u64) {
        let one = Table { statements: &table.statements[..1], ..table };
        let field = one.statements[0].forms[0].operands[1].1;
        let cases = cases(&one, seed, 400);
        let numbers: BTreeSet<i64> = cases
            .iter()
            .filter_map(|case| if let Input::Statement(text) = &case.input { number(text) } else { None })
            .collect();
        for wanted in [field.low, field.high, field.low - field.unit, field.high + field.unit] {
            prop_assert!(numbers.contains(&wanted), "{} of {:?}: {:?}", wanted, field, numbers);
        }
    }

    #[test]
    fn relocations_take_turns_at_places_that_exist(table in any_table(), seed: u64) {
        let cases = cases(&table, seed, 600);
        let mut seen = [BTreeSet::new(), BTreeSet::new(), BTreeSet::new()];
        for link in links(&cases) {
            let [relocation] = link.relocations.as_slice() else { panic!("one relocation") };
            let section = &link.sections[relocation.section];
            prop_assert!(relocation.offset as usize + 4 <= section.bytes.len());
            for (i, one) in link.sections.iter().enumerate() {
                let end = one.address + one.bytes.len() as u64;
                prop_assert!(end <= 1 << 32);
                for other in &link.sections[i + 1..] {
                    let apart = end <= other.address || other.address + other.bytes.len() as u64 <= one.address;
                    prop_assert!(apart, "{:?}", link.sections);
                }
            }
            let Some(row) = table.relocations.iter().position(|row| row.number == relocation.kind) else {
                continue;
            };
            prop_assert_eq!(relocation.offset % table.relocations[row].align, 0);
            seen[row].extend(value(link, &table.relocations[row]));
        }
        for (row, values) in table.relocations.iter().zip(seen) {
            let inside = |value: &&i64| row.field.holds(**value >> row.shift);
            prop_assert!(values.iter().any(|value| inside(&value)), "nothing fits {:?}", row);
            prop_assert!(values.iter().any(|value| !inside(&value)), "everything fits {:?}", row);
        }
    }

    #[test]
    fn what_is_made_smaller_still_shows_what_it_showed(table in any_table(), seed: u64, index in 0u64..200) {
        let whole = case(&table, Target::Epiphany, seed, index);
        let shows = |one: &ToolCase| match (&one.input, &whole.input) {
            (Input::Statement(text), Input::Statement(whole)) => number(text).map(i64::signum) == number(whole).map(i64::signum),
            (Input::Link(link), Input::Link(whole)) => link.relocations[0].kind == whole.relocations[0].kind,
            _ => false,
        };
        let mut asked = 0;
        let smaller = minimise(&whole, |one| { asked += 1; shows(one) }, 500);
        prop_assert!(shows(&smaller));
        prop_assert!(asked <= 500);
        // The smallest input is not changed further.
        prop_assert_eq!(&minimise(&smaller, shows, 500), &smaller);
        if let (Input::Statement(text), Input::Statement(before)) = (&smaller.input, &whole.input) {
            let (Some(now), Some(before)) = (number(text), number(before)) else { return Ok(()) };
            prop_assert!(now.abs() <= before.abs() && now.abs() <= 1, "{}", text);
        }
    }
}

const BYTES: Field = Field {
    bits: &[Bits { to: 0, from: 0, width: 32, rounded: false }],
    low: i64::MIN,
    high: i64::MAX,
    unit: 1,
    sign: None,
    scale: None,
};

const fn of_formula(number: u32, formula: Formula) -> Relocation {
    Relocation {
        number,
        name: "R",
        clause: "A-01",
        formula,
        shift: 0,
        bytes: 4,
        field: BYTES,
        excess: Excess::None,
        align: 2,
        source: "a test",
    }
}

/// Relocations that go together, a program, and flags of other objects.
const TOGETHER: Table = Table {
    machine: (1, "A-02"),
    flags: (1, "A-02"),
    address_bits: 32,
    linker_places: false,
    objects: "A-02",
    language: "A-03",
    registers: &[],
    any_case: false,
    lower_case: true,
    prologue: "",
    state: "",
    specials: &[],
    statements: &[],
    relocations: &[
        of_formula(1, Formula::FromPlace),
        of_formula(2, Formula::OfUpperPart(&[1])),
        of_formula(3, Formula::Plus(4)),
        of_formula(4, Formula::Minus(3)),
        of_formula(5, Formula::Leb128(6)),
        of_formula(6, Formula::Leb128Less(5)),
    ],
    hint: None,
    reserved: &[77],
    beside: &[1, 5],
    programs: &[Program {
        name: "a program",
        code: &[1, 2, 3, 4],
        other: (&[5, 6], &[0x40, 0x1000]),
        labels: &[("f", true, 1)],
        relocations: &[(false, 0, 1, 1, 0), (false, 0, 9, NO_SYMBOL, 6), (true, 0, 1, 2, 0)],
        result: Returned::Value,
        addresses: &[0x8000, 0x9000],
        values: &[7, 8],
        clauses: &[],
        source: "a test",
    }],
};

#[test]
fn relocations_that_go_together_stand_together() {
    let cases = cases(&TOGETHER, 3, 4000);
    let mut seen = BTreeSet::new();
    for link in links(&cases).filter(|link| link.beside.is_none()) {
        let kinds: Vec<u32> = link.relocations.iter().map(|r| r.kind).collect();
        let offsets: Vec<u64> = link.relocations.iter().map(|r| r.offset).collect();
        match kinds[..] {
            [1, 2] => {
                let label = link.symbols[link.relocations[1].symbol].place;
                assert_eq!(label, SymbolAt::Section(0, offsets[0]));
                assert!(offsets[1] >= offsets[0] + 4 && link.relocations[1].addend == 0);
            }
            [3, 4] | [5, 6] => assert_eq!(offsets[0], offsets[1]),
            [1] | [2] | [3] | [4] | [77] => {}
            _ => panic!("{kinds:?}"),
        }
        if kinds == [5, 6] {
            let bytes = &link.sections[0].bytes[offsets[0] as usize..];
            assert!(bytes.iter().any(|byte| byte & 0x80 == 0), "{bytes:?} has no end");
        }
        seen.insert(kinds);
    }
    let expected = [vec![1], vec![1, 2], vec![2], vec![3], vec![3, 4], vec![4], vec![5, 6], vec![77]];
    assert_eq!(seen, expected.into_iter().collect());
}

#[test]
fn programs_and_other_flags_take_turns_with_relocations() {
    let cases = cases(&TOGETHER, 3, 400);
    let mut seen = BTreeSet::new();
    for link in links(&cases) {
        match link.beside {
            Some(Beside::Flagged { flags }) => {
                assert!(link.relocations.is_empty());
                seen.insert((u64::from(flags), 0, 0));
            }
            Some(Beside::Starts) => {
                let [code, other] = &link.sections[..] else { panic!("two sections") };
                assert_eq!([&code.bytes[..], &other.bytes[..]], [&[1, 2, 3, 4][..], &[5, 6][..]]);
                let places: Vec<SymbolAt> = link.symbols.iter().map(|symbol| symbol.place).collect();
                let [SymbolAt::Section(0, 0), SymbolAt::Section(1, 1), SymbolAt::Absolute(value)] =
                    places[..]
                else {
                    panic!("{places:?}")
                };
                assert_eq!(link.relocations[1].symbol, NO_SYMBOL);
                seen.insert((code.address, other.address - code.address, value));
            }
            other => assert_eq!(other, None),
        }
    }
    let programs = [0x8000, 0x9000].into_iter().flat_map(|address| {
        [0x40, 0x1000].into_iter().flat_map(move |far| [(address, far, 7), (address, far, 8)])
    });
    assert_eq!(seen, programs.chain([(1, 0, 0), (5, 0, 0)]).collect());
}
