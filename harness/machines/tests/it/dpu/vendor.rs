//! The vendor's own code, where an SDK is installed: all of its instructions are read and written back, and
//! its runtime library gives what the host-served functions give.
//!
//! The SDK is looked for as `dpu` in the folder named by CROSSCALL_TOOLCHAINS or in
//! `~/.cache/crosscall/toolchains`; without it these tests say so and do nothing.

use crate::support::random::Xorshift;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use crosscall_machines::dpu::execute::Core;
use crosscall_machines::dpu::link::{FORMAT, HOST_WINDOW, STACK_BASE, link, link_options};
use crosscall_machines::dpu::runtime::CALL_CLOBBERED;
use crosscall_machines::dpu::{assemble, decode, disassemble};
use crosscall_machines::elf::{
    is_archive, read_archive, read_executable, read_object, write_executable, write_object,
};
use crosscall_machines::executable::Executable;
use crosscall_machines::listing::Style;
use crosscall_machines::machine::{Machine, State, Stop};
use crosscall_machines::object_file::{Binding, ObjectFile, SymbolPlace};
use crosscall_machines::runtime::{FUNCTIONS, Meaning, Width};

/// The forms that were found in the vendor's libraries and programs.
const SEEN: &str = include_str!("../../vectors/dpu_forms_seen.txt");

/// The folder of the SDK.
fn sdk() -> Option<PathBuf> {
    let named = std::env::var_os("CROSSCALL_TOOLCHAINS").map(PathBuf::from);
    let default = std::env::var_os("HOME").map(|home| Path::new(&home).join(".cache/crosscall/toolchains"));
    let places = [named, default].into_iter().flatten().map(|place| place.join("dpu"));
    let found = places.into_iter().find(|place| place.is_dir());
    if found.is_none() {
        println!("skipped: the DPU SDK is not installed");
    }
    found
}

/// All files below a folder.
fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    paths.sort();
    for path in paths {
        if path.is_dir() {
            files(&path, found);
        } else {
            found.push(path);
        }
    }
}

/// Reads, prints, assembles and compares code; gives the number of instructions.
fn check_code(name: &str, code: &[u8]) -> usize {
    assert!(code.len().is_multiple_of(8), "{name}");
    let lines = disassemble(code, 0, Style::Source);
    for (line, slot) in lines.iter().zip(code.chunks(8)) {
        let word = u64::from_le_bytes(slot.try_into().expect("eight bytes"));
        assert!(decode(word).is_ok(), "{name} at {:#x}: {word:#x}", line.address);
        assert!(!line.text.starts_with('.'), "{name} at {:#x}: {}", line.address, line.text);
    }
    let source: String = lines.iter().map(|line| format!("\t{}\n", line.text)).collect();
    let object = assemble(name, &source).unwrap_or_else(|error| panic!("{name}: {error}"));
    assert_eq!(object.sections[0].data, code, "{name}");
    lines.len()
}

