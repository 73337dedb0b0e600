//! A program that shows a finding without crosscall, made and tried: one that shows nothing is not kept.

use super::Scene;
use super::watched::{self, Watched};
use super::words::words_of;
use crosscall_engine::machine;
use crosscall_engine::trial::program::begin_call;
use crosscall_generator::c_unit::standalone;
use crosscall_generator::rust_unit;
use crosscall_machines::machine::Stop;
use crosscall_machines::object_file::ObjectFile;
use crosscall_model::{About, Case, Form, Pairing, Style};
use crosscall_oracle::abi;
use crosscall_oracle::choose::Chooser;
use crosscall_toolchain::Toolchain;
use crosscall_toolchain::compile::compile;
use crosscall_toolchain::language::Language;

/// Instructions that a program may take.
const BUDGET: u64 = 10_000_000;

/// A program in C.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Program {
    /// The files: names and texts.
    pub files: Vec<(&'static str, String)>,
    /// Its result, and the way in which that was tried.
    pub says: String,
    /// Number of things that its `main` compares, where that has a list of them.
    pub items: usize,
    /// The compiler of the files that no subject compiles, where it had to be a certain one.
    pub companion: Option<Toolchain>,
}

/// The program for a finding.
///
/// # Errors
/// Why there is none, in words.
pub fn program(scene: &Scene<'_>) -> Result<Program, String> {
    match &scene.finding.case {
        About::Call(_)
            if scene.finding.pairing == Pairing::Layout && scene.first.kind.written_in() != Language::C =>
        {
            Err("assertions about layouts are written in C".to_owned())
        }
        About::Call(case) if scene.finding.pairing == Pairing::Layout => Ok(layout(case, scene)),
        About::Call(_) if scene.first.kind.written_in() == Language::Request => {
            Err("the subject is a printer: its request and its object file are in this folder".to_owned())
        }
        About::Call(case) => match with_companion(case, scene).or_else(|_| call(case, scene)) {
            // Plain words show what becomes of values; registers and the stack are looked at from assembly.
            Err(why) => watched(case, scene).map_err(|other| format!("{why}; {other}")),
            found => found,
        },
        About::Value(_) if !scene.first.kind.compiles_c() => {
            Err(format!("{} compiles no program in C", scene.first.name))
        }
        About::Value(case) => value(case, scene),
        About::Tool(_) => Err("a tool needs no program: its input is in this folder".to_owned()),
    }
}

/// Name and text of the file with the call.
fn caller(language: Language, case: &Case) -> (&'static str, String) {
    match language {
        Language::C | Language::Request => ("caller.c", standalone::caller(case)),
        Language::Rust => ("caller.rs", rust_unit::standalone::caller(case)),
    }
}

/// Name and text of the file with the function.
fn function(language: Language, case: &Case) -> (&'static str, String) {
    match language {
        Language::C | Language::Request => ("callee.c", standalone::function(case)),
        Language::Rust => ("callee.rs", rust_unit::standalone::function(case)),
    }
}

/// The call of a compiler of another language to or from a function in C with the same declaration.
fn with_companion(case: &Case, scene: &Scene<'_>) -> Result<Program, String> {
    let own = scene.first.kind.written_in();
    if own == Language::C {
        return Err(format!("{} compiles C", scene.first.name));
    }
    let is_plain = case.style == Style { computed: case.style.computed, ..Style::PLAIN };
    let files = match scene.finding.pairing {
        Pairing::Caller if is_plain => [caller(own, case), function(Language::C, case)],
        Pairing::Callee if is_plain => [caller(Language::C, case), function(own, case)],
        _ => return Err("more is done than a call with these values".to_owned()),
    };
    for companion in &scene.companions {
        let seen = match run(scene, &files, None, Some(companion)) {
            Ok(Ended::Returned(0, _)) | Err(_) => continue,
            Ok(Ended::Returned(number, _)) => returned(number),
            Ok(Ended::Stopped(why)) => format!("The program does not come to its end: {why}."),
        };
        let (name, version) = (&companion.name, &companion.version);
        let says =
            format!("The file in C is compiled by {name} ({version}). Run on crosscall's simulator: {seen}");
        let companion = Some((*companion).clone());
        return Ok(Program { files: files.into(), says, items: 0, companion });
    }
    Err("no compiler of C that is there misunderstands it".to_owned())
}

