//! The words that this program uses, each for one thing. `crosscall help WORD` and the README's glossary are made of
//! this table.

use crate::nearest;

/// A word and what is meant by it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Word {
    /// The word.
    pub word: &'static str,
    /// Other forms of it that a person may ask for.
    pub forms: &'static [&'static str],
    /// Its meaning in a sentence or two, which the README has, too.
    pub meaning: &'static str,
    /// Further remarks.
    pub more: &'static str,
}

/// All words, in an order in which each is explained before it is used in another one's meaning, as far as that goes.
pub const WORDS: &[Word] = &[
    Word {
        word: "case",
        forms: &["cases"],
        meaning: "One C signature with its types and the values of its arguments and its result, for one target. The pairing \
                  `tool` has other cases, inputs of an assembler or a linker, and so has the pairing `value`, expressions.",
        more: "A case is made from the seed of the run and its number, the same everywhere, and is kept as a small TOML file, \
               which `crosscall repro` runs again.",
    },
    Word {
        word: "subject",
        forms: &["subjects", "toolchain", "toolchains"],
        meaning: "What is under test: a compiler with its flags (`epiphany-elf-gcc-O2`), an assembler and a linker, or the \
                  built-in code generator. `--toolchain` chooses subjects by name.",
        more: "`crosscall doctor` lists those of this machine; others are named in crosscall.toml. Every optimisation level is a \
               subject of its own.",
    },
    Word {
        word: "probe",
        forms: &["probes"],
        meaning: "The counterpart of a subject: assembly text that calls exactly as the document says, or expects to be called \
                  so, and that fills everything else with known values.",
        more: "Every byte of every value is different from every other where the types allow; all other registers and the stack \
               are filled with known values, the poison. So a misplaced value can be located.",
    },
    Word {
        word: "pairing",
        forms: &["pairings", "caller", "callee", "cross", "layout", "object", "tool", "value"],
        meaning: "Who calls whom: `caller` (the subject calls a probe), `callee` (a probe calls the subject), `cross` (a subject \
                  calls another one). Without a call: `layout` (constants in an object file), `object` (the form of the object \
                  file), `tool` (an assembler or a linker), `value` (the value of an expression).",
        more: "`--pairing` chooses. A finding in `caller` is about the code around a call, one in `callee` about the code of \
               a function.",
    },
    Word {
        word: "trial",
        forms: &["trials", "planned", "skipped", "unsupported", "failed", "conforming", "conform", "violate"],
        meaning: "One case in one pairing with one subject. Planned trials are run, skipped, unsupported or failed; those that \
                  were run conform or violate.",
        more: "Skipped: not begun. Unsupported: the compiler said before the run that it lacks what the case needs. Failed: a \
               tool or a machine could not do its part. The counts add up, and the program checks that.",
    },
    Word {
        word: "clause",
        forms: &["clauses", "document"],
        meaning: "One rule of an ABI document, with an id such as `EPIPHANY-RET-04`, in our words.",
        more: "`crosscall clauses` lists them. The documents themselves belong to their owners.",
    },
    Word {
        word: "unspecified point",
        forms: &["unspecified points", "unspecified", "silent point", "silent points", "silent"],
        meaning: "A point on which a document is silent though callers and callees must agree on it; it is treated as a \
                  clause, with an id such as `EPIPHANY-S06`.",
        more: "Its interpretations are what compilers could reasonably do; a subject has to keep to the one that it follows.",
    },
    Word {
        word: "interpretation",
        forms: &["interpretations", "reading", "readings", "question", "questions", "open", "preferred"],
        meaning: "One way to understand a clause that the document leaves open, such as `R2`; the first of them is the preferred \
                  one. A clause may leave several questions open: `RET-06:memory`.",
        more: "`crosscall clauses` lists them. `crosscall explain --all` shows what each would change in a call. In JSON and in \
               options an interpretation is called a reading.",
    },
    Word {
        word: "dialect",
        forms: &["dialects"],
        meaning: "One interpretation for every open question of a document: `S06=R2,RET-06:position=R1`. A run infers the \
                  dialect of each subject, holds the subject to it, and reports subjects with different dialects as incompatible.",
        more: "`crosscall run --dialects` shows the whole dialect of each subject; `crosscall explain --dialect` draws a call \
               under one, in the same spelling. `R1|R3` are interpretations that no case could distinguish.",
    },
    Word {
        word: "deviation",
        forms: &["deviations", "departure", "deviates", "against the document"],
        meaning: "An interpretation against the document that some subject is known to follow. It only gives a finding a name.",
        more: "A case is judged under everything that is known of a subject, deviations included: the rest is another finding.",
    },
    Word {
        word: "clause coverage",
        forms: &["coverage", "observable", "exercised"],
        meaning: "How many of the observable clauses were exercised: put to the test by a trial that could have contradicted \
                  them.",
        more: "Counted separately are permissions and advice, which nothing contradicts; presumed clauses, of whose two \
               interpretations one demands less; those that no subject here can violate; and those that leave no trace. \
               `crosscall clauses` says which and why, and `crosscall clauses --coverage REPORT.json` how often each was \
               exercised.",
    },
    Word {
        word: "argument automaton",
        forms: &["automaton", "states", "transitions"],
        meaning: "The states that the assignment of arguments to registers and stack can be in, and the steps between them that \
                  a parameter of each class takes: a second measure of coverage, beside clause coverage.",
        more: "A state is the set of registers used so far and the alignment of the next stack argument. Cases are steered \
               towards states and transitions that no case has reached yet.",
    },
    Word {
        word: "finding",
        forms: &["findings", "cause", "fingerprint"],
        meaning: "One disagreement: clause, pairing, what was expected and what was observed, with the smallest case that shows \
                  it. What several subjects show in the same way is one finding.",
        more: "Trials with the same fingerprint (clause, and deviation or kind of violation) are one finding. Before it is \
               reported, its case is made smaller and run again.",
    },
    Word {
        word: "bucket",
        forms: &["buckets"],
        meaning: "All findings with the same clause, place and kind of types on one target, whichever case and subject they \
                  come from. A store keeps the history of each bucket.",
        more: "`crosscall buckets` lists those of a store, `crosscall note` puts one aside.",
    },
    Word {
        word: "known finding",
        forms: &["known", "known findings", "new"],
        meaning: "A finding in the list of known ones (`--known FILE`, else the list that is part of the program). It is counted, \
                  and does not make a run fail; all others are new.",
        more: "`crosscall finding` lists the built-in entries, and `crosscall finding ID` describes one.",
    },
    Word {
        word: "machine",
        forms: &["machines", "simulator"],
        meaning: "The instruction set of a target with its assembler, disassembler, linker and simulator, all built in.",
        more: "`crosscall machine` uses them by themselves.",
    },
];

