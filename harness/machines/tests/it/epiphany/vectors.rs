//! Every Epiphany instruction against values worked out from the architecture's formulae.

use crate::support::vectors::{Target, all_hold, are_refused, parse};
use crosscall_machines::epiphany::execute::Core;
use crosscall_machines::epiphany::isa::{Access, Cond, Op};
use crosscall_machines::epiphany::link::{EXTERNAL, MACHINE};
use crosscall_machines::epiphany::{Instruction, decode};

const TARGET: Target = Target {
    machine: MACHINE,
    address: EXTERNAL + 0x2000,
    status: "status",
    flags: &[
        ('G', 1),
        ('K', 2),
        ('W', 3),
        ('Z', 4),
        ('N', 5),
        ('C', 6),
        ('V', 7),
        ('z', 8),
        ('n', 9),
        ('v', 10),
        ('S', 12),
        ('i', 13),
        ('o', 14),
        ('u', 15),
    ],
    status_always: 1,
};

pub(crate) const TEXT: &str = include_str!("../../vectors/epiphany.ins");

#[test]
fn all_vectors() {
    let mut machine = Core::new().expect("the default memory map is valid");
    all_hold(TEXT, &TARGET, &mut machine, 800);
}

/// Every memory form occurs with every width, and every condition as a branch and as a move.
#[test]
fn the_vectors_cover_widths_and_conditions() {
    let vectors = parse(TEXT, &TARGET).expect("the file is well formed");
    let mut seen: Vec<Instruction> = Vec::new();
    for vector in &vectors {
        let mut rest = vector.bytes.as_slice();
        while !rest.is_empty() {
            let instruction = decode(rest).expect("the vectors hold instructions");
            seen.push(instruction);
            rest = &rest[usize::from(instruction.size)..];
        }
    }
    let memory = [
        Op::LoadDisp,
        Op::LoadIndex,
        Op::LoadPostDisp,
        Op::LoadPostIndex,
        Op::StoreDisp,
        Op::StoreIndex,
        Op::StorePostDisp,
        Op::StorePostIndex,
    ];
    for op in memory {
        for (access, _) in Access::ALL {
            assert!(seen.iter().any(|one| one.op == op && one.access == access), "{op:?} {access:?}");
        }
    }
    for op in [Op::Branch, Op::Mov] {
        for (cond, name) in Cond::ALL {
            assert!(seen.iter().any(|one| one.op == op && one.cond == cond), "{op:?} {name}");
        }
    }
}

#[test]
fn wrong_vectors_are_refused() {
    let wrong = [
        ("1a05 | add r0,r1,r2 | r1=1 r2=2 => r0=4", "r0 is 0x3"),
        ("1a05 | add r0,r1,r2 | r1=1 r2=2 => ", "r0 is 0x3"),
        ("1a05 | add r0,r1,r2 | r1=1 r2=2 => r0=3 status=Z", "status is 0x1"),
        ("1a05 | add r0,r1,r2 | r1=1 r2=2 => r0=3 pc=+4", "pc is"),
        ("1a05 | add r0,r1,r2 | r1=1 r2=2 => fault=illegal", "ended with Budget"),
        ("5405 | str r0,[r1,#2] | r1=0x1000 r0=1 => [0x1008]=02000000", "memory at 0x1008"),
        ("e201 | swi | => fault=illegal", "ended with Fault"),
    ];
    let mut core = Core::new().expect("the default memory map is valid");
    are_refused(&mut core, &TARGET, &wrong);
    for line in ["1a0 | nop | =>", "1a05 | nop | r1=2", "1a05 | nop | r1 => r2=3", "1a05 nop r1 => r2=3"] {
        assert!(parse(line, &TARGET).is_err(), "{line}");
    }
}
