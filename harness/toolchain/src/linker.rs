//! A toolchain's own linker in the place of the one that is built in.
//!
//! Each object has output sections of its own, so that the program says what belongs to which: `.text:0` holds the code of the
//! first one.

use super::Toolchain;
use super::link::link;
use super::units::CompileContext;
use crosscall_base::process::Limits;
use crosscall_engine::machine::linker::{Linker, missing};
use crosscall_engine::machine::{TrialError, tools};
use crosscall_machines::executable::{Executable, PlacedInput};
use crosscall_machines::link::{GOT, LinkOptions, Place, SECTION_ALLOC, SectionRule};
use crosscall_machines::object_file::ObjectFile;
use crosscall_model::Target;
use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Linkers in the manner of GNU ld, run as a process for each program.
#[derive(Debug)]
pub struct Ld {
    /// The toolchains whose linkers they are: the first one of a target links its programs.
    pub toolchains: Vec<Toolchain>,
    /// Folder in which they work.
    pub work_dir: PathBuf,
    /// Their limits.
    pub limits: Limits,
    /// Ends them.
    pub stop: Arc<AtomicBool>,
}

impl Linker for Ld {
    fn link(
        &self,
        target: Target,
        objects: &[&ObjectFile],
        options: &LinkOptions,
    ) -> Result<Executable, TrialError> {
        let toolchain = self.toolchains.iter().find(|toolchain| toolchain.target == target);
        let none = || TrialError::Failed(format!("there is no linker for {target}"));
        let toolchain = toolchain.ok_or_else(none)?;
        let failed = |what: String| TrialError::Failed(format!("{}: {what}", toolchain.name));
        let tools = tools(target);
        let file = |(i, object): (usize, &&ObjectFile)| Ok((file_name(i), tools.write_object(object)?));
        let files: Result<Vec<_>, _> = objects.iter().enumerate().map(file).collect();
        let files = files.map_err(|e: crosscall_machines::elf::WriteError| failed(e.to_string()))?;
        let script = script(objects, options);
        let context = CompileContext { work_dir: &self.work_dir, limits: &self.limits, stop: &self.stop };
        let linked = link(toolchain, &files, &script, context);
        let (bytes, _) = linked.map_err(|failure| TrialError::Failed(failure.in_full()))?;
        let mut program = tools.read_executable("program", &bytes).map_err(|e| failed(e.to_string()))?;
        for section in &mut program.sections {
            let (name, object) = section.name.rsplit_once(':').unwrap_or((&section.name, ""));
            if let Ok(object) = object.parse() {
                let (section_name, address, size) = (name.to_owned(), section.address, section.size);
                section.inputs =
                    vec![PlacedInput { object, section: section_name, index: None, address, size }];
            }
        }
        tools.note_foreign(&mut program, objects);
        Ok(program)
    }
}

/// Name of the file of an object.
fn file_name(object: usize) -> String {
    format!("{object}.o")
}

/// The linker script for some objects.
fn script(objects: &[&ObjectFile], options: &LinkOptions) -> String {
    let mut out = String::new();
    for (name, address) in &options.defined {
        let _ = writeln!(out, "\"{name}\" = {address:#x};");
    }
    let missing = missing(objects);
    for name in &missing {
        if let Some(address) = options.address_for(name) {
            let _ = writeln!(out, "\"{name}\" = {address:#x};");
        }
    }
    out += "SECTIONS {\n";
    for rule in &options.layout {
        output_sections(rule, objects, &mut out);
    }
    // What no rule takes lies behind all else, and belongs to its object, too.
    let others: BTreeSet<&str> = objects
        .iter()
        .flat_map(|object| &object.sections)
        .filter(|section| {
            section.flags & SECTION_ALLOC != 0 && !options.layout.iter().any(|rule| rule.takes(&section.name))
        })
        .map(|section| section.name.as_str())
        .collect();
    for name in others {
        output_sections(&SectionRule::new(name, &[name], Place::After), objects, &mut out);
    }
    for (name, size) in options.provided.iter().filter(|(name, _)| missing.contains(name.as_str())) {
        let _ = writeln!(out, ". = ALIGN({size}); \"{name}\" = .; . += {size};");
    }
    out + "}\n"
}

/// The output sections of a rule, one for each object.
fn output_sections(rule: &SectionRule, objects: &[&ObjectFile], out: &mut String) {
    if let Place::At(address) = rule.place {
        let _ = writeln!(out, ". = {address:#x};");
    }
    let _ = writeln!(out, ". = ALIGN({});", rule.align);
    for name in &rule.start_symbols {
        let _ = writeln!(out, "PROVIDE(\"{name}\" = .);");
    }
    if rule.space > 0 {
        let _ = writeln!(out, ". += {};", rule.space);
    }
    if rule.patterns.iter().any(|pattern| pattern == GOT) {
        let _ = writeln!(out, "{} : {{ *(.got .got.plt) }}", rule.name);
    }
    let patterns: Vec<&str> = rule.patterns.iter().map(String::as_str).filter(|p| *p != GOT).collect();
    let with_inputs = if patterns.is_empty() { 0 } else { objects.len() };
    for i in 0..with_inputs {
        let _ = writeln!(out, "\"{}:{i}\" : {{ {}({}) }}", rule.name, file_name(i), patterns.join(" "));
    }
    for name in &rule.end_symbols {
        let _ = writeln!(out, "PROVIDE(\"{name}\" = .);");
    }
}
