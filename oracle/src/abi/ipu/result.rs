//! Passing of results: IPU-RET and the silent points on results.

use super::Ipu;
use super::form::{self, Form, rest_clauses};
use super::registers::File;
use super::slots::{ArgPart, Widened, address_in, in_registers};
use crate::abi::call::{self, PassMode, Sent};
use crate::abi::passing::{Passing, from_byte};
use crate::abi::rules::{Rules, joined};
use crosscall_clauses::ipu::{ByteVectors, QuadResult, ResultAddressAtReturn, clause};
use crosscall_model::finding::ValueId;
use crosscall_model::plan::{Passed, Piece, Transfer};
use crosscall_model::{Case, Signature, Type};

/// Registers of a value of 128 bits.
const QUAD: u8 = 4;

/// Bytes of the longest result in registers.
const MOST_BYTES: u32 = 16;

/// True if the result is stored at an address that the caller passes.
pub(super) fn in_memory(signature: &Signature, rules: &mut Rules<'_>) -> bool {
    signature.result.as_ref().is_some_and(|ty| matches!(way(ty, rules).form, Form::Address))
}

/// Form in which a result travels: like an argument of its type, but for what is open of 128 bits (IPU-S17).
fn way(ty: &Type, rules: &mut Rules<'_>) -> form::PassMode {
    let way = form::way(ty, rules);
    match way.form {
        // No registers are enough for a longer vector.
        Form::Parts(parcel, count) if parcel.len.saturating_mul(count) > MOST_BYTES => {
            form::PassMode { form: Form::Address, ..way }
        }
        // Bytes that travel by themselves are more than there are registers for.
        Form::Value(parcel @ ArgPart { bytes: true, .. })
            if matches!(parcel.widened(), Widened::Each(_)) && rules.is(ByteVectors::Widened) =>
        {
            form::PassMode { form: Form::Address, ..way }
        }
        Form::Value(ArgPart { registers: QUAD, .. }) if rules.is(QuadResult::InMemory) => {
            form::PassMode { form: Form::Address, ..way }
        }
        _ => way,
    }
}

/// Names the clause on results in the file of a parcel.
fn cite_file(parcel: &ArgPart, rules: &mut Rules<'_>) {
    rules.cite(match parcel.file {
        File::M => clause::RET_01,
        File::A => clause::RET_02,
    });
}

/// The result with its place. `address` is where the address for a result in memory travels.
pub(super) fn passed(case: &Case, address: Vec<Piece>, rules: &mut Rules<'_>) -> Option<Passed> {
    let ty = case.signature.result.as_ref()?;
    let (form::PassMode { form, from, rest_clauses: above }, form_clauses) =
        rules.citing(|rules| way(ty, rules));
    let sent = Sent::new(&Ipu, ty, case.result.as_ref(), rules);
    let (transfer, place_clauses) = rules.citing(|rules| match form {
        Form::Nothing => Transfer::Nothing,
        Form::Parts(parcel, count) => {
            cite_file(&parcel, rules);
            let registers = |part: u32| u8::try_from(part).unwrap_or(0).saturating_mul(parcel.registers);
            let pieces =
                call::in_parts(count, parcel.len, |part| in_registers(&parcel, registers(part), rules));
            Transfer::Direct(from_byte(pieces, from))
        }
        Form::Address => {
            rules.cite(clause::RET_05);
            rules.cite(clause::RET_06);
            let again = rules.is(ResultAddressAtReturn::InM0);
            let returned = again.then(|| vec![address_in(File::M.register(0))]);
            let align = Ipu.copy_align(sent.align, rules);
            Transfer::ByReference { pointer: address, returned, align, callee_may_write: true }
        }
        Form::Value(parcel) => {
            cite_file(&parcel, rules);
            let pieces = match parcel.bytes && rules.is(ByteVectors::Widened) {
                true => parcel.widened().pieces(parcel.len, |parcel| in_registers(parcel, 0, rules)),
                false => in_registers(&parcel, 0, rules),
            };
            Transfer::Direct(from_byte(pieces, from))
        }
    });
    let aggregate = ty.record().is_some();
    let clauses = match transfer {
        // Whatever it is, it is in memory by one rule.
        Transfer::ByReference { .. } => joined([&place_clauses, &form_clauses]),
        _ if aggregate => joined([&[clause::RET_04], &form_clauses, &place_clauses]),
        _ => joined([&place_clauses, &form_clauses]),
    };
    let way = PassMode { transfer, clauses, rest_clauses: rest_clauses(&above, clause::RET_03) };
    Some(sent.travel(ValueId::Result, way, &[]))
}