fn layout(case: &Case, scene: &Scene<'_>) -> Program {
    let mut chooser = Chooser::new(scene.knowledge.catalogue(), scene.knowledge);
    let plan = abi::layout_plan(case, &mut chooser);
    let numbers: Vec<Option<u64>> = plan.numbers.iter().map(|number| number.value).collect();
    let images: Vec<(Vec<u8>, Vec<u8>)> = plan
        .images
        .iter()
        .map(|expected| (expected.image.bytes.clone(), expected.image.mask.clone()))
        .collect();
    Program {
        files: vec![("standalone.c", standalone::layout(case, &numbers, &images))],
        says: "Static assertions with the numbers that the document gives, and a `main` that returns how many bytes of \
               initialised objects are not as it has them. To compile it is enough: an assertion that fails is the \
               finding."
            .to_owned(),
        items: 0,
        companion: None,
    }
}

fn call(case: &Case, scene: &Scene<'_>) -> Result<Program, String> {
    if case.style != Style::PLAIN && case.style != (Style { computed: true, ..Style::PLAIN }) {
        return Err(format!(
            "the finding depends on what else the code does ({}), which a program of plain words does not do",
            case.style
        ));
    }
    if case.style.form != Form::Prototype {
        return Err("the function is not declared with a prototype".to_owned());
    }
    let own = scene.first.kind.written_in();
    let (files, about) = match scene.finding.pairing {
        Pairing::Cross => {
            let other = scene.partner.map_or(Language::C, |partner| partner.kind.written_in());
            let files = [caller(own, case), function(other, case)];
            (files, "One file is for each of the two compilers.".to_owned())
        }
        pairing => {
            let plan = scene.evidence.map(|evidence| &evidence.plan);
            let plan = plan.ok_or_else(|| "nothing ran".to_owned())?;
            let words = words_of(case, plan, scene.knowledge);
            let words =
                words.ok_or_else(|| "no plain words lie where the document has the values".to_owned())?;
            let about =
                "One file has the types of the finding. The other one makes the same call in plain words, \
                         each an `unsigned int`, which lie where the document has the bytes."
                    .to_owned();
            match pairing {
                Pairing::Caller => {
                    ([caller(own, case), ("callee.c", standalone::function_in_words(case, &words))], about)
                }
                _ => ([("caller.c", standalone::caller_in_words(case, &words)), function(own, case)], about),
            }
        }
    };
    let says = match run(scene, &files, None, None)? {
        Ended::Returned(0, _) => {
            return Err("a program of plain words was made and tried, and does not show it".to_owned());
        }
        Ended::Returned(number, _) => returned(number),
        Ended::Stopped(why) => format!("The program does not come to its end: {why}."),
    };
    let says = format!("{about} Run on crosscall's simulator: {says}");
    Ok(Program { files: files.into(), says, items: 0, companion: None })
}

/// The meaning of what `main` returns.
fn returned(number: i64) -> String {
    let what = match number {
        1 => "the arguments do not arrive",
        2 => "the result does not arrive",
        _ => "neither the arguments nor the result arrive",
    };
    format!("`main` returns {number}: {what}. If caller and callee understood each other it would return 0.")
}

/// A program whose counterpart is in assembly and looks at registers and the stack.
fn watched(case: &Case, scene: &Scene<'_>) -> Result<Program, String> {
    let plan = scene.evidence.map(|evidence| &evidence.plan);
    let plan = plan.ok_or_else(|| "nothing ran".to_owned())?;
    let own = scene.first.kind.written_in();
    let watched =
        watched::program(own, case, plan, scene.finding.pairing, scene.knowledge).ok_or_else(|| {
            "a counterpart in assembly that writes down what it sees cannot be written".to_owned()
        })?;
    let says = match run(scene, &watched.files, Some(&watched), None)? {
        Ended::Returned(0, _) => {
            return Err(
                "neither does one whose counterpart in assembly compares registers, the stack pointer and what arrived".to_owned()
            );
        }
        Ended::Returned(number, failed) if number != failed.len() as i64 => {
            return Err(format!(
                "one with a counterpart in assembly returns {number} where {} differ",
                failed.len()
            ));
        }
        Ended::Returned(_, failed) => {
            let failed: Vec<&str> = failed.iter().map(String::as_str).collect();
            Watched::says(&failed)
        }
        Ended::Stopped(why) => format!(
            "`case.c` is the unit of the finding, its counterpart is in assembly. The program does not come to its end: {why}."
        ),
    };
    Ok(Program {
        items: watched.count(),
        files: watched.files,
        says: format!("{says} That is what crosscall's simulator makes of it."),
        companion: None,
    })
}

