//! Probes carry out their plan: both sides of a call are probes, and a simulated machine shows the state between them.

use crate::support::plans::{
    Convention, EPIPHANY, INVENTED, NYUZI, RISCV32, RISCV32E, RISCV64, case_for, plan,
};
use arbitrary::Unstructured;
use crosscall_generator::draw::Draw;
use crosscall_generator::poison::{self, PoisonKind};
use crosscall_generator::probe::{callee_probe, caller_probe, clobber, whole};
use crosscall_generator::seed;
use crosscall_machines::executable::Executable;
use crosscall_machines::machine::{Machine, State, Stop};
use crosscall_machines::object_file::ObjectFile;
use crosscall_machines::toolset::{self, Toolset};
use crosscall_model::finding::ValueId;
use crosscall_model::layout::Image;
use crosscall_model::observation::number as number_in;
use crosscall_model::plan::{
    Extension, Link, Linkage, Passed, Piece, Place, Plan, Preservation, RegisterRule, StackRule, Transfer,
};
use crosscall_model::target::Register;
use crosscall_model::{Case, Target};

/// Machine of any target.
type Core = dyn Machine + Send;

/// Instructions that a probe may take.
const BUDGET: u64 = 100_000;

/// Random plan with a number.
pub(crate) fn plan_number(convention: &Convention, index: u64) -> Plan {
    let stream = seed::stream(5, index);
    plan(&mut Draw::new(&mut Unstructured::new(&stream)), convention)
}

/// Assembler, linker and machine of a target; the invented one borrows ForwardCom's.
pub(crate) fn tools(target: Target) -> &'static dyn Toolset {
    let name = if target == Target::Invented { "forwardcom" } else { target.facts().machine };
    toolset::find(name).expect("tools")
}

/// Object file that our own assembler makes of a probe's text.
pub(crate) fn object(target: Target, text: &str) -> ObjectFile {
    tools(target).assemble("probe", text).unwrap_or_else(|e| panic!("{e}\n{text}"))
}

fn program(target: Target, text: &str) -> Executable {
    let tools = tools(target);
    let linked = tools.link(&[&object(target, text)], &tools.link_options());
    linked.unwrap_or_else(|e| panic!("{e}\n{text}"))
}

/// Machine that has stopped somewhere in a call.
struct Stopped<'a> {
    target: Target,
    machine: &'a Core,
    sp: u64,
}

impl Stopped<'_> {
    fn memory(&self, address: u64, len: usize) -> Vec<u8> {
        let mut bytes = vec![0; len];
        State::read(self.machine, address, &mut bytes).unwrap_or_else(|e| panic!("{address:#x}: {e:?}"));
        bytes
    }

    /// Bytes next to the stack pointer on the caller's side, with their distances from it.
    fn callers_bytes(&self, plan: &Plan, bytes: u64) -> impl Iterator<Item = (i64, u8)> + use<> {
        let lowest = if plan.stack.grows_down { 0 } else { -(bytes as i64) };
        (lowest..).zip(self.memory(self.sp.wrapping_add_signed(lowest), bytes as usize))
    }

    fn register(&self, register: Register) -> Vec<u8> {
        let mut bytes = vec![0; self.width(register)];
        self.machine.register_bytes(number(self.target, self.machine, register), &mut bytes);
        bytes
    }

    fn width(&self, register: Register) -> usize {
        self.target.register(register).map_or(0, |info| info.bytes.into())
    }

    fn poison(&self, kind: PoisonKind, register: Register) -> Vec<u8> {
        poison::bytes(kind, register).take(self.width(register)).collect()
    }

    /// Registers that probes fill.
    fn filled<'p>(&self, plan: &'p Plan) -> impl Iterator<Item = &'p RegisterRule> + use<'p> {
        let (target, link) = (self.target, link(plan));
        let rules = plan.registers.iter().filter(move |rule| target.is_general(rule.register));
        rules.filter(move |rule| ![target.stack_pointer(), link].contains(&rule.register))
    }

    fn place(&self, place: Place, len: usize) -> Vec<u8> {
        match place {
            Place::Register { register, byte } => {
                self.register(register)[usize::from(byte)..][..len].to_vec()
            }
            Place::Pointed { base, offset } => {
                let address = number_in(&self.register(base));
                self.memory(address.wrapping_add_signed(offset), len)
            }
            Place::Stack { offset } => self.memory(self.sp.wrapping_add_signed(offset), len),
        }
    }

    fn pieces(&self, pieces: &[Piece], bytes: &[u8], what: &str) {
        for piece in pieces {
            let part = &bytes[piece.offset as usize..][..piece.len as usize];
            assert_eq!(self.place(piece.place, part.len()), part, "{what} at {:?}", piece.place);
            let (until, filler) = match piece.rest {
                Extension::Unspecified | Extension::Length(_) => continue,
                Extension::Zero(until) => (usize::from(until), 0),
                Extension::Ones(until) => (usize::from(until), 0xff),
                Extension::Sign(until) => {
                    (usize::from(until), if part[part.len() - 1] & 0x80 == 0 { 0 } else { 0xff })
                }
            };
            let seen = self.place(piece.place, until.max(part.len()));
            assert!(seen[part.len()..].iter().all(|b| *b == filler), "above {what}: {seen:x?}");
        }
    }

    fn address(&self, pieces: &[Piece]) -> u64 {
        number_in(&self.place(pieces[0].place, self.target.address_bytes()))
    }
}

