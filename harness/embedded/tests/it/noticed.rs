//! Faults of one side are noticed by the other one, but for a list.

use crosscall_embedded::{Fault, Options, Readings, Side, choices};
use crosscall_model::Target;
use crosscall_model::target::riscv::Abi;

use super::cross::{cases, options};
use super::support::{Random, run::run};

for_each_document!(
    a_fault_on_one_side_is_noticed,
    sides_with_different_readings_do_not_understand_each_other,
);

/// True if some case out of a few hundred goes wrong when only one side follows these readings or commits this fault.
fn fails(callee: &Options, caller: &Options, seed: u64) -> bool {
    let mut random = Random::new(seed);
    (0..8).any(|_| !run(&cases(callee.target, &mut random, 32), callee, caller).is_empty())
}

/// Three ABIs that differ in everything that ABIs differ in, and some of them.
const EVERY: &[Abi] = &[Abi::Ilp32e, Abi::Ilp32f, Abi::Lp64d];
const HARD: &[Abi] = &[Abi::Ilp32f, Abi::Lp64d];
const EMBEDDED: &[Abi] = &[Abi::Ilp32e];
const LP64D: &[Abi] = &[Abi::Lp64d];
const NOT_ILP32F: &[Abi] = &[Abi::Ilp32e, Abi::Lp64d];

/// Faults of RISC-V that the other side does not notice, and the ABIs by which it does not.
const RISCV_FAULTS: &[(&[Abi], &str)] = &[
    (EVERY, "other-way-out"),
    (EVERY, "mode-left"),
    (LP64D, "unsigned-zero-extended"),
    (EVERY, "stack-not-extended"),
    (EVERY, "callers-object-modified"),
    (HARD, "box-missing"),
    (EVERY, "result-not-extended"),
    (EVERY, "copy-unaligned"),
    (EVERY, "room-unaligned"),
    (EVERY, "stray-write"),
    (EVERY, "char-sign"),
    (LP64D, "long-integer-size"),
    (EVERY, "brain-half-size"),
    (EVERY, "bit-int-word"),
    (EVERY, "bit-int-alignment"),
    (EVERY, "bit-int-loose"),
    (LP64D, "typedef-passed"),
    (EVERY, "difference-unsigned"),
    (EVERY, "zero-aligns"),
];

/// Readings of RISC-V that the other side does not notice, and the ABIs by which it does not.
const RISCV_READINGS: &[(&[Abi], &str)] = &[
    (EVERY, "RISCV-TYPE-27=R2"),
    (EVERY, "RISCV-LAYOUT-03 alignof=R5"),
    (EVERY, "RISCV-LAYOUT-04=R2"),
    (EVERY, "RISCV-LAYOUT-14=R2"),
    (EVERY, "RISCV-S02=R2"),
    (EVERY, "RISCV-S03=R2"),
    (EVERY, "RISCV-S04=R2"),
    (EVERY, "RISCV-REG-21 mode=R2"),
    (EVERY, "RISCV-REG-21 flags=R4"),
    (EVERY, "RISCV-ARG-04=R2"),
    (EVERY, "RISCV-ARG-24 flexible=R4"),
    (HARD, "RISCV-ARG-43 width=R2"),
    (HARD, "RISCV-ARG-43 members=R4"),
    (EVERY, "RISCV-RET-04=R2"),
    (EVERY, "RISCV-STACK-06=R2"),
    (EVERY, "RISCV-STACK-06=R3"),
    (HARD, "RISCV-S01 member=R4"),
    (HARD, "RISCV-S07=R2"),
    (EVERY, "RISCV-S11=R2"),
    (EVERY, "RISCV-S12 argument=R2"),
    (EVERY, "RISCV-S12 result=R4"),
    (EVERY, "RISCV-S13=R2"),
    (EVERY, "RISCV-S14=R2"),
    (NOT_ILP32F, "RISCV-S15=R2"),
    (EVERY, "RISCV-S15 record=R4"),
    (EMBEDDED, "RISCV-S17=R2"),
];