#[test]
fn every_instruction_of_the_sdk_is_read_and_written_back() {
    let Some(sdk) = sdk() else { return };
    let mut paths = Vec::new();
    files(&sdk, &mut paths);
    let (mut objects, mut programs, mut instructions, mut relocations) = (0, 0, 0, BTreeMap::new());
    let mut forms = BTreeMap::new();
    for path in paths {
        let Ok(bytes) = std::fs::read(&path) else { continue };
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let mut all: Vec<(String, &[u8])> = Vec::new();
        if is_archive(&bytes) {
            let members = read_archive(&name, &bytes).unwrap_or_else(|error| panic!("{error}"));
            all.extend(members.iter().map(|member| (format!("{name}({})", member.name), member.data)));
        } else {
            all.push((name, &bytes));
        }
        for (name, bytes) in all {
            if bytes.get(..4) != Some(b"\x7fELF") || bytes.get(0x12) != Some(&0xf5) {
                continue;
            }
            let mut code: Vec<(String, Vec<u8>)> = Vec::new();
            if let Ok(object) = read_object(&name, bytes, &FORMAT) {
                objects += 1;
                assert_eq!(object.flags, 0x0280_0000, "{name}");
                let again = write_object(&object, &FORMAT).unwrap_or_else(|error| panic!("{name}: {error}"));
                assert_eq!(read_object(&name, &again, &FORMAT).as_ref(), Ok(&object), "{name}");
                for section in object.sections {
                    for one in &section.relocations {
                        *relocations.entry(one.kind).or_insert(0u32) += 1;
                    }
                    if section.flags & 4 != 0 {
                        code.push((format!("{name}({})", section.name), section.data));
                    }
                }
            } else if let Ok(program) = read_executable(&name, bytes, &FORMAT) {
                programs += 1;
                let again =
                    write_executable(&program, &FORMAT).unwrap_or_else(|error| panic!("{name}: {error}"));
                let again = read_executable(&name, &again, &FORMAT).unwrap_or_else(|error| panic!("{error}"));
                assert_eq!((&again.segments, again.entry), (&program.segments, program.entry), "{name}");
                for segment in program.segments.into_iter().filter(|segment| segment.flags & 1 != 0) {
                    code.push((name.clone(), segment.data));
                }
            } else {
                panic!("{name} is neither an object nor a program");
            }
            for (name, code) in code {
                for slot in code.chunks_exact(8) {
                    let word = u64::from_le_bytes(slot.try_into().expect("eight bytes"));
                    if let Ok(instruction) = decode(word) {
                        *forms.entry(instruction.form.signature()).or_insert(0u32) += 1;
                    }
                }
                instructions += check_code(&name, &code);
            }
        }
    }
    println!("{objects} objects, {programs} programs, {instructions} instructions of {} forms", forms.len());
    println!("relocations by number: {relocations:?}");
    let unknown: Vec<&String> = forms.keys().filter(|form| !SEEN.lines().any(|line| line == *form)).collect();
    assert!(unknown.is_empty(), "not in the list of forms that the vendor's tools write: {unknown:?}");
    assert!(objects > 100 && instructions > 5000);
}

/// The objects of the runtime library.
fn library(sdk: &Path) -> Option<Vec<ObjectFile>> {
    let places = ["share/upmem/include/built-in/v1A/librt_v1A.a", "share/upmem/include/built-in/librt.a"];
    let path = places.iter().map(|place| sdk.join(place)).find(|path| path.is_file())?;
    let bytes = std::fs::read(path).ok()?;
    let members = read_archive("librt", &bytes).unwrap_or_else(|error| panic!("{error}"));
    let object = |member: &crosscall_machines::elf::Member<'_>| {
        read_object(member.name, member.data, &FORMAT).unwrap_or_else(|error| panic!("{error}"))
    };
    Some(members.iter().map(object).collect())
}

/// Returns whether an object defines a global symbol.
fn defines(object: &ObjectFile, name: &str) -> bool {
    let is_defined = |place| matches!(place, SymbolPlace::Section(_) | SymbolPlace::Absolute);
    object
        .symbols
        .iter()
        .any(|symbol| symbol.name == name && symbol.binding != Binding::Local && is_defined(symbol.place))
}

/// Links the objects that a symbol needs, as a linker takes them from a library. Nothing is served.
fn program_for(objects: &[ObjectFile], name: &str) -> Option<Executable> {
    let mut wanted = vec![name.to_string()];
    let mut taken: BTreeSet<usize> = BTreeSet::new();
    while let Some(name) = wanted.pop() {
        let Some(index) = objects.iter().position(|object| defines(object, &name)) else { continue };
        if taken.insert(index) {
            let missing = objects[index].symbols.iter().filter(|s| s.place == SymbolPlace::Undefined);
            wanted.extend(missing.map(|symbol| symbol.name.clone()));
        }
    }
    let taken: Vec<&ObjectFile> = taken.into_iter().map(|index| &objects[index]).collect();
    let mut options = link_options();
    options.served.retain(|_, address| !HOST_WINDOW.contains(*address));
    link(&taken, &options).ok().filter(|program| program.address_of(name).is_some())
}

