//! A test for LLVM's FileCheck of what a function of RISC-V has to do, where a finding in clang shows in one function's text.
//!
//! `read` has the parameters of the case and returns the scalar that went wrong; `call` passes constant objects. What is
//! demanded follows from the document's place of the value. A test is given only where the compiler of the finding fails it.

pub mod directive;

use super::Scene;
use crosscall_base::process::{self, End};
use crosscall_generator::c_unit::standalone::{self, CALL, READ};
use crosscall_model::finding::{FindingKind, Topic, ValueId};
use crosscall_model::leaf::{Leaf, leaves};
use crosscall_model::plan::{Passed, Piece, Place, Plan, Transfer};
use crosscall_model::target::riscv::Abi;
use crosscall_model::{About, Case, Form, Pairing, Scalar, Signature, Style, Target, Type, Value};
use crosscall_oracle::abi;
use crosscall_oracle::choose::Chooser;
use crosscall_oracle::knowledge::Knowledge;
use crosscall_reports::shell;
use crosscall_toolchain::spelling::spelled;
use crosscall_toolchain::{Toolchain, ToolchainKind};
use directive::{Directive, Outcome, Pattern};
use std::fmt::Write;

/// Name of the test's file.
pub const FILE: &str = "test.c";

/// Tests that are tried at most.
const MOST_TRIED: usize = 24;

/// A sentence for a finding without a test.
pub const NONE: &str = "The difference does not show in one function's text, by the registers and the memory that it names: there is no test for FileCheck.";

/// A test that the compiler of the finding fails.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Test {
    /// The file, with its command and its directives.
    pub text: String,
    /// Demand of the test, in a sentence.
    pub says: String,
    /// The function, for [`directive::judge`].
    pub function: &'static str,
    /// Directives of the function, in their order.
    pub directives: Vec<Directive>,
}

/// True for a finding that a test could be about: in clang for RISC-V, not a fault of the compiler.
pub fn is_asked_for(scene: &Scene<'_>) -> bool {
    let subject = scene.first;
    matches!(subject.target, Target::Riscv(_))
        && subject.kind == ToolchainKind::Clang
        && subject.hook.is_none()
        && matches!(scene.finding.case, About::Call(_))
        && scene.finding.kind != FindingKind::CompilerFault
        && scene.finding.pairing != Pairing::Object
}

/// The test for a finding; none where no function shows it.
pub fn test(scene: &Scene<'_>) -> Option<Test> {
    let (About::Call(case), Target::Riscv(abi)) = (&scene.finding.case, scene.first.target) else {
        return None;
    };
    if !is_asked_for(scene) || case.style.form != Form::Prototype || case.signature.variadic.is_some() {
        return None;
    }
    let mut wrong: Vec<usize> = Vec::new();
    let mut paths: Vec<(usize, &str)> = Vec::new();
    for mismatch in &scene.finding.mismatches {
        if let Topic::Value(datum) = &mismatch.topic
            && let ValueId::Argument(argument) = datum.value
        {
            paths.push((argument, datum.path.as_str()));
            if !wrong.contains(&argument) {
                wrong.push(argument);
            }
        }
    }
    let mut candidates = Vec::new();
    if scene.finding.pairing == Pairing::Caller {
        for argument in &wrong {
            candidates.extend(calls(case, scene.knowledge, *argument));
        }
    }
    for argument in &wrong {
        let is_wrong = |leaf: &Leaf<'_>| {
            paths.iter().any(|(i, path)| i == argument && (path.is_empty() || *path == leaf.path))
        };
        candidates.extend(reads(case, scene.knowledge, abi, *argument, &is_wrong));
    }
    candidates.truncate(MOST_TRIED);
    candidates.into_iter().find_map(|candidate| candidate.tried(scene))
}

/// A test that is not yet tried.
struct Candidate {
    /// The file without command and directives.
    unit: String,
    function: &'static str,
    directives: Vec<Directive>,
    says: String,
}

impl Candidate {
    fn tried(self, scene: &Scene<'_>) -> Option<Test> {
        let options = options(scene.first);
        let unit = spelled(scene.first, self.unit, scene.context);
        let run = shell::command(&options);
        let text = format!(
            "// RUN: %clang {run} %s | FileCheck %s\n\n{unit}\n{}",
            directive::comments(self.function, &self.directives)
        );
        let assembly = assembly(scene, &options, &text)?;
        let outcome = directive::judge(&assembly, self.function, &self.directives);
        // A register that the function has for its own work is no sign of another place.
        let elsewhere = self.directives.iter().find_map(|directive| match directive {
            Directive::Not(Pattern::Names(registers)) => Some(registers),
            _ => None,
        });
        let is_taken = |registers: &Vec<&str>| directive::takes(&assembly, self.function, registers);
        if !elsewhere.is_none_or(is_taken) {
            return None;
        }
        (outcome == Outcome::Fails).then_some(Test {
            text,
            says: self.says,
            function: self.function,
            directives: self.directives,
        })
    }
}