/// Entries of a list for an ABI.
fn of_riscv(abi: Abi, list: &[(&[Abi], &'static str)]) -> Vec<&'static str> {
    list.iter().filter(|(abis, _)| abis.contains(&abi)).map(|(_, name)| *name).collect()
}

/// Faults that change nothing which the other side reads or which the watcher looks at: only a
/// comparison of the whole machine state at the call boundary finds them.
fn silent_faults(target: Target) -> Vec<&'static str> {
    let list: &[&str] = match target {
        Target::Epiphany => &[
            "link-register",
            // Each function is run once here, and goes to its end; the values of these cases are all telling ones.
            "other-way-out",
            "bit-fields-unsigned",
            "minus-one-argument",
            "least-argument",
            "callers-object-modified",
            "result-not-extended",
            "result-pointer",
            "stray-write",
            "beyond-limit",
            "mode-left",
            "byte-order",
            "char-unsigned",
            "unsigned-int-signed",
        ],
        Target::Nyuzi => &[
            "other-way-out",
            "link-register",
            "beyond-limit",
            "callers-object-modified",
            "room-outside",
            "stray-write",
            "byte-order",
        ],
        Target::Dpu => &[
            "beyond-limit",
            // One thread goes through both sides here.
            "thread-number",
            "shared-object",
            "second-stack",
            "other-stack",
            "saved-words-swapped",
            "callers-object-modified",
            "byte-order",
        ],
        Target::Ipu => &[
            "beyond-limit",
            "callers-object-modified",
            "result-not-extended",
            "vertex-returns",
            "stray-write",
            "byte-order",
            "half-size",
            "enumerations-unsigned",
            "first-constant",
            "plain-enumerations-unsigned",
            "plain-unsigned",
        ],
        // Many need vectors without a fixed length, two results, or lists of registers: these cases have none.
        Target::ForwardCom => &[
            "byte-order",
            "char-sign",
            "half-size",
            "truth-whole",
            "work-unsaved",
            "saved-vector",
            "mode-left",
            "changes-unlisted",
            "calls-unlisted",
            "argument-length",
            "list-place",
            "lanes-for-bytes",
            "listed-original",
            "list-kept",
            "vectors-seventeen",
            "floats-close",
            "callers-object-modified",
            "object-first",
            "object-last",
            "result-length",
            "two-alike",
            "two-swapped",
            "result-pointer",
        ],
        Target::Riscv(abi) => return of_riscv(abi, RISCV_FAULTS),
        Target::X86_64 | Target::Aarch64 | Target::Invented => &[],
    };
    list.to_vec()
}

fn a_fault_on_one_side_is_noticed(target: Target) {
    let mut silent = Vec::new();
    for fault in Fault::of(target) {
        let good = Options { fault: None, ..Options::with_fault(fault) };
        let bad = Options::with_fault(fault);
        let noticed = |seed: u64| match fault.side {
            Side::Callee => fails(&bad, &good, seed),
            Side::Caller => fails(&good, &bad, seed),
            Side::Both | Side::Data => fails(&bad, &good, seed) && fails(&good, &bad, seed),
        };
        // Two seeds, because the occasion may be rare.
        if !noticed(7) && !noticed(8) {
            silent.push(fault.name);
        }
    }
    assert_eq!(silent, silent_faults(target));
}

/// Readings that the other side cannot notice by the values that it gets: they speak of bits and
/// registers that a well-behaved other side does not look at, or have no effect under the default dialect.
fn silent_readings(target: Target) -> Vec<&'static str> {
    let list: &[&str] = match target {
        Target::Epiphany => &[
            "EPIPHANY-TYPE-05=R2",
            "EPIPHANY-S03 temporary=R4",
            "EPIPHANY-REG-07 link=R2",
            "EPIPHANY-REG-11=R2",
            "EPIPHANY-S04=R2",
            "EPIPHANY-ARG-03 split=R6",
            "EPIPHANY-S10 slots=R3",
            "EPIPHANY-S10 copy=R2",
            "EPIPHANY-RET-01=R2",
            "EPIPHANY-RET-06 again=R4",
            "EPIPHANY-S01 wchar=R5",
            "EPIPHANY-S02 sign=R5",
            "EPIPHANY-STACK-10=R2",
            "EPIPHANY-CALL-04=R1",
        ],
        Target::Nyuzi => &[
            "NYUZI-TYPE-01=R2",
            "NYUZI-TYPE-10 alignment=R2",
            "NYUZI-S03 wchar=R6",
            "NYUZI-S05 sign=R6",
            "NYUZI-REG-04 link=R2",
            "NYUZI-REG-08=R1",
            "NYUZI-S09 split=R6",
            "NYUZI-S10 slots=R3",
            "NYUZI-S10 temporary=R6",
            "NYUZI-RET-01 again=R4",
            "NYUZI-RET-03=R2",
            "NYUZI-S15=R2",
        ],
        Target::Dpu => &[
            "DPU-TYPE-02=R2",
            "DPU-TYPE-14=R2",
            "DPU-S02=R2",
            "DPU-S04 wchar=R4",
            "DPU-S08 sign=R5",
            "DPU-REG-08=R1",
            "DPU-S10=R2",
            "DPU-S16=R1",
            "DPU-RET-01=R2",
            "DPU-RET-04 again=R5",
            "DPU-S19=R2",
            "DPU-STACK-08=R2",
            "DPU-STACK-09=R2",
            "DPU-CALL-01=R2",
            "DPU-CALL-03=R2",
            "DPU-CALL-04=R2",
            "DPU-CALL-06=R2",
            "DPU-S21=R1",
        ],
        Target::Ipu => &[
            "IPU-TYPE-05=R1",
            "IPU-LAYOUT-06=R2",
            "IPU-S03 wchar=R4",
            "IPU-S05 upper=R2",
            "IPU-S05 upper=R3",
            "IPU-S15 align=R2",
            "IPU-S16 again=R1",
            "IPU-STACK-08 slots=R1",
        ],
        Target::ForwardCom => &[
            "FORWARDCOM-S01 char=R4",
            "FORWARDCOM-S01 wchar=R8",
            "FORWARDCOM-S03 sign=R6",
            "FORWARDCOM-ARG-04 length=R2",
            "FORWARDCOM-ARG-19 empty=R4",
            "FORWARDCOM-ARG-20 next=R2",
            "FORWARDCOM-ARG-24 rest=R2",
            "FORWARDCOM-S08=R2",
            "FORWARDCOM-RET-02=R2",
        ],
        Target::Riscv(abi) => return of_riscv(abi, RISCV_READINGS),
        Target::X86_64 | Target::Aarch64 | Target::Invented => &[],
    };
    list.to_vec()
}

fn sides_with_different_readings_do_not_understand_each_other(target: Target) {
    let one = Options::new(target);
    let mut silent = Vec::new();
    for choice in choices(target) {
        for number in choice.readings.iter().filter(|n| **n != choice.default) {
            let mut other = one.clone();
            other.readings.set(choice.key, *number).expect("a reading of the table");
            if !fails(&other, &one, 9) && !fails(&one, &other, 9) {
                silent.push(format!("{}=R{number}", choice.key));
            }
        }
    }
    assert_eq!(silent, silent_readings(target));
}

#[test]
fn an_epiphany_reading_without_effect_alone_has_one_in_company() {
    let (company, reading) = ("EPIPHANY-ARG-03 start=R2", "EPIPHANY-ARG-03 split=R6");
    let readings = |text: &str| options(Readings::parse(Target::Epiphany, text).expect("known"));
    let (one, other) = (readings(company), readings(&format!("{company},{reading}")));
    assert!(fails(&one, &other, 11));
}