/// Operands that are often at the edge of something.
fn operand(random: &mut Xorshift, width: Width, is_float: bool) -> u64 {
    let raw = random.next();
    let (edge32, edge64) = (
        [
            0,
            1,
            2,
            0x7fff_ffff,
            0x8000_0000,
            0xffff_ffff,
            0x3f80_0000,
            0x7f80_0000,
            0x7fc0_0000,
            0x0080_0000,
            0xbf80_0000,
            31,
        ],
        [
            0,
            1,
            i64::MAX as u64,
            i64::MIN as u64,
            u64::MAX,
            0x3ff0_0000_0000_0000,
            0x7ff0_0000_0000_0000,
            0x7ff8_0000_0000_0000,
            0xffff_ffff,
            1 << 32,
            63,
            0x10_0000_0000_0000,
        ],
    );
    let value = match raw >> 60 {
        0..4 if width == Width::Word => edge32[(raw >> 8) as usize % edge32.len()],
        0..4 => edge64[(raw >> 8) as usize % edge64.len()],
        4..8 if !is_float => random.next() >> (raw & 63),
        _ => random.next(),
    };
    if width == Width::Word { value & 0xffff_ffff } else { value }
}

/// Returns whether a single or double is a denormal number.
fn is_denormal(width: Width, bits: u64) -> bool {
    match width {
        Width::Word => bits & 0x7f80_0000 == 0 && bits & 0x7f_ffff != 0,
        Width::Double => bits >> 52 & 0x7ff == 0 && bits << 12 != 0,
    }
}

fn is_nan(width: Width, bits: u64) -> bool {
    match width {
        Width::Word => f32::from_bits(bits as u32).is_nan(),
        Width::Double => f64::from_bits(bits).is_nan(),
    }
}

/// The value of a single or double.
fn number(width: Width, bits: u64) -> f64 {
    match width {
        Width::Word => f32::from_bits(bits as u32).into(),
        Width::Double => f64::from_bits(bits),
    }
}

/// Returns whether C leaves the result open, or the library is known to differ: it takes operands and quotients of
/// divisions that are as small as the smallest normal number, or smaller, for 0.
fn is_open(name: &str, operands: &[Width], width: Width, values: &[u64], wanted: u64) -> bool {
    let is_float = name.contains("sf") || name.contains("df");
    let is_tiny = |width: Width, bits: u64| {
        is_denormal(width, bits)
            || number(width, bits).abs()
                == number(width, if width == Width::Word { 1 << 23 } else { 1 << 52 })
    };
    if is_float && name.contains("div") {
        return is_tiny(width, wanted)
            || operands.iter().zip(values).any(|(&width, &bits)| is_tiny(width, bits));
    }
    if name.starts_with("__fix") {
        let value = number(operands[0], values[0]);
        let unsigned = name.contains("uns");
        let top = 2f64.powi(if width == Width::Word { 32 } else { 64 } - i32::from(!unsigned));
        let low = if unsigned { -1.0 } else { -top - 1.0 };
        return value.is_nan() || value >= top || value <= low;
    }
    let shift_too_far = name.contains("sh") && values.get(1).is_some_and(|&amount| amount > 63);
    let nothing_to_count = (name.starts_with("__ctz") || name.starts_with("__clz")) && values[0] == 0;
    shift_too_far || nothing_to_count
}

