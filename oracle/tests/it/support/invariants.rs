//! Invariants of every plan of every target, whatever the signature and the dialect.

use super::{Readings, value};
use crosscall_model::plan::{Piece, Place, Plan, Transfer};
use crosscall_model::target::Register;
use crosscall_model::{
    BitInt, Case, EnumType, Member, Record, RecordKind, Scalar, Signature, Style, Target, Type,
};
use crosscall_oracle::abi;
use crosscall_oracle::choose::{Chooser, Permits, walk};
use crosscall_oracle::clause::{ChoiceIndex, catalogue};
use crosscall_oracle::knowledge::{AllReadings, Knowledge, WithDeviations};
use proptest::prelude::*;
use std::ops::Range;

/// Types of a target's signatures.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Shape {
    pub(crate) target: Target,
    /// Vectors have less than 2 to the power of this many lanes.
    pub(crate) lane_powers: u32,
    /// Lanes of the processor's own vectors, and what is in them, if it has any.
    pub(crate) own_vectors: Option<(u32, [Scalar; 3])>,
    /// Less than so many parameters.
    pub(crate) parameters: usize,
}

/// True for a target whose compilers have nearly every type that any has.
fn is_rich(target: Target) -> bool {
    matches!(target, Target::Riscv(_) | Target::X86_64 | Target::Aarch64)
}

/// Scalars of the compilers of a target.
pub(crate) fn scalars(target: Target) -> Vec<Scalar> {
    let has = |scalar: &Scalar| match scalar {
        Scalar::BrainHalf => is_rich(target),
        Scalar::Int128 | Scalar::UnsignedInt128 => is_rich(target) && target.word() == 8,
        _ => true,
    };
    Scalar::ALL.into_iter().filter(has).collect()
}

/// Types that the compilers of few targets have.
fn rare(target: Target) -> BoxedStrategy<Type> {
    if !is_rich(target) {
        return Just(Type::DataPointer).boxed();
    }
    let integers = vec![Scalar::Char, Scalar::Short, Scalar::UnsignedInt, Scalar::LongLong];
    prop_oneof![
        (2u8..=128, any::<bool>()).prop_map(|(bits, unsigned)| Type::BitInt(BitInt { bits, unsigned })),
        prop::sample::select(integers.clone()).prop_map(Type::Complex),
        prop::sample::select(integers.clone()).prop_map(Type::Atomic),
        (prop::sample::select(integers), 0u32..5)
            .prop_map(|(scalar, power)| Type::Aligned(scalar, 1 << power)),
    ]
    .boxed()
}

fn scalar(shape: Shape) -> impl Strategy<Value = Type> {
    let enums = prop::sample::select(vec![vec![0, 1], vec![-1], vec![70_000], vec![1 << 40]]);
    let (own_lanes, elements) =
        shape.own_vectors.unwrap_or((0, [Scalar::Int, Scalar::UnsignedInt, Scalar::Float]));
    let own = prop::sample::select(elements.to_vec());
    prop_oneof![
        8 => prop::sample::select(scalars(shape.target)).prop_map(Type::from),
        1 => Just(Type::DataPointer),
        1 => rare(shape.target),
        1 => prop::sample::select(vec![Scalar::Float, Scalar::Double, Scalar::Half]).prop_map(Type::Complex),
        1 => (prop::sample::select(scalars(shape.target)), 0..shape.lane_powers)
            .prop_map(|(element, power)| Type::Vector { element, lanes: 1 << power }),
        2 => own.prop_map(move |element| match own_lanes {
            0 => element.into(),
            lanes => Type::Vector { element, lanes },
        }),
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
            Member { named, align: align.filter(|_| named), ..Member::bit_field(scalar.into(), bits) }
        },
    )
}

