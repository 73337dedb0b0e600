//! The invented target: what is rare in documents, worked out by hand, and seen through the eyes of the judge.

use crate::support::short_name;
use crosscall_model::observation::{End, Ground, Observation, Snapshot};
use crosscall_model::plan::{Extension, Piece, Place, Plan, Preservation, Transfer};
use crosscall_model::target::Register;
use crosscall_model::{Case, Form, Pairing, Style, Target, Type, Value};
use crosscall_oracle::abi;
use crosscall_oracle::choose::{Chooser, walk};
use crosscall_oracle::clause::catalogue;
use crosscall_oracle::judge::judge;
use crosscall_oracle::knowledge::AllReadings;
use std::sync::Arc;

const TARGET: Target = Target::Invented;
const STACK: u64 = 0x7000;
const OUTER: u64 = 0x6f40;
const LIST: u64 = 0x5000;
const BACK: u64 = 0x1238;

fn value(ty: &Type, next: &mut u8) -> Value {
    match ty {
        Type::Record(record) => Value::List(record.members.iter().map(|m| value(&m.ty, next)).collect()),
        Type::Vector { element, lanes } => {
            Value::List((0..*lanes).map(|_| value(element.as_type(), next)).collect())
        }
        _ => {
            *next += 1;
            Value::Bits(u128::from(*next) | 0x80)
        }
    }
}

fn case(text: &str) -> Case {
    let signature = crosscall_declarations::parse(text).unwrap_or_else(|e| panic!("{e}")).signature;
    let mut next = 0;
    let arguments = signature.arguments().map(|ty| value(ty, &mut next)).collect();
    let result = signature.result.as_ref().map(|ty| value(ty, &mut next));
    Case { target: TARGET, signature, arguments, result, style: Style::PLAIN }
}

fn plan(case: &Case) -> Plan {
    let all = AllReadings(catalogue(TARGET));
    abi::plan(case, &mut Chooser::new(catalogue(TARGET), &all))
}

fn pieces(pieces: &[Piece]) -> String {
    let one = |piece: &Piece| {
        let place = match piece.place {
            Place::Register { register, byte: 0 } => TARGET.register_name(register),
            Place::Register { register, byte } => format!("{}.{byte}", TARGET.register_name(register)),
            Place::Pointed { base, offset } => format!("[{}{offset:+}]", TARGET.register_name(base)),
            Place::Stack { offset } => format!("[sp{offset:+}]"),
        };
        let rest = match piece.rest {
            Extension::Unspecified => String::new(),
            Extension::Length(n) => format!(" of length {n}"),
            Extension::Zero(n) => format!(" zero to {n}"),
            Extension::Sign(n) => format!(" sign to {n}"),
            Extension::Ones(n) => format!(" ones to {n}"),
        };
        format!("{place}/{}{rest}", piece.len)
    };
    pieces.iter().map(one).collect::<Vec<_>>().join(":")
}

fn places(text: &str) -> String {
    let plan = plan(&case(text));
    let all = plan.arguments.iter().chain(&plan.result).map(|passed| match &passed.transfer {
        Transfer::Nothing => format!("{} nothing", short_name(passed)),
        Transfer::Direct(all) => format!("{} {}", short_name(passed), pieces(all)),
        Transfer::ByReference { pointer, align, .. } => {
            format!("{} *{} align {align}", short_name(passed), pieces(pointer))
        }
    });
    all.collect::<Vec<_>>().join(", ")
}

#[test]
fn calls_by_hand() {
    for (text, expected) in [
        ("int f(short, double)", "a0 r1/2 sign to 8, a1 v0/4 of length 4, result r0/4 sign to 8"),
        ("char f(long, char)", "a0 r1/8, a1 r2/1 zero to 8, result r0/1 zero to 8"),
        (
            "void f(long, int, long, int, float, long)",
            "a0 r1/8, a1 r2/4 sign to 8, a2 r3/8, a3 [r0+0]/4 sign to 8, a4 v0/4 of length 4, a5 [r0+8]/8",
        ),
        (
            "void f(float, float, float, float, float __attribute__((ext_vector_type(4))), float)",
            "a0 v0/4 of length 4, a1 v1/4 of length 4, a2 v2/4 of length 4, a3 v3/4 of length 4, \
             a4 [r0+0]/16, a5 [r0+16]/4",
        ),
        (
            "struct { long a, b; } f(struct { char a; long double b; })",
            "a0 *r1/8 align 4, result *r4/8 align 8",
        ),
        ("void f(long, ..., int, double)", "a0 r1/8, v0 [sp-16]/4 sign to 8, v1 [sp-24]/4"),
        ("float __attribute__((ext_vector_type(8))) f(void)", "result v0/32 of length 32"),
    ] {
        assert_eq!(places(text), expected, "{text}");
    }
}

