//! Directives of LLVM's FileCheck, as far as the tests need them, and what they say of an assembly text. Each matches within one line.

use std::fmt::Write;

/// Content of a line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Pattern {
    /// One of these registers is named.
    Names(Vec<&'static str>),
    /// The first operand of an instruction is the register: it is written, unless it is stored.
    Writes(&'static str),
    /// Memory at one of these distances in bytes from a register.
    Memory(Vec<u64>, &'static str),
    /// Any memory by a register.
    MemoryBy(&'static str),
    /// The function returns.
    Returns,
    /// A function is called, or jumped to at the end.
    Calls(&'static str),
}

/// Demand on the lines below the label; those of a test hold in their order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Directive {
    /// Somewhere behind what was found before.
    Check(Pattern),
    /// Nowhere between what was found before and what is found next.
    Not(Pattern),
}

/// Result of holding a text against directives.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// Everything is as the directives have it.
    Passes,
    /// Something is not there, or is there against a directive.
    Fails,
    /// The function, or the instruction that ends it, is not there: nothing can be said.
    NoFunction,
}

/// A regular expression for one of these texts.
fn one_of(texts: Vec<String>) -> String {
    match &texts[..] {
        [one] => one.clone(),
        _ => format!("({})", texts.join("|")),
    }
}

impl Pattern {
    /// The pattern as FileCheck has it: fixed text, with extended regular expressions in double braces.
    fn text(&self) -> String {
        match self {
            Pattern::Names(registers) => {
                let registers = one_of(registers.iter().map(|name| (*name).to_owned()).collect());
                format!("{{{{(^|[^a-z0-9_]){registers}([^a-z0-9_]|$)}}}}")
            }
            Pattern::Writes(register) => format!("{{{{^[[:space:]]+[a-z0-9.]+[[:space:]]+{register},}}}}"),
            Pattern::Memory(offsets, register) => {
                let offsets = one_of(offsets.iter().map(u64::to_string).collect());
                format!("{{{{[,[:space:]]{offsets}}}}}({register})")
            }
            Pattern::MemoryBy(register) => format!("({register})"),
            Pattern::Returns => "{{[[:space:]]ret$}}".to_owned(),
            Pattern::Calls(name) => format!("{{{{[[:space:]](call|tail)[[:space:]]+{name}(@plt)?$}}}}"),
        }
    }

    /// True if a line of assembly has it.
    fn is_in(&self, line: &str) -> bool {
        let line = line.trim_end();
        let is_word = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_';
        let words = || line.split(|c: char| !is_word(c));
        let mut parts = line.split_whitespace();
        let (first, second) = (parts.next().unwrap_or_default(), parts.next().unwrap_or_default());
        let is_instruction = line.starts_with([' ', '\t']);
        match self {
            Pattern::Names(registers) => words().any(|word| registers.contains(&word)),
            Pattern::Writes(register) => {
                is_instruction && second.split_once(',').is_some_and(|(operand, _)| operand == *register)
            }
            Pattern::Memory(offsets, register) => offsets.iter().any(|offset| {
                let operand = format!("{offset}({register})");
                let at = line.match_indices(&operand).map(|(at, _)| at);
                let mut before = at.filter_map(|at| line.get(..at)?.chars().next_back());
                before.any(|c| c == ',' || c.is_whitespace())
            }),
            Pattern::MemoryBy(register) => line.contains(&format!("({register})")),
            Pattern::Returns => is_instruction && line.split_whitespace().next_back() == Some("ret"),
            Pattern::Calls(name) => {
                let called = second.strip_suffix("@plt").unwrap_or(second);
                is_instruction && matches!(first, "call" | "tail") && called == *name
            }
        }
    }
}

/// The lines of the directives for a function, as comments of C.
pub fn comments(function: &str, directives: &[Directive]) -> String {
    let mut text = format!("// CHECK-LABEL: {function}:\n");
    for directive in directives {
        let _ = match directive {
            Directive::Check(pattern) => writeln!(text, "// CHECK: {}", pattern.text()),
            Directive::Not(pattern) => writeln!(text, "// CHECK-NOT: {}", pattern.text()),
        };
    }
    text
}

/// The lines below a function's label.
fn below<'a>(assembly: &'a str, function: &str) -> impl Iterator<Item = &'a str> {
    let label = format!("{function}:");
    assembly.lines().skip_while(move |line| !line.starts_with(&label)).skip(1)
}

/// Instructions that write none of their operands.
const STORES: [&str; 7] = ["sb", "sh", "sw", "sd", "fsh", "fsw", "fsd"];

/// True if a function takes one of these registers, or the stack, as its caller has left it; up to its first return.
pub fn takes(assembly: &str, function: &str, registers: &[&str]) -> bool {
    let mut written: Vec<&str> = Vec::new();
    for line in below(assembly, function) {
        let Some((name, operands)) = line.trim().split_once(char::is_whitespace) else {
            if line.trim() == "ret" {
                return false;
            }
            continue;
        };
        if name.starts_with(['.', '#']) || name.ends_with(':') {
            continue;
        }
        let is_store = STORES.contains(&name);
        let writes = !is_store && !name.starts_with('b');
        for (i, operand) in operands.split(',').map(str::trim).enumerate() {
            if i == 0 && writes {
                continue;
            }
            let is_new = |word: &str| !written.contains(&word);
            let mut words = operand.split(|c: char| !c.is_ascii_alphanumeric());
            let is_caller_s = !is_store && operand.ends_with("(sp)") && is_new("sp");
            if is_caller_s || words.any(|word| registers.contains(&word) && is_new(word)) {
                return true;
            }
        }
        if writes {
            written.extend(operands.split(',').next().map(str::trim));
        }
    }
    false
}

