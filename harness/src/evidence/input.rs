//! The input of a linker as assembly text that an assembler makes the very same object of, where there is such a text; and
//! how to look at the bytes that a tool has made.

use super::Scene;
use crosscall_engine::machine;
use crosscall_machines::listing::Style;
use crosscall_machines::object_file::ObjectFile;
use crosscall_model::tool::{Input, InputRelocation, LinkInput, SymbolAt, ToolCase};
use crosscall_toolchain::{Toolchain, ToolchainKind, compile};

/// The section of the only case of an input.
const SECTION: &str = ".c0s0";

/// An input of a linker in assembly.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InAssembly {
    /// The text.
    pub text: String,
    /// The command that makes `input.o` of it.
    pub assemble: Vec<String>,
    /// The command that links it.
    pub link: Vec<String>,
}

/// The text for an input with one section and one relocation to a number; it was assembled, and the object has the same
/// bytes and the same relocation.
pub fn in_assembly(scene: &Scene<'_>, case: &ToolCase) -> Option<InAssembly> {
    let subject = scene.first;
    let Input::Link(input) = &case.input else { return None };
    let ([section], [relocation], None) = (&input.sections[..], &input.relocations[..], &input.beside) else {
        return None;
    };
    if subject.kind != ToolchainKind::Binutils || subject.as_.is_empty() || subject.ld.is_empty() {
        return None;
    }
    let value = match input.symbols.get(relocation.symbol)?.place {
        SymbolAt::Absolute(value) => value,
        _ => return None,
    };
    let name = &input.symbols.get(relocation.symbol)?.name;
    let candidates = statements(case, &section.bytes, relocation, name);
    let lines = candidates.into_iter().find(|lines| is_the_same(scene, &text(lines), input, relocation))?;
    let words = |more: &[&str]| more.iter().map(|word| (*word).to_owned()).collect::<Vec<_>>();
    let assemble = [subject.as_.clone(), words(&["-o", "input.o", "input.s"])].concat();
    let define = format!("{name}={value:#x}");
    let link = ["-T", "script.ld", "-e", "0", "--defsym", &define, "-o", "program", "input.o"];
    let link = [subject.ld.clone(), words(&link)].concat();
    Some(InAssembly { text: text(&lines), assemble, link })
}

fn text(lines: &[String]) -> String {
    let lines: String = lines.iter().map(|line| format!("\t{line}\n")).collect();
    format!("\t.section {SECTION},\"ax\"\n{lines}")
}

/// Texts that may give the bytes and the relocation, the plainest first.
fn statements(case: &ToolCase, bytes: &[u8], relocation: &InputRelocation, name: &str) -> Vec<Vec<String>> {
    let term = match relocation.addend {
        0 => name.to_owned(),
        addend => format!("{name}{addend:+}"),
    };
    let mut found: Vec<Vec<String>> = Vec::new();
    let directive = match bytes.len() {
        1 => Some(".byte"),
        2 => Some(".hword"),
        4 => Some(".long"),
        _ => None,
    };
    if let Some(directive) = directive {
        found.push(vec![format!("{directive} {term}")]);
        found.push(vec![format!("{directive} {term}-.")]);
    }
    let tools = machine::tools(case.target);
    let lines: Vec<String> =
        tools.disassemble(bytes, 0, Style::Source).into_iter().map(|line| line.text).collect();
    if let [line] = &lines[..] {
        // The number that is relocated is the last one; a branch has its target there.
        let digit = |c: char| c.is_ascii_alphanumeric() || matches!(c, '#' | '-' | '+' | '.');
        let end = line.rfind(|c: char| c.is_ascii_alphanumeric()).map_or(0, |at| at + 1);
        let start = line.get(..end).and_then(|text| text.rfind(|c| !digit(c))).map_or(0, |at| at + 1);
        if let (Some(before), Some(behind)) = (line.get(..start), line.get(end..)) {
            found.push(vec![format!("{before}{term}{behind}")]);
        }
    }
    if let Some(kind) = tools.relocation_name(relocation.kind) {
        let list: Vec<String> = bytes.iter().map(|byte| format!("{byte:#04x}")).collect();
        let data = format!(".byte {}", list.join(","));
        found.push(vec![data, format!(".reloc {},{kind},{term}", relocation.offset)]);
    }
    found
}

/// True if the subject's own assembler makes the same bytes and the same relocation of a text.
fn is_the_same(scene: &Scene<'_>, text: &str, input: &LinkInput, relocation: &InputRelocation) -> bool {
    let Ok(made) = compile::assemble(scene.first, text, "input", scene.context) else { return false };
    let Some((bytes, kind, offset, addend)) = only_relocation(&made.object) else { return false };
    let wanted = input.sections.first().map(|section| section.bytes.as_slice());
    wanted == Some(bytes) && (kind, offset, addend) == (relocation.kind, relocation.offset, relocation.addend)
}

/// The bytes of the section, and kind, offset and addend of its only relocation.
fn only_relocation(object: &ObjectFile) -> Option<(&[u8], u32, u64, i64)> {
    let section = object.sections.iter().find(|section| section.name == SECTION)?;
    match &section.relocations[..] {
        [one] => Some((&section.data, one.kind, one.offset, one.addend)),
        _ => None,
    }
}

/// The command that shows the bytes that a tool has made; `None` where no program is known that does.
pub fn to_see(subject: &Toolchain, case: &ToolCase) -> Option<Vec<String>> {
    let (command, end, file) = match case.input {
        Input::Statement(_) => (&subject.as_, "as", "input.o"),
        Input::Link(_) => (&subject.ld, "ld", "program"),
    };
    let program = command.first()?;
    let name = std::path::Path::new(program).file_name()?.to_string_lossy().into_owned();
    let dumper = match name.strip_suffix(end) {
        Some(prefix) if prefix.is_empty() || prefix.ends_with('-') => format!("{prefix}objdump"),
        _ if subject.kind == ToolchainKind::Binutils => "llvm-objdump".to_owned(),
        _ => return None,
    };
    let words = [dumper.as_str(), "-s", "-j", SECTION, file];
    Some(words.into_iter().map(str::to_owned).collect())
}
