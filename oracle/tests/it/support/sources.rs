//! Clauses that the sources of the rules name.

use crosscall_model::Target;
use crosscall_oracle::clause::{Catalogue, Choice, Clause};
use std::collections::BTreeSet;
use std::path::Path;

/// The sources of the rules of a target, one file after the other, with what its tables are made into.
pub(crate) fn rules_of(target: Target) -> String {
    let name = target.document();
    let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("src/abi").join(name)];
    let tables = ["tool", "value"].map(|room| Path::new(env!("OUT_DIR")).join(format!("{name}_{room}.rs")));
    let mut text: String = tables.iter().filter_map(|path| std::fs::read_to_string(path).ok()).collect();
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).expect("a folder of rules") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
            } else {
                text += &std::fs::read_to_string(&path).expect("a source file");
            }
        }
    }
    text
}

/// True if these sources ask a question.
pub(crate) fn asks(rules: &str, question: &Choice) -> bool {
    rules.contains(&format!("{}::", question.type_name))
}

/// Ids of the clauses that these sources name, or of which they ask a question.
pub(crate) fn named<'c>(rules: &str, catalogue: &'c Catalogue) -> BTreeSet<&'c str> {
    let constant = |text: &str| -> String {
        text.chars().take_while(|c| c.is_ascii_uppercase() || c.is_ascii_digit() || *c == '_').collect()
    };
    let constants: BTreeSet<String> = rules.split("clause::").skip(1).map(constant).collect();
    let is_named = |clause: &&Clause| {
        let own = clause.id.split_once('-').map_or("", |(_, own)| own).replace('-', "_");
        constants.contains(&own) || clause.choices.iter().any(|question| asks(rules, question))
    };
    catalogue.clauses.iter().filter(is_named).map(|clause| clause.id.as_str()).collect()
}
