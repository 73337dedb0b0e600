//! The files that tools read, written from cases, and what is in the files that they write.

use crosscall_engine::machine;
use crosscall_machines::executable::{Executable, OutputSection};
use crosscall_machines::link::{Entry, GOT, LinkOptions, Place, SECTION_ALLOC, SECTION_EXECUTE, SectionRule};
use crosscall_machines::machine::Stop;
use crosscall_machines::object_file::{
    Annotations, Binding, ObjectFile, Relocation, Section, Symbol, SymbolNote, SymbolPlace,
};
use crosscall_model::Target;
use crosscall_model::tool::table::Excess;
use crosscall_model::tool::{
    Beside, HERE, Input, LinkInput, Made, MadeRelocation, NO_SYMBOL, Ran, SymbolAt, ToolCase, hex,
};
use crosscall_oracle::abi::{Operand, row_of, tool_table};
use std::fmt::Write;

/// Text of a case for people: the assembler's input, or the sections, symbols and relocations of the
/// object that a linker is given.
pub fn source(case: &ToolCase) -> String {
    match &case.input {
        Input::Statement(text) => format!("\t{text}\n"),
        Input::Link(input) => link_in_words(input),
    }
}

fn link_in_words(input: &LinkInput) -> String {
    let mut text = String::new();
    for (i, section) in input.sections.iter().enumerate() {
        let _ = writeln!(text, "section {i} at {:#x}: {}", section.address, hex(&section.bytes));
    }
    for symbol in &input.symbols {
        let place = match symbol.place {
            SymbolAt::Absolute(value) => format!("{value:#x}"),
            SymbolAt::Section(section, offset) => format!("section {section} + {offset:#x}"),
            SymbolAt::Undefined => "undefined".to_owned(),
            SymbolAt::Weak => "undefined, weak".to_owned(),
        };
        let _ = writeln!(text, "symbol {}: {place}", symbol.name);
    }
    for r in &input.relocations {
        let symbol = input.symbols.get(r.symbol).map_or("?", |s| s.name.as_str());
        let _ = writeln!(
            text,
            "relocation {} at section {} + {:#x}: {symbol} {:+}",
            r.kind, r.section, r.offset, r.addend
        );
    }
    if let Some(beside) = &input.beside {
        let _ = writeln!(text, "beside it: {beside}");
    }
    text
}

/// The files that a tool is given for a case alone.
pub fn input_files(case: &ToolCase) -> Vec<(String, Vec<u8>)> {
    let input = match &case.input {
        Input::Statement(statement) => {
            let text = text(case.target, &[(0, statement)]);
            return vec![("input.s".to_owned(), text.into_bytes())];
        }
        Input::Link(input) => input,
    };
    let tools = machine::tools(case.target);
    let flags = flags_given(case.target);
    let objects = [("input.o", Some(object(0, input, flags))), ("beside.o", beside(0, input, flags))];
    let bytes = |(name, object): (&str, Option<ObjectFile>)| {
        Some((name.to_owned(), tools.write_object(&object?).ok()?))
    };
    let mut files: Vec<(String, Vec<u8>)> = objects.into_iter().filter_map(bytes).collect();
    files.push(("script.ld".to_owned(), script(&[(0, input)]).into_bytes()));
    files
}

/// Name of a section of case `k`.
pub(super) fn section_name(k: usize, i: usize) -> String {
    format!(".c{k}s{i}")
}

/// A text with a section for each of these statements, behind what their symbols are said to be.
pub(super) fn text(target: Target, statements: &[(usize, &str)]) -> String {
    let tools = machine::tools(target);
    let table = tool_table(target);
    let mut text = table.map_or("", |table| table.prologue).to_owned();
    text.extend(statements.iter().filter_map(|(_, text)| declaration(target, text)));
    for (k, statement) in statements {
        let (before, behind) =
            tools.source_section(&section_name(*k, 0), &section_of(target, statement)).unwrap_or_default();
        let _ = write!(text, "{before}\n{}\t{statement}\n{behind}\n", state(target, statement));
    }
    text
}

