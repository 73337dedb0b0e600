//! The units of a finding as a compiler gets them, and what it makes of them.

use super::{Scene, head};
use crosscall_engine::machine;
use crosscall_engine::unit::Role;
use crosscall_machines::object_file::ObjectFile;
use crosscall_model::{About, Case, Pairing};
use crosscall_toolchain::compile::{self, Product, command_of};
use crosscall_toolchain::language::Language;
use crosscall_toolchain::spelling::spelled;
use crosscall_toolchain::units::assembly_text;
use crosscall_toolchain::{Toolchain, ToolchainKind, expression};

/// A unit with what a compiler makes of it. What there is not is empty.
#[derive(Debug, Default)]
pub struct Unit {
    /// Name of its files, without an ending.
    pub name: &'static str,
    /// The text in the language of its compiler, or in C, with its head.
    pub source: String,
    /// Name of the file with the text.
    pub file: String,
    /// The assembly text.
    pub assembly: String,
    /// The bytes of the object file.
    pub object_bytes: Vec<u8>,
    /// The object file.
    pub object: Option<ObjectFile>,
    /// Why something is missing.
    pub lacks: Vec<String>,
}

/// The units of a finding.
pub fn units(scene: &Scene<'_>) -> Vec<Unit> {
    match &scene.finding.case {
        About::Tool(_) => Vec::new(),
        About::Value(case) => {
            let assembly = expression::assembly(scene.first, case);
            vec![unit(scene, scene.first, "case", expression::source(case), assembly)]
        }
        About::Call(case) => match scene.finding.pairing {
            Pairing::Cross => {
                let partner = scene.partner.unwrap_or(scene.first);
                vec![
                    of_role(scene, scene.first, "caller", Role::Caller, case),
                    of_role(scene, partner, "callee", Role::Callee, case),
                ]
            }
            pairing => {
                let role = Role::of(pairing).unwrap_or(Role::Callee);
                vec![of_role(scene, scene.first, "case", role, case)]
            }
        },
    }
}

fn of_role(scene: &Scene<'_>, subject: &Toolchain, name: &'static str, role: Role, case: &Case) -> Unit {
    // A fault of a compiler keeps the very source that shows it.
    let faulty = scene.finding.message.as_ref().and(scene.finding.source.clone());
    let text = faulty.unwrap_or_else(|| subject.kind.written_in().text(role, &[(0, case)]));
    let mut unit = unit(scene, subject, name, text, embedded_text(subject, role, case));
    if let Some(recorded) = &subject.recorded.0 {
        match recorded.object(role, case) {
            Some((bytes, object)) => (unit.object_bytes, unit.object) = (bytes, Some(object)),
            None => unit.lacks.push(format!("{name}.o: the compiler is recorded, and not with this case")),
        }
    }
    unit
}

/// Text of the embedded code generator for a subject that takes it instead of C.
fn embedded_text(subject: &Toolchain, role: Role, case: &Case) -> Option<String> {
    match subject.kind {
        ToolchainKind::Embedded | ToolchainKind::Forw => {
            assembly_text(role, &[(0, case)], &subject.options()).ok()
        }
        _ => None,
    }
}

fn unit(
    scene: &Scene<'_>,
    subject: &Toolchain,
    name: &'static str,
    text: String,
    embedded: Option<String>,
) -> Unit {
    let language = subject.kind.written_in();
    let file = format!("{name}.{}", language.extension());
    let mut unit = Unit { name, file, ..Unit::default() };
    let context = scene.context;
    let is_printer = language == Language::Request;
    if is_printer {
        // There are no comments in it.
        unit.source = text;
    } else {
        let commands: Vec<Vec<String>> = match subject.kind.is_compiler() {
            true => vec![
                command_of(subject, &unit.file, Product::Object, &format!("{name}.o")),
                command_of(subject, &unit.file, Product::Assembly, &format!("{name}.s")),
            ],
            false => Vec::new(),
        };
        unit.source = head::comment(scene, &commands) + &spelled(subject, text, context);
    }
    if subject.kind.is_compiler() && !is_printer {
        match compile::assembly_of(subject, &unit.source, name, context) {
            Ok(assembly) => unit.assembly = assembly,
            Err(failure) => unit.lacks.push(format!("{name}.s: {failure}")),
        }
    } else {
        unit.assembly = embedded.unwrap_or_default();
    }
    let tools = machine::tools(subject.target);
    let made = match subject.kind {
        // Its object file is put beside, if there is one.
        ToolchainKind::Recorded => return unit,
        ToolchainKind::Embedded => machine::assemble(subject.target, name, &unit.assembly)
            .map_err(|e| e.to_string())
            .and_then(|object| Ok((tools.write_object(&object).map_err(|e| e.to_string())?, object))),
        _ => {
            let given = if subject.kind == ToolchainKind::Forw { &unit.assembly } else { &unit.source };
            let made = compile::compile(subject, given, name, context);
            made.map(|made| (made.object_bytes, made.object)).map_err(|failure| failure.in_full())
        }
    };
    match made {
        Ok((bytes, object)) => (unit.object_bytes, unit.object) = (bytes, Some(object)),
        Err(why) => unit.lacks.push(format!("{name}.o: {why}")),
    }
    unit
}
