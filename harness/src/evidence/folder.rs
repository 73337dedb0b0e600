//! A folder with the evidence of a finding. It appears as a whole, and never in place of something else.

use super::issue::{self, Tried};
use super::units::units;
use super::{Scene, confirm, filecheck, head, input, outside, state};
use crosscall_base::error::Error;
use crosscall_campaign::report::case_file_of;
use crosscall_campaign::rerun::listing;
use crosscall_model::About;
use crosscall_reports::shell;
use crosscall_toolchain::language::Language;
use crosscall_toolchain::{expression, tool};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

/// A file of the folder: its name, what it is in a line, and its contents.
type File = (String, String, Vec<u8>);

/// Refuses a folder in which there is something.
///
/// # Errors
/// [`Error::Input`] that says so.
pub fn check(folder: &Path) -> Result<(), Error> {
    let taken = match std::fs::read_dir(folder) {
        Ok(mut entries) => entries.next().is_some(),
        Err(_) => folder.exists(),
    };
    let reported =
        || Error::Input(format!("{}: is there and not empty; name a folder that is not", folder.display()));
    if taken { Err(reported()) } else { Ok(()) }
}

/// Writes the evidence of a finding into a folder that is not there yet, or is empty.
///
/// # Errors
/// [`Error::Input`] where something is there, [`Error::Store`] where it cannot be written.
pub fn write(folder: &Path, scene: &Scene<'_>, tried: &Tried) -> Result<(), Error> {
    let (mut files, notes) = files(scene, tried);
    let readme = readme(scene, &files, &notes);
    files.push(("README.md".to_owned(), String::new(), readme.into_bytes()));
    write_all(folder, &files)
}

/// Writes the unit that a compiler refused, and its whole message, into a folder that is not there yet, or is empty.
///
/// # Errors
/// The folder cannot be made or written.
pub fn write_refused(folder: &Path, language: Language, source: &str, message: &str) -> Result<(), Error> {
    let unit = (format!("unit.{}", language.extension()), String::new(), source.as_bytes().to_vec());
    let message = ("message.txt".to_owned(), String::new(), format!("{message}\n").into_bytes());
    write_all(folder, &[unit, message])
}

/// Writes files into a folder that is then there as a whole.
fn write_all(folder: &Path, files: &[File]) -> Result<(), Error> {
    check(folder)?;
    let parent = match folder.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    };
    let wrong = |e: std::io::Error| Error::unwritable(folder, e);
    std::fs::create_dir_all(parent).map_err(wrong)?;
    let new = tempfile::Builder::new().prefix(".new-").tempdir_in(parent).map_err(wrong)?;
    for (name, _, bytes) in files {
        let path = new.path().join(name);
        if let Some(inner) = path.parent() {
            std::fs::create_dir_all(inner).map_err(wrong)?;
        }
        std::fs::write(&path, bytes).map_err(wrong)?;
        if bytes.starts_with(b"#!") {
            let mode = std::fs::metadata(&path).map_err(wrong)?.permissions().mode();
            // Whoever may read a script may run it.
            let mode = mode | (mode & 0o444) >> 2;
            std::fs::set_permissions(&path, std::fs::Permissions::from_mode(mode)).map_err(wrong)?;
        }
    }
    // Others may read it, as far as the user's umask allows; a temporary folder is its owner's alone.
    let umask = std::fs::metadata(parent).map(|m| m.permissions().mode() & 0o777).unwrap_or(0o755);
    std::fs::set_permissions(new.path(), std::fs::Permissions::from_mode(umask | 0o700)).map_err(wrong)?;
    if folder.exists() {
        std::fs::remove_dir(folder).map_err(wrong)?;
    }
    std::fs::rename(new.path(), folder).map_err(wrong)?;
    // It has moved: there is nothing left to remove.
    let _ = new.keep();
    Ok(())
}

/// A name for the folder of a finding among others.
fn name_of(scene: &Scene<'_>) -> String {
    let finding = scene.finding;
    let text = format!("{}-{}-{}", finding.clause(), finding.pairing, finding.toolchains.join("-calls-"));
    let plain = |c: char| if c.is_ascii_alphanumeric() || "-_.".contains(c) { c } else { '_' };
    text.chars().map(plain).collect()
}

/// The place in a folder for the evidence of a finding. Several findings can have the same name, such as two ways in which
/// one compiler stops: the second one has a number.
pub fn place_in(parent: &Path, scene: &Scene<'_>) -> PathBuf {
    let name = name_of(scene);
    let (mut place, mut number) = (parent.join(&name), 2);
    while check(&place).is_err() {
        place = parent.join(format!("{name}-{number}"));
        number += 1;
    }
    place
}

/// Files of a folder, without empty ones.
#[derive(Default)]
struct Files(Vec<File>);

impl Files {
    fn add(&mut self, name: &str, what: &str, bytes: impl Into<Vec<u8>>) {
        let bytes = bytes.into();
        if !bytes.is_empty() {
            self.0.push((name.to_owned(), what.to_owned(), bytes));
        }
    }
}

