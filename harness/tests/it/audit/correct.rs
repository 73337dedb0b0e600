//! Functions that the embedded code generator makes of random signatures: nothing is found in them.

use super::Asked;
use crate::common;
use crosscall_embedded::{Choice, Options, callee_unit};
use crosscall_model::{Form, Style, Target, Type, c};
use crosscall_oracle::clause::catalogue;
use crosscall_toolchain::cases::Source;

/// Functions of a target that are audited.
const FUNCTIONS: usize = 12;

/// The same where tests sweep through everything.
const MANY_FUNCTIONS: usize = 36;

/// The readings of generated code as the words of a dialect.
pub(super) fn dialect(options: &Options) -> String {
    let catalogue = catalogue(options.target);
    // Readings that the generator alone has numbers of are no part of the document.
    let known = |choice: &Choice| catalogue.find_choice(choice.clause(), choice.name()).is_some();
    let readings = options.readings.iter().filter(|(choice, _)| known(choice));
    readings.map(|(choice, number)| format!("{}=R{number}", choice.key)).collect::<Vec<_>>().join(",")
}

fn nothing_is_found(target: Target) {
    let source = Source::new(target, 11);
    let options = Options::new(target);
    let dialect = dialect(&options);
    let (mut audited, mut followed) = (0, std::collections::BTreeSet::new());
    for number in source.directed().. {
        let mut case = source.case(number);
        if case.style.form != Form::Prototype || case.signature.variadic.is_some() {
            continue;
        }
        case.style = Style::PLAIN;
        let Ok(text) = callee_unit(&[(0, &case)], &options) else { continue };
        let prototype = c::signature(&case.signature, "f0");
        if crosscall_declarations::parse(&prototype).is_err() {
            continue;
        }
        let is_pointer = |ty: &&Type| matches!(ty, Type::DataPointer | Type::FunctionPointer);
        let arguments: Vec<String> = case
            .signature
            .arguments()
            .enumerate()
            .filter(|(_, ty)| is_pointer(ty))
            .map(|(index, _)| format!("arg{index}: any"))
            .collect();
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        let asked = Asked {
            target,
            text: &text,
            prototype: &prototype,
            arguments: &arguments,
            dialect: &dialect,
            inputs: 60,
            seed: 1,
            is_guessed: false,
            vector_bits: None,
        };
        let ran = asked.ran();
        let reported: Vec<String> = ran.findings.iter().map(|fault| format!("{fault:#?}")).collect();
        assert!(reported.is_empty(), "{target} {number}: {prototype}\n{}\n{text}", reported.join("\n"));
        followed.extend(ran.readings.iter().map(ToString::to_string));
        audited += 1;
        if audited == (if common::is_thorough() { MANY_FUNCTIONS } else { FUNCTIONS }) {
            break;
        }
    }
    println!("{target}: {audited} functions, which follow {followed:?}");
}

#[test]
fn epiphany() {
    nothing_is_found(Target::Epiphany);
}

#[test]
fn nyuzi() {
    nothing_is_found(Target::Nyuzi);
}

#[test]
fn dpu() {
    nothing_is_found(Target::Dpu);
}

#[test]
fn ipu() {
    nothing_is_found(Target::Ipu);
}

#[test]
fn forwardcom() {
    nothing_is_found(Target::ForwardCom);
}

#[test]
fn riscv() {
    for target in common::targets().filter(|target| matches!(target, Target::Riscv(_))) {
        nothing_is_found(target);
    }
}
