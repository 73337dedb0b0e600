//! Assembly texts with instructions that the assembler does not know: all else of them can be audited.

use super::super::machine::tools::assemble_with_lines;
use crosscall_base::error::Error;
use crosscall_machines::asm::{Diagnostic, Diagnostics};
use crosscall_machines::object_file::ObjectFile;
use crosscall_machines::toolset::Toolset;
use crosscall_model::Target;
use crosscall_reports::audit::Source;

/// Beginnings of the assembler's messages about instructions and control registers that it does not know.
const UNKNOWN: [&str; 2] = ["there is no instruction `", "expected a control register"];

/// Word in the place of an instruction that is not known: its opcode is reserved.
const NO_INSTRUCTION: &str = ".4byte 0x6b";

/// Most times that a text is assembled.
const MOST_ATTEMPTS: usize = 64;

/// Assembles a text, with the instructions in it that are not known: their lines and what is written there.
///
/// # Errors
/// [`Error::Input`] with all mistakes of the text, if it has others than those.
pub(super) fn assemble(
    target: Target,
    tools: &dyn Toolset,
    name: &str,
    text: &str,
) -> Result<(ObjectFile, Vec<(Source, String)>), Error> {
    let mut unknown = Vec::new();
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    // Extensions are those of RISC-V.
    let attempts = if matches!(target, Target::Riscv(_)) { MOST_ATTEMPTS } else { 0 };
    for _ in 0..attempts {
        let mistakes = match tools.assemble_with_lines(name, &(lines.join("\n") + "\n")) {
            Ok(object) => return Ok((object, unknown)),
            Err(Diagnostics(mistakes)) => mistakes,
        };
        let replaced: Option<Vec<_>> =
            mistakes.iter().map(|mistake| replace(name, &mut lines, mistake)).collect();
        let Some(replaced) = replaced else { break };
        unknown.extend(replaced);
    }
    Ok((assemble_with_lines(tools, name, text)?, Vec::new()))
}

/// Replaces the statement with a mistake by a word that is no instruction, if all that is wrong is that it is not known.
fn replace(name: &str, lines: &mut [String], mistake: &Diagnostic) -> Option<(Source, String)> {
    if !UNKNOWN.iter().any(|start| mistake.message.starts_with(start)) || *mistake.position.file != *name {
        return None;
    }
    let line = lines.get_mut(usize::try_from(mistake.position.line).ok()?.checked_sub(1)?)?;
    let at = usize::try_from(mistake.position.column).ok()?.checked_sub(1)?;
    let (before, behind) = (line.get(..at)?, line.get(at..)?);
    let start = before.rfind([':', ';']).map_or(0, |mark| mark + 1);
    let end = at + behind.find([';', '#']).unwrap_or(behind.len());
    let written = line.get(start..end)?.split_whitespace().collect::<Vec<_>>().join(" ");
    line.replace_range(start..end, &format!(" {NO_INSTRUCTION} "));
    Some((Source { file: name.to_owned(), line: mistake.position.line.into() }, written))
}