/// The lines that put the assembler into the state that a statement needs.
fn state(target: Target, statement: &str) -> String {
    let Some(table) = tool_table(target).filter(|table| !table.state.is_empty()) else {
        return String::new();
    };
    let own = row_of(table, statement).map_or("", |(row, _)| row.state);
    format!("{}{own}", table.state)
}

/// The numbers of the lines of [`text`] at which the statements stand, from 1 on, ascending.
pub(super) fn lines(target: Target, statements: &[(usize, &str)]) -> Vec<(usize, usize)> {
    let before = |count: usize| {
        let some = statements.get(..count).unwrap_or(statements);
        let all: String = statements.iter().filter_map(|(_, text)| declaration(target, text)).collect();
        let own: String = some.iter().filter_map(|(_, text)| declaration(target, text)).collect();
        let text = text(target, some);
        // The declarations of all stand in front.
        text.lines().count() + all.lines().count() - own.lines().count()
    };
    let line = |(i, (k, statement)): (usize, &(usize, &str))| {
        (*k, before(i) + state(target, statement).lines().count() + 1)
    };
    statements.iter().enumerate().map(line).collect()
}

/// The kind of section that a statement stands in: of code, unless its language keeps data apart.
fn section_of(target: Target, statement: &str) -> Section {
    let row =
        tool_table(target).filter(|table| table.linker_places).and_then(|table| row_of(table, statement));
    let is_data = row.is_some_and(|(row, _)| row.excess == Excess::Data);
    let flags = if is_data { SECTION_ALLOC } else { SECTION_ALLOC | SECTION_EXECUTE };
    Section { kind: 1, flags, align: 1, ..Section::default() }
}

/// The line that says what a statement's symbol is, where the language wants one.
pub(super) fn declaration(target: Target, statement: &str) -> Option<String> {
    let (row, operands) = row_of(tool_table(target)?, statement)?;
    let name = operands.into_iter().find_map(|(_, operand)| match operand {
        Operand::Symbol(name, _) => Some(name),
        _ => None,
    })?;
    Some(row.declaration).filter(|line| !line.is_empty()).map(|line| line.replace("{x}", &name) + "\n")
}

/// An assembler's product for case `k`, from its object file and the file's header.
pub(super) fn assembled(k: usize, object: &ObjectFile, machine: u16) -> Made {
    let name = section_name(k, 0);
    // A section without anything in it may be missing; its name may not be a word of the assembler's language.
    let is_named = |section: &&Section| section.name == name || section.name == name.replacen('.', "__", 1);
    let own = object.sections.iter().position(|section| is_named(&section));
    let section = own.and_then(|own| object.sections.get(own));
    let relocation = |r: &Relocation| {
        let symbol = r.symbol.and_then(|i| object.symbols.get(i));
        let is_label = |symbol: &&Symbol| {
            let here = matches!(symbol.place, SymbolPlace::Section(section) if Some(section) == own);
            here && symbol.binding == Binding::Local && symbol.kind != SECTION_SYMBOL
        };
        // A label that the assembler has made up is named by its place.
        let (symbol, label) = match symbol.filter(is_label) {
            Some(label) => (HERE.to_owned(), label.value as i64),
            None => (symbol.map_or_else(String::new, |s| s.name.clone()), 0),
        };
        MadeRelocation { offset: r.offset, kind: r.kind, symbol, addend: r.addend.wrapping_add(label) }
    };
    let mut relocations: Vec<MadeRelocation> =
        section.into_iter().flat_map(|section| &section.relocations).map(relocation).collect();
    relocations.sort();
    Made {
        machine,
        flags: object.flags,
        sections: vec![section.map(|section| section.data.clone()).unwrap_or_default()],
        relocations,
        ..Made::default()
    }
}

/// Raw `st_type` of the symbol of a section.
const SECTION_SYMBOL: u8 = 3;

/// The flags of object files that a vendor's linker is given: those of the document where a linker compares flags, and none
/// where it takes any.
pub(super) fn flags_given(target: Target) -> u32 {
    tool_table(target).filter(|table| !table.beside.is_empty()).map_or(0, |table| table.flags.0)
}

