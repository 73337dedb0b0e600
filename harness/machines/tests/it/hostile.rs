//! Damaged and random input: every answer is an error or a fault, never a panic, and never a large
//! allocation.

use crate::support::calls::name_of as kind;
use crosscall_machines::elf::{
    ElfClass, Format, Member, read_executable, read_object, write_executable, write_object,
};
use crosscall_machines::epiphany::execute::Core;
use crosscall_machines::epiphany::link::{EXTERNAL, FORMAT, MACHINE, link, link_options};
use crosscall_machines::executable::{Executable, Segment};
use crosscall_machines::link::{Entry, needed_members};
use crosscall_machines::listing::Style;
use crosscall_machines::machine::{FaultKind, Machine, State, Stop};
use crosscall_machines::object_file::{Binding, ObjectFile, Relocation, Section, Symbol, SymbolPlace};
use crosscall_machines::toolset::{self, Toolset};
use proptest::prelude::*;

const FORMAT64: Format = Format { class: ElfClass::Elf64, machine: 0x6233, os_abi: 0 };

fn binding() -> impl Strategy<Value = Binding> {
    prop_oneof![Just(Binding::Local), Just(Binding::Global), Just(Binding::Weak)]
}

fn section() -> impl Strategy<Value = Section> {
    let name = prop_oneof!["\\.text", "\\.data", "\\.[a-z]{1,9}(\\.[a-z]{1,4})?"];
    let data = proptest::collection::vec(any::<u8>(), 0..80);
    (name, data, 0u32..6, prop_oneof![Just(3u64), Just(6), Just(2), Just(0)], any::<bool>()).prop_map(
        |(name, data, align, flags, nobits)| {
            let size = data.len() as u64;
            let (kind, data) = if nobits { (8, Vec::new()) } else { (1, data) };
            Section { name, kind, flags, align: 1 << align, data, size, relocations: Vec::new() }
        },
    )
}

/// Objects that can be written: indices exist, local symbols come first.
fn object() -> impl Strategy<Value = ObjectFile> {
    let symbol =
        ("[a-z_]{1,6}", binding(), 0u8..3, any::<u32>(), any::<u32>(), any::<prop::sample::Index>(), 0u8..4);
    let relocation =
        (0u64..90, 0u32..15, any::<prop::sample::Index>(), any::<i32>(), any::<prop::sample::Index>());
    let sections = proptest::collection::vec(section(), 1..6);
    let symbols = proptest::collection::vec(symbol, 0..10);
    let relocations = proptest::collection::vec(relocation, 0..12);
    (sections, symbols, relocations, any::<u32>()).prop_map(|(mut sections, symbols, relocations, flags)| {
        let place = |kind: u8, index: prop::sample::Index| match kind {
            0 => SymbolPlace::Undefined,
            1 => SymbolPlace::Absolute,
            2 => SymbolPlace::Common,
            _ => SymbolPlace::Section(index.index(sections.len())),
        };
        let mut symbols: Vec<Symbol> = symbols
            .into_iter()
            .map(|(name, binding, kind, value, size, index, what)| Symbol {
                name,
                binding,
                kind,
                value: value.into(),
                size: size.into(),
                place: place(what, index),
            })
            .collect();
        symbols.sort_by_key(|symbol| symbol.binding != Binding::Local);
        for (offset, kind, index, addend, target) in relocations {
            let count = sections.len();
            let section = &mut sections[target.index(count)];
            if offset <= section.size {
                let symbol = (!symbols.is_empty()).then(|| index.index(symbols.len()));
                section.relocations.push(Relocation { offset, kind, symbol, addend: addend.into() });
            }
        }
        ObjectFile { name: "object".to_string(), flags, sections, symbols, ..ObjectFile::default() }
    })
}

/// This many cases, or as many as PROPTEST_CASES says.
fn config(cases: u32) -> ProptestConfig {
    let named = std::env::var("PROPTEST_CASES").ok().and_then(|text| text.parse().ok());
    ProptestConfig { cases: named.unwrap_or(cases), failure_persistence: None, ..ProptestConfig::default() }
}

/// Replaces some bytes, and cuts the end off.
fn damage(
    mut bytes: Vec<u8>,
    changes: &[(prop::sample::Index, u8)],
    keep: Option<prop::sample::Index>,
) -> Vec<u8> {
    for (index, value) in changes {
        if !bytes.is_empty() {
            let at = index.index(bytes.len());
            bytes[at] = *value;
        }
    }
    if let Some(keep) = keep {
        bytes.truncate(keep.index(bytes.len() + 1));
    }
    bytes
}

fn changes() -> impl Strategy<Value = Vec<(prop::sample::Index, u8)>> {
    proptest::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 0..8)
}

