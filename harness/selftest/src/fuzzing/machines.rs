//! Assemblers, disassemblers, linkers and simulators.

use crosscall_machines::executable::Executable;
use crosscall_machines::link::{SECTION_ALLOC, SECTION_EXECUTE};
use crosscall_machines::listing::Style;
use crosscall_machines::object_file::{Binding, ObjectFile, Section, Symbol, SymbolPlace};
use crosscall_machines::source_text::{self, Marks, Part};
use crosscall_machines::toolset::{self, Toolset};

/// Instructions that a random program may execute.
const BUDGET: u64 = 20_000;

/// Objects that are linked together, at most.
const OBJECTS: usize = 4;

/// Beginning of every ELF file.
const ELF: &[u8] = b"\x7fELF";

/// Section kind: contents in the file.
const PROGBITS: u32 = 1;

/// Symbol kind: a function.
const FUNCTION: u8 = 2;

/// The target that the first byte says, and the other bytes.
fn chosen(bytes: &[u8]) -> Option<(&'static dyn Toolset, &[u8])> {
    let (&first, rest) = bytes.split_first()?;
    let target = toolset::ALL.get(usize::from(first) % toolset::ALL.len())?;
    Some((*target, rest))
}

/// Treats bytes as instructions, as text, and as an object file of a target; the first byte says of which.
///
/// # Errors
/// The thing that does not survive.
pub fn machine_decode(bytes: &[u8]) -> Result<(), String> {
    let Some((target, bytes)) = chosen(bytes) else { return Ok(()) };
    instructions(target, bytes)?;
    if let Ok(text) = std::str::from_utf8(bytes) {
        let _ = target.assemble("fuzz", text);
    }
    if let Ok(object) = target.read_object("fuzz", bytes) {
        let _ = target.link(&[&object], &target.link_options());
    }
    for member in target.read_library("fuzz", bytes).unwrap_or_default() {
        let _ = target.read_object(member.name, member.data);
    }
    let _ = target.read_executable("fuzz", bytes);
    Ok(())
}

/// Every instruction that decodes is printed, assembled and compared.
fn instructions(target: &dyn Toolset, bytes: &[u8]) -> Result<(), String> {
    let lines = target.disassemble(bytes, 0, Style::Source);
    let listed: Vec<u8> = lines.iter().flat_map(|line| line.bytes.clone()).collect();
    if listed != bytes {
        return Err(format!("{}: {bytes:02x?} were listed as {listed:02x?}", target.name()));
    }
    let (head, tail) = target.code_frame();
    if head.is_empty() {
        let text: String = lines.iter().map(|line| format!("{}\n", line.text)).collect();
        return reassembled(target, &text, bytes);
    }
    // Bits that an instruction ignores cannot be written down: the text of each
    // line must only lead to an answer.
    for line in lines {
        let _ = target.assemble("fuzz", &format!("{head}{}\n{tail}", line.text));
    }
    Ok(())
}

fn reassembled(target: &dyn Toolset, text: &str, bytes: &[u8]) -> Result<(), String> {
    let object = target.assemble("fuzz", text).map_err(|e| format!("{e}\nin\n{text}"))?;
    let code = object.sections.iter().find(|s| s.flags & SECTION_EXECUTE != 0);
    let again = code.map_or(&[][..], |s| s.data.as_slice());
    if again.get(..bytes.len()) != Some(bytes) {
        return Err(format!("{}: {bytes:02x?} became {again:02x?} by way of\n{text}", target.name()));
    }
    Ok(())
}

/// Treats bytes as assembly text of a target; the first byte says of which. An object file that comes of it is written and
/// read again.
///
/// # Errors
/// The text and what was read otherwise.
pub fn assembler(bytes: &[u8]) -> Result<(), String> {
    let Some((target, bytes)) = chosen(bytes) else { return Ok(()) };
    let Ok(text) = std::str::from_utf8(bytes) else { return Ok(()) };
    let Ok(object) = target.assemble("fuzz", text) else { return Ok(()) };
    // Not everything that can be said in text has a place in the file's format.
    let Ok(file) = target.write_object(&object) else { return Ok(()) };
    let again =
        target.read_object("fuzz", &file).map_err(|e| format!("{}: {e}\nof\n{text}", target.name()))?;
    let code = |object: &ObjectFile| -> Vec<Vec<u8>> {
        let sections = object.sections.iter().filter(|section| section.flags & SECTION_EXECUTE != 0);
        sections.map(|section| section.data.clone()).filter(|data| !data.is_empty()).collect()
    };
    if code(&object) != code(&again) {
        return Err(format!("{}: another code was read than was written of\n{text}", target.name()));
    }
    Ok(())
}