#[test]
fn the_runtime_library_gives_what_the_host_serves() {
    let Some(objects) = sdk().and_then(|sdk| library(&sdk)) else { return };
    let mut core = Core::new().expect("the default memory map is valid");
    let mut random = Xorshift(0x5eed);
    let (mut functions, mut calls, mut executed, mut wrong) = (0, 0, 0, Vec::new());
    for function in FUNCTIONS {
        let Meaning::Pure(operands, width, compute) = function.meaning else { continue };
        let Some(program) = program_for(&objects, function.name) else { continue };
        functions += 1;
        core.load(&program).expect("the program fits");
        let name = function.name;
        let is_float = name.contains("sf") || name.contains("df");
        let is_comparison = is_float && name.ends_with('2') && width == Width::Word && operands.len() == 2;
        let to_float = name.starts_with("__float")
            || name.ends_with("f3")
            || name.ends_with("sf2") && name.contains("trunc")
            || name.contains("extend")
            || name.starts_with("__neg") && is_float;
        let mut clobbered = 0u32;
        for _ in 0..400 {
            let values: Vec<u64> =
                operands.iter().map(|&width| operand(&mut random, width, is_float)).collect();
            let mut given = values.iter().copied();
            let wanted = compute(given.next().unwrap_or(0), given.next().unwrap_or(0));
            let Some(wanted) = wanted else { continue };
            if is_open(name, operands, width, &values, wanted) {
                continue;
            }
            core.reset();
            for index in 0..24 {
                core.set_register(index, 0xc0de_0000 + u64::from(index));
            }
            let mut next = 0u16;
            for (&width, &value) in operands.iter().zip(&values) {
                if width == Width::Double {
                    next = next.next_multiple_of(2);
                    core.set_register(next, value >> 32);
                    core.set_register(next + 1, value);
                    next += 2;
                } else {
                    core.set_register(next, value);
                    next += 1;
                }
            }
            core.set_register(22, STACK_BASE);
            let before: Vec<u64> = (0..24).map(|index| core.register(index)).collect();
            let back = core.begin_call(program.address_of(name).expect("the function"));
            let stop = core.run(1_000_000);
            assert_eq!(stop, Stop::Breakpoint(back), "{name} {values:x?}");
            for index in 0..24u16 {
                let changed = core.register(index) != before[usize::from(index)] && index != 23;
                clobbered |= u32::from(changed) << index;
            }
            let (high, low) = (core.register(0), core.register(1));
            let found = if width == Width::Double { high << 32 | low } else { high };
            calls += 1;
            executed += core.instructions();
            let same = if is_comparison {
                (found as u32 as i32).signum() == (wanted as u32 as i32).signum()
            } else if to_float && is_nan(width, wanted) {
                is_nan(width, found)
            } else {
                found == wanted
            };
            if !same {
                wrong.push(format!("{name} {values:x?}: {found:#x}, the host says {wanted:#x}"));
            }
        }
        assert_eq!(u64::from(clobbered) & !CALL_CLOBBERED, 0, "{name} changes registers that it must keep");
        println!("{name}: registers changed {clobbered:#x}");
    }
    println!("{functions} functions, {calls} calls, {executed} instructions");
    wrong.sort();
    wrong.dedup_by_key(|text| text.split(' ').next().map(str::to_string));
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(functions > 40);
}

#[test]
fn the_routines_in_assembly_change_few_registers() {
    let Some(objects) = sdk().and_then(|sdk| library(&sdk)) else { return };
    let mut core = Core::new().expect("the default memory map is valid");
    let mut random = Xorshift(42);
    for (name, signed, may_change) in
        [("__mulsi3", false, 0x4), ("__udiv32", false, 0x1c), ("__div32", true, 0x3c)]
    {
        let program = program_for(&objects, name).expect(name);
        core.load(&program).expect("the program fits");
        let mut clobbered = 0u32;
        for _ in 0..2000 {
            let (a, b) = (
                operand(&mut random, Width::Word, false) as u32,
                operand(&mut random, Width::Word, false) as u32,
            );
            if b == 0 && name != "__mulsi3" {
                continue;
            }
            core.reset();
            for index in 0..24 {
                core.set_register(index, 0xc0de_0000 + u64::from(index));
            }
            core.set_register(0, a.into());
            core.set_register(1, b.into());
            core.set_register(22, STACK_BASE);
            let back = core.begin_call(program.address_of(name).expect("the function"));
            assert_eq!(core.run(100_000), Stop::Breakpoint(back), "{name} {a:#x} {b:#x}");
            let wanted = match (name, signed) {
                ("__mulsi3", _) => (a.wrapping_mul(b), None),
                (_, true) => {
                    let (a, b) = (a as i32, b as i32);
                    (a.wrapping_div(b) as u32, Some(a.wrapping_rem(b) as u32))
                }
                _ => (a / b, Some(a % b)),
            };
            let found = (core.register(0) as u32, core.register(1) as u32);
            assert_eq!(found.0, wanted.0, "{name} {a:#x} {b:#x}");
            assert!(wanted.1.is_none_or(|remainder| remainder == found.1), "{name} {a:#x} {b:#x}");
            for index in 2..22u16 {
                clobbered |= u32::from(core.register(index) != 0xc0de_0000 + u64::from(index)) << index;
            }
        }
        println!("{name}: registers changed beside r0 and r1: {clobbered:#x}");
        assert_eq!(clobbered & !may_change, 0, "{name}");
    }
}