/// Runs whatever was loaded for a while; the machine must stay usable.
fn exercise(core: &mut Core, program: &Executable) {
    if core.load(program).is_ok() {
        core.set_register(13, 0x8000);
        let stop = core.run(2_000);
        if let Stop::Fault(fault) = stop {
            assert!(!fault.text.is_empty());
        }
        core.reset();
        assert_eq!(core.instructions(), 0);
    }
}

proptest! {
    #![proptest_config(config(512))]

    #[test]
    fn objects_survive_writing_and_reading(object in object()) {
        for format in [FORMAT, FORMAT64] {
            let bytes = write_object(&object, &format).expect("the object can be written");
            prop_assert_eq!(&read_object("object", &bytes, &format).expect("it can be read"), &object);
        }
    }

    #[test]
    fn random_bytes_are_refused(bytes in proptest::collection::vec(any::<u8>(), 0..600)) {
        prop_assert!(read_object("random", &bytes, &FORMAT).is_err());
        prop_assert!(read_executable("random", &bytes, &FORMAT64).is_err());
    }

    #[test]
    fn random_bytes_behind_a_good_header(kind in 1u16..3, rest in proptest::collection::vec(any::<u8>(), 32..600)) {
        let mut bytes = vec![0x7f, b'E', b'L', b'F', 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0];
        bytes.extend_from_slice(&kind.to_le_bytes());
        bytes.extend_from_slice(&MACHINE.to_le_bytes());
        bytes.extend_from_slice(&rest);
        let _ = read_object("random", &bytes, &FORMAT);
        let _ = read_executable("random", &bytes, &FORMAT);
    }

    #[test]
    fn damaged_objects_are_read_or_refused(object in object(), changes in changes(), keep in proptest::option::of(any::<prop::sample::Index>())) {
        for format in [FORMAT, FORMAT64] {
            let bytes = write_object(&object, &format).expect("the object can be written");
            let bytes = damage(bytes, &changes, keep);
            match read_object("damaged", &bytes, &format) {
                Ok(object) => {
                    let total: usize = object.sections.iter().map(|s| s.data.len() + s.relocations.len()).sum();
                    prop_assert!(total <= bytes.len());
                    let _ = link(&[object], &link_options());
                }
                Err(error) => {
                    prop_assert!(error.to_string().starts_with("damaged: at offset 0x"));
                    prop_assert!(!error.text.is_empty());
                }
            }
        }
    }

    #[test]
    fn every_truncation_is_handled(object in object()) {
        let bytes = write_object(&object, &FORMAT).expect("the object can be written");
        for length in 0..bytes.len() {
            let _ = read_object("cut", &bytes[..length], &FORMAT);
        }
    }
}

proptest! {
    #![proptest_config(config(96))]

    #[test]
    fn objects_that_link_load_and_run(mut objects in proptest::collection::vec(object(), 1..4)) {
        let mut core = Core::new().expect("the default memory map is valid");
        for (index, object) in objects.iter_mut().enumerate() {
            object.name = format!("object {index}");
        }
        let mut options = link_options();
        options.size_limit = 1 << 20;
        if let Ok(program) = link(&objects, &options) {
            let bytes = write_executable(&program, &FORMAT).expect("it can be written");
            let again = read_executable("program", &bytes, &FORMAT).expect("it can be read");
            prop_assert_eq!(&again.segments, &program.segments);
            prop_assert_eq!(&again.globals, &program.globals);
            exercise(&mut core, &program);
        }
    }

    #[test]
    fn damaged_programs_load_or_are_refused(words in proptest::collection::vec(any::<u16>(), 1..40), changes in changes(), keep in proptest::option::of(any::<prop::sample::Index>())) {
        let mut core = Core::new().expect("the default memory map is valid");
        let bytes = write_executable(&code(&words), &FORMAT).expect("it can be written");
        if let Ok(program) = read_executable("damaged", &damage(bytes, &changes, keep), &FORMAT) {
            exercise(&mut core, &program);
        }
    }
}

/// A program of random halfwords.
fn code(words: &[u16]) -> Executable {
    let data: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    let memory_size = data.len() as u64;
    Executable {
        machine: MACHINE,
        entry: EXTERNAL,
        segments: vec![Segment { address: EXTERNAL, data, memory_size, flags: 7 }],
        ..Executable::default()
    }
}