fn value(case: &crosscall_model::expression::ValueCase, scene: &Scene<'_>) -> Result<Program, String> {
    let mut chooser = Chooser::new(scene.knowledge.catalogue(), scene.knowledge);
    let plan = abi::value_plan(case, &mut chooser).ok_or_else(|| "nothing is expected of it".to_owned())?;
    let bytes = plan.element_bytes as usize;
    if plan.elements.iter().any(|element| element.tolerance.is_some()) {
        return Err("a rounded value is expected, which a comparison of bytes does not show".to_owned());
    }
    let list = |of: &dyn Fn(&crosscall_model::expression::ExpectedElement) -> u64| {
        let all = plan.elements.iter().flat_map(|e| of(e).to_le_bytes().into_iter().take(bytes));
        all.map(|byte| format!("{byte:#04x}")).collect::<Vec<_>>().join(", ")
    };
    let count = plan.elements.len() * bytes;
    let unit = crosscall_toolchain::expression::source(case);
    let text = format!(
        "{unit}\nstatic const unsigned char want[{count}] = {{ {} }};\nstatic const unsigned char mask[{count}] = {{ {} \
         }};\nint {verdict};\n\nint main(void)\n{{\n\tunsigned int i;\n\tvalue0();\n\tfor (i = 0; i < {count}; \
         i++)\n\t\t{verdict} += ((((const unsigned char *)&valued0)[i] ^ want[i]) & mask[i]) != 0;\n\treturn \
         {verdict};\n}}\n",
        list(&|e| e.bits),
        list(&|e| e.mask),
        verdict = standalone::VERDICT,
    );
    let files = vec![("standalone.c", text)];
    let says = match run(scene, &files, None, None) {
        Ok(Ended::Returned(number, _)) => format!("Run on crosscall's simulator `main` returns {number}."),
        Ok(Ended::Stopped(why)) => format!("On crosscall's simulator it does not come to its end: {why}."),
        Err(why) => format!("It was not run here: {why}."),
    };
    Ok(Program {
        files,
        says: format!("`main` returns how many bytes of the value are wrong. {says}"),
        items: 0,
        companion: None,
    })
}

/// End of a program.
enum Ended {
    /// With this verdict; and what was not as it has to be, where the program writes that down.
    Returned(i64, Vec<String>),
    /// Without a verdict, for this reason.
    Stopped(String),
}

/// Compiles and assembles the files, the called function's with the subject that is called, and runs them.
fn run(
    scene: &Scene<'_>,
    files: &[(&'static str, String)],
    watched: Option<&Watched>,
    companion: Option<&Toolchain>,
) -> Result<Ended, String> {
    let target = scene.first.target;
    let mut objects: Vec<ObjectFile> = Vec::new();
    for (name, text) in files {
        if name.ends_with(".s") {
            objects.push(machine::assemble(target, name, text).map_err(|e| e.to_string())?);
            continue;
        }
        let unit = name.split('.').next().unwrap_or(name);
        let made = compile(scene.compiler(name, companion)?, text, unit, scene.context);
        objects.push(made.map_err(|e| format!("{name} is not compiled: {e}"))?.object);
    }
    let all: Vec<&ObjectFile> = objects.iter().collect();
    let program = machine::link(target, &all).map_err(|e| e.to_string())?;
    let address = |name: &str| program.address_of(&machine::symbol(target, name));
    let (Some(main), Some(verdict)) = (address("main"), address(standalone::VERDICT)) else {
        return Err("the program has no `main`".to_owned());
    };
    let mut machine = machine::machine(target).map_err(|e| e.to_string())?;
    machine.load(&program).map_err(|e| e.to_string())?;
    machine.seal();
    let home = begin_call(target, &mut *machine, main);
    machine.set_breakpoints(&[home]);
    let ended = match machine.run(BUDGET) {
        Stop::Breakpoint(at) if at == home => {
            let mut bytes = [0; 4];
            machine.read(verdict, &mut bytes).map_err(|_| "its verdict cannot be read".to_owned())?;
            let failed = match watched {
                Some(watched) => {
                    let failed = watched.failed(target, &program, &mut *machine)?;
                    failed.into_iter().map(str::to_owned).collect()
                }
                None => Vec::new(),
            };
            Ended::Returned(i32::from_le_bytes(bytes).into(), failed)
        }
        Stop::Fault(fault) => Ended::Stopped(fault.to_string()),
        Stop::Budget => Ended::Stopped("it takes too long".to_owned()),
        Stop::Exit(status) => Ended::Stopped(format!("it ended itself with status {status}")),
        Stop::Breakpoint(at) => Ended::Stopped(format!("it came to {at:#x}")),
    };
    machine.set_breakpoints(&[]);
    machine::give_back(target, machine);
    Ok(ended)
}
