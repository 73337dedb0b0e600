//! What holds for every plan of a call on the IPU, whatever the signature and the dialect.

mod ipu_support;

use crosscall_model::plan::{Piece, Place, Plan, Transfer};
use crosscall_model::target::Register;
use crosscall_model::{Case, EnumType, Member, Record, RecordKind, Scalar, Signature, Style, Target, Type};
use crosscall_oracle::abi;
use crosscall_oracle::choose::{Permits, walk};
use crosscall_oracle::clause::{ChoiceIndex, catalogue};
use crosscall_oracle::knowledge::{AllReadings, Knowledge, WithDeviations};
use ipu_support::{DOCUMENT, Readings, chooser, value};
use proptest::prelude::*;

/// What the vendor's fork of LLVM does by its source, as far as it departs from the preferred readings.
const COMPILER: Readings = Readings(&[
    ("TYPE-01/double", "R4"),
    ("TYPE-01/vector", "R6"),
    ("TYPE-07", "R4"),
    ("VAR-01/position", "R6"),
    ("S05/upper", "R3"),
]);

fn scalar() -> impl Strategy<Value = Type> {
    let enums = prop::sample::select(vec![vec![0, 1], vec![-1], vec![70_000], vec![1 << 40]]);
    prop_oneof![
        8 => prop::sample::select(Scalar::ALL.to_vec()).prop_map(Type::from),
        1 => Just(Type::DataPointer),
        1 => prop::sample::select(vec![Scalar::Float, Scalar::Double, Scalar::Half]).prop_map(Type::Complex),
        1 => (prop::sample::select(Scalar::ALL.to_vec()), 0u32..6)
            .prop_map(|(element, power)| Type::Vector { element, lanes: 1 << power }),
        2 => prop::sample::select(vec![Scalar::Int, Scalar::Half, Scalar::Float])
            .prop_map(|element| Type::Vector { element, lanes: 4 }),
        1 => enums.prop_map(|constants| Type::Enum(EnumType { constants })),
    ]
}

fn attribute() -> impl Strategy<Value = Option<u32>> {
    prop_oneof![8 => Just(None), 1 => prop::sample::select(vec![1, 2, 4, 8, 16]).prop_map(Some)]
}

fn bit_field() -> impl Strategy<Value = Member> {
    let types = vec![
        (Scalar::Bool, 1),
        (Scalar::Char, 8),
        (Scalar::Short, 16),
        (Scalar::Int, 32),
        (Scalar::LongLong, 64),
    ];
    (prop::sample::select(types), any::<u8>(), 0u8..4, attribute()).prop_map(
        |((scalar, most), width, kind, align)| {
            let width = width % most + 1;
            let (bits, named) = match kind {
                0 => (0, false),
                1 => (width, false),
                _ => (width, true),
            };
            Member { ty: scalar.into(), bits: Some(bits), named, align: if named { align } else { None } }
        },
    )
}

fn ty() -> impl Strategy<Value = Type> {
    scalar().prop_recursive(3, 24, 5, |inner| {
        let array = (inner.clone(), 1u32..4).prop_map(|(ty, len)| Type::Array(Box::new(ty), len));
        let plain = (prop_oneof![3 => inner.clone(), 1 => array], attribute())
            .prop_map(|(ty, align)| Member { align, ..Member::plain(ty) });
        let members = prop::collection::vec(prop_oneof![3 => plain, 1 => bit_field()], 0..5);
        (members, any::<bool>(), prop::bool::weighted(0.15), attribute()).prop_map(
            |(members, union, packed, align)| {
                let kind = if union { RecordKind::Union } else { RecordKind::Struct };
                Type::Record(Box::new(Record { kind, members, packed, align }))
            },
        )
    })
}

fn any_case() -> impl Strategy<Value = Case> {
    let signature = (
        prop::option::of(ty()),
        prop::collection::vec(ty(), 0..14),
        prop::option::weighted(0.2, prop::collection::vec(ty(), 0..4)),
    );
    signature.prop_map(|(result, parameters, variadic)| {
        let signature = Signature { result, parameters, variadic };
        let mut next = 0;
        let arguments = signature.arguments().map(|ty| value(ty, &mut next)).collect();
        let result = signature.result.as_ref().map(|ty| value(ty, &mut next));
        Case { target: Target::Ipu, signature, arguments, result, style: Style::default() }
    })
}

/// The bytes that pieces take: registers first, then the stack.
fn taken(pieces: &[Piece]) -> Vec<(Option<Register>, i64)> {
    let bytes = |p: &Piece| match p.place {
        Place::Register { register, byte } => {
            (0..i64::from(p.len)).map(|i| (Some(register), i64::from(byte) + i)).collect::<Vec<_>>()
        }
        Place::Stack { offset } => (0..i64::from(p.len)).map(|i| (None, offset + i)).collect(),
        Place::Pointed { .. } => panic!("the document has no list of parameters"),
    };
    pieces.iter().flat_map(bytes).collect()
}

