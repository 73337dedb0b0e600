//! Names of subjects, many of them written as few.

use crosscall_model::Target;
use std::collections::BTreeSet;

/// Beginning of the names of recorded compilers.
pub const RECORDED: &str = "recorded-";

/// Beginning of the names of the built-in code generators.
pub const EMBEDDED: &str = "embedded-";

/// End of the reason of trials that a recorded compiler has no answer for.
pub const NOT_RECORDED: &str = "it is not among the recorded cases";

/// True for the name of a recorded compiler.
pub fn is_recorded(name: &str) -> bool {
    name.starts_with(RECORDED)
}

/// Name of the embedded code generator of a target.
pub fn embedded(target: Target) -> String {
    format!("{EMBEDDED}{target}")
}

/// A subject's name without its optimisation level, and the level: `epiphany-elf-gcc` and `-O2`.
pub fn level(name: &str) -> Option<(&str, &str)> {
    let (compiler, level) = name.split_at(name.rfind("-O")?);
    let letters = level.strip_prefix("-O")?;
    let is_level = matches!(letters.len(), 1..=4) && letters.bytes().all(|b| b.is_ascii_alphanumeric());
    (is_level && !compiler.is_empty()).then_some((compiler, level))
}

/// Last part of the name of a target of several ABIs: `lp64d`; empty for other targets.
pub fn variant(target: Target) -> &'static str {
    target.name().split_once('-').map_or("", |(_, variant)| variant)
}

/// Targets in few words: `epiphany`, `riscv (3 ABIs)`, `12 ABIs`.
pub fn abis(targets: &[Target]) -> String {
    match targets {
        [one] => one.name().to_owned(),
        [first, others @ ..] if others.iter().all(|other| other.document() == first.document()) => {
            format!("{} ({} ABIs)", first.document(), targets.len())
        }
        many => format!("{} ABIs", many.len()),
    }
}

/// Parts of a subject's name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Parts<'a> {
    /// The compiler, without the ABI and the level: `riscv64-gcc`.
    pub compiler: &'a str,
    /// The level: `-O2`.
    pub level: Option<&'a str>,
    /// True for a recorded compiler.
    pub is_recorded: bool,
}

/// The parts of a subject's name.
pub fn parts(name: &str, target: Target) -> Parts<'_> {
    let own = name.strip_prefix(RECORDED);
    let is_recorded = own.is_some();
    let own = own.unwrap_or(name);
    let (compiler, level) = level(own).map_or((own, None), |(compiler, level)| (compiler, Some(level)));
    let without = compiler.strip_suffix(variant(target)).and_then(|rest| rest.strip_suffix('-'));
    let compiler = without.filter(|rest| !variant(target).is_empty() && !rest.is_empty()).unwrap_or(compiler);
    Parts { compiler, level, is_recorded }
}

/// Names, each once, with the levels of one compiler together: `epiphany-elf-gcc-O0, -O1, -O2; embedded-epiphany`. Where several have
/// the same three levels or more, these are written once: `clang-lp64-O0, -O1, -O2; the same levels of clang-lp64d`.
pub fn together<'a, S: AsRef<str> + ?Sized + 'a>(names: impl IntoIterator<Item = &'a S>) -> String {
    // Compilers with their levels; a name without a level has none.
    let mut compilers: Vec<(&str, Vec<&str>)> = Vec::new();
    let mut reported = BTreeSet::new();
    for name in names.into_iter().map(AsRef::as_ref).filter(|name| reported.insert(*name)) {
        let Some((compiler, level)) = level(name) else {
            compilers.push((name, Vec::new()));
            continue;
        };
        match compilers.iter_mut().find(|(of, levels)| *of == compiler && !levels.is_empty()) {
            Some((_, levels)) => levels.push(level),
            None => compilers.push((compiler, vec![level])),
        }
    }
    // A compiler, its levels, and others with the same ones.
    let mut groups: Vec<(&str, Vec<&str>, Vec<&str>)> = Vec::new();
    for (compiler, levels) in compilers {
        match groups.iter_mut().find(|(_, same, _)| levels.len() >= 3 && *same == levels) {
            Some((_, _, others)) => others.push(compiler),
            None => groups.push((compiler, levels, Vec::new())),
        }
    }
    let text = |(compiler, levels, others): &(&str, Vec<&str>, Vec<&str>)| match others.is_empty() {
        true => format!("{compiler}{}", levels.join(", ")),
        false => format!("{compiler}{}; the same levels of {}", levels.join(", "), others.join(", ")),
    };
    groups.iter().map(text).collect::<Vec<_>>().join("; ")
}