/// Random instructions with random registers, many programs on one core.
#[test]
fn random_instructions_end_in_clear_stops() {
    let mut core = Core::new().expect("the default memory map is valid");
    let mut state = 0x0123_4567_89AB_CDEFu64;
    let mut next = move || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 24) as u32
    };
    let mut ends = std::collections::BTreeMap::new();
    for round in 0..20_000 {
        let words: Vec<u16> = (0..1 + next() % 32).map(|_| next() as u16).collect();
        core.load(&code(&words)).expect("the program fits");
        for index in 0..64 {
            // Mostly addresses of memory, so that accesses go through.
            let value = match next() % 4 {
                0 => next(),
                1 => EXTERNAL as u32 + next() % 64,
                2 => 0xF_0000 + next() % 0x900,
                _ => (next() % 0xF_0000) & !7,
            };
            core.set_register(index, value.into());
        }
        let config = if round % 3 == 0 { 0x8_0000 } else { u64::from(next() % 16) };
        core.set_register(64, config);
        let stop = core.run(500);
        *ends.entry(kind(&stop)).or_insert(0u32) += 1;
        if let Stop::Fault(fault) = &stop {
            assert_eq!(fault.pc, core.pc(), "{fault}");
            assert!(!fault.text.is_empty());
        }
    }
    println!("{ends:?}");
    assert!(ends.len() >= 6, "{ends:?}");
}

#[test]
fn endless_loops_use_up_the_budget() {
    let mut core = Core::new().expect("the default memory map is valid");
    core.load(&code(&[0x00e0])).expect("the program fits");
    assert_eq!(core.run(1000), Stop::Budget);
    assert_eq!(core.instructions(), 1000);
    assert_eq!(core.pc(), EXTERNAL);
}

#[test]
fn wild_jumps_name_the_target() {
    let mut core = Core::new().expect("the default memory map is valid");
    // jr r0
    for target in [0x9000u64, 0, 0xF_0000, 0xFFFF_FFFE, EXTERNAL + 2, 0x8DFF_0008] {
        core.load(&code(&[0x0142])).expect("the program fits");
        core.set_register(0, target);
        match core.run(10) {
            Stop::Fault(fault) => {
                assert_eq!((fault.kind, fault.pc), (FaultKind::WildJump, target));
                assert!(fault.text.contains(&format!("{target:#x}")), "{fault}");
            }
            stop => panic!("{target:#x}: {stop:?}"),
        }
    }
}

#[test]
fn an_instruction_may_not_hang_over_the_end_of_the_code() {
    let mut core = Core::new().expect("the default memory map is valid");
    core.load(&code(&[0x01a2, 0x00e8])).expect("the program fits");
    let Stop::Fault(fault) = core.run(10) else { panic!("the second instruction is cut off") };
    assert_eq!((fault.kind, fault.pc), (FaultKind::WildJump, EXTERNAL + 2));
}

// ---- every target ----

/// An object with relocations that the target knows, and some that it does not.
fn for_target(object: &ObjectFile, tools: &dyn Toolset) -> ObjectFile {
    let known: Vec<u32> = (0..512).filter(|&kind| tools.relocation_name(kind).is_some()).collect();
    let mut object = object.clone();
    for (index, relocation) in object.sections.iter_mut().flat_map(|s| &mut s.relocations).enumerate() {
        if index % 5 != 4 && !known.is_empty() {
            relocation.kind = known[relocation.addend.unsigned_abs() as usize % known.len()];
        }
    }
    object
}

/// Runs whatever was loaded for a while, for any target; the machine must stay usable.
fn exercise_any(tools: &dyn Toolset, program: &Executable) {
    let mut machine = tools.machine().expect("the default memory map is valid");
    if machine.load(program).is_ok() {
        if let Stop::Fault(fault) = machine.run(2_000) {
            assert!(!fault.text.is_empty(), "{}", tools.name());
        }
        machine.reset();
        assert_eq!(machine.instructions(), 0, "{}", tools.name());
    }
}

/// An object whose only section is code.
fn code_object(code: Vec<u8>) -> ObjectFile {
    let size = code.len() as u64;
    let (name, relocations) = (".text".to_string(), Vec::new());
    let section = Section { name, kind: 1, flags: 6, align: 8, data: code, size, relocations };
    ObjectFile { name: "code".to_string(), sections: vec![section], ..ObjectFile::default() }
}

#[test]
fn programs_for_another_place_or_processor_are_refused() {
    for tools in toolset::ALL {
        let mut machine = tools.machine().expect("the default memory map is valid");
        let (number, region) = (tools.format().machine, machine.memory_map().regions[0].clone());
        let mut refused = |machine_number: u16, address: u64, memory_size: u64| {
            let segment = Segment { address, data: vec![0; 8], memory_size, flags: 5 };
            let segments = vec![segment];
            let program =
                Executable { machine: machine_number, entry: address, segments, ..Executable::default() };
            machine.load(&program).expect_err(tools.name()).to_string()
        };
        let text = format!("the program is for ELF machine 0x3, this simulator runs {number:#x}");
        assert_eq!(refused(3, region.base, 8), text);
        let text = "a segment of 0x8 bytes at 0xffffffff0000 lies outside the machine's memory";
        assert_eq!(refused(number, 0xffff_ffff_0000, 8), text);
        for size in [region.size + 1, u64::MAX] {
            assert!(refused(number, region.base, size).ends_with(" lies outside the machine's memory"));
        }
    }
}