/// The programs of the SDK run to the end of their first tasklet.
#[test]
fn programs_of_the_sdk_start_and_stop() {
    let Some(sdk) = sdk() else { return };
    let mut paths = Vec::new();
    files(&sdk, &mut paths);
    let mut core = Core::new().expect("the default memory map is valid");
    for path in paths {
        let Ok(bytes) = std::fs::read(&path) else { continue };
        let Ok(program) = read_executable("program", &bytes, &FORMAT) else { continue };
        core.load(&program).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let stop = core.run(200_000_000);
        println!("{}: {stop:?} after {} instructions", path.display(), core.instructions());
        assert_eq!(stop, Stop::Exit(0), "{}", path.display());
        // The program's text is kept in MRAM for the host.
        if path.ends_with("helloworld")
            && let Some(at) = program.address_of("__stdout_buffer")
        {
            let mut text = vec![0; 32];
            core.read(at, &mut text).expect("the buffer is memory");
            assert!(text.windows(12).any(|window| window == b"Hello World!"), "{text:?}");
        }
    }
}

/// The address in a program of what an object's symbol names, if it can be found.
fn address_in(
    program: &Executable,
    sections: &BTreeMap<usize, u64>,
    object: &ObjectFile,
    index: usize,
) -> Option<u64> {
    let symbol = object.symbols.get(index)?;
    match symbol.place {
        SymbolPlace::Section(section) => sections.get(&section).map(|base| base + symbol.value),
        _ => program.address_of(&symbol.name),
    }
}

/// Places of an object's sections in a program, as far as names that occur once show them.
fn sections_in(program: &Executable, object: &ObjectFile) -> BTreeMap<usize, u64> {
    let mut sections = BTreeMap::new();
    for symbol in object.symbols.iter().filter(|symbol| !symbol.name.is_empty()) {
        let SymbolPlace::Section(section) = symbol.place else { continue };
        let mut locals = program.locals.values().filter_map(|file| file.get(&symbol.name));
        let local = locals.next().filter(|_| locals.next().is_none());
        let found = program.globals.get(&symbol.name).or(local);
        if let Some(found) = found.filter(|found| found.size == symbol.size && symbol.size > 0) {
            sections.insert(section, found.address - symbol.value);
        }
    }
    sections
}

/// Library code in the SDK's programs: our linker fills the fields with what the vendor's linker has put there.
#[test]
fn relocations_are_those_of_the_vendors_linker() {
    use crosscall_machines::dpu::link::Dpu;
    use crosscall_machines::link::{LinkTarget, Site};
    let Some(sdk) = sdk() else { return };
    let Some(objects) = library(&sdk) else { return };
    let mut paths = Vec::new();
    files(&sdk, &mut paths);
    let (mut same, mut counts, mut other_versions) = (0, BTreeMap::new(), 0);
    for path in paths {
        let Ok(bytes) = std::fs::read(&path) else { continue };
        let Ok(program) = read_executable("program", &bytes, &FORMAT) else { continue };
        for object in &objects {
            let places = sections_in(&program, object);
            for (index, section) in object.sections.iter().enumerate() {
                let Some(&base) = places.get(&index).filter(|_| !section.data.is_empty()) else { continue };
                let inside = |s: &&crosscall_machines::executable::Segment| {
                    let offset = base.wrapping_sub(s.address) as usize;
                    s.data.get(offset..).is_some_and(|rest| rest.len() >= section.data.len())
                };
                let Some(segment) = program.segments.iter().find(inside) else { continue };
                let start = (base - segment.address) as usize;
                let linked = &segment.data[start..start + section.data.len()];
                // The same with all relocated fields cleared in both, or it is another version.
                let (mut plain, mut cleared) = (section.data.clone(), linked.to_vec());
                let mut mine = section.data.clone();
                let mut done = Vec::new();
                for one in &section.relocations {
                    let at = one.offset as usize;
                    let Some(symbol) =
                        one.symbol.and_then(|symbol| address_in(&program, &places, object, symbol))
                    else {
                        continue;
                    };
                    let zero = Site {
                        kind: one.kind,
                        symbol: 0,
                        addend: 0,
                        place: 0,
                        section: 0,
                        image_base: 0,
                        got: 0,
                    };
                    Dpu.relocate(&zero, &mut plain[at..]).expect("a field");
                    Dpu.relocate(&zero, &mut cleared[at..]).expect("a field");
                    let site = Site { symbol, addend: one.addend, ..zero };
                    Dpu.relocate(&site, &mut mine[at..]).expect("a field");
                    done.push(one.kind);
                }
                if plain != cleared || done.len() != section.relocations.len() {
                    other_versions += 1;
                    continue;
                }
                assert_eq!(mine, linked, "{}: {} of {}", path.display(), section.name, object.name);
                same += 1;
                for kind in done {
                    *counts.entry(kind).or_insert(0u32) += 1;
                }
            }
        }
    }
    println!(
        "{same} sections are equal, relocations by number: {counts:?}; {other_versions} sections are of other versions or cannot be placed"
    );
    assert!(same > 0);
}

