//! Cases and C text for the Epiphany.

use std::process::Command;

use crosscall_generator::c_unit::{callee_unit, caller_unit, layout_unit};
use crosscall_generator::probe::{callee_probe, caller_probe, whole};
use crosscall_generator::{case, directed};
use crosscall_machines::epiphany::link::FORMAT;
use crosscall_machines::executable::Executable;
use crosscall_machines::object_file::ObjectFile;
use crosscall_model::Target;

use crate::compile::{count, numbered, run};
use crate::probe::{carry_out, object, plan_number, tools};
use crate::support::plans::{EPIPHANY, UPWARDS, case_for};
use crate::support::{epiphany_tool, ilp32_bits};

const TARGET: Target = Target::Epiphany;

tests_of_every_target!();

#[test]
fn random_plans_are_carried_out() {
    assert_eq!(carry_out(&EPIPHANY, 1500), 0);
}

#[test]
fn stacks_may_grow_upwards() {
    assert_eq!(carry_out(&UPWARDS, 1500), 0);
}

#[test]
fn gnu_as_makes_the_same_bytes() {
    let Some(gas) = epiphany_tool("as") else { return };
    let folder = tempfile::tempdir().expect("a folder");
    // Many probes in one file, as the harness does it.
    let mut probes = Vec::new();
    for index in 0..100 {
        let (plan, case) = (plan_number(&EPIPHANY, index), case_for(Target::Epiphany, index % 3 == 0));
        probes.push(caller_probe(index as usize, &case, &plan));
        probes.push(callee_probe(index as usize, &case, &plan));
    }
    let text = whole(&probes);
    let file = folder.path().join("probes.s");
    std::fs::write(&file, &text).expect("the file can be written");
    let out = folder.path().join("probes.o");
    let output = Command::new(gas).arg(&file).arg("-o").arg(&out).output().expect("the assembler starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let bytes = std::fs::read(&out).expect("there is an object file");
    let theirs = crosscall_machines::elf::read_object("theirs", &bytes, &FORMAT).expect("it can be read");
    let tools = tools(Target::Epiphany);
    let linked = |object: &ObjectFile| tools.link(&[object], &tools.link_options()).expect("it links");
    let (ours, theirs) = (linked(&object(Target::Epiphany, &text)), linked(&theirs));
    let data = |program: &Executable| -> Vec<(u64, Vec<u8>)> {
        program.segments.iter().map(|s| (s.address, s.data.clone())).collect()
    };
    assert_eq!(data(&ours).len(), data(&theirs).len());
    for ((a, x), (b, y)) in data(&ours).iter().zip(&data(&theirs)) {
        let differs = x.iter().zip(y).position(|(x, y)| x != y);
        assert_eq!((a, x.len(), differs), (b, y.len(), None));
    }
}

#[test]
fn epiphany_gcc_takes_every_unit() {
    let Some(gcc) = epiphany_tool("gcc") else { return };
    let folder = tempfile::tempdir().expect("a folder");
    let mut cases = directed::cases(Target::Epiphany, &ilp32_bits);
    cases.extend((0..count(200)).map(|i| case(Target::Epiphany, 11, i, &ilp32_bits)));
    for (batch, cases) in cases.chunks(250).enumerate() {
        let cases = numbered(cases);
        for (name, text) in
            [("f.c", callee_unit(&cases)), ("call.c", caller_unit(&cases)), ("layout.c", layout_unit(&cases))]
        {
            std::fs::write(folder.path().join(name), text).expect("the file can be written");
            // Every level for some, the two that differ most for all.
            let levels: &[&str] =
                if batch == 0 { &["-O0", "-O1", "-O2", "-O3", "-Os"] } else { &["-O0", "-O2"] };
            for level in levels {
                run(Command::new(&gcc).args(["-c", "-w", level, name, "-o", "out.o"]), folder.path());
            }
        }
    }
}