/// The alignment of a section in its object file: as great as its address allows in a program, whose code may have to be
/// aligned.
fn alignment(input: &LinkInput, address: u64) -> u64 {
    /// The greatest alignment of code in a program.
    const MOST: u64 = 16;
    match input.beside {
        Some(Beside::Starts) => 1 << (address | MOST).trailing_zeros(),
        _ => 1,
    }
}

/// The object file of case `k`.
pub(super) fn object(k: usize, input: &LinkInput, flags: u32) -> ObjectFile {
    let section = |(i, section): (usize, &crosscall_model::tool::InputSection)| Section {
        name: section_name(k, i),
        kind: 1,
        flags: SECTION_ALLOC | SECTION_EXECUTE,
        align: alignment(input, section.address),
        data: section.bytes.clone(),
        size: section.bytes.len() as u64,
        relocations: input
            .relocations
            .iter()
            .filter(|r| r.section == i)
            .map(|r| {
                let symbol = Some(r.symbol).filter(|symbol| *symbol != NO_SYMBOL);
                Relocation { offset: r.offset, kind: r.kind, symbol, addend: r.addend }
            })
            .collect(),
    };
    let symbol = |symbol: &crosscall_model::tool::InputSymbol| {
        let (binding, value, place) = match symbol.place {
            SymbolAt::Absolute(value) => (Binding::Global, value, SymbolPlace::Absolute),
            SymbolAt::Section(section, offset) => (Binding::Global, offset, SymbolPlace::Section(section)),
            SymbolAt::Undefined => (Binding::Global, 0, SymbolPlace::Undefined),
            SymbolAt::Weak => (Binding::Weak, 0, SymbolPlace::Undefined),
        };
        Symbol { name: format!("c{k}_{}", symbol.name), binding, kind: 0, value, size: 0, place }
    };
    ObjectFile {
        name: object_name(k),
        flags,
        sections: input.sections.iter().enumerate().map(section).collect(),
        symbols: input.symbols.iter().map(symbol).collect(),
        groups: Vec::new(),
        annotations: match input.beside {
            Some(Beside::Caller { changes, .. }) => {
                Annotations { symbols: [(0, register_use(changes))].into(), ..Annotations::default() }
            }
            _ => Annotations::default(),
        },
    }
}

/// The other object file of case `k`, if there is one, in the words of the only machine whose files say of functions
/// which registers they change.
pub(super) fn beside(k: usize, input: &LinkInput, flags: u32) -> Option<ObjectFile> {
    /// A distance of 32 bits, to any address.
    const DISTANCE: u32 = 0x01_0400;
    /// A distance of 24 bits in words, of a call.
    const JUMP: u32 = 0x01_0302;
    const FIELD: usize = 4;
    use crosscall_machines::forwardcom::elf::symbol;
    let name = format!("c{k}_{}", input.symbols.first()?.name);
    let section = Section {
        name: section_name(k, OTHER),
        kind: 1,
        flags: SECTION_ALLOC | SECTION_EXECUTE,
        align: 4,
        data: vec![0; FIELD],
        size: FIELD as u64,
        relocations: Vec::new(),
    };
    let called =
        Symbol { name, binding: Binding::Global, kind: 2, value: 0, size: 0, place: SymbolPlace::Undefined };
    let mut annotations = Annotations::default();
    let call = |kind: u32, addend: i64| vec![Relocation { offset: 0, kind, symbol: Some(0), addend }];
    let mut flags = flags;
    let (section, symbols) = match input.beside? {
        Beside::Starts => return None,
        Beside::Flagged { flags: own } => {
            flags = own;
            (section, Vec::new())
        }
        Beside::WeakAgain => {
            (section, vec![Symbol { binding: Binding::Weak, place: SymbolPlace::Section(0), ..called }])
        }
        Beside::Caller { expects, .. } => {
            annotations.symbols.extend(expects.map(|registers| (0, register_use(registers))));
            (Section { relocations: call(DISTANCE, 0), ..section }, vec![called])
        }
        Beside::CallsNowhere => {
            let bindings = [(0, symbol::WEAK), (1, symbol::GLOBAL)];
            annotations.symbols.extend(bindings.map(|(index, binding)| (index, function(binding))));
            let nowhere = Symbol { name: format!("c{k}_nowhere"), binding: Binding::Weak, ..called.clone() };
            let beginning = Symbol { name: BEGINNING.to_owned(), place: SymbolPlace::Section(0), ..called };
            let data: Vec<u8> = CALL_AND_RETURN.iter().flat_map(|word| word.to_le_bytes()).collect();
            let relocations = call(JUMP, -(FIELD as i64));
            let size = data.len() as u64;
            (Section { data, size, relocations, ..section }, vec![nowhere, beginning])
        }
    };
    let name = format!("beside-{}", object_name(k));
    Some(ObjectFile { name, flags, sections: vec![section], symbols, annotations, ..ObjectFile::default() })
}