fn number(target: Target, machine: &Core, register: Register) -> u16 {
    let name = target.register(register).expect("the register exists").name;
    machine.registers().iter().position(|info| info.name == name).expect("the register exists") as u16
}

/// Register that holds the return address.
fn link(plan: &Plan) -> Register {
    match plan.linkage[0].place {
        Place::Register { register, .. } => register,
        place => panic!("the return address at {place:?}"),
    }
}

fn carries(pieces: &[Piece], register: Register) -> bool {
    pieces.iter().any(|p| matches!(p.place, Place::Register { register: r, .. } if r == register))
}

/// Pieces of all values that are passed to the function.
fn sent(plan: &Plan) -> Vec<&[Piece]> {
    let mut found = Vec::new();
    for passed in plan.arguments.iter() {
        match &passed.transfer {
            Transfer::Direct(pieces) | Transfer::ByReference { pointer: pieces, .. } => {
                found.push(pieces.as_slice())
            }
            Transfer::Nothing => {}
        }
    }
    if let Some(Transfer::ByReference { pointer, .. }) = plan.result.as_ref().map(|r| &r.transfer) {
        found.push(pointer);
    }
    found
}

fn check_entry(seen: &Stopped<'_>, plan: &Plan) {
    assert_eq!(seen.sp % plan.stack.align_at_call.0, 0, "stack alignment");
    for passed in &plan.arguments {
        match &passed.transfer {
            Transfer::Nothing => {}
            Transfer::Direct(pieces) => seen.pieces(pieces, &passed.image.bytes, &passed.name),
            Transfer::ByReference { pointer, align, .. } => {
                let address = seen.address(pointer);
                assert_eq!(address % (2 * align), *align, "exact alignment of {}", passed.name);
                assert_eq!(seen.memory(address, passed.image.bytes.len()), passed.image.bytes);
            }
        }
    }
    let sent = sent(plan);
    for rule in seen.filled(plan) {
        let is_list = plan.list.as_ref().is_some_and(|list| list.pointer == rule.register);
        if matches!(
            rule.preservation,
            Preservation::Preserved | Preservation::Scratch | Preservation::Declared
        ) && !is_list
            && !sent.iter().any(|p| carries(p, rule.register))
        {
            let poison = seen.poison(PoisonKind::Register, rule.register);
            assert_eq!(seen.register(rule.register), poison, "{:?}", rule.register);
        }
    }
    let word = seen.target.word() as i64;
    if let Some(list) = &plan.list {
        assert_eq!(
            number_in(&seen.register(list.pointer)) % (2 * list.align),
            list.align,
            "exact alignment of the list"
        );
    }
    let covered = |at: i64| {
        sent.iter().flat_map(|pieces| pieces.iter()).any(|p| match (p.place, p.rest) {
            (Place::Stack { offset }, Extension::Unspecified) => {
                (offset..offset + i64::from(p.len)).contains(&at)
            }
            (Place::Stack { offset }, _) => (offset..offset + word).contains(&at),
            _ => false,
        })
    };
    for (at, byte) in seen.callers_bytes(plan, plan.stack.argument_bytes) {
        let link =
            |l: &Linkage| matches!(l.place, Place::Stack { offset } if (offset..offset + word).contains(&at));
        if !covered(at) && !plan.linkage.iter().any(link) {
            assert_eq!(byte, poison::byte(poison::stack_word, at as u64), "stack byte {at}");
        }
    }
}