/// Any type.
pub(crate) fn any_type(shape: Shape) -> impl Strategy<Value = Type> {
    scalar(shape).prop_recursive(3, 24, 5, |inner| {
        let array = (inner.clone(), 1u32..4).prop_map(|(ty, len)| Type::Array(Box::new(ty), len));
        let plain = (prop_oneof![3 => inner.clone(), 1 => array], attribute())
            .prop_map(|(ty, align)| Member { align, ..Member::plain(ty) });
        let members = prop::collection::vec(prop_oneof![3 => plain, 1 => bit_field()], 0..5);
        (members, any::<bool>(), prop::bool::weighted(0.15), attribute()).prop_map(
            |(members, union, packed, align)| {
                let kind = if union { RecordKind::Union } else { RecordKind::Struct };
                Type::Record(Box::new(Record { packed, align, ..Record::new(kind, members) }))
            },
        )
    })
}

/// Any case.
pub(crate) fn any_case(shape: Shape) -> impl Strategy<Value = Case> {
    let signature = (
        prop::option::of(any_type(shape)),
        prop::collection::vec(any_type(shape), 0..shape.parameters),
        prop::option::weighted(0.2, prop::collection::vec(any_type(shape), 0..4)),
    );
    signature.prop_map(move |(result, parameters, variadic)| {
        let signature = Signature { result, parameters, variadic };
        let mut next = 0;
        let arguments = signature.arguments().map(|ty| value(shape.target, ty, &mut next)).collect();
        let result = signature.result.as_ref().map(|ty| value(shape.target, ty, &mut next));
        Case { target: shape.target, signature, arguments, result, style: Style::default() }
    })
}