/// `call x` with a distance to be filled in, and `return`, on the only machine whose tables have such a case.
const CALL_AND_RETURN: [u32; 2] = [0x7900_0000, 0x77c0_00e0];

/// The name that a program of that machine begins at.
const BEGINNING: &str = "__entry_point";

/// The number of the section of the object beside: behind all of the input.
const OTHER: usize = 9;

/// Register use of a global symbol in code.
fn register_use(registers: [u32; 2]) -> SymbolNote {
    use crosscall_machines::forwardcom::elf::{flags, symbol};
    let function = function(symbol::GLOBAL);
    SymbolNote { attributes: function.attributes | flags::REGISTER_USE, registers, ..function }
}

/// Attributes of a function's symbol, which says nothing of registers.
fn function(binding: u8) -> SymbolNote {
    use crosscall_machines::forwardcom::elf::flags;
    SymbolNote { binding, attributes: flags::IP | flags::EXECUTE, ..SymbolNote::default() }
}

/// The same as a program that begins somewhere, for a linker that wants to know.
pub(super) fn program_of(k: usize, input: &LinkInput, flags: u32) -> ObjectFile {
    let mut object = object(k, input, flags);
    if input.beside == Some(Beside::CallsNowhere) {
        // The object beside it has the beginning.
        return object;
    }
    object.symbols.push(Symbol {
        name: BEGINNING.to_owned(),
        binding: Binding::Global,
        kind: 2,
        value: 0,
        size: 0,
        place: SymbolPlace::Section(0),
    });
    object
}

/// Name of the object file of case `k`.
pub(super) fn object_name(k: usize) -> String {
    format!("c{k}.o")
}

/// Sections of cases by ascending address: address, name.
fn placed(inputs: &[(usize, &LinkInput)]) -> Vec<(u64, String)> {
    let of_case = |(k, input): &(usize, &LinkInput)| {
        let k = *k;
        let sections = input.sections.iter().enumerate();
        sections.map(move |(i, section)| (section.address, section_name(k, i))).collect::<Vec<_>>()
    };
    let mut all: Vec<(u64, String)> = inputs.iter().flat_map(of_case).collect();
    // The code beside a case that goes alone: behind the global offset table.
    let is_flagged = |input: &LinkInput| matches!(input.beside, Some(Beside::Flagged { .. }));
    let flagged = inputs.iter().filter(|(_, input)| is_flagged(input));
    all.extend(flagged.map(|(k, _)| (place_of_table(inputs) + ROOM, section_name(*k, OTHER))));
    all.sort();
    all
}

/// Room for the global offset table: more than the slots of a case.
const ROOM: u64 = 0x100;

/// Address for the global offset table beside these sections.
fn place_of_table(inputs: &[(usize, &LinkInput)]) -> u64 {
    let sections = || inputs.iter().flat_map(|(_, input)| &input.sections);
    let is_free = |at: &u64| {
        sections()
            .all(|s| at + 2 * ROOM <= s.address || s.address.saturating_add(s.bytes.len() as u64) <= *at)
    };
    let candidates = (1..).map(|i| i * 0x10_0000);
    candidates.take(sections().count() + 1).find(is_free).unwrap_or_default()
}

