//! Writes the names of the clauses, questions and readings of each clause file: a module for each document.

use serde::Deserialize;
use std::error::Error;
use std::fmt::Write;
use std::path::Path;

/// The documents, by the names of their files.
const DOCUMENTS: [&str; 9] =
    ["aarch64", "dpu", "epiphany", "forwardcom", "invented", "ipu", "nyuzi", "riscv", "x86_64"];

/// The part of a clause file that names are made from.
#[derive(Deserialize)]
struct Document {
    document: String,
    clause: Vec<Clause>,
}

#[derive(Deserialize)]
struct Clause {
    id: String,
    rule: String,
    #[serde(default)]
    choice: Vec<Choice>,
}

#[derive(Deserialize)]
struct Choice {
    #[serde(default)]
    name: String,
    r#type: String,
    asks: String,
    readings: Vec<Reading>,
}

#[derive(Deserialize)]
struct Reading {
    id: String,
    name: String,
    text: String,
    #[serde(default)]
    deviation: bool,
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut text = String::new();
    for name in DOCUMENTS {
        let file = format!("{name}.toml");
        println!("cargo::rerun-if-changed={file}");
        let contents = std::fs::read_to_string(&file).map_err(|e| format!("{file}: {e}"))?;
        let document: Document = toml::from_str(&contents).map_err(|e| format!("{file}: {e}"))?;
        module(&mut text, name, &document).map_err(|e| format!("{file}: {e}"))?;
    }
    std::fs::write(Path::new(&std::env::var("OUT_DIR")?).join("names.rs"), text)?;
    Ok(())
}

/// The module of a document.
fn module(text: &mut String, name: &str, document: &Document) -> Result<(), Box<dyn Error>> {
    let title = prose(&document.document);
    writeln!(text, "/// Clauses and readings of {title}, by name.\npub mod {name} {{")?;
    writeln!(text, "use super::{{Question, Reading}};")?;
    for clause in &document.clause {
        for choice in &clause.choice {
            enumeration(text, clause, choice)?;
        }
    }
    writeln!(text, "/// Ids of all clauses.\npub mod clause {{\nuse crosscall_model::plan::ClauseId;")?;
    for clause in &document.clause {
        writeln!(text, "/// {}", prose(&clause.rule))?;
        writeln!(text, "pub const {}: ClauseId = \"{}\";", constant(clause)?, clause.id)?;
    }
    writeln!(text, "}}\n}}")?;
    Ok(())
}

/// The readings of a question.
fn enumeration(text: &mut String, clause: &Clause, choice: &Choice) -> Result<(), Box<dyn Error>> {
    let Choice { r#type: name, readings, .. } = choice;
    let first = &readings.first().ok_or_else(|| format!("{name} has no readings"))?.name;
    let question = if choice.name.is_empty() { String::new() } else { format!(" `{}`", choice.name) };
    writeln!(text, "/// {} ({}{question})", prose(&choice.asks), clause.id)?;
    writeln!(text, "#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]\npub enum {name} {{")?;
    for reading in readings {
        let number = reading
            .id
            .strip_prefix('R')
            .ok_or_else(|| format!("{} is no number of a reading", reading.id))?;
        let against = if reading.deviation { " (deviation)" } else { "" };
        writeln!(
            text,
            "/// {}: {}{against}.\n{} = {number},",
            reading.id,
            prose(&reading.text),
            reading.name
        )?;
    }
    let mut numbers: Vec<u8> = readings
        .iter()
        .map(|reading| reading.id.trim_start_matches('R').parse())
        .collect::<Result<_, _>>()?;
    let default = numbers.first().copied().unwrap_or_default();
    numbers.sort_unstable();
    let key = format!("{} {}", clause.id, choice.name);
    let all: Vec<String> = readings.iter().map(|reading| format!("{name}::{}", reading.name)).collect();
    writeln!(
        text,
        "}}\nimpl Reading for {name} {{\n\
         const QUESTION: Question = Question {{ clause: clause::{}, name: \"{}\" }};\n\
         const KEY: &'static str = \"{}\";\n\
         const NUMBERS: &'static [u8] = &{numbers:?};\n\
         const DEFAULT: u8 = {default};\n\
         const ALL: &'static [{name}] = &[{}];\n\
         const FIRST: {name} = {name}::{first};\n\
         fn number(self) -> u8 {{ self as u8 }}\n}}",
        constant(clause)?,
        choice.name,
        key.trim_end(),
        all.join(", "),
    )?;
    Ok(())
}

/// Name of the constant for a clause: `ARG_03` for `EPIPHANY-ARG-03`.
fn constant(clause: &Clause) -> Result<String, Box<dyn Error>> {
    let (_, id) =
        clause.id.split_once('-').ok_or_else(|| format!("{} does not begin with its target", clause.id))?;
    Ok(id.replace('-', "_"))
}

/// Text of a clause file as documentation in which nothing is a link or a tag.
fn prose(text: &str) -> String {
    text.replace('[', "\\[").replace('<', "\\<").replace('>', "\\>")
}
