//! The names of clauses and readings in `crosscall_model::names` are those of the clause files.

use crosscall_model::Target;
use crosscall_model::target::riscv::Abi;
use crosscall_oracle::clause::{Catalogue, Choice, Clause, document};
use expect_test::expect_file;
use std::fmt::Write;

/// The module of one target, as it is generated.
fn module(catalogue: &Catalogue) -> String {
    let file = catalogue.target.clause_prefix().to_lowercase();
    let mut text = format!(
        "//! Clauses and readings of {}, by name.\n//!\n\
         //! Generated from `oracle/clauses/{file}.toml`; see [`crate::names`].\n\n\
         use super::{{Question, Reading}};\n",
        prose(&catalogue.document)
    );
    for index in catalogue.choices() {
        let (clause, choice) = catalogue.choice(index);
        enumeration(&mut text, clause, choice);
    }
    text += "\n/// Ids of all clauses.\npub mod clause {\n    use crate::plan::ClauseId;\n\n";
    for clause in &catalogue.clauses {
        let _ = writeln!(text, "    /// {}", prose(&clause.rule));
        let _ = writeln!(text, "    pub const {}: ClauseId = \"{}\";", constant(clause), clause.id);
    }
    text + "}\n"
}

fn enumeration(text: &mut String, clause: &Clause, choice: &Choice) {
    let name = &choice.type_name;
    let question = if choice.name.is_empty() { String::new() } else { format!(" `{}`", choice.name) };
    let _ = writeln!(text, "\n/// {} ({}{question})", prose(&choice.asks), clause.id);
    let _ = writeln!(text, "#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]\npub enum {name} {{");
    let mut all = Vec::new();
    for reading in &choice.readings {
        let number = reading.id.strip_prefix('R').expect("readings are numbered");
        let against = if reading.deviation { " (deviation)" } else { "" };
        let _ = writeln!(text, "    /// {}: {}{against}.", reading.id, prose(&reading.text));
        let _ = writeln!(text, "    {} = {number},", reading.name);
        all.push(format!("{name}::{}", reading.name));
    }
    let _ = writeln!(
        text,
        "}}\n\nimpl Reading for {name} {{\n    \
         const QUESTION: Question = Question {{ clause: clause::{}, name: \"{}\" }};\n    \
         const ALL: &'static [{name}] = &[{}];\n    \
         const FIRST: {name} = {};\n\n    \
         fn number(self) -> u8 {{\n        self as u8\n    }}\n}}",
        constant(clause),
        choice.name,
        all.join(", "),
        all[0],
    );
}

/// Name of the constant for a clause: `ARG_03` for `EPIPHANY-ARG-03`.
fn constant(clause: &Clause) -> String {
    let (_, id) = clause.id.split_once('-').expect("an id begins with its target");
    id.replace('-', "_")
}

/// Text of a clause file as documentation in which nothing is a link or a tag.
fn prose(text: &str) -> String {
    text.replace('[', "\\[").replace('<', "\\<").replace('>', "\\>")
}

#[test]
fn names_are_those_of_the_clause_files() {
    let check = |target, expected: expect_test::ExpectFile| {
        expected.assert_eq(&module(&document(target).expect("a clause file")));
    };
    check(Target::Dpu, expect_file!["../../model/src/names/dpu.rs"]);
    check(Target::Epiphany, expect_file!["../../model/src/names/epiphany.rs"]);
    check(Target::ForwardCom, expect_file!["../../model/src/names/forwardcom.rs"]);
    check(Target::Invented, expect_file!["../../model/src/names/invented.rs"]);
    check(Target::Ipu, expect_file!["../../model/src/names/ipu.rs"]);
    check(Target::Nyuzi, expect_file!["../../model/src/names/nyuzi.rs"]);
    check(Target::Riscv(Abi::Lp64d), expect_file!["../../model/src/names/riscv.rs"]);
}