/// Asserts that the links of the plan are in their places.
fn check_links(seen: &Stopped<'_>, plan: &Plan, home: u64, top: u64) {
    for linkage in &plan.linkage {
        let expected = match linkage.link {
            // Or it is in the caller's frame, which no probe has.
            Link::ReturnAddress | Link::ReturnAddressInFrame | Link::StackPointerInFrame => continue,
            Link::FramePointer | Link::CallersFramePointer => continue,
            Link::CallersReturnAddress => home,
            Link::CallersStackPointer => top,
            Link::Length(bytes) => bytes,
            Link::Count(least, _) => least.into(),
        };
        let len = if matches!(linkage.link, Link::Count(..)) { 1 } else { seen.target.word() };
        let bytes = seen.place(linkage.place, len);
        assert_eq!(number_in(&bytes), expected, "{:?}", linkage.link);
    }
}

fn check_exit(seen: &Stopped<'_>, plan: &Plan, room: Option<u64>) {
    let mut returned: &[Piece] = &[];
    match plan.result.as_ref().map(|r| (&r.transfer, &r.image.bytes)) {
        Some((Transfer::Direct(pieces), bytes)) => {
            seen.pieces(pieces, bytes, "result");
            returned = pieces;
        }
        Some((Transfer::ByReference { returned: back, .. }, bytes)) => {
            let room = room.expect("there was an address for the result");
            assert_eq!(&seen.memory(room, bytes.len()), bytes);
            if let Some(back) = back {
                assert_eq!(seen.address(back), room);
                returned = back;
            }
        }
        _ => {}
    }
    for rule in seen.filled(plan).filter(|rule| rule.preservation == Preservation::Scratch) {
        let expected = seen.poison(PoisonKind::Scratch, rule.register);
        if !carries(returned, rule.register) {
            assert_eq!(seen.register(rule.register), expected, "{:?}", rule.register);
        }
    }
    let own = if plan.stack.callee_may_write_arguments {
        plan.stack.argument_bytes
    } else {
        plan.stack.callee_area
    };
    let links = plan.stack.link_bytes.cast_signed();
    let is_own = |at: &i64| if plan.stack.grows_down { *at >= links } else { *at < -links };
    for (at, byte) in seen.callers_bytes(plan, own).filter(|(at, _)| is_own(at)) {
        assert_eq!(byte, poison::byte(poison::callee_area_word, at as u64), "callee's byte {at}");
    }
}

/// Asserts that the room for a result is in the caller's frame, filled with poison.
fn check_room(seen: &Stopped<'_>, plan: &Plan, room: u64, top: u64) {
    let Some(len) = plan.result.as_ref().map(|result| result.image.bytes.len()) else { return };
    let poison: Vec<u8> = (0..len as u64).map(|i| poison::byte(poison::room_word, i)).collect();
    assert_eq!(seen.memory(room, len), poison);
    if !plan.stack.room_clauses.is_empty() {
        let (low, high) = (seen.sp.min(top), seen.sp.max(top));
        assert!(low <= room && room + len as u64 <= high, "{room:#x} in {low:#x} to {high:#x}");
        let arguments = plan.stack.argument_bytes;
        let beyond = if plan.stack.grows_down {
            low + arguments <= room
        } else {
            room + len as u64 <= high - arguments
        };
        assert!(beyond, "the room lies among the arguments");
    }
}