/// Holds an assembly text against the directives for a function, of which the last one is its end.
pub fn judge(assembly: &str, function: &str, directives: &[Directive]) -> Outcome {
    let lines: Vec<&str> = below(assembly, function).collect();
    let ends = |line: &&str| matches!(directives.last(), Some(Directive::Check(end)) if end.is_in(line));
    if !lines.iter().any(ends) {
        return Outcome::NoFunction;
    }
    let mut rest = lines.as_slice();
    let mut forbidden: Vec<&Pattern> = Vec::new();
    for directive in directives {
        match directive {
            Directive::Not(pattern) => forbidden.push(pattern),
            Directive::Check(pattern) => {
                let Some(at) = rest.iter().position(|line| pattern.is_in(line)) else {
                    return Outcome::Fails;
                };
                let (before, behind) = rest.split_at(at);
                if forbidden.drain(..).any(|pattern| before.iter().any(|line| pattern.is_in(line))) {
                    return Outcome::Fails;
                }
                rest = behind.get(1..).unwrap_or_default();
            }
        }
    }
    Outcome::Passes
}

#[cfg(test)]
mod tests {
    use super::*;
    use Directive::{Check, Not};
    use Pattern::{Calls, Memory, MemoryBy, Names, Returns, Writes};

    const READ: &str = "\t.globl\tread\nread:                                   # @read\n# %bb.0:\n\tmv\ta0, a1\n\tret\n\
                        .Lfunc_end0:\n\t.size\tread, .Lfunc_end0-read\n";

    #[test]
    fn a_register_is_named_before_the_end() {
        let of = |register| judge(READ, "read", &[Check(Names(vec![register])), Check(Returns)]);
        assert_eq!((of("a1"), of("a2")), (Outcome::Passes, Outcome::Fails));
        // Behind the end, and as a part of another name, it does not count.
        let late = READ.replace(".Lfunc_end0:", "\tmv\ta0, a2\n");
        let part = READ.replace("mv\ta0, a1", "lui\ta0, %hi(a2_x)");
        for text in [late, part] {
            assert_eq!(judge(&text, "read", &[Check(Names(vec!["a2"])), Check(Returns)]), Outcome::Fails);
        }
    }

    #[test]
    fn nothing_else_is_named() {
        let of = |text: &str| {
            judge(text, "read", &[Not(Names(vec!["a1", "fa0"])), Not(MemoryBy("sp")), Check(Returns)])
        };
        assert_eq!(of(READ), Outcome::Fails);
        assert_eq!(of(&READ.replace("mv\ta0, a1", "srli\ta0, a0, 8")), Outcome::Passes);
        assert_eq!(of(&READ.replace("mv\ta0, a1", "lw\ta0, 4(sp)")), Outcome::Fails);
    }

    #[test]
    fn memory_and_calls() {
        let text = "call:\n\tlui\ta0, 8\n\taddi\ta0, a0, 5\n\tsd\tt0, 16(sp)\n\ttail\tf\n";
        let of = |pattern| judge(text, "call", &[Check(pattern), Check(Calls("f"))]);
        assert_eq!((of(Writes("a0")), of(Writes("a1"))), (Outcome::Passes, Outcome::Fails));
        assert_eq!(
            (of(Memory(vec![8, 16], "sp")), of(Memory(vec![6], "sp"))),
            (Outcome::Passes, Outcome::Fails)
        );
        assert_eq!(judge(text, "call", &[Check(Calls("g"))]), Outcome::NoFunction);
        assert_eq!(
            judge(&text.replace("tail\tf", "call\tf@plt"), "call", &[Check(Calls("f"))]),
            Outcome::Passes
        );
        assert_eq!(judge(text, "read", &[Check(Calls("f"))]), Outcome::NoFunction);
    }

    #[test]
    fn a_function_takes_what_its_caller_left() {
        let of = |body: &str| {
            takes(&format!("read:\n# %bb.0:\n{body}\tret\n\tmv\ta0, a2\n"), "read", &["a1", "a2"])
        };
        assert!(of("\tmv\ta0, a1\n") && of("\tsb\ta2, 8(a0)\n") && of("\tlw\ta0, 4(sp)\n"));
        assert!(of("\tsrli\ta2, a0, 8\n\tor\ta0, a1, a2\n"));
        // A register of its own, and a frame of its own.
        assert!(!of("\tsrli\ta1, a0, 63\n\tor\ta0, a0, a1\n"));
        assert!(!of("\taddi\tsp, sp, -16\n\tsh\ta0, 12(sp)\n\tlw\ta0, 12(sp)\n\taddi\tsp, sp, 16\n"));
    }

    #[test]
    fn directives_as_filecheck_reads_them() {
        let all = [Check(Memory(vec![8, 12], "sp")), Not(Names(vec!["a1", "a2"])), Check(Returns)];
        assert_eq!(
            comments("read", &all),
            "// CHECK-LABEL: read:\n// CHECK: {{[,[:space:]](8|12)}}(sp)\n\
             // CHECK-NOT: {{(^|[^a-z0-9_])(a1|a2)([^a-z0-9_]|$)}}\n// CHECK: {{[[:space:]]ret$}}\n"
        );
    }
}
