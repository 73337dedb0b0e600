//! The linker: every relocation against its formula, and linked programs beside those of `forw -link`.

use crate::support::random::Xorshift;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use crosscall_machines::executable::Executable;
use crosscall_machines::forwardcom::elf::{
    read_executable, read_library, read_object, section_flags, write_executable,
};
use crosscall_machines::forwardcom::link::{link, link_options};
use crosscall_machines::forwardcom::{assemble, relocation};
use crosscall_machines::link::{LinkError, LinkOptions, RelocationError, needed_members};
use crosscall_machines::machine::Stop;
use crosscall_machines::object_file::{Binding, ObjectFile, Relocation, Section, Symbol, SymbolPlace};

use crosscall_machines::toolset::find;

use super::tools::{files, forw, run};

/// Bytes of the section with the field: room in front of it and behind it.
const ROOM: usize = 24;
/// Place of the field.
const FIELD: u64 = 8;

fn section(name: &str, raw: u32, size: usize, relocations: Vec<Relocation>) -> Section {
    let data = vec![0xA5; size];
    Section {
        name: name.to_owned(),
        kind: 1,
        flags: section_flags(raw),
        align: 8,
        data,
        size: size as u64,
        relocations,
    }
}

fn symbol(name: &str, place: SymbolPlace, value: u64) -> Symbol {
    Symbol { name: name.to_owned(), binding: Binding::Global, kind: 1, value, size: 0, place }
}

/// A program with one relocation in its data: `target` is in the code, `reference` in the data.
fn program(number: u32, addend: i64, target: u64, reference: u64) -> ObjectFile {
    let field = Relocation { offset: FIELD, kind: number, symbol: Some(0), addend };
    let mut object = ObjectFile {
        name: "one".to_owned(),
        sections: vec![
            section("code", 0x1101, 64, Vec::new()),
            section("data", 0x2106, ROOM, vec![field]),
            section("threads", 0x4106, 16, Vec::new()),
        ],
        symbols: vec![
            symbol("target", SymbolPlace::Section(0), target),
            symbol("reference", SymbolPlace::Section(1), reference),
            symbol("field", SymbolPlace::Section(1), FIELD),
        ],
        ..ObjectFile::default()
    };
    object.annotations.references.insert((1, 0), 1);
    object
}

/// Bytes and bits of the value that a size code stands for, and the shift of a part.
fn size_of(number: u32) -> (usize, u32, u32) {
    match number >> 8 & 0xFF {
        1 => (1, 8, 0),
        2 => (2, 16, 0),
        3 => (3, 24, 0),
        4 => (4, 32, 0),
        5 => (2, 32, 0),
        6 => (2, 32, 16),
        8 => (8, 64, 0),
        9 => (4, 64, 0),
        _ => (4, 64, 32),
    }
}

/// The lowest bits as a signed number.
fn signed(value: u64, bits: u32) -> i64 {
    (value << (64 - bits)) as i64 >> (64 - bits)
}