/// Runs a caller's probe against a callee's, and checks both.
fn run(target: Target, machine: &mut Core, program: &Executable, plan: &Plan, k: usize) {
    let symbol = |name: String| tools(target).symbol(&name);
    let address = |name: String| {
        let name = symbol(name);
        program.address_of(&name).unwrap_or_else(|| panic!("no {name}"))
    };
    machine.load(program).expect("the program can be loaded");
    let room = if plan.stack.grows_down { 256 } else { 0x4000 };
    let top = machine.memory_map().stack_top - room;
    let sp = number(target, machine, target.stack_pointer());
    machine.set_register(sp, top);
    let home = machine.begin_call(address(format!("call{k}")));
    let (callee, back) = (address(format!("f{k}")), address(format!("back{k}")));
    machine.set_breakpoints(&[callee, back]);
    assert_eq!(machine.run(BUDGET), Stop::Breakpoint(callee));
    let entry_sp = machine.register(sp);
    let seen = Stopped { target, machine, sp: entry_sp };
    check_entry(&seen, plan);
    check_links(&seen, plan, home, top);
    let preserved: Vec<(Register, Vec<u8>)> = plan
        .registers
        .iter()
        .filter(|rule| rule.preservation != Preservation::Scratch)
        .map(|rule| (rule.register, seen.register(rule.register)))
        .collect();
    let room = match plan.result.as_ref().map(|r| &r.transfer) {
        Some(Transfer::ByReference { pointer, align, .. }) => {
            let room = seen.address(pointer);
            assert_eq!(room % align, 0, "alignment of the room");
            if plan.stack.room_clauses.is_empty() || 2 * align <= plan.stack.align_at_call.0 {
                assert_eq!(room % (2 * align), *align, "exact alignment of the room");
            }
            check_room(&seen, plan, room, top);
            Some(room)
        }
        _ => None,
    };
    assert_eq!(number_in(&seen.register(link(plan))), target.code_pointer(back), "the return address");
    assert_eq!(machine.run(BUDGET), Stop::Breakpoint(back));
    assert_eq!(machine.register(sp), entry_sp);
    let seen = Stopped { target, machine, sp: entry_sp };
    check_exit(&seen, plan, room);
    let returned = match plan.result.as_ref().map(|r| &r.transfer) {
        Some(Transfer::Direct(pieces) | Transfer::ByReference { returned: Some(pieces), .. }) => {
            pieces.as_slice()
        }
        _ => &[],
    };
    for (register, value) in preserved.into_iter().filter(|(r, _)| !carries(returned, *r)) {
        assert_eq!(seen.register(register), value, "{register:?} survives");
    }
    assert_eq!(machine.run(BUDGET), Stop::Breakpoint(home));
    assert_eq!(machine.register(sp), top);
}

/// Carries out a number of random plans under a convention, and returns how many of them had a piece in a register of
/// more than a word.
pub(crate) fn carry_out(convention: &Convention, plans: u64) -> usize {
    let target = convention.target;
    let mut wide = 0;
    let mut machine = tools(target).machine().expect("a machine");
    for index in 0..plans {
        let plan = plan_number(convention, index);
        let case = case_for(target, index % 2 == 0);
        let k = index as usize;
        let text = whole(&[caller_probe(k, &case, &plan), callee_probe(k, &case, &plan)]);
        assert!(!text.contains(".error"), "{text}");
        println!("plan {index}");
        run(target, &mut *machine, &program(target, &text), &plan, k);
        let is_wide = |piece: &Piece| match piece.place {
            Place::Register { register, .. } => {
                target.register(register).is_some_and(|info| usize::from(info.bytes) > target.word())
            }
            _ => false,
        };
        wide += usize::from(sent(&plan).iter().any(|pieces| pieces.iter().any(is_wide)));
    }
    wide
}

#[test]
fn clobber_destroys_what_it_may() {
    for convention in [EPIPHANY, NYUZI, RISCV32E, RISCV32, RISCV64, INVENTED] {
        let target = convention.target;
        let plan = plan_number(&convention, 3);
        let program = program(target, &whole(&[clobber(0, target, &plan)]));
        let mut machine = tools(target).machine().expect("a machine");
        machine.load(&program).expect("it loads");
        let before = |target: Target, register: Register| {
            vec![0x5a; target.register(register).map_or(0, |info| info.bytes.into())]
        };
        for rule in plan.registers.iter().filter(|rule| target.is_general(rule.register)) {
            let index = number(target, &*machine, rule.register);
            machine.set_register_bytes(index, &before(target, rule.register));
        }
        let home =
            machine.begin_call(program.address_of(&tools(target).symbol("clobber0")).expect("defined"));
        assert_eq!(machine.run(BUDGET), Stop::Breakpoint(home));
        let seen = Stopped { target, machine: &*machine, sp: 0 };
        for rule in seen.filled(&plan) {
            let scratch = rule.preservation == Preservation::Scratch;
            let before = before(target, rule.register);
            let expected = if scratch { seen.poison(PoisonKind::Scratch, rule.register) } else { before };
            assert_eq!(seen.register(rule.register), expected, "{target} {:?}", rule.register);
        }
        if target == Target::Epiphany {
            assert_ne!(seen.register(Register(65))[0] & 0xf0, 0, "flags are scratch and were destroyed");
        }
    }
}