/// A short head for each name's column in a table: its level where no other name has the same one, else a letter; and
/// what the heads stand for.
pub fn heads(names: &[&str]) -> (Vec<String>, String) {
    if let [only] = names {
        return (vec!["trials".to_owned()], format!("trials: of {only}"));
    }
    let mut heads = Vec::new();
    let mut meant: Vec<(&str, Vec<String>)> = Vec::new();
    let mut letters = ('a'..='z').map(String::from);
    for name in names {
        let alone =
            |wanted: &str| names.iter().filter(|n| level(n).is_some_and(|l| l.1 == wanted)).count() == 1;
        let (head, of) = match level(name).filter(|(_, level)| alone(level)) {
            Some((compiler, level)) => (level.to_owned(), compiler),
            None => (letters.next().unwrap_or_else(|| (*name).to_owned()), *name),
        };
        match meant.iter_mut().find(|(compiler, _)| *compiler == of) {
            Some((_, all)) => all.push(head.clone()),
            None => meant.push((of, vec![head.clone()])),
        }
        heads.push(head);
    }
    let legend = meant.into_iter().map(|(of, heads)| format!("{}: {of}", heads.join(" ")));
    (heads, legend.collect::<Vec<_>>().join("; "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_stand_together() {
        let names =
            ["a-gcc-O0", "embedded-a", "a-gcc-O2", "a-gcc-Os", "b-gcc-O0", "my-Ofast-gcc", "embedded-b"];
        assert_eq!(together(names), "a-gcc-O0, -O2, -Os; embedded-a; b-gcc-O0; my-Ofast-gcc; embedded-b");
        assert_eq!(together(["gcc", "gcc-O2"]), "gcc; gcc-O2");
        assert_eq!(together(["gcc-O2", "gcc-O2", "b", "b"]), "gcc-O2; b");
        let all = ["a", "b", "c"].map(|name| ["O0", "O2", "Os"].map(|level| format!("{name}-{level}")));
        assert_eq!(together(all.as_flattened()), "a-O0, -O2, -Os; the same levels of b, c");
    }

    #[test]
    fn a_name_is_a_compiler_an_abi_and_a_level() {
        use crosscall_model::target::riscv::Abi;
        let of = |name, target| {
            let Parts { compiler, level, is_recorded } = parts(name, target);
            (compiler, level, is_recorded)
        };
        let lp64d = Target::Riscv(Abi::Lp64d);
        assert_eq!(of("riscv64-gcc-lp64d-O2", lp64d), ("riscv64-gcc", Some("-O2"), false));
        assert_eq!(of("llvm-19-lp64d", lp64d), ("llvm-19", None, false));
        assert_eq!(of("mine", lp64d), ("mine", None, false));
        let recorded = of("recorded-epiphany-elf-gcc-O0", Target::Epiphany);
        assert_eq!(recorded, ("epiphany-elf-gcc", Some("-O0"), true));
    }

    #[test]
    fn heads_distinguish_subjects() {
        let (short, legend) = heads(&["a-gcc-O0", "a-gcc-O2", "embedded-a"]);
        assert_eq!(short, ["-O0", "-O2", "a"]);
        assert_eq!(legend, "-O0 -O2: a-gcc; a: embedded-a");
        let (short, legend) = heads(&["a-gcc-O0", "b-gcc-O0", "b-gcc-O2"]);
        assert_eq!(short, ["a", "b", "-O2"]);
        assert_eq!(legend, "a: a-gcc-O0; b: b-gcc-O0; -O2: b-gcc");
        assert_eq!(heads(&["a-gcc-O2"]), (vec!["trials".to_owned()], "trials: of a-gcc-O2".to_owned()));
    }
}