/// The word that a person asks for, in any of its forms and in any case.
pub fn find(asked: &str) -> Option<&'static Word> {
    let asked = asked.to_lowercase().replace('-', " ");
    let is_meant = |form: &&str| form.replace('-', " ") == asked;
    let by_name = WORDS.iter().find(|word| is_meant(&word.word));
    by_name.or_else(|| WORDS.iter().find(|word| word.forms.iter().any(is_meant)))
}

/// The word, form or other name that is most like what was asked for.
pub fn similar<'a>(asked: &str, others: &[&'a str]) -> Option<&'a str> {
    let forms = WORDS.iter().flat_map(|word| std::iter::once(&word.word).chain(word.forms));
    nearest(&asked.to_lowercase(), others.iter().chain(forms).copied())
}

/// The README's glossary.
pub fn markdown() -> String {
    let row = |word: &Word| format!("| {} | {} |\n", word.word, word.meaning);
    format!("| word | meaning |\n|---|---|\n{}", WORDS.iter().map(row).collect::<String>())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn every_word_and_form_stands_for_one_thing() {
        let mut seen = BTreeSet::new();
        for form in WORDS.iter().flat_map(|word| std::iter::once(&word.word).chain(word.forms)) {
            assert!(seen.insert(*form), "{form} stands for two things");
            assert!(find(form).is_some() && find(&form.to_uppercase()).is_some(), "{form}");
        }
    }

    #[test]
    fn pairings_are_explained() {
        let Some(word) = find("pairing") else { panic!("no pairing") };
        for pairing in crosscall_model::Pairing::ALL {
            assert!(word.meaning.contains(&format!("`{pairing}`")), "{pairing}");
            assert_eq!(find(pairing.name()), Some(word));
        }
    }

    #[test]
    fn what_is_nearly_a_word() {
        assert_eq!(similar("dialeckt", &[]), Some("dialect"));
        assert_eq!(similar("explane", &["explain"]), Some("explain"));
        assert_eq!(similar("xyzzy", &["explain"]), None);
    }
}
