//! Cases and C text for the Nyuzi.

use std::process::Command;

use crosscall_generator::c_unit::{callee_unit, caller_unit, layout_unit};
use crosscall_generator::{case, directed};
use crosscall_model::{Form, Scalar, Target, Type};

use crate::compile::{count, numbered, run};
use crate::probe::carry_out;
use crate::support::plans::NYUZI;
use crate::support::{clang, nyuzi_bits};

const TARGET: Target = Target::Nyuzi;

tests_of_every_target!();

#[test]
fn vectors_fill_their_registers() {
    let (mut whole, mut other, mut nested) = (0, 0, 0);
    for case in crate::cases::random_cases_of(TARGET, crate::cases::COUNT) {
        nested += usize::from(case.style.form == Form::Nested);
        for ty in case.signature.types() {
            ty.visit(&mut |ty| match ty {
                Type::Vector { lanes: 16, element: Scalar::Int | Scalar::UnsignedInt | Scalar::Float } => {
                    whole += 1
                }
                Type::Vector { .. } => other += 1,
                _ => {}
            });
        }
    }
    println!("{whole} vectors of 16 words, {other} others");
    assert_eq!(nested, 0);
    assert!(whole > 1000 && other > 200, "{whole} {other}");
}

#[test]
fn registers_may_be_wide() {
    let wide = carry_out(&NYUZI, 1500);
    assert!(wide > 700, "{wide}");
}

/// Clang accepts the text of Nyuzi's cases. Any clang with a processor of 32 bits will do; the Nyuzi's own is not needed.
#[test]
fn clang_understands_every_unit() {
    let Some(clang) = clang() else { return };
    let folder = tempfile::tempdir().expect("a folder");
    let mut cases = directed::cases(Target::Nyuzi, &nyuzi_bits);
    cases.extend((0..count(400)).map(|i| case(Target::Nyuzi, 11, i, &nyuzi_bits)));
    for cases in cases.chunks(250) {
        let cases = numbered(cases);
        for (name, text) in
            [("f.c", callee_unit(&cases)), ("call.c", caller_unit(&cases)), ("layout.c", layout_unit(&cases))]
        {
            std::fs::write(folder.path().join(name), text).expect("the file can be written");
            let options =
                ["--target=i386-none-elf", "-fsyntax-only", "-std=gnu11", "-w", "-ffreestanding", name];
            run(Command::new(&clang).args(options), folder.path());
        }
    }
}