/// Placement of everything, for our own linker.
pub(super) fn options(inputs: &[(usize, &LinkInput)]) -> LinkOptions {
    let rule = |(address, name): (u64, String)| SectionRule::new(&name, &[&name], Place::At(address));
    let table = SectionRule::new(".got", &[GOT, ".got"], Place::At(place_of_table(inputs)));
    LinkOptions {
        layout: placed(inputs).into_iter().map(rule).chain([table]).collect(),
        entry: Entry::Prefer(vec![BEGINNING.to_owned()]),
        ..LinkOptions::default()
    }
}

/// The same in the language of GNU ld.
pub(super) fn script(inputs: &[(usize, &LinkInput)]) -> String {
    // An address for loading, too: without it LLVM's linker fills what lies between two sections with zeros.
    let line = |(address, name): (u64, String)| {
        format!("  {name} {address:#x} : AT({address:#x}) {{ *({name}) }}\n")
    };
    let table = (place_of_table(inputs), ".got".to_owned());
    let lines: String = placed(inputs).into_iter().chain([table]).map(line).collect();
    format!("SECTIONS\n{{\n{lines}}}\n")
}

/// A linker's product for a case. One that says itself where sections lie has put the only one at the beginning of all.
pub(super) fn linked(target: Target, input: &LinkInput, program: &Executable) -> Made {
    let is_filled = |section: &&OutputSection| section.size > 0 && section.flags & SECTION_ALLOC != 0;
    let first = program.sections.iter().filter(is_filled).map(|section| section.address).min();
    let placed = tool_table(target).is_some_and(|table| table.linker_places).then_some(first).flatten();
    let section = |section: &crosscall_model::tool::InputSection| {
        bytes_at(program, placed.unwrap_or(section.address), section.bytes.len()).unwrap_or_default()
    };
    Made {
        machine: program.machine,
        flags: program.flags,
        sections: input.sections.iter().map(section).collect(),
        ran: match input.beside {
            Some(Beside::CallsNowhere) => Some(ran(target, program, program.entry, &["r0", "v0"])),
            Some(Beside::Starts) => {
                let start = input.sections.first().map_or(program.entry, |section| section.address);
                let registers = machine::tools(target).argument_registers();
                Some(ran(target, program, start, registers.get(..1).unwrap_or_default()))
            }
            _ => None,
        },
        ..Made::default()
    }
}

/// End of a program that runs from its beginning, with other numbers than 0 in its registers, of which some have the result.
fn ran(target: Target, program: &Executable, start: u64, results: &[&str]) -> Ran {
    /// Many more instructions than the program has.
    const BUDGET: u64 = 1000;
    const OTHER_NUMBER: u64 = 0x5a5a_5a5a_5a5a_5a5a;
    let Ok(mut machine) = machine::tools(target).machine() else {
        return Ran::Stopped("there is no machine for it".to_owned());
    };
    if let Err(error) = machine.load(program) {
        return Ran::Stopped(error.to_string());
    }
    machine.reset();
    let home = machine.begin_call(start);
    let numbers =
        results.iter().map(|name| machine.registers().iter().position(|register| register.name == *name));
    let results: Vec<u16> = numbers.flatten().filter_map(|i| u16::try_from(i).ok()).collect();
    for number in &results {
        machine.set_register_bytes(*number, &OTHER_NUMBER.to_le_bytes());
    }
    match machine.run(BUDGET) {
        Stop::Breakpoint(at) if at == home => {
            Ran::Returned(results.iter().map(|number| machine.register(*number)).collect())
        }
        Stop::Breakpoint(at) => Ran::Stopped(format!("it came to a stop at {at:#x}")),
        Stop::Exit(status) => Ran::Stopped(format!("the program ended itself with status {status}")),
        Stop::Fault(fault) => Ran::Stopped(format!("stopped {fault}")),
        Stop::Budget => Ran::Stopped(format!("still running after {BUDGET} instructions")),
    }
}

fn bytes_at(program: &Executable, address: u64, count: usize) -> Option<Vec<u8>> {
    program.segments.iter().find_map(|segment| {
        let start = usize::try_from(address.checked_sub(segment.address)?).ok()?;
        Some(segment.data.get(start..)?.get(..count)?.to_vec())
    })
}