#[test]
fn layouts_by_hand() {
    let all = AllReadings(catalogue(TARGET));
    for (text, size, align) in [
        ("struct { char a; double b; char c; }", 12, 4),
        ("struct { char a; long b; }", 16, 8),
        ("struct { char a; float __attribute__((ext_vector_type(8))) b; }", 48, 16),
    ] {
        let ty = crosscall_declarations::parse(&format!("void f({text})"))
            .expect("C")
            .signature
            .parameters
            .remove(0);
        let layout = abi::layout(TARGET, &ty, &mut Chooser::new(catalogue(TARGET), &all));
        assert_eq!((layout.size, layout.align), (size, align), "{text}");
    }
}

/// A machine of paper: the state that a plan describes.
struct Paper {
    registers: Vec<Vec<u8>>,
    lengths: Vec<u16>,
    memory: Vec<(u64, Vec<u8>)>,
}

impl Paper {
    /// Poison, a stack pointer, and what a caller leaves.
    fn new() -> Paper {
        let infos = TARGET.registers();
        let poison = |(i, info): (usize, &crosscall_model::target::RegisterInfo)| {
            (0..info.bytes).map(|b| 0x40 ^ i as u8 ^ b as u8).collect()
        };
        let mut paper = Paper {
            registers: infos.iter().enumerate().map(poison).collect(),
            lengths: vec![64; infos.iter().filter(|info| info.variable).count()],
            memory: vec![(LIST, vec![0xaa; 256]), (STACK - 256, vec![0x55; 256]), (0x4000, vec![0; 1024])],
        };
        paper.set(31, STACK);
        paper.set(5, BACK / 4);
        paper.put(STACK - 8, &OUTER.to_le_bytes());
        paper
    }

    fn set(&mut self, register: usize, value: u64) {
        self.registers[register] = value.to_le_bytes().to_vec();
    }

    fn put(&mut self, at: u64, bytes: &[u8]) {
        for (start, memory) in &mut self.memory {
            if (*start..*start + memory.len() as u64).contains(&at) {
                let from = (at - *start) as usize;
                memory[from..from + bytes.len()].copy_from_slice(bytes);
            }
        }
    }

    /// Puts the pieces of a value where they belong.
    fn send(&mut self, pieces: &[Piece], bytes: &[u8]) {
        for piece in pieces {
            let mut part = bytes[piece.offset as usize..][..piece.len as usize].to_vec();
            let fill = |negative| if negative { 0xff } else { 0 };
            match piece.rest {
                Extension::Zero(n) => part.resize(n.into(), 0),
                Extension::Ones(n) => part.resize(n.into(), 0xff),
                Extension::Sign(n) => part.resize(n.into(), fill(part[part.len() - 1] & 0x80 != 0)),
                Extension::Unspecified | Extension::Length(_) => {}
            }
            match piece.place {
                Place::Register { register, byte } => {
                    let held = &mut self.registers[usize::from(register.0)];
                    held[usize::from(byte)..][..part.len()].copy_from_slice(&part);
                    if let Extension::Length(n) = piece.rest {
                        self.lengths[usize::from(register.0) - 32] = n;
                    }
                }
                Place::Pointed { base, offset } => {
                    assert_eq!(base, Register(0));
                    self.put(LIST.wrapping_add_signed(offset), &part);
                }
                Place::Stack { offset } => self.put(STACK.wrapping_add_signed(offset), &part),
            }
        }
    }