proptest! {
    #![proptest_config(config(32))]

    #[test]
    fn every_target_takes_or_refuses_random_objects(mut objects in proptest::collection::vec(object(), 1..4), changes in changes(), keep in proptest::option::of(any::<prop::sample::Index>())) {
        for (index, object) in objects.iter_mut().enumerate() {
            object.name = format!("object {index}");
            object.flags = 0;
        }
        for tools in toolset::ALL {
            let objects: Vec<ObjectFile> = objects.iter().map(|object| for_target(object, tools)).collect();
            let mut options = tools.link_options();
            options.size_limit = 1 << 20;
            if let Ok(program) = tools.link(&objects.iter().collect::<Vec<_>>(), &options) {
                let bytes = tools.write_executable(&program).expect("it can be written");
                let again = tools.read_executable("program", &bytes).expect("it can be read");
                prop_assert_eq!(&again.segments, &program.segments);
                exercise_any(tools, &program);
                if let Ok(program) = tools.read_executable("damaged", &damage(bytes, &changes, keep)) {
                    exercise_any(tools, &program);
                }
            }
            // Not every format has common symbols.
            let Ok(bytes) = tools.write_object(&objects[0]) else { continue };
            if let Ok(object) = tools.read_object("damaged", &damage(bytes, &changes, keep)) {
                let _ = tools.link(&[&object], &options);
            }
        }
    }

    /// Libraries of damaged objects, damaged themselves: members lie inside of the file.
    #[test]
    fn every_target_takes_or_refuses_damaged_libraries(objects in proptest::collection::vec(object(), 1..4), changes in changes(), keep in proptest::option::of(any::<prop::sample::Index>())) {
        for tools in toolset::ALL {
            let mut library = b"!<arch>\n".to_vec();
            for (number, object) in objects.iter().enumerate() {
                let bytes = tools.write_object(&for_target(object, tools)).unwrap_or_default();
                library.resize(library.len().next_multiple_of(8), b'\n');
                library.extend(format!("{:<48}{:<10}`\n", format!("{number}.o/"), bytes.len()).bytes());
                library.extend(bytes);
            }
            let library = damage(library, &changes, keep);
            match tools.read_library("damaged", &library) {
                Ok(members) => {
                    let total: usize = members.iter().map(|member| member.data.len()).sum();
                    prop_assert!(total <= library.len());
                    let read = |m: &Member| tools.read_object(m.name, m.data).ok();
                    let objects: Vec<ObjectFile> = members.iter().filter_map(read).collect();
                    let needed = needed_members(&[], &objects, &Entry::Symbol("a".to_owned()));
                    prop_assert!(needed.iter().all(|index| *index < objects.len()));
                }
                Err(error) => prop_assert!(error.to_string().starts_with("damaged: at offset 0x")),
            }
        }
    }

    #[test]
    fn every_target_prints_and_runs_random_code(code in proptest::collection::vec(any::<u8>(), 1..400), address in any::<u64>()) {
        for tools in toolset::ALL {
            for style in [Style::Vendor, Style::Source] {
                let lines = tools.disassemble(&code, address, style);
                let total: usize = lines.iter().map(|line| line.bytes.len()).sum();
                prop_assert_eq!(total, code.len(), "{}", tools.name());
            }
            if let Ok(program) = tools.link(&[&code_object(code.clone())], &tools.link_options()) {
                exercise_any(tools, &program);
            }
        }
    }

    /// Texts that are nearly right: what the disassembler prints, with changes.
    #[test]
    fn every_target_takes_or_refuses_damaged_source(code in proptest::collection::vec(any::<u8>(), 1..200), changes in changes(), joins in proptest::collection::vec(any::<prop::sample::Index>(), 0..4)) {
        for tools in toolset::ALL {
            let lines = tools.disassemble(&code, 0, Style::Source);
            let text: String = lines.iter().map(|line| format!("{}\n", line.text)).collect();
            let mut bytes = damage(text.into_bytes(), &changes, None);
            for join in &joins {
                if !bytes.is_empty() {
                    let piece = b" , ( ) [ ] + - : ; # % . { } ! ~ \n \" '";
                    bytes.insert(join.index(bytes.len()), piece[join.index(piece.len())]);
                }
            }
            let text = String::from_utf8_lossy(&bytes).into_owned();
            if let Err(diagnostics) = tools.assemble("text", &text) {
                prop_assert!(!diagnostics.0.is_empty(), "{}", tools.name());
            }
        }
    }
}
