//! Groups of sections: read from what GCC writes, and linked so that the first of a signature is the one.

use super::tools::{compile, run_main, tool};
use crate::support::calls::word_at;
use crosscall_machines::epiphany::link::{link, link_options};
use crosscall_machines::link::LinkError;
use crosscall_machines::machine::Stop;
use crosscall_machines::object_file::{
    Binding, ObjectFile, Relocation, Section, SectionGroup, Symbol, SymbolPlace,
};

fn data(name: &str, byte: u8) -> Section {
    let (name, data) = (name.to_owned(), vec![byte; 4]);
    Section { name, kind: 1, flags: 3, align: 4, size: 4, data, relocations: Vec::new() }
}

fn symbol(name: &str, place: SymbolPlace) -> Symbol {
    Symbol { name: name.to_owned(), binding: Binding::Global, kind: 0, value: 0, size: 4, place }
}

/// An object that defines `x` in a group, and refers to it from outside the group.
fn object(name: &str, byte: u8, is_comdat: bool) -> ObjectFile {
    let mut user = data(".data", 0);
    user.relocations.push(Relocation { offset: 0, kind: 3, symbol: Some(0), addend: 0 });
    ObjectFile {
        name: name.to_owned(),
        sections: vec![data(".data.x", byte), user],
        symbols: vec![symbol("x", SymbolPlace::Section(0)), symbol(name, SymbolPlace::Section(1))],
        groups: vec![SectionGroup { signature: "x".to_owned(), is_comdat, sections: vec![0] }],
        ..ObjectFile::default()
    }
}

#[test]
fn the_first_group_of_a_signature_is_kept() {
    let objects = [object("a", 1, true), object("b", 2, true)];
    let program = link(&objects, &link_options()).expect("it links");
    let x = program.address_of("x").expect("x");
    assert_eq!(word_at(&program, x), 0x0101_0101);
    for user in ["a", "b"] {
        let seen = word_at(&program, program.address_of(user).expect("a user"));
        assert_eq!(u64::from(seen), x, "{user}");
    }
}

#[test]
fn other_groups_are_not_left_out() {
    let objects = [object("a", 1, false), object("b", 2, false)];
    assert!(matches!(link(&objects, &link_options()), Err(LinkError::Duplicate(_))));
}

/// A symbol of a group that the kept group does not define is missing for references from outside.
#[test]
fn a_name_that_the_kept_group_lacks_is_missing() {
    let mut second = object("b", 2, true);
    second.symbols[0].name = "y".to_owned();
    assert!(matches!(link(&[object("a", 1, true), second], &link_options()), Err(LinkError::Undefined(_))));
}

/// `-g3` puts the macros that several units share into groups.
#[test]
fn objects_with_macros_in_groups_are_read_and_run() {
    let Some(gcc) = tool("gcc") else { return };
    let folder = tempfile::tempdir().expect("a folder");
    let unit = |name: &str, text: &str| {
        compile(&gcc, folder.path(), name, text, &["-g3", "-O2"]).expect("it is read")
    };
    let objects = [
        unit("a", "#define TWENTY 20\nint f(void); int main(void) { return f() + TWENTY; }\n"),
        unit("b", "#define TWO 2\nint f(void) { return TWO; }\n"),
    ];
    for object in &objects {
        assert!(
            object.groups.iter().any(|g| g.is_comdat && !g.signature.is_empty() && !g.sections.is_empty()),
            "{:?}",
            object.groups
        );
    }
    let (stop, result, _) = run_main(&objects, 10_000).expect("it runs");
    assert!(matches!(stop, Stop::Breakpoint(_)) && result == 22, "{stop:?} {result}");
}

/// Sums that do not overflow are served to code that traps on overflow.
#[test]
fn trapping_arithmetic_is_served() {
    let Some(gcc) = tool("gcc") else { return };
    let folder = tempfile::tempdir().expect("a folder");
    let text = "int a = 30, b = 4, c = -7; long long d = 1LL << 40;\n\
                int main(void) { d = -(d - 5) + d; return a + b * c - (int)d - (-c); }\n";
    let object = compile(&gcc, folder.path(), "t", text, &["-ftrapv", "-O0"]).expect("it is read");
    let names: Vec<&str> = object.symbols.iter().map(|s| s.name.as_str()).collect();
    for helper in ["___addvsi3", "___subvsi3", "___mulvsi3"] {
        assert!(names.contains(&helper), "{helper}: {names:?}");
    }
    let (stop, result, _) = run_main(&[object], 10_000).expect("it runs");
    assert!(
        matches!(stop, Stop::Breakpoint(_)) && result as i32 == 30 - 28 - 5 - 7,
        "{stop:?} {}",
        result as i32
    );
}