#[test]
fn every_relocation_follows_its_formula() {
    let mut random = Xorshift(0x1234_5678_9ABC_DEF1);
    let (mut stored, mut overflows, mut misaligned) = (BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
    for (number, name) in relocation::all() {
        for round in 0..24 {
            let addend = match round % 4 {
                0 => 0,
                1 => random.below(256) as i64 - 128,
                2 => i64::from(random.next() as i32),
                _ => (random.next() as i64) >> (8 * (1 + random.below(6))),
            };
            let (target, reference) = (4 * random.below(16), random.below(ROOM as u64));
            let address = |program: &Executable, name: &str| program.globals[name].address;
            // The same without the relocation gives the addresses.
            let mut plain = program(number, 0, target, reference);
            plain.sections[1].relocations.clear();
            let plain = link(&[&plain], &link_options()).expect("it can be linked");
            let base = match number >> 16 & 0xFF {
                0 => 0,
                1 => address(&plain, "field"),
                4 => address(&plain, "__ip_base"),
                5 => address(&plain, "__datap_base"),
                6 => address(&plain, "__threadp_base"),
                _ => address(&plain, "reference"),
            };
            let unit = 1i128 << (number & 0xFF);
            let (bytes, bits, shift) = size_of(number);
            let distance = address(&plain, "target") as i64 - base as i64;
            // One fits, one is too large where that can be, one is no multiple of the unit.
            let fitting = signed(random.next(), bits).wrapping_mul(unit as i64).wrapping_sub(distance);
            let beyond = fitting.wrapping_add((1i64 << (bits - 1).min(40)).wrapping_mul(2 * unit as i64));
            let addend = match round % 6 {
                0 => fitting,
                1 => beyond,
                2 => fitting.wrapping_add(1),
                _ => addend,
            };
            let object = program(number, addend, target, reference);
            // Addresses have 64 bits.
            let value = i128::from(distance.wrapping_add(addend));
            let scaled = value.div_euclid(unit);
            let limit = 1i128 << (bits - 1);
            match link(&[&object], &link_options()) {
                Ok(linked) => {
                    assert_eq!(value.rem_euclid(unit), 0, "{name}: {value:#x}");
                    assert!((-limit..limit).contains(&scaled), "{name}: {scaled:#x}");
                    let data = linked.segments.iter().find(|part| part.flags & 2 != 0).expect("data");
                    let mut expected = [0xA5u8; ROOM];
                    let word = ((scaled as u64) >> shift).to_le_bytes();
                    expected[FIELD as usize..FIELD as usize + bytes].copy_from_slice(&word[..bytes]);
                    assert_eq!(data.data[..ROOM], expected, "{name}: {value:#x}");
                    stored.insert(number);
                }
                Err(LinkError::Relocations(failures)) => match &failures[0].reason {
                    RelocationError::Misaligned { .. } => {
                        assert_ne!(value.rem_euclid(unit), 0, "{name}: {value:#x}");
                        misaligned.insert(number);
                    }
                    RelocationError::Overflow { .. } => {
                        assert!(!(-limit..limit).contains(&scaled), "{name}: {scaled:#x}");
                        overflows.insert(number);
                    }
                    other => panic!("{name}: {other:?}"),
                },
                Err(error) => panic!("{name}: {error}"),
            }
        }
    }
    let all: Vec<u32> = relocation::all().map(|one| one.0).collect();
    let never: Vec<&u32> = all.iter().filter(|number| !stored.contains(number)).collect();
    assert!(never.is_empty(), "never stored: {never:x?}");
    let narrow = |number: &&u32| size_of(**number).1 < 32;
    let without: Vec<&u32> = all.iter().filter(narrow).filter(|number| !overflows.contains(number)).collect();
    assert!(without.is_empty(), "no overflow: {without:x?}");
    let scaled = |number: &&u32| **number & 0xFF != 0;
    assert!(all.iter().filter(scaled).all(|number| misaligned.contains(number)));
    println!("{} relocations, {} of them stored", all.len(), stored.len());
}

#[test]
fn small_fields_hold_small_numbers() {
    // A constant is an address of its own: every absolute size takes it.
    for (number, name) in relocation::all().filter(|one| one.0 >> 16 == 0) {
        let (bytes, ..) = size_of(number);
        let mut object = program(number, 0, 0, 0);
        object.symbols[0].place = SymbolPlace::Absolute;
        object.symbols[0].value = 0x50;
        let linked = link(&[&object], &link_options()).unwrap_or_else(|error| panic!("{name}: {error}"));
        let data = linked.segments.iter().find(|part| part.flags & 2 != 0).expect("data");
        let high = matches!(number >> 8 & 0xFF, 6 | 10);
        let value = if high { 0 } else { 0x50u64 >> (number & 0xFF) };
        assert_eq!(data.data[8..8 + bytes], value.to_le_bytes()[..bytes], "{name}");
    }
}

/// Parts of a program that both linkers decide on: the segments, the entry and the places of the base pointers.
fn decided(program: &Executable) -> Vec<String> {
    let mut lines: Vec<String> = program
        .segments
        .iter()
        .map(|part| format!("{:#x} +{:#x} flags {}", part.address, part.memory_size, part.flags))
        .collect();
    lines.push(format!("entry {:#x}", program.entry));
    for name in ["__ip_base", "__datap_base"] {
        lines.push(format!("{name} {:x?}", program.globals.get(name).map(|one| one.address)));
    }
    lines
}

/// The first bytes that differ. What a file does not hold is 0.
fn first_difference(ours: &Executable, theirs: &Executable) -> Option<String> {
    for (a, b) in ours.segments.iter().zip(&theirs.segments) {
        let byte = |data: &[u8], at: usize| data.get(at).copied().unwrap_or(0);
        let longest = a.data.len().max(b.data.len());
        if let Some(at) = (0..longest).find(|&at| byte(&a.data, at) != byte(&b.data, at)) {
            let part = |data: &[u8]| (at & !3..(at & !3) + 12).map(|at| byte(data, at)).collect::<Vec<u8>>();
            return Some(format!(
                "at {:#x}: here {:02x?}, forw {:02x?} ({} and {} bytes)",
                a.address + at as u64,
                part(&a.data),
                part(&b.data),
                a.data.len(),
                b.data.len()
            ));
        }
    }
    None
}

/// Links an object with libraries here and there; the error says what differs.
fn compare(forw: &Path, folder: &Path, object: &ObjectFile, paths: &[PathBuf]) -> Result<Executable, String> {
    let members = |path: &PathBuf| -> Vec<ObjectFile> {
        let bytes = std::fs::read(path).expect("the library can be read");
        let members = read_library("library", &bytes).expect("it is a library");
        members.iter().map(|one| read_object(one.name, one.data).expect("an object")).collect()
    };
    let members: Vec<ObjectFile> = paths.iter().flat_map(members).collect();
    let mut objects = vec![object.clone()];
    let needed = needed_members(&objects, &members, &link_options().entry);
    objects.extend(needed.into_iter().map(|index| members[index].clone()));
    let mut arguments = vec!["-link".to_owned(), "-debug".to_owned(), "x.ex".to_owned(), "x.ob".to_owned()];
    arguments.extend(paths.iter().map(|path| path.display().to_string()));
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let said = run(forw, folder, &arguments);
    let ours =
        link(&objects, &LinkOptions { served: Default::default(), ..link_options() }).map_err(|error| {
            match said.contains("rror") {
                true => format!("refused by both: {error}"),
                false => format!("refused here: {error}"),
            }
        })?;
    // Written and read again, so that both come from files.
    let ours = read_executable("ours", &write_executable(&ours).expect("it can be written"))
        .expect("it can be read");
    let theirs = std::fs::read(folder.join("x.ex")).map_err(|error| format!("{error}: {said}"))?;
    let theirs = read_executable("theirs", &theirs).map_err(|error| format!("{error}: {said}"))?;
    let (a, b) = (decided(&ours), decided(&theirs));
    if a != b {
        return Err(format!("here {a:?}\nforw {b:?}"));
    }
    first_difference(&ours, &theirs).map_or(Ok(ours), Err)
}

/// Programs linked here have the bytes of those that `forw -link` makes of the same objects and libraries; of the
/// vendor's sources those with `_main` or an entry point, with the vendor's libraries as they are and with
/// one that `forw -lib` makes.
#[test]
fn programs_have_the_bytes_of_forw_link() {
    let Some(forw) = forw() else { return };
    let folder = tempfile::tempdir().expect("a folder");
    let here = concat!(env!("CARGO_MANIFEST_DIR"), "/programs/forwardcom");
    let mut texts: Vec<PathBuf> =
        std::fs::read_dir(here).expect("the folder exists").flatten().map(|entry| entry.path()).collect();
    texts.sort();
    texts.extend(files("as"));
    let mut libraries = files("li");
    libraries.retain(|path| !path.to_string_lossy().contains("light"));
    let (mut equal, mut bytes, mut wrong, mut refused) = (0, 0, Vec::new(), 0);
    for path in &texts {
        let text =
            String::from_utf8_lossy(&std::fs::read(path).expect("the source can be read")).into_owned();
        let is_library = text.contains("startup") || path.to_string_lossy().contains("librar");
        if !(text.contains("_main") || text.contains("__entry_point")) || is_library {
            continue;
        }
        let _ = std::fs::remove_file(folder.path().join("x.ob"));
        let _ = std::fs::remove_file(folder.path().join("x.ex"));
        run(&forw, folder.path(), &["-ass", &path.display().to_string(), "x.ob", "-O0", "-v0"]);
        let Ok(file) = std::fs::read(folder.path().join("x.ob")) else { continue };
        let object = read_object("x.ob", &file).expect("the vendor's object can be read");
        match compare(&forw, folder.path(), &object, &libraries) {
            Ok(linked) => {
                equal += 1;
                bytes += linked.segments.iter().map(|part| part.data.len()).sum::<usize>();
            }
            Err(text) if text.starts_with("refused by both") => refused += 1,
            Err(text) => wrong.push(format!("{}: {text}", path.display())),
        }
    }
    println!("{equal} programs with {bytes} bytes are equal, {} differ, both refuse {refused}", wrong.len());
    for text in &wrong {
        println!("{text}");
    }
    assert!(equal >= 6);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// A library that `forw -lib` makes of objects: its members can be read, and a program that needs one of them is
/// linked with that one only, as there.
#[test]
fn libraries_of_forw_are_read() {
    let Some(forw) = forw() else { return };
    let folder = tempfile::tempdir().expect("a folder");
    let code = |name: &str, body: &str| {
        format!("code section read execute ip\n{name} function public\n{body}\n{name} end\ncode end\n")
    };
    let texts = [
        ("one", code("_one", "int64 r0 = 1\nreturn")),
        ("two", format!("extern _three: function\n{}", code("_two", "call _three\nreturn"))),
        ("three", code("_three", "int64 r0 = 3\nreturn")),
        ("main", format!("extern _two: function\n{}", code("__entry_point", "call _two\nsys_call(1, 0x10)"))),
    ];
    for (name, text) in &texts {
        std::fs::write(folder.path().join(format!("{name}.as")), text).expect("write");
        run(&forw, folder.path(), &["-ass", &format!("{name}.as"), &format!("{name}.ob"), "-O0", "-v0"]);
    }
    run(&forw, folder.path(), &["-lib", "x.li", "one.ob", "two.ob", "three.ob"]);
    let library = folder.path().join("x.li");
    let bytes = std::fs::read(&library).expect("forw makes a library");
    let members = read_library("x.li", &bytes).expect("a library");
    let names: Vec<&str> = members.iter().map(|one| one.name).collect();
    assert_eq!(names, ["one.ob", "three.ob", "two.ob"]);
    std::fs::copy(folder.path().join("main.ob"), folder.path().join("x.ob")).expect("copy");
    let object =
        read_object("x.ob", &std::fs::read(folder.path().join("x.ob")).expect("an object")).expect("read");
    let linked = compare(&forw, folder.path(), &object, &[library]).expect("equal");
    assert!(!linked.globals.contains_key("_one"), "one is not needed");
    // The same program from objects that are assembled here.
    let ours: Vec<ObjectFile> =
        [3, 2, 1].map(|index: usize| assemble(texts[index].0, &texts[index].1).expect("text")).into();
    let ours = link(&ours, &link_options()).expect("it can be linked");
    assert_eq!(first_difference(&ours, &linked), None);
}

fn assembled(name: &str, text: &str) -> ObjectFile {
    assemble(name, text).unwrap_or_else(|error| panic!("{error}"))
}

/// A program that calls `_g`, of which it says so much, and what the function `_g` says of itself.
fn caller_and_called(expects: &str, changes: &str) -> Result<Executable, LinkError> {
    let caller = format!(
        "extern _g: function{expects}\n\
         code section execute align=4\n__entry_point function public\ncall _g\nreturn\n__entry_point end\ncode end\n"
    );
    let called = format!(
        "code section execute align=4\n_g function public{changes}\nint64 r16 = 5\nreturn\n_g end\ncode end\n"
    );
    link(&[assembled("caller", &caller), assembled("called", &called)], &link_options())
}

/// A reference that says nothing expects what the first method lets a function change.
#[test]
fn registers_are_compared_with_what_is_expected() {
    let refused = |expects: &str, changes: &str| {
        let reported = caller_and_called(expects, changes).err().map(|error| error.to_string());
        reported.is_some_and(|reported| reported.contains("as expected here"))
    };
    assert!(!refused("", ""));
    assert!(!refused("", " reguse = 0xffff, 0xffff"));
    assert!(refused("", " reguse = 0x10000, 0"));
    assert!(refused("", " reguse = 0, 0x80000000"));
    assert!(!refused(", reguse = 0x10000, 0", " reguse = 0x10000, 0"));
    assert!(refused(", reguse = 1, 0", " reguse = 3, 0"));
    assert!(refused(", reguse = 1, 0", ""));
}

/// A weak function that is defined nowhere returns zero, in either file of registers.
#[test]
fn a_weak_function_that_is_defined_nowhere_returns_zero() {
    let text = "extern _nowhere: function, weak\n\
                code section execute align=4\n__entry_point function public\n\
                int64 r0 = 5\nint64 v0 = gp2vec(r0)\ncall _nowhere\nint64 r1 = vec2gp(v0)\nreturn\n\
                __entry_point end\ncode end\n";
    let program = link(&[assembled("caller", text)], &link_options()).expect("it links");
    let mut machine = find("forwardcom").expect("its tools").machine().expect("a machine");
    machine.load(&program).expect("it is loaded");
    machine.reset();
    let home = machine.begin_call(program.entry);
    machine.set_register(1, 7);
    assert_eq!(machine.run(100), Stop::Breakpoint(home));
    assert_eq!((machine.register(0), machine.register(1)), (0, 0));
    // One that is defined is called itself.
    let defined = assembled(
        "called",
        "code section execute align=4\n_nowhere function public\nint64 r0 = 9\nreturn\n_nowhere end\ncode end\n",
    );
    let program = link(&[assembled("caller", text), defined], &link_options()).expect("it links");
    machine.load(&program).expect("it is loaded");
    machine.reset();
    let home = machine.begin_call(program.entry);
    assert_eq!(machine.run(100), Stop::Breakpoint(home));
    assert_eq!((machine.register(0), machine.register(1)), (9, 5));
}

/// Nothing says where to begin: it is where code would lie.
#[test]
fn a_program_without_code_begins_where_code_would() {
    let object = assembled("data", "data section read write datap\nint64 1\ndata end\n");
    let program = link(&[&object], &link_options()).unwrap();
    let again = read_executable("again", &write_executable(&program).unwrap()).unwrap();
    assert_eq!((program.entry, again.entry), (0x100, 0x100));
}