/// Each byte of `len` is carried by exactly one piece.
fn carries_each_byte_once(pieces: &[Piece], len: usize) -> bool {
    carried(pieces) == (0..len as u32).collect::<Vec<_>>()
}

/// The bytes that are carried, in order.
fn carried(pieces: &[Piece]) -> Vec<u32> {
    let mut offsets: Vec<u32> = pieces.iter().flat_map(|p| p.offset..p.offset + p.len).collect();
    offsets.sort_unstable();
    offsets
}

/// Each byte of a value is carried; a half may be there twice. Of an aggregate that travels like its only member, what
/// pads it need not be.
fn carries_the_value(pieces: &[Piece], mask: &[u8]) -> bool {
    let carried = carried(pieces);
    let is_padding = |byte: &u32| mask.get(*byte as usize) == Some(&0);
    carried.iter().all(|byte| (*byte as usize) < mask.len())
        && (0..mask.len() as u32).all(|byte| is_padding(&byte) || carried.contains(&byte))
}

fn check(case: &Case, plan: &Plan) -> Result<(), TestCaseError> {
    prop_assert_eq!(plan.arguments.len(), case.signature.arguments().count());
    prop_assert_eq!(plan.result.is_some(), case.signature.result.is_some());
    let mut entry = Vec::new();
    for passed in plan.arguments.iter().chain(&plan.result) {
        let at_entry = !plan.result.as_ref().is_some_and(|r| std::ptr::eq(r, passed));
        match &passed.transfer {
            Transfer::Nothing => prop_assert_eq!(passed.image.bytes.len(), 0),
            Transfer::Direct(pieces) => {
                prop_assert!(carries_the_value(pieces, &passed.image.mask), "{:?}", passed);
                if at_entry {
                    entry.extend(taken(pieces));
                }
            }
            Transfer::ByReference { pointer, align, .. } => {
                prop_assert!(carries_each_byte_once(pointer, 4));
                prop_assert!(align.is_power_of_two());
                entry.extend(taken(pointer));
            }
        }
        prop_assert!(!passed.clauses.is_empty() || matches!(passed.transfer, Transfer::Nothing));
        prop_assert!(!passed.name.is_empty());
    }
    let count = entry.len();
    let end = plan.stack.argument_bytes as i64;
    for (register, byte) in &entry {
        match register {
            // $m0 to $m3, $a0 to $a5
            Some(register) => {
                prop_assert!(register.0 < 4 || (16..22).contains(&register.0), "{:?}", register)
            }
            None => prop_assert!((plan.stack.callee_area as i64..end).contains(byte)),
        }
    }
    entry.sort_unstable_by_key(|(r, b)| (r.map(|r| r.0), *b));
    entry.dedup();
    prop_assert_eq!(entry.len(), count, "two arguments share a byte");
    prop_assert_eq!(plan.registers.len(), Target::Ipu.registers().len());
    Ok(())
}

/// What stays open until a campaign's first cases are over: questions of which one answer only permits more than the
/// other, and who owns what.
const OPEN: &[&str] =
    &["IPU-STACK-01 alignment", "IPU-STACK-08 slots", "IPU-S05 upper", "IPU-S16 again", "IPU-S19 below"];

struct Later;