    /// The state in which a conforming caller calls.
    fn called(plan: &Plan) -> Paper {
        let mut paper = Paper::new();
        if plan.list.is_some() {
            paper.set(0, LIST);
        }
        let mut object = 0x4000;
        for passed in plan.arguments.iter().chain(&plan.result) {
            match &passed.transfer {
                Transfer::Direct(pieces) if passed.name != "result" => {
                    paper.send(pieces, &passed.image.bytes)
                }
                Transfer::ByReference { pointer, .. } => {
                    paper.put(object, &passed.image.bytes);
                    paper.send(pointer, &u64::to_le_bytes(object));
                    object += 64;
                }
                _ => {}
            }
        }
        paper
    }

    fn shot(&self) -> Snapshot {
        let registers = self.registers.iter().flatten().copied().collect();
        Snapshot {
            target: TARGET,
            pc: BACK,
            registers,
            lengths: self.lengths.clone(),
            memory: {
                let mut memory = self.memory.clone();
                memory.sort_by_key(|(start, _)| *start);
                memory
            },
        }
    }
}

fn seen(entry: &Paper, exit: &Paper, end: End, declared: Option<Vec<Register>>) -> Observation {
    let mut outer = Paper::new();
    outer.set(31, OUTER);
    let stack = STACK - 256..STACK + 256;
    let ground = Ground { stack, declared: declared.map(Arc::new), ..Ground::default() };
    Observation {
        entry: Some(entry.shot()),
        exit: Some(exit.shot()),
        outer_entry: Some(outer.shot()),
        outer_exit: Some(outer.shot()),
        return_address: Some(BACK),
        ..Observation::new(end, ground)
    }
}

fn reported(case: &Case, pairing: Pairing, plan: &Plan, seen: &Observation) -> Vec<String> {
    let judgement = judge(case, pairing, plan, seen);
    judgement
        .mismatches
        .iter()
        .map(|m| (m.clauses[0], m.words().subject))
        .filter(|(_, subject)| !subject.contains("slot"))
        .map(|(clause, subject)| format!("{} {subject}", clause.trim_start_matches("INVENTED-")))
        .collect()
}

const CALL: &str = "void f(long, int, long, int, float, long, struct { int a; }, float __attribute__((ext_vector_type(4))), ..., int, double)";

/// A call that goes by the document is not blamed, and each thing that can be wrong is reported under its clause.
#[test]
fn what_a_caller_gets_wrong() {
    let case = case(CALL);
    let plan = plan(&case);
    let wrong = |change: &dyn Fn(&mut Paper)| {
        let mut paper = Paper::called(&plan);
        change(&mut paper);
        let exit = Paper::called(&plan);
        reported(&case, Pairing::Caller, &plan, &seen(&paper, &exit, End::Returned, None))
    };
    assert_eq!(wrong(&|_| {}), Vec::<String>::new());
    assert_eq!(wrong(&|p| p.registers[1][7] ^= 1), ["ARG-01 arg0"]);
    assert_eq!(wrong(&|p| p.registers[2][5] ^= 1), ["ARG-01 arg1"], "sign extension");
    assert_eq!(wrong(&|p| p.lengths[0] = 8), ["ARG-02 arg4"], "a length");
    assert_eq!(wrong(&|p| p.registers[32][0] ^= 1), ["ARG-02 arg4"]);
    assert_eq!(wrong(&|p| p.put(LIST + 8, &[0; 8])), ["ARG-03 arg5"]);
    assert_eq!(wrong(&|p| p.registers[5][0] ^= 2), ["CALL-02 return address"]);
    assert_eq!(wrong(&|p| p.set(5, BACK)), ["CALL-02 return address"], "an address is no index");
    assert_eq!(wrong(&|p| p.put(STACK - 8, &STACK.to_le_bytes())), ["STACK-02 caller's own stack pointer"]);
    assert_eq!(wrong(&|p| p.put(STACK - 16, &[1])), ["ARG-05 variadic0"]);
    assert!(wrong(&|p| p.set(0, 0x100)).contains(&"ARG-03 parameter list".to_owned()));
}

