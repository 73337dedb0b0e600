//! Writes tables of what documents expect of assemblers, linkers and expressions as Rust: from
//! `src/abi/TARGET/tool/table.toml` and `src/abi/TARGET/value/table.toml`.

mod fields;
mod file;
mod programs;
mod relocations;
mod statements;
mod values;
mod words;

use file::{Table, Variant};
use serde::de::DeserializeOwned;
use std::error::Error;
use std::path::Path;
use words::{Outcome, clause, list, numbered};

/// The targets with a table of assembler and linker, by the names of their folders and of the modules of their clauses.
const TOOLS: [&str; 6] = ["dpu", "epiphany", "forwardcom", "ipu", "nyuzi", "riscv"];
/// Targets with a table of expressions.
const VALUES: [&str; 3] = ["epiphany", "forwardcom", "nyuzi"];

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=build");
    for target in TOOLS {
        written(target, "tool", module)?;
    }
    for target in VALUES {
        written(target, "value", values::module)?;
    }
    Ok(())
}

/// Reads a table of a target and writes it as a module.
fn written<T: DeserializeOwned>(
    target: &str,
    room: &str,
    module: fn(&str, &T) -> Outcome<String>,
) -> Result<(), Box<dyn Error>> {
    let path = format!("src/abi/{target}/{room}/table.toml");
    println!("cargo::rerun-if-changed={path}");
    let text = std::fs::read_to_string(&path).map_err(|e| format!("{path}: {e}"))?;
    let table: T = toml::from_str(&text).map_err(|e| format!("{path}: {e}"))?;
    let code = module(target, &table).map_err(|e| format!("{path}: {e}"))?;
    std::fs::write(Path::new(&std::env::var("OUT_DIR")?).join(format!("{target}_{room}.rs")), code)?;
    Ok(())
}

/// The table of a target, or a table for each of its variants, with the fields by name.
fn module(target: &str, table: &Table) -> Outcome<String> {
    let tables = match table.variants.as_slice() {
        [] => format!("TABLE: Table = {}", one(table, &Variant::default())?),
        variants => {
            let all = variants.iter().map(|variant| one(table, variant)).collect::<Outcome<Vec<_>>>()?;
            format!("TABLES: [Table; {}] = {}", all.len(), list(all))
        }
    };
    Ok(format!(
        "use crosscall_clauses::{target}::clause;\nuse crosscall_model::tool::table::*;\n{}pub(super) static {tables};\n",
        fields::constants(&table.fields)?,
    ))
}

fn one(table: &Table, variant: &Variant) -> Outcome<String> {
    let pair = |(number, id): &(u32, String)| Outcome::Ok(format!("({number}, {})", clause(id)?));
    let flags = variant.flags.as_ref().or(table.flags.as_ref()).ok_or("flags are missing")?;
    let hint = match &table.hint {
        Some(hint) => format!("Some({})", pair(hint)?),
        None => "None".to_owned(),
    };
    let Table { linker_places, any_case, lower_case, state, reserved, .. } = table;
    let Variant { prologue, beside, .. } = variant;
    Ok(format!(
        "Table {{ machine: {}, flags: {}, address_bits: {}, linker_places: {linker_places}, objects: {}, language: {}, \
         registers: &{}, any_case: {any_case}, lower_case: {lower_case}, prologue: {prologue:?}, state: {state:?}, \
         specials: &{}, statements: &{}, relocations: &{}, hint: {hint}, reserved: &{reserved:?}, beside: &{beside:?}, \
         programs: &{} }}",
        pair(&table.machine)?,
        pair(flags)?,
        variant.address_bits.unwrap_or(table.address_bits),
        clause(&table.objects)?,
        clause(&table.language)?,
        registers(table, variant)?,
        list(numbered(&table.specials)?.iter().map(|(name, number)| format!("({name:?}, {number})"))),
        statements::rows(table, variant)?,
        relocations::rows(table, variant)?,
        programs::rows(table, variant)?,
    ))
}

/// The files of registers that a variant has.
fn registers(table: &Table, variant: &Variant) -> Outcome<String> {
    let files = table.registers.iter().filter(|file| variant.is(&file.only)).map(|file| {
        let mut names = Vec::new();
        for part in &file.names {
            names.extend(numbered(table.names.get(part).unwrap_or(part))?);
        }
        let names = list(names.iter().map(|(name, number)| format!("({name:?}, {number})")));
        let (letters, prefix, count) = (&file.letters, file.prefix, file.count);
        Ok(format!("File {{ letters: {letters:?}, prefix: {prefix:?}, count: {count}, names: &{names} }}"))
    });
    Ok(list(files.collect::<Outcome<Vec<String>>>()?))
}