/// A symbol's name as assembly: places without a name get one.
fn label(object: &ObjectFile, index: usize) -> String {
    match object.symbols.get(index).map(|symbol| symbol.name.as_str()) {
        Some("") | None => format!("nameless_{index}"),
        Some(name) => name.to_string(),
    }
}

/// A section's code as source with symbols.
fn source_with_symbols(object: &ObjectFile, number: usize) -> String {
    use crosscall_machines::dpu::operands::OperandKind;
    let section = &object.sections[number];
    let mut source = String::new();
    for (index, slot) in section.data.chunks(8).enumerate() {
        let offset = index as u64 * 8;
        for (index, symbol) in object.symbols.iter().enumerate() {
            let is_label = symbol.place == SymbolPlace::Section(number) && symbol.kind != 3;
            if is_label && symbol.value == offset {
                source += &format!("{}:\n", label(object, index));
            }
        }
        let word = u64::from_le_bytes(slot.try_into().expect("eight bytes"));
        let instruction = decode(word).expect("an instruction");
        let plain = disassemble::format(&instruction);
        let mut operands: Vec<String> = plain
            .split_once(' ')
            .map_or(Vec::new(), |(_, rest)| rest.split(", ").map(str::to_string).collect());
        for one in section.relocations.iter().filter(|one| one.offset == offset) {
            let place = instruction.form.operands.iter().position(
                |operand| matches!(operand.kind, OperandKind::Number { relocation, .. } if relocation == one.kind),
            );
            let symbol = label(object, one.symbol.expect("a symbol"));
            let more = if one.addend == 0 { String::new() } else { format!(" + {}", one.addend) };
            operands[place.expect("an operand for the relocation")] = format!("{symbol}{more}");
        }
        source += &format!("\t{} {}\n", instruction.form.mnemonic, operands.join(", "));
    }
    source
}

/// The library's code, written as source with symbols, assembles to the relocations that the vendor's
/// compiler has put there.
#[test]
fn relocations_are_those_of_the_vendors_compiler() {
    let Some(objects) = sdk().and_then(|sdk| library(&sdk)) else { return };
    let (mut sections, mut counts) = (0, BTreeMap::new());
    for object in &objects {
        for (number, section) in object.sections.iter().enumerate() {
            if section.flags & 4 == 0 || section.relocations.is_empty() {
                continue;
            }
            let source = source_with_symbols(object, number);
            let ours =
                assemble(&object.name, &source).unwrap_or_else(|error| panic!("{}: {error}", object.name));
            assert_eq!(ours.sections[0].data, section.data, "{}: {}", object.name, section.name);
            let theirs: Vec<(u64, u32, String, i64)> = section
                .relocations
                .iter()
                .map(|one| (one.offset, one.kind, label(object, one.symbol.expect("a symbol")), one.addend))
                .collect();
            let found: Vec<(u64, u32, String, i64)> = ours.sections[0]
                .relocations
                .iter()
                .map(|one| (one.offset, one.kind, label(&ours, one.symbol.expect("a symbol")), one.addend))
                .collect();
            assert_eq!(found, theirs, "{}: {}", object.name, section.name);
            sections += 1;
            for (_, kind, ..) in found {
                *counts.entry(kind).or_insert(0u32) += 1;
            }
        }
    }
    println!("{sections} sections with relocations by number: {counts:?}");
    assert!(sections > 100);
}