/// A script of commands.
fn script(commands: Vec<Vec<String>>) -> String {
    let lines: String = commands.into_iter().map(|words| shell::command(words) + "\n").collect();
    format!("#!/bin/sh\n{lines}")
}

/// The files, and notes about those that are missing.
fn files(scene: &Scene<'_>, tried: &Tried) -> (Vec<File>, Vec<String>) {
    let mut files = Files::default();
    let mut notes = Vec::new();
    let version = |name: &str| scene.subjects().find(|s| s.name == name).map(|s| s.version.clone());
    files.add("issue.md", "a text for the bug tracker of who makes it", issue::text(scene, tried));
    let units = units(scene);
    for unit in &units {
        let name = unit.name;
        let what = match Language::of_file(&unit.file) {
            Some(Language::Rust) => "the case in Rust, as the compiler gets it",
            Some(Language::Request) => "the request, as the printer gets it",
            _ => "the case in C, as the compiler gets it",
        };
        files.add(&unit.file, what, unit.source.clone());
        files.add(
            &format!("{name}.s"),
            "what the compiler makes of it, as assembly text",
            unit.assembly.clone(),
        );
        files.add(
            &format!("{name}.o"),
            "what the compiler makes of it, as an object file",
            unit.object_bytes.clone(),
        );
        notes.extend(unit.lacks.iter().cloned());
    }
    if let About::Tool(case) = &scene.finding.case {
        let text = input::in_assembly(scene, case);
        for (name, bytes) in tool::input_files(case) {
            if text.is_none() || !name.ends_with(".o") {
                files.add(&name, "what the tool is given", bytes);
            }
        }
        let mut commands = match text {
            Some(text) => {
                files.add("input.s", "what the tool is given, as assembly text", text.text);
                vec![text.assemble, text.link]
            }
            None => vec![tool::command_of(scene.first, case)],
        };
        commands.retain(|command| !command.is_empty());
        if !commands.is_empty() {
            commands.extend(input::to_see(scene.first, case));
            files.add("run.sh", "the commands", script(commands));
        }
    }
    if let About::Value(case) = &scene.finding.case
        && let Some((start, commands)) = expression::emulated_by_hand(scene.first, case)
    {
        files.add("start.s", "the start of the program", start);
        files.add("run.sh", "the commands; `trace` ends with the bytes", script(commands));
    }
    match scene.listing() {
        Ok(lines) => {
            let text = lines.whole(&scene.first.name);
            files.add("disassembly.txt", "the code as it ran, with the instruction marked that did it", text)
        }
        Err(why) => {
            let code = units.iter().filter_map(|unit| {
                let code = listing::of_object(scene.first.target, unit.object.as_ref()?);
                Some(format!("{}.o\n{code}", unit.name))
            });
            let code: String = code.collect();
            if !code.is_empty() {
                notes.push(format!("disassembly.txt marks no instruction: {why}"));
            }
            files.add("disassembly.txt", "the code in the object file", code);
        }
    }
    let seen = scene.evidence.map(|evidence| &evidence.observation);
    match state::side_by_side(scene.finding, seen) {
        Some(text) => files.add("state.txt", "registers and stack, expected and observed side by side", text),
        None => notes.push("state.txt: there are no two states to compare".to_owned()),
    }
    match scene.program() {
        Ok(program) => {
            for (name, text) in &program.files {
                let path = format!("standalone/{name}");
                files.add(&path, "a program that needs nothing of crosscall", text.clone());
            }
            let outside = outside::files(scene, program);
            for (name, text) in outside {
                let what = match name {
                    outside::SCRIPT => "compiles, links and runs it",
                    _ => "its start, for that",
                };
                files.add(&format!("standalone/{name}"), what, text);
            }
            notes.push(format!("standalone: {}", program.says));
            if let Some((seen, said)) = confirm::on_processor(scene) {
                notes.push(confirm::sentence(seen, &said));
            }
            notes.extend(outside::usage(scene, program));
        }
        Err(why) => notes.push(format!("There is no standalone program: {why}.")),
    }
    match scene.test() {
        Some(test) => {
            let path = format!("standalone/{}", filecheck::FILE);
            files.add(&path, "a test for FileCheck, which the compiler fails", test.text.clone());
        }
        None if filecheck::is_asked_for(scene) => notes.push(filecheck::NONE.to_owned()),
        None => {}
    }
    let case = case_file_of(scene.finding, version).to_text();
    files.add("case.toml", "the case for crosscall: `crosscall repro case.toml`", case);
    (files.0, notes)
}

fn readme(scene: &Scene<'_>, files: &[File], notes: &[String]) -> String {
    let mut out = format!("# {}\n\n", head::title(scene));
    for mismatch in &scene.finding.mismatches {
        let words = mismatch.words();
        out += &format!("* {} expected {}; observed {}\n", words.subject, words.expected, words.seen());
    }
    out += "\n| file | what it is |\n|---|---|\n";
    for (name, what, _) in files {
        out += &format!("| `{name}` | {what} |\n");
    }
    out.push('\n');
    for note in notes {
        out += &format!("* {}\n", note.replace('\n', "\n  "));
    }
    out
}
