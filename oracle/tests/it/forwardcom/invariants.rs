//! Invariants of every plan of a ForwardCom call, whatever the signature and the dialect.

use super::{DOCUMENT, FORWARDCOM};
use crate::support::invariants::{check_layout, check_trace, pieces_at_entry, scalars};
use crate::support::value;
use crosscall_model::plan::{Piece, Place, Plan};
use crosscall_model::{Case, Member, Record, RecordKind, Scalar, Signature, Style, Target, Type};
use crosscall_oracle::abi;
use crosscall_oracle::choose::walk;
use crosscall_oracle::clause::catalogue;
use crosscall_oracle::knowledge::AllReadings;
use proptest::prelude::*;

fn scalar() -> impl Strategy<Value = Type> {
    prop_oneof![
        8 => prop::sample::select(scalars(FORWARDCOM.target)).prop_map(Type::from),
        1 => Just(Type::DataPointer),
        1 => prop::sample::select(vec![Scalar::Float, Scalar::Double]).prop_map(Type::Complex),
        1 => (prop::sample::select(vec![Scalar::Int, Scalar::Float, Scalar::Char]), 1u32..6)
            .prop_map(|(element, power)| Type::Vector { element, lanes: 1 << power }),
    ]
}

fn ty() -> impl Strategy<Value = Type> {
    scalar().prop_recursive(3, 24, 5, |inner| {
        let array = (inner.clone(), 1u32..4).prop_map(|(ty, len)| Type::Array(Box::new(ty), len));
        let member = prop_oneof![3 => inner.clone(), 1 => array].prop_map(Member::plain);
        (prop::collection::vec(member, 1..5), any::<bool>()).prop_map(|(members, union)| {
            let kind = if union { RecordKind::Union } else { RecordKind::Struct };
            Type::Record(Box::new(Record::new(kind, members)))
        })
    })
}

fn any_case() -> impl Strategy<Value = Case> {
    let signature = (
        prop::option::of(ty()),
        prop::collection::vec(ty(), 0..24),
        prop::option::weighted(0.3, prop::collection::vec(ty(), 0..4)),
    );
    signature.prop_map(|(result, parameters, variadic)| {
        let signature = Signature { result, parameters, variadic };
        let mut next = 0;
        let arguments = signature.arguments().map(|ty| value(FORWARDCOM.target, ty, &mut next)).collect();
        let result = signature.result.as_ref().map(|ty| value(FORWARDCOM.target, ty, &mut next));
        Case { target: Target::ForwardCom, signature, arguments, result, style: Style::default() }
    })
}

/// No byte is carried by two pieces, and none is left out whose value is determined by this mask: two results leave out
/// what is between them in a record.
fn carries_each_byte_once(pieces: &[Piece], mask: &[u8]) -> bool {
    let mut offsets: Vec<u32> = pieces.iter().flat_map(|p| p.offset..p.offset + p.len).collect();
    let count = offsets.len();
    offsets.sort_unstable();
    offsets.dedup();
    let is_carried = |(at, mask): (u32, &u8)| *mask == 0 || offsets.contains(&at);
    offsets.len() == count && (0..).zip(mask).all(is_carried)
}

/// The bytes that pieces take: register and byte, or none and the distance in the list.
fn taken(pieces: &[Piece]) -> Vec<(Option<u16>, i64)> {
    let bytes = |p: &Piece| {
        let (register, first) = match p.place {
            Place::Register { register, byte } => (Some(register.0), i64::from(byte)),
            Place::Pointed { offset, .. } => (None, offset),
            Place::Stack { offset } => panic!("nothing is passed on the stack, at {offset}"),
        };
        (0..i64::from(p.len)).map(|i| (register, first + i)).collect::<Vec<_>>()
    };
    pieces.iter().flat_map(bytes).collect()
}

fn check(case: &Case, plan: &Plan) -> Result<(), TestCaseError> {
    let mut entry = taken(&pieces_at_entry(case, plan, 8, carries_each_byte_once)?);
    // FORWARDCOM-ARG-19: unnamed arguments are in a list, and what is in a list has an address in a register.
    let in_list = entry.iter().any(|(register, _)| register.is_none());
    prop_assert!(plan.list.is_some() || !in_list);
    if let Some(list) = &plan.list {
        prop_assert!(list.pointer.0 <= 15);
        prop_assert_eq!(list.bytes % 8, 0);
        prop_assert!(
            entry.iter().all(|(register, at)| register.is_some() || (0..list.bytes as i64).contains(at))
        );
        prop_assert!(
            entry.iter().all(|(register, _)| *register != Some(list.pointer.0)),
            "the list's register"
        );
    }
    for (register, _) in &entry {
        prop_assert!(
            register.is_none_or(|number| number < 16 || (32..48).contains(&number)),
            "{:?}",
            register
        );
    }
    let count = entry.len();
    entry.sort_unstable();
    entry.dedup();
    prop_assert_eq!(entry.len(), count, "two arguments share a byte");
    prop_assert_eq!(plan.stack.argument_bytes, 0);
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, ..ProptestConfig::default() })]

    #[test]
    fn every_byte_is_placed_once_under_every_reading(case in any_case()) {
        let clauses = catalogue(Target::ForwardCom);
        let plans = walk(clauses, &AllReadings(clauses), 400, |c| abi::plan(&case, c));
        for (_, plan) in plans.iter().step_by(1 + plans.len() / 48) {
            check(&case, plan)?;
        }
    }

    /// Layouts are as on every target; and members that are arrays of 8 bytes and more are aligned to 8.
    #[test]
    fn layouts_are_sound(ty in ty()) {
        check_layout(Target::ForwardCom, &ty, &DOCUMENT)?;
        let Some(record) = ty.record() else { return Ok(()) };
        let layout_of = |ty: &Type| abi::layout(Target::ForwardCom, ty, &mut FORWARDCOM.chooser(&DOCUMENT));
        for (member, place) in record.members.iter().zip(&layout_of(&ty).members) {
            if matches!(member.ty, Type::Array(..)) && layout_of(&member.ty).size >= 8 {
                prop_assert_eq!(place.bit_offset % 64, 0);
            }
        }
    }

    #[test]
    fn traces_agree_with_plans(case in any_case()) {
        check_trace(&case, &DOCUMENT)?;
    }
}