impl Permits for Later {
    fn permitted(&self, choice: ChoiceIndex) -> Vec<u8> {
        let clauses = catalogue(Target::Ipu);
        let (clause, question) = clauses.choice(choice);
        let name = format!("{} {}", clause.id, question.name);
        match OPEN.contains(&name.trim_end()) {
            true => AllReadings(clauses).permitted(choice),
            false => vec![0],
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, ..ProptestConfig::default() })]

    #[test]
    fn every_byte_is_placed_once_under_every_reading(case in any_case()) {
        let clauses = catalogue(Target::Ipu);
        let known = Knowledge::new(clauses);
        for permits in [&AllReadings(clauses) as &dyn Permits, &WithDeviations(&known)] {
            let plans = walk(clauses, permits, 400, |c| abi::plan(&case, c));
            for (_, plan) in plans.iter().step_by(1 + plans.len() / 48) {
                check(&case, plan)?;
            }
        }
        check(&case, &abi::plan(&case, &mut chooser(&COMPILER)))?;
    }

    /// Where no value is split, one of 64 bits is in an even register and the next one, and one of 128 bits in four from
    /// a multiple of four on; on the stack they are aligned as much as the stack pointer at least.
    #[test]
    fn wide_values_are_in_groups_of_registers(case in any_case()) {
        let clauses = catalogue(Target::Ipu);
        let plans = walk(clauses, &AllReadings(clauses), 400, |c| abi::plan(&case, c));
        let short = clauses.find_choice("IPU-ARG-06", "short").expect("a question");
        for (assignment, plan) in plans.iter().step_by(1 + plans.len() / 48) {
            let splits = assignment.get(&short).is_some_and(|reading| *reading != 0);
            let types = case.signature.arguments().zip(&plan.arguments);
            for (ty, passed) in types {
                let Type::Vector { element: Scalar::Float, lanes: lanes @ (2 | 4) } = ty else { continue };
                let Transfer::Direct(pieces) = &passed.transfer else { continue };
                let mut places = pieces.iter().map(|piece| piece.place);
                match places.next() {
                    Some(Place::Register { register, .. }) if !splits => {
                        prop_assert_eq!(u32::from(register.0) % lanes, 0);
                        for (place, next) in places.zip(register.0 + 1..) {
                            prop_assert_eq!(place, Place::Register { register: Register(next), byte: 0 });
                        }
                    }
                    Some(Place::Stack { offset }) => prop_assert_eq!(offset % 8, 0),
                    _ => {}
                }
            }
        }
    }

    /// All arguments of a variadic function are on the stack, named ones as well.
    #[test]
    fn lists_are_on_the_stack(case in any_case()) {
        if case.signature.variadic.is_none() {
            return Ok(());
        }
        let plan = abi::plan(&case, &mut chooser(&DOCUMENT));
        for passed in &plan.arguments {
            let pieces = match &passed.transfer {
                Transfer::Nothing => continue,
                Transfer::Direct(pieces) | Transfer::ByReference { pointer: pieces, .. } => pieces,
            };
            prop_assert!(pieces.iter().all(|piece| matches!(piece.place, Place::Stack { .. })), "{:?}", passed);
        }
    }

    /// The search stays small once the first cases have settled what can be settled.
    #[test]
    fn few_readings_stay_open(case in any_case()) {
        let clauses = catalogue(Target::Ipu);
        let plans = walk(clauses, &Later, 1000, |c| abi::plan(&case, c));
        // One of the questions has three readings.
        prop_assert!(plans.len() <= 3 << (OPEN.len() - 1), "{} plans", plans.len());
    }

    /// Members do not overlap in structures, lie inside their record, and are aligned as their types are.
    #[test]
    fn layouts_are_sound(ty in ty()) {
        for permits in [&DOCUMENT, &COMPILER] {
            let layout = abi::layout(Target::Ipu, &ty, &mut chooser(permits));
            prop_assert!(layout.align.is_power_of_two());
            prop_assert_eq!(layout.size % layout.align, 0);
            let Some(record) = ty.record() else { continue };
            let mut end = 0;
            for (member, place) in record.members.iter().zip(&layout.members) {
                prop_assert!(place.bit_offset + place.bits <= layout.size * 8);
                if record.kind == RecordKind::Struct {
                    prop_assert!(place.bit_offset >= end);
                    end = place.bit_offset + place.bits;
                } else if member.bits.is_none() {
                    prop_assert_eq!(place.bit_offset, 0);
                }
                let inner = abi::layout(Target::Ipu, &member.ty, &mut chooser(permits));
                if member.bits.is_none() && !record.packed {
                    prop_assert_eq!(place.bit_offset % (inner.align * 8), 0);
                }
            }
        }
    }

    /// The determined bytes of an image are those of its leaves: together they are as many bits.
    #[test]
    fn images_hold_every_leaf(case in any_case()) {
        let plan = abi::layout_plan(&case, &mut chooser(&COMPILER));
        let valued = crosscall_model::unit::valued_types(&case);
        for (expected, (ty, value)) in plan.images.iter().zip(valued) {
            let determined: u64 = expected.image.mask.iter().map(|m| u64::from(m.count_ones())).sum();
            let size = |leaf: &crosscall_model::leaf::Leaf<'_>| match leaf.bits {
                Some(bits) => u64::from(bits),
                None => 8 * abi::layout(Target::Ipu, leaf.ty, &mut chooser(&COMPILER)).size,
            };
            let leaves: u64 = crosscall_model::leaf::leaves(ty, value).iter().map(size).sum();
            prop_assert_eq!(determined, leaves);
        }
        let items = crosscall_model::unit::layout_items(&case);
        prop_assert_eq!(plan.numbers.len(), items.len());
    }

    /// A trace ends where the plan ends.
    #[test]
    fn traces_agree_with_plans(case in any_case()) {
        let plan = abi::plan(&case, &mut chooser(&COMPILER));
        let trace = abi::automaton_trace(&case, &mut chooser(&COMPILER));
        let hidden = matches!(plan.result.as_ref().map(|r| &r.transfer), Some(Transfer::ByReference { .. }));
        prop_assert_eq!(trace.len(), plan.arguments.len() + usize::from(hidden));
    }
}