/// The plan for `struct { int m0[3]; } f(char, long long, struct { short m0; char m1; }, struct { int m0[2]; })`
/// under some convention with three argument registers.
fn example() -> (Case, Plan) {
    let text = "struct { int a[3]; } f(char, long long, struct { short a; char b; }, struct { int a[2]; })";
    let signature = crosscall_declarations::parse(text).expect("this is C").signature;
    let widths = crate::support::ilp32();
    let (arguments, result) = crosscall_generator::values::fill(&signature, &widths, 0x10);
    let mut case = case_for(Target::Epiphany, true);
    case.signature = signature;
    case.arguments = arguments;
    case.result = result;
    let register = |n: u16| Place::Register { register: Register(n), byte: 0 };
    let word = |offset: u32, place: Place| Piece { offset, len: 4, place, rest: Extension::Unspecified };
    let passed = |id: ValueId, bytes: &[u8], transfer: Transfer| {
        Passed::new(id, Image { bytes: bytes.to_vec(), mask: vec![0xff; bytes.len()] }, transfer)
    };
    let direct = |pieces: &[Piece]| Transfer::Direct(pieces.to_vec());
    let by_reference = |pointer: Piece, returned: Option<Piece>| Transfer::ByReference {
        pointer: vec![pointer],
        returned: returned.map(|p| vec![p]),
        align: 4,
        callee_may_write: true,
    };
    let narrow = Piece { offset: 0, len: 1, place: register(1), rest: Extension::Sign(4) };
    let registers = (0..64).map(|n| {
        let preservation = match n {
            4..=11 | 13..=15 => Preservation::Preserved,
            28..=31 => Preservation::Reserved,
            _ => Preservation::Scratch,
        };
        RegisterRule { register: Register(n), preservation, clauses: &[] }
    });
    let stack = StackRule {
        align_always: (4, Vec::new()),
        align_at_call: (8, Vec::new()),
        callee_area: 8,
        argument_bytes: 24,
        ..StackRule::UNSPECIFIED
    };
    let plan = Plan {
        arguments: vec![
            passed(ValueId::Argument(0), &[0x91], direct(&[narrow])),
            passed(
                ValueId::Argument(1),
                &[1, 2, 3, 4, 5, 6, 7, 8],
                direct(&[word(0, register(2)), word(4, Place::Stack { offset: 8 })]),
            ),
            passed(
                ValueId::Argument(2),
                &[0x21, 0x22, 0x23, poison::PADDING],
                direct(&[word(0, Place::Stack { offset: 12 })]),
            ),
            passed(
                ValueId::Argument(3),
                &[0x31, 0x32, 0x33, 0x34, 0x35, 0x36, 0x37, 0x38],
                by_reference(word(0, Place::Stack { offset: 20 }), None),
            ),
        ],
        result: Some(passed(
            ValueId::Result,
            &[0x41; 12],
            by_reference(word(0, register(0)), Some(word(0, register(0)))),
        )),
        ..Plan::new(registers.collect(), stack)
    };
    (case, plan)
}

#[test]
fn what_people_read() {
    let (case, plan) = example();
    expect_test::expect_file!["snapshots/caller_probe.s"].assert_eq(&whole(&[caller_probe(7, &case, &plan)]));
    expect_test::expect_file!["snapshots/callee_probe.s"].assert_eq(&whole(&[callee_probe(7, &case, &plan)]));
    let batch = [(7, &case)];
    expect_test::expect_file!["snapshots/callee.c"]
        .assert_eq(&crosscall_generator::c_unit::callee_unit(&batch));
    expect_test::expect_file!["snapshots/caller.c"]
        .assert_eq(&crosscall_generator::c_unit::caller_unit(&batch));
    expect_test::expect_file!["snapshots/layout.c"]
        .assert_eq(&crosscall_generator::c_unit::layout_unit(&batch));
}

#[test]
fn impossible_plans_are_refused_by_the_assembler() {
    let (case, good) = example();
    let mut plan = good.clone();
    let far = Place::Stack { offset: -8 };
    plan.arguments[0].transfer =
        Transfer::Direct(vec![Piece { offset: 0, len: 1, place: far, rest: Extension::Unspecified }]);
    let text = whole(&[caller_probe(0, &case, &plan)]);
    assert!(
        text.contains(".error \"this probe cannot be written: arg0 at a place that does not exist\""),
        "{text}"
    );
    let tools = tools(Target::Epiphany);
    assert!(tools.assemble("probe", &text).is_err());
    let mut plan = good.clone();
    plan.stack.grows_down = false;
    let text = whole(&[caller_probe(0, &case, &plan)]);
    assert!(text.contains("arg1 bytes 4 to 7 at a place that does not exist"), "{text}");
    let mut plan = good;
    plan.stack.argument_bytes = u64::MAX;
    assert!(tools.assemble("probe", &whole(&[caller_probe(0, &case, &plan)])).is_err());
}
