//! The project's own assembler and linker as subjects.

use super::files;
use crate::Toolchain;
use crosscall_engine::machine;
use crosscall_machines::object_file::ObjectFile;
use crosscall_model::Target;
use crosscall_model::tool::{Input, LinkInput, Outcome, ToolCase};
use crosscall_oracle::abi::tool_table;

/// Outcome of a case in these tools, as the subject's hook changes it.
pub(super) fn run(subject: &Toolchain, case: &ToolCase) -> Outcome {
    let sound = |input: &Input| match input {
        Input::Statement(text) => assemble(case.target, text),
        Input::Link(input) => link(case.target, input),
    };
    match &subject.hook {
        Some(hook) => hook.tool(&case.input, &sound),
        None => sound(&case.input),
    }
}

fn assemble(target: Target, statement: &str) -> Outcome {
    let tools = machine::tools(target);
    let text = files::text(target, &[(0, statement)]);
    match tools.assemble("statement", &text) {
        // The written file is read back, so that the header is that of a file.
        Ok(mut object) => {
            machine::mark(target, &mut object);
            match tools.write_object(&object) {
                Ok(bytes) => match tools.read_object("statement", &bytes) {
                    Ok(object) => Outcome::Made(files::assembled(0, &object, machine(&bytes))),
                    Err(error) => Outcome::Refused(format!("its object file cannot be read: {error}")),
                },
                Err(error) => Outcome::Refused(format!("its object file cannot be written: {error}")),
            }
        }
        Err(diagnostics) => Outcome::Refused(diagnostics.to_string()),
    }
}

/// `e_machine` of an ELF file.
pub(super) fn machine(elf: &[u8]) -> u16 {
    let number = elf.get(18..20).and_then(|bytes| bytes.try_into().ok());
    number.map_or(0, u16::from_le_bytes)
}

fn link(target: Target, input: &LinkInput) -> Outcome {
    // Object files are such as the document has them.
    let flags = tool_table(target).map_or(0, |table| table.flags.0);
    let inputs = [(0, input)];
    let object = files::object(0, input, flags);
    let other = files::beside(0, input, flags);
    let objects: Vec<&ObjectFile> = std::iter::once(&object).chain(&other).collect();
    match machine::tools(target).link(&objects, &files::options(&inputs)) {
        Ok(program) => Outcome::Made(files::linked(target, input, &program)),
        Err(error) => Outcome::Refused(error.to_string()),
    }
}