/// The options of a test's command: those of the subject, at -O2.
fn options(subject: &Toolchain) -> Vec<String> {
    let own = subject.cc.iter().skip(1).filter(|word| !word.starts_with("-O")).cloned();
    own.chain(["-O2", "-S", "-o", "-"].map(str::to_owned)).collect()
}

/// What the compiler of the finding makes of a test.
fn assembly(scene: &Scene<'_>, options: &[String], text: &str) -> Option<String> {
    let context = scene.context;
    let folder = tempfile::tempdir_in(context.work_dir).ok()?;
    std::fs::write(folder.path().join(FILE), text).ok()?;
    let program = scene.first.cc.first()?.clone();
    let words: Vec<String> =
        [program].into_iter().chain(options.iter().cloned()).chain([FILE.to_owned()]).collect();
    let ran = process::run(&words, folder.path(), context.limits, context.stop).ok()?;
    (ran.end == End::Code(0)).then(|| ran.stdout.text())
}

/// Registers that carry arguments under an ABI.
fn argument_registers(abi: Abi) -> Vec<&'static str> {
    const INTEGER: [&str; 8] = ["a0", "a1", "a2", "a3", "a4", "a5", "a6", "a7"];
    const FLOATING: [&str; 8] = ["fa0", "fa1", "fa2", "fa3", "fa4", "fa5", "fa6", "fa7"];
    let count = if abi.facts().is_embedded { 6 } else { 8 };
    let floating: &[&str] = if abi.facts().flen > 0 { &FLOATING } else { &[] };
    INTEGER.iter().take(count).chain(floating).copied().collect()
}

/// Name of a register in assembly text.
fn name_of(case: &Case, place: Place) -> Option<&'static str> {
    match place {
        Place::Register { register, .. } => case.target.register(register).map(|info| info.name),
        _ => None,
    }
}

