//! Functions that the embedded code generator makes of random signatures: nothing is found in them.

use super::Asked;
use crosscall::cases::Source;
use crosscall_embedded::{Options, callee_unit};
use crosscall_model::{Form, Style, Target, Type, c};

/// Functions of a target that are audited.
const FUNCTIONS: usize = 36;

fn nothing_is_found(target: Target) {
    let source = Source::new(target, 11);
    let mut audited = 0;
    for number in source.directed().. {
        let mut case = source.case(number);
        if case.style.form != Form::Prototype || case.signature.variadic.is_some() {
            continue;
        }
        case.style = Style::PLAIN;
        let Ok(text) = callee_unit(&[(0, &case)], &Options::new(target)) else { continue };
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
            .map(|(index, _)| format!("a{index}: any"))
            .collect();
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        let asked = Asked {
            target,
            text: &text,
            prototype: &prototype,
            arguments: &arguments,
            dialect: "",
            inputs: 60,
        };
        let ran = asked.ran();
        let told: Vec<String> = ran.findings.iter().map(|fault| format!("{fault:#?}")).collect();
        assert!(told.is_empty(), "{target} {number}: {prototype}\n{}\n{text}", told.join("\n"));
        assert_eq!(ran.readings, [], "{target} {number}: {prototype}");
        audited += 1;
        if audited == FUNCTIONS {
            break;
        }
    }
    println!("{target}: {audited} functions");
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
    for target in Target::ALL.into_iter().filter(|target| matches!(target, Target::Riscv(_))) {
        nothing_is_found(target);
    }
}