/// Treats bytes as object files one after the other, writes those that can be read as text, links them, loads the program, and
/// writes it and reads it again; the first byte says for which target.
///
/// # Errors
/// Two links of the same objects that differ, and a program that cannot be read again.
pub fn machine_link(bytes: &[u8]) -> Result<(), String> {
    let Some((target, bytes)) = chosen(bytes) else { return Ok(()) };
    let starts = bytes.windows(ELF.len()).enumerate().filter(|(_, four)| *four == ELF).map(|(at, _)| at);
    let starts: Vec<usize> = starts.take(OBJECTS).collect();
    let ends = starts.iter().skip(1).copied().chain([bytes.len()]);
    let parts = starts.iter().zip(ends).filter_map(|(start, end)| bytes.get(*start..end));
    let objects: Vec<ObjectFile> = parts.filter_map(|part| target.read_object("fuzz", part).ok()).collect();
    let objects: Vec<&ObjectFile> = objects.iter().collect();
    if objects.is_empty() {
        return Ok(());
    }
    let link = || target.link(&objects, &target.link_options());
    let (one, other) = (link(), link());
    if format!("{one:?}") != format!("{other:?}") {
        return Err(format!("{}: two links differ", target.name()));
    }
    for object in &objects {
        as_text(target, object);
    }
    let Ok(program) = one else { return Ok(()) };
    if let Ok(mut machine) = target.machine() {
        let _ = machine.load(&program);
    }
    if let Ok(file) = target.write_executable(&program) {
        let again = target.read_executable("fuzz", &file).map_err(|e| format!("{}: {e}", target.name()))?;
        // Files of ForwardCom have distances only, and the loader's places.
        if distance(&again) != distance(&program) {
            return Err(format!(
                "{}: the entry {:#x} became {:#x}",
                target.name(),
                program.entry,
                again.entry
            ));
        }
    }
    Ok(())
}

/// From the beginning of a program to its first instruction.
fn distance(program: &Executable) -> u64 {
    program.entry.wrapping_sub(program.segments.first().map_or(0, |segment| segment.address))
}

/// Writes an object as text that assembles.
fn as_text(target: &dyn Toolset, object: &ObjectFile) {
    let part = |(index, section)| {
        let mut marks = Marks::default();
        for symbol in object.symbols.iter().filter(|symbol| symbol.place == SymbolPlace::Section(index)) {
            marks.labels.entry(symbol.value).or_default().push(symbol.name.clone());
        }
        Part { section, address: 0, marks }
    };
    let parts: Vec<Part<'_>> = object.sections.iter().enumerate().map(part).collect();
    let text = source_text::source_text(target, &parts);
    // Not every section can be made by an assembler.
    let _ = source_text::check(target, &text, &parts);
}

/// Runs bytes as a program of a target, a linked one or nothing but code; the first byte says of which. Whatever they are, it
/// stops within its budget, and does the same again.
///
/// # Errors
/// A run that exceeds its budget, or two that differ.
pub fn machine_run(bytes: &[u8]) -> Result<(), String> {
    let Some((target, bytes)) = chosen(bytes) else { return Ok(()) };
    let program = match bytes.starts_with(ELF) {
        true => target.read_executable("fuzz", bytes).ok(),
        // Assemblers do not take just any bytes as code: the object is made without one.
        false => target.link(&[&code(bytes)], &target.link_options()).ok(),
    };
    let (Some(program), Ok(mut machine)) = (program, target.machine()) else { return Ok(()) };
    if machine.load(&program).is_err() {
        return Ok(());
    }
    let first = program.sections.iter().find(|section| section.flags & SECTION_EXECUTE != 0);
    let entry = first.map_or(program.entry, |section| section.address);
    let registers = machine.registers().iter().position(|register| register.name == target.stack_pointer());
    let stack_pointer = registers.and_then(|index| u16::try_from(index).ok());
    let mut run = || {
        machine.reset();
        machine.begin_call(entry);
        if let Some(register) = stack_pointer {
            let top = machine.memory_map().stack_top;
            machine.set_register(register, top);
        }
        let stop = machine.run(BUDGET);
        (stop, machine.instructions(), machine.output().to_vec())
    };
    let (one, other) = (run(), run());
    if one.1 > BUDGET {
        return Err(format!("{}: {} instructions of {BUDGET} for {bytes:02x?}", target.name(), one.1));
    }
    if format!("{one:?}") != format!("{other:?}") {
        return Err(format!("{}: two runs differ for {bytes:02x?}: {one:?}, {other:?}", target.name()));
    }
    Ok(())
}

/// An object with this code and the symbol of its beginning.
fn code(bytes: &[u8]) -> ObjectFile {
    let size = bytes.len() as u64;
    let section = Section {
        name: ".text".to_owned(),
        kind: PROGBITS,
        flags: SECTION_ALLOC | SECTION_EXECUTE,
        align: 16,
        data: bytes.to_vec(),
        size,
        relocations: Vec::new(),
    };
    let start = Symbol {
        name: "_start".to_owned(),
        binding: Binding::Global,
        kind: FUNCTION,
        value: 0,
        size,
        place: SymbolPlace::Section(0),
    };
    ObjectFile {
        name: "fuzz".to_owned(),
        sections: vec![section],
        symbols: vec![start],
        ..ObjectFile::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #![proptest_config(ProptestConfig { cases: 512, failure_persistence: None, ..ProptestConfig::default() })]

        /// The fuzz target's test, for every target equally often.
        #[test]
        fn bytes_survive_the_way_to_text_and_back(bytes in prop::collection::vec(any::<u8>(), 0..160)) {
            for number in 0..toolset::ALL.len() {
                let mut input = vec![u8::try_from(number).unwrap_or(0)];
                input.extend(&bytes);
                prop_assert_eq!(machine_decode(&input), Ok(()));
            }
        }
    }
}