/// Some of the plans of a case under all readings, and with departures.
pub(crate) fn plans(case: &Case) -> Vec<Plan> {
    let clauses = catalogue(case.target);
    let known = Knowledge::new(clauses);
    let all = [&AllReadings(clauses) as &dyn Permits, &WithDeviations(&known)].map(|permits| {
        let plans = walk(clauses, permits, 400, |c| abi::plan(case, c));
        let step = 1 + plans.len() / 48;
        plans.into_iter().step_by(step).map(|(_, plan)| plan)
    });
    all.into_iter().flatten().collect()
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

/// The bytes that are carried, in order.
pub(crate) fn carried(pieces: &[Piece]) -> Vec<u32> {
    let mut offsets: Vec<u32> = pieces.iter().flat_map(|p| p.offset..p.offset + p.len).collect();
    offsets.sort_unstable();
    offsets
}

/// Each byte that the mask is for is carried by exactly one piece.
pub(crate) fn carries_each_byte_once(pieces: &[Piece], mask: &[u8]) -> bool {
    carried(pieces) == (0..mask.len() as u32).collect::<Vec<_>>()
}

/// A target whose plans are held against the invariants; [`invariants_of`] makes the tests of it.
pub(crate) struct Planned {
    /// Types of its signatures.
    pub(crate) shape: Shape,
    /// Readings of a compiler, tried besides the preferred ones.
    pub(crate) compiler: Readings,
    /// True for the registers that arguments may be in.
    pub(crate) is_for_arguments: fn(Register) -> bool,
    /// Part of the stack that is for arguments.
    pub(crate) places: fn(&Plan) -> Range<i64>,
    /// True if pieces carry what they have to of a value with a mask.
    pub(crate) carries_the_value: fn(&[Piece], &[u8]) -> bool,
    /// True for the questions that stay open once the first cases have settled what can be settled.
    pub(crate) is_open: fn(&str) -> bool,
    /// Plans of one case at most under the answers to those.
    pub(crate) most_plans: usize,
}

impl Planned {
    /// Every byte is in one place, which is a register for arguments or in the part of the stack that is for them, and no
    /// two share a place.
    pub(crate) fn check(&self, case: &Case) -> Result<(), TestCaseError> {
        let real = abi::plan(case, &mut chooser(case, &self.compiler));
        for plan in plans(case).iter().chain([&real]) {
            let mut entry =
                taken(&pieces_at_entry(case, plan, case.target.address_bytes(), self.carries_the_value)?);
            for (register, byte) in &entry {
                match register {
                    Some(register) => prop_assert!((self.is_for_arguments)(*register)),
                    None => prop_assert!((self.places)(plan).contains(byte)),
                }
            }
            let count = entry.len();
            entry.sort_unstable_by_key(|(r, b)| (r.map(|r| r.0), *b));
            entry.dedup();
            prop_assert_eq!(entry.len(), count, "two arguments share a byte");
        }
        Ok(())
    }

    /// The search stays small once the first cases have settled what can be settled.
    pub(crate) fn check_open(&self, case: &Case) -> Result<(), TestCaseError> {
        let plans = count(case, &OpenAt(case.target, self.is_open));
        prop_assert!(plans <= self.most_plans, "{plans} plans");
        Ok(())
    }
}

/// The tests of a target that every target has, by its [`Planned`].
macro_rules! invariants_of {
    ($planned:expr) => {
        proptest::proptest! {
            #![proptest_config(proptest::prelude::ProptestConfig { cases: 96, ..Default::default() })]

            #[test]
            fn every_byte_is_placed_once_under_every_reading(
                case in $crate::support::invariants::any_case($planned.shape),
            ) {
                $planned.check(&case)?;
            }

            #[test]
            fn few_readings_stay_open(case in $crate::support::invariants::any_case($planned.shape)) {
                $planned.check_open(&case)?;
            }

            #[test]
            fn layouts_are_sound(ty in $crate::support::invariants::any_type($planned.shape)) {
                for permits in [&$crate::support::Preferred as &dyn crosscall_oracle::choose::Permits, &$planned.compiler] {
                    $crate::support::invariants::check_layout($planned.shape.target, &ty, permits)?;
                }
            }

            #[test]
            fn images_hold_every_leaf(case in $crate::support::invariants::any_case($planned.shape)) {
                $crate::support::invariants::check_images(&case, &$planned.compiler)?;
            }

            #[test]
            fn traces_agree_with_plans(case in $crate::support::invariants::any_case($planned.shape)) {
                $crate::support::invariants::check_trace(&case, &$planned.compiler)?;
            }
        }
    };
}
pub(crate) use invariants_of;

/// Pieces that are there when a function is entered: those of the arguments, and the addresses, `pointer` bytes long, of
/// what is passed by reference. All values have to be carried.
pub(crate) fn pieces_at_entry(
    case: &Case,
    plan: &Plan,
    pointer: usize,
    carries_the_value: fn(&[Piece], &[u8]) -> bool,
) -> Result<Vec<Piece>, TestCaseError> {
    prop_assert_eq!(plan.arguments.len(), case.signature.arguments().count());
    prop_assert_eq!(plan.result.is_some(), case.signature.result.is_some());
    prop_assert_eq!(plan.registers.len(), case.target.registers().len());
    let mut entry = Vec::new();
    for passed in plan.arguments.iter().chain(&plan.result) {
        let at_entry = !plan.result.as_ref().is_some_and(|r| std::ptr::eq(r, passed));
        match &passed.transfer {
            Transfer::Nothing => prop_assert!(passed.image.mask.iter().all(|mask| *mask == 0)),
            Transfer::Direct(pieces) => {
                prop_assert!(carries_the_value(pieces, &passed.image.mask), "{:?}", passed);
                if at_entry {
                    entry.extend_from_slice(pieces);
                }
            }
            Transfer::ByReference { pointer: pieces, align, .. } => {
                prop_assert!(carries_each_byte_once(pieces, &vec![0xff; pointer]));
                prop_assert!(align.is_power_of_two());
                entry.extend_from_slice(pieces);
            }
        }
        prop_assert!(!passed.clauses.is_empty() || matches!(passed.transfer, Transfer::Nothing));
        prop_assert!(!passed.name.is_empty());
    }
    Ok(entry)
}

/// The first reading of every question but of some, of which it is open how they are answered.
struct OpenAt(Target, fn(&str) -> bool);

impl Permits for OpenAt {
    fn permitted(&self, choice: ChoiceIndex) -> Vec<u8> {
        let clauses = catalogue(self.0);
        let (clause, question) = clauses.choice(choice);
        match self.1(format!("{} {}", clause.id, question.name).trim_end()) {
            true => AllReadings(clauses).permitted(choice),
            false => vec![0],
        }
    }
}

/// Number of plans of a case under some readings.
fn count(case: &Case, permits: &dyn Permits) -> usize {
    walk(catalogue(case.target), permits, 1000, |c| abi::plan(case, c)).len()
}

/// Members do not overlap in structures, lie inside their record, and are aligned as their types are.
pub(crate) fn check_layout(target: Target, ty: &Type, permits: &dyn Permits) -> Result<(), TestCaseError> {
    let layout = abi::layout(target, ty, &mut Chooser::new(catalogue(target), permits));
    prop_assert!(layout.align.is_power_of_two());
    // The size of an arithmetic type stays, whatever alignment a name gives it.
    if !matches!(ty, Type::Aligned(..)) {
        prop_assert_eq!(layout.size % layout.align, 0);
    }
    let Some(record) = ty.record() else { return Ok(()) };
    let mut end = 0;
    for (member, place) in record.members.iter().zip(&layout.members) {
        prop_assert!(place.bit_offset + place.bits <= layout.size * 8);
        if record.kind == RecordKind::Struct {
            prop_assert!(place.bit_offset >= end);
            end = place.bit_offset + place.bits;
        } else if member.bits.is_none() {
            prop_assert_eq!(place.bit_offset, 0);
        }
        let inner = abi::layout(target, &member.ty, &mut Chooser::new(catalogue(target), permits));
        if member.bits.is_none() && !record.packed {
            prop_assert_eq!(place.bit_offset % (inner.align * 8), 0);
        }
    }
    Ok(())
}

/// The determined bytes of an image are those of its leaves: together they are as many bits.
pub(crate) fn check_images(case: &Case, permits: &dyn Permits) -> Result<(), TestCaseError> {
    let plan = abi::layout_plan(case, &mut chooser(case, permits));
    let valued = crosscall_model::unit::valued_types(case);
    // A number of x87 has fewer bits than its memory.
    let is_x87 = case.target.float_format(Scalar::LongDouble).has_leading_bit;
    for (expected, (ty, value)) in plan.images.iter().zip(valued) {
        let determined: u64 = expected.image.mask.iter().map(|m| u64::from(m.count_ones())).sum();
        let size = |leaf: &crosscall_model::leaf::Leaf<'_>| match leaf.bits {
            Some(bits) => u64::from(bits),
            None => match abi::layout(case.target, leaf.ty, &mut chooser(case, permits)).size {
                // A case cannot hold the value of a wider type.
                17.. => 0,
                _ if leaf.ty.scalar() == Some(Scalar::LongDouble) && is_x87 => 80,
                size => 8 * size,
            },
        };
        let leaves: u64 = crosscall_model::leaf::leaves(ty, value).iter().map(size).sum();
        prop_assert_eq!(determined, leaves);
    }
    let items = crosscall_model::unit::layout_items(case);
    prop_assert_eq!(plan.numbers.len(), items.len());
    Ok(())
}

/// A trace ends where the plan ends.
pub(crate) fn check_trace(case: &Case, permits: &dyn Permits) -> Result<(), TestCaseError> {
    let plan = abi::plan(case, &mut chooser(case, permits));
    let trace = abi::automaton_trace(case, &mut chooser(case, permits));
    let hidden = matches!(plan.result.as_ref().map(|r| &r.transfer), Some(Transfer::ByReference { .. }));
    prop_assert_eq!(trace.len(), plan.arguments.len() + usize::from(hidden));
    Ok(())
}

fn chooser<'p>(case: &Case, permits: &'p dyn Permits) -> Chooser<'p> {
    Chooser::new(catalogue(case.target), permits)
}