#[test]
fn what_a_callee_gets_wrong() {
    let case = case("float f(long, long, long, long)");
    let plan = plan(&case);
    let wrong = |declared: Option<Vec<Register>>, change: &dyn Fn(&mut Paper)| {
        let entry = Paper::called(&plan);
        let mut exit = Paper::called(&plan);
        let result = plan.result.as_ref().expect("a result");
        let Transfer::Direct(pieces) = &result.transfer else { panic!("in a register") };
        exit.send(pieces, &result.image.bytes);
        change(&mut exit);
        let mut reported =
            reported(&case, Pairing::Callee, &plan, &seen(&entry, &exit, End::Returned, declared));
        reported.retain(|m| !m.contains(" a"));
        reported
    };
    let nothing = || Some(Vec::new());
    assert_eq!(wrong(nothing(), &|_| {}), Vec::<String>::new());
    assert_eq!(wrong(nothing(), &|p| p.lengths[0] = 64), ["RET-02 result"]);
    assert_eq!(wrong(nothing(), &|p| p.registers[9][0] ^= 1), ["REG-01 r9"]);
    assert_eq!(wrong(nothing(), &|p| p.lengths[8] = 32), ["REG-01 v8"], "the length is preserved, too");
    assert_eq!(wrong(nothing(), &|p| p.registers[20][0] ^= 1), ["REG-02 r20"]);
    assert_eq!(wrong(Some(vec![Register(20)]), &|p| p.registers[20][0] ^= 1), Vec::<String>::new());
    assert_eq!(wrong(None, &|p| p.registers[20][0] ^= 1), Vec::<String>::new());
    assert_eq!(wrong(nothing(), &|p| p.registers[7][0] ^= 1), Vec::<String>::new(), "scratch");
    assert_eq!(wrong(nothing(), &|p| p.registers[30][0] ^= 1), ["REG-03 r30"]);
    assert_eq!(wrong(nothing(), &|p| p.put(LIST, &[1])), ["ARG-03 the caller's parameter list"]);
    assert!(wrong(nothing(), &|p| p.set(31, STACK + 16)).contains(&"STACK-01 stack pointer".to_owned()));
}

#[test]
fn a_vertex_ends_the_program() {
    let mut case = case("void f(void)");
    case.style.form = Form::Vertex;
    let plan = plan(&case);
    let (entry, mut exit) = (Paper::called(&plan), Paper::called(&plan));
    exit.registers[9][0] ^= 1;
    let ended = |end| reported(&case, Pairing::Callee, &plan, &seen(&entry, &exit, end, None));
    assert_eq!(ended(End::Exited), Vec::<String>::new());
    assert_eq!(ended(End::Returned), ["CALL-03 control"]);
}

/// Every clause is named by some plan, layout or object file, and every reading changes something.
#[test]
fn the_document_is_used_up() {
    let catalogue = catalogue(TARGET);
    let all = AllReadings(catalogue);
    let mut named = std::collections::BTreeSet::new();
    let mut vertex = case("void f(void)");
    vertex.style.form = Form::Vertex;
    let records = case("struct { long a, b; } f(struct { char a; int b : 3; })");
    let cases = [case(CALL), case("int f(int)"), case("float f(void)"), records, vertex];
    for case in &cases {
        let plans = walk(catalogue, &all, 100, |chooser| abi::plan(case, chooser));
        for (_, plan) in &plans {
            let values = plan.arguments.iter().chain(&plan.result);
            named.extend(values.flat_map(|p| p.clauses.iter().chain(&p.rest_clauses)).copied());
            named.extend(plan.registers.iter().flat_map(|r| r.clauses).copied());
            named.extend(plan.linkage.iter().flat_map(|l| &l.clauses).copied());
            named.extend(plan.stack.direction_clauses.iter().copied().chain([plan.return_clause]));
        }
        let layout = abi::layout_plan(case, &mut Chooser::new(catalogue, &all));
        named.extend(layout.numbers.iter().flat_map(|n| &n.clauses).copied());
    }
    let object = abi::object_plan(TARGET);
    named.extend(object.symbol_clauses.into_iter().chain(object.relocation_clauses));
    let missing: Vec<_> = catalogue.clauses.iter().filter(|c| !named.contains(c.id.as_str())).collect();
    assert_eq!(missing, Vec::<&crosscall_oracle::clause::Clause>::new());
    let plans = walk(catalogue, &all, 100, |chooser| abi::plan(&cases[0], chooser));
    assert_eq!(plans.len(), 4);
    assert!(plans.iter().enumerate().all(|(i, (_, a))| plans.iter().skip(i + 1).all(|(_, b)| a != b)));
    let kept = plans[0].1.registers.iter().filter(|r| r.preservation == Preservation::Declared).count();
    assert_eq!(kept, 14 + 16);
}