/// Tests by functions that return a scalar of an argument.
fn reads(
    case: &Case,
    knowledge: &Knowledge,
    abi: Abi,
    argument: usize,
    is_wrong: &dyn Fn(&Leaf<'_>) -> bool,
) -> Vec<Candidate> {
    let (Some(ty), Some(value)) = (case.signature.parameters.get(argument), case.arguments.get(argument))
    else {
        return Vec::new();
    };
    let leaves = leaves(ty, value);
    let of = |(i, leaf): (usize, &Leaf<'_>)| {
        if !is_wrong(leaf) {
            return None;
        }
        let (result, is_part) = result_of(case, knowledge, abi, leaf)?;
        let reader = Case {
            target: case.target,
            signature: Signature { result: Some(result), ..case.signature.clone() },
            arguments: case.arguments.clone(),
            result: Some(Value::Bits(0)),
            style: Style::PLAIN,
        };
        let plan = abi::plan(&reader, &mut Chooser::new(knowledge.catalogue(), knowledge));
        let passed = plan.arguments.get(argument)?;
        let part = passed.parts.get(i);
        let bit = part.map_or(0, |part| part.bit_offset);
        // For other integers code may go through memory and registers of its own.
        let is_simple = !part.is_some_and(|part| part.bit_field) && !matches!(leaf.ty, Type::BitInt(_));
        let (mut directives, place) = demanded(&reader, &plan, abi, passed, bit / 8, is_simple)?;
        directives.push(Directive::Check(Pattern::Returns));
        let expression = leaf.expression(&standalone::argument(argument));
        let what =
            if is_part { format!("the lower bits of `{expression}`") } else { format!("`{expression}`") };
        Some(Candidate {
            unit: standalone::reader(&reader, &expression),
            function: READ,
            directives,
            says: format!("`{READ}` returns {what}, which {place}."),
        })
    };
    leaves.iter().enumerate().filter_map(of).collect()
}

/// The type that `read` returns for a scalar, and whether that is a part of it only.
fn result_of(case: &Case, knowledge: &Knowledge, abi: Abi, leaf: &Leaf<'_>) -> Option<(Type, bool)> {
    let size = abi::layout(case.target, leaf.ty, &mut Chooser::new(knowledge.catalogue(), knowledge)).size;
    let facts = abi.facts();
    let is_floating = leaf.ty.scalar().is_some_and(Scalar::is_floating);
    match leaf.ty {
        // Reading one is an operation of its own kind, with fences.
        Type::Atomic(_) => None,
        _ if size <= u64::from(facts.xlen) || (is_floating && size <= u64::from(facts.flen)) => {
            Some((leaf.ty.clone(), false))
        }
        _ if is_floating => None,
        _ => Some((Type::Scalar(Scalar::UnsignedLong), true)),
    }
}

/// Distances at which code may load a value: its own, and that of the word around it.
fn offsets(abi: Abi, at: u64) -> Vec<u64> {
    let word = at - at % u64::from(abi.facts().xlen);
    if word == at { vec![at] } else { vec![word, at] }
}

/// The directives for a value that is read, and the words for its place.
fn demanded(
    case: &Case,
    plan: &Plan,
    abi: Abi,
    passed: &Passed,
    byte: u64,
    is_simple: bool,
) -> Option<(Vec<Directive>, String)> {
    let result = plan.result.as_ref().and_then(|result| match &result.transfer {
        Transfer::Direct(pieces) => pieces.first().and_then(|piece| name_of(case, piece.place)),
        _ => None,
    })?;
    match &passed.transfer {
        Transfer::Nothing => None,
        Transfer::Direct(pieces) => {
            let piece = pieces.iter().find(|piece| {
                (u64::from(piece.offset)..u64::from(piece.offset + piece.len)).contains(&byte)
            })?;
            match piece.place {
                Place::Register { .. } => {
                    let register = name_of(case, piece.place)?;
                    if register != result {
                        let names = Directive::Check(Pattern::Names(vec![register]));
                        return Some((vec![names], format!("arrives in register {register}")));
                    }
                    if !is_simple {
                        return None;
                    }
                    let mut others = argument_registers(abi);
                    others.retain(|other| *other != register);
                    Some((
                        vec![Directive::Not(Pattern::Names(others)), Directive::Not(Pattern::MemoryBy("sp"))],
                        format!(
                            "arrives in register {register}, where it is returned: no other argument counts"
                        ),
                    ))
                }
                Place::Stack { offset } if is_simple => {
                    let at = u64::try_from(offset).ok()? + byte - u64::from(piece.offset);
                    Some((
                        vec![Directive::Check(Pattern::Memory(offsets(abi, at), "sp"))],
                        format!("arrives on the stack, at {at}(sp)"),
                    ))
                }
                Place::Stack { .. } | Place::Pointed { .. } => None,
            }
        }
        Transfer::ByReference { pointer, .. } if is_simple => {
            let register = name_of(case, pointer.first()?.place)?;
            Some((
                vec![Directive::Check(Pattern::Memory(offsets(abi, byte), register))],
                format!("is in memory, at {byte}({register})"),
            ))
        }
        Transfer::ByReference { .. } => None,
    }
}

/// Tests by a function that passes constant objects: a register of the argument is written before the call.
fn calls(case: &Case, knowledge: &Knowledge, argument: usize) -> Vec<Candidate> {
    let plain = Case { style: Style::PLAIN, ..case.clone() };
    let plan = abi::plan(&plain, &mut Chooser::new(knowledge.catalogue(), knowledge));
    let Some(passed) = plan.arguments.get(argument) else { return Vec::new() };
    let pieces = match &passed.transfer {
        Transfer::Nothing => return Vec::new(),
        Transfer::Direct(pieces) => pieces,
        Transfer::ByReference { pointer, .. } => pointer,
    };
    let is_direct = matches!(passed.transfer, Transfer::Direct(_));
    let of = |piece: &Piece| {
        let (from, to) = (piece.offset as usize, (piece.offset + piece.len) as usize);
        let counts = passed.image.mask.get(from..to).is_some_and(|mask| mask.iter().any(|bits| *bits != 0));
        if is_direct && !counts {
            return None;
        }
        let (pattern, place) = match piece.place {
            Place::Register { .. } => {
                let register = name_of(case, piece.place)?;
                (Pattern::Writes(register), format!("in register {register}"))
            }
            Place::Stack { offset } => {
                let at = u64::try_from(offset).ok()?;
                (Pattern::Memory(vec![at], "sp"), format!("on the stack, at {at}(sp)"))
            }
            Place::Pointed { .. } => return None,
        };
        let mut says = format!("`{CALL}` passes ");
        let _ = match (is_direct, pieces.len()) {
            (false, _) => write!(says, "the address of argument {argument} {place}."),
            (true, 1) => write!(says, "argument {argument} {place}."),
            (true, _) => {
                write!(says, "bytes {from} to {} of argument {argument} {place}.", to.saturating_sub(1))
            }
        };
        Some(Candidate {
            unit: standalone::passer(&plain),
            function: CALL,
            directives: vec![Directive::Check(pattern), Directive::Check(Pattern::Calls("f"))],
            says,
        })
    };
    pieces.iter().filter_map(of).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crosscall_toolchain::case_file::CaseFile;
    use expect_test::expect;
    use std::path::Path;

    /// What the tests demand for an argument of a call, those of `call` first.
    fn demands(target: &str, declaration: &str, arguments: &[&str], argument: usize) -> String {
        let text = format!(
            "crosscall = 1\ntarget = \"{target}\"\nsignature = \"{declaration}\"\narguments = {arguments:?}\n"
        );
        let About::Call(case) = CaseFile::parse(&text, Path::new("case.toml")).unwrap().case else {
            panic!()
        };
        let Target::Riscv(abi) = case.target else { panic!() };
        let knowledge = Knowledge::new(crosscall_oracle::clause::catalogue(case.target));
        let mut all = calls(&case, &knowledge, argument);
        all.extend(reads(&case, &knowledge, abi, argument, &|_| true));
        let text =
            |one: &Candidate| format!("{}\n{}", one.says, directive::comments(one.function, &one.directives));
        all.iter().map(text).collect::<Vec<_>>().join("\n")
    }

    #[test]
    fn what_is_demanded_follows_from_the_place() {
        let parts = demands(
            "riscv64-lp64d",
            "void f(struct { int m0; int : 0; float m1; })",
            &["{0x1, 0x3f800000}"],
            0,
        );
        expect![[r#"
            `call` passes bytes 0 to 3 of argument 0 in register a0.
            // CHECK-LABEL: call:
            // CHECK: {{^[[:space:]]+[a-z0-9.]+[[:space:]]+a0,}}
            // CHECK: {{[[:space:]](call|tail)[[:space:]]+f(@plt)?$}}

            `call` passes bytes 4 to 7 of argument 0 in register fa0.
            // CHECK-LABEL: call:
            // CHECK: {{^[[:space:]]+[a-z0-9.]+[[:space:]]+fa0,}}
            // CHECK: {{[[:space:]](call|tail)[[:space:]]+f(@plt)?$}}

            `read` returns `arg0.m0`, which arrives in register a0, where it is returned: no other argument counts.
            // CHECK-LABEL: read:
            // CHECK-NOT: {{(^|[^a-z0-9_])(a1|a2|a3|a4|a5|a6|a7|fa0|fa1|fa2|fa3|fa4|fa5|fa6|fa7)([^a-z0-9_]|$)}}
            // CHECK-NOT: (sp)
            // CHECK: {{[[:space:]]ret$}}

            `read` returns `arg0.m2`, which arrives in register fa0, where it is returned: no other argument counts.
            // CHECK-LABEL: read:
            // CHECK-NOT: {{(^|[^a-z0-9_])(a0|a1|a2|a3|a4|a5|a6|a7|fa1|fa2|fa3|fa4|fa5|fa6|fa7)([^a-z0-9_]|$)}}
            // CHECK-NOT: (sp)
            // CHECK: {{[[:space:]]ret$}}
        "#]].assert_eq(&parts);
        // On the stack, at its own distance or at that of its word.
        let words: Vec<&str> = vec!["0x1"; 8].into_iter().chain(["{0x2, 0x3}"]).collect();
        let types = ["long"; 8].join(", ");
        let stack =
            demands("riscv64-lp64d", &format!("void f({types}, struct {{ int m0; int m1; }})"), &words, 8);
        expect![[r#"
            `call` passes argument 8 on the stack, at 0(sp).
            // CHECK-LABEL: call:
            // CHECK: {{[,[:space:]]0}}(sp)
            // CHECK: {{[[:space:]](call|tail)[[:space:]]+f(@plt)?$}}

            `read` returns `arg8.m0`, which arrives on the stack, at 0(sp).
            // CHECK-LABEL: read:
            // CHECK: {{[,[:space:]]0}}(sp)
            // CHECK: {{[[:space:]]ret$}}

            `read` returns `arg8.m1`, which arrives on the stack, at 4(sp).
            // CHECK-LABEL: read:
            // CHECK: {{[,[:space:]](0|4)}}(sp)
            // CHECK: {{[[:space:]]ret$}}
        "#]]
        .assert_eq(&stack);
        // By its address; and a wide integer by its lower half.
        let large = demands(
            "riscv32-ilp32",
            "void f(int, struct { int m0; int m1[3]; })",
            &["0x1", "{0x2, {3, 4, 5}}"],
            1,
        );
        expect![[r#"
            `call` passes the address of argument 1 in register a1.
            // CHECK-LABEL: call:
            // CHECK: {{^[[:space:]]+[a-z0-9.]+[[:space:]]+a1,}}
            // CHECK: {{[[:space:]](call|tail)[[:space:]]+f(@plt)?$}}

            `read` returns `arg1.m0`, which is in memory, at 0(a1).
            // CHECK-LABEL: read:
            // CHECK: {{[,[:space:]]0}}(a1)
            // CHECK: {{[[:space:]]ret$}}

            `read` returns `arg1.m1[0]`, which is in memory, at 4(a1).
            // CHECK-LABEL: read:
            // CHECK: {{[,[:space:]]4}}(a1)
            // CHECK: {{[[:space:]]ret$}}

            `read` returns `arg1.m1[1]`, which is in memory, at 8(a1).
            // CHECK-LABEL: read:
            // CHECK: {{[,[:space:]]8}}(a1)
            // CHECK: {{[[:space:]]ret$}}

            `read` returns `arg1.m1[2]`, which is in memory, at 12(a1).
            // CHECK-LABEL: read:
            // CHECK: {{[,[:space:]]12}}(a1)
            // CHECK: {{[[:space:]]ret$}}
        "#]]
        .assert_eq(&large);
        let wide = demands("riscv32-ilp32e", "void f(int, long long)", &["0x1", "0x2"], 1);
        expect![[r#"
            `call` passes bytes 0 to 3 of argument 1 in register a1.
            // CHECK-LABEL: call:
            // CHECK: {{^[[:space:]]+[a-z0-9.]+[[:space:]]+a1,}}
            // CHECK: {{[[:space:]](call|tail)[[:space:]]+f(@plt)?$}}

            `call` passes bytes 4 to 7 of argument 1 in register a2.
            // CHECK-LABEL: call:
            // CHECK: {{^[[:space:]]+[a-z0-9.]+[[:space:]]+a2,}}
            // CHECK: {{[[:space:]](call|tail)[[:space:]]+f(@plt)?$}}

            `read` returns the lower bits of `arg1`, which arrives in register a1.
            // CHECK-LABEL: read:
            // CHECK: {{(^|[^a-z0-9_])a1([^a-z0-9_]|$)}}
            // CHECK: {{[[:space:]]ret$}}
        "#]]
        .assert_eq(&wide);
    }

    #[test]
    fn nothing_is_demanded_of_what_has_its_own_ways() {
        let atomic = demands("riscv64-lp64d", "void f(_Atomic int)", &["0x1"], 0);
        assert!(!atomic.contains("read"), "{atomic}");
        let bits = demands("riscv64-lp64d", "void f(_BitInt(17))", &["0x1"], 0);
        assert!(!bits.contains("read"), "{bits}");
        let wide = demands("riscv64-lp64d", "void f(long double)", &["0x1"], 0);
        assert!(!wide.contains("read"), "{wide}");
    }

    #[test]
    fn units_of_both_functions() {
        let text = "crosscall = 1\ntarget = \"riscv64-lp64d\"\nsignature = \"int f(struct { short _Complex m0; }, float)\"\n\
                    arguments = [\"{{0x1, 0x2}}\", \"0x3f800000\"]\nresult = \"0x4\"\n";
        let About::Call(case) = CaseFile::parse(text, Path::new("case.toml")).unwrap().case else { panic!() };
        let reader = standalone::reader(&case, "__imag__ a0.m0");
        expect![[r#"
            struct t0_0 {
            	short _Complex m0;
            };

            int read(struct t0_0 arg0, float arg1)
            {
            	return __imag__ a0.m0;
            }

            ----

            struct t0_0 {
            	short _Complex m0;
            };
            int f(struct t0_0, float);
            static const struct t0_0 x0 = { (short _Complex)((short)0x1u + (short)0x2u * 1i) };
            static const float x1 = 0x1p+0f;

            void call(void)
            {
            	f(x0, x1);
            }
        "#]]
        .assert_eq(&format!("{reader}\n----\n\n{}", standalone::passer(&case)));
    }
}
