//! The explanation for programs.

use super::differences::Difference;
use super::text::{preservation_of, travels};
use super::{Explanation, Taken, clauses_of};
use crosscall_declarations::WrittenRecord;
use crosscall_model::layout::Layout;
use crosscall_model::plan::{ClauseId, Extension, Passed, Piece, Place, Preservation, Transfer, add_clauses};
use crosscall_model::{Target, c};
use crosscall_oracle::clause::Clause;
use serde_json::{Value, json};

/// The explanation as one object.
pub fn object(explanation: &Explanation, differences: Option<&[Difference]>) -> Value {
    let (target, plan) = (explanation.target, &explanation.plan);
    let stack = &plan.stack;
    let mut object = json!({
        "target": target.name(),
        "declaration": explanation.declaration,
        "signature": explanation.signature,
        "arguments": plan.arguments.iter().enumerate().map(|(i, p)| passed(target, Some(i), p)).collect::<Vec<_>>(),
        "result": plan.result.as_ref().map(|p| passed(target, None, p)),
        "linkage": plan.linkage.iter().map(|l| json!({
            "holds": l.link.words(), "place": place(target, l.place), "clauses": l.clauses,
        })).collect::<Vec<_>>(),
        "notes": explanation.notes,
        "records": explanation.records.iter().map(|(written, layout)| record(written, layout)).collect::<Vec<_>>(),
        "registers": plan.registers.iter().map(|rule| json!({
            "register": target.register(rule.register).map(|info| info.name),
            "fate": preservation(if rule.register == target.stack_pointer() { Preservation::Preserved } else { preservation_of(rule) }),
            "clauses": if rule.register == target.stack_pointer() { stack.restored_clauses.as_slice() } else { rule.clauses },
        })).collect::<Vec<_>>(),
        "stack": {
            "align_always": stack.align_always.0,
            "align_at_call": stack.align_at_call.0,
            "grows_down": stack.grows_down,
            "callee_area": stack.callee_area,
            "argument_bytes": stack.argument_bytes,
            "callee_may_write_arguments": stack.callee_may_write_arguments,
        },
        "readings": explanation.readings.iter().map(taken).collect::<Vec<_>>(),
        "clauses": clauses_of(explanation).iter().map(|c| clause(c)).collect::<Vec<_>>(),
    });
    if let Some(differences) = differences {
        let difference = |d: &Difference| json!({ "clause": d.clause, "question": d.question, "asks": d.asks, "reading": d.reading, "text": d.text, "changes": d.lines });
        object["differences"] = differences.iter().map(difference).collect();
    }
    object
}

pub(super) fn record(written: &WrittenRecord, layout: &Layout) -> Value {
    json!({
        "type": c::type_name(&written.ty),
        "written": written.title,
        "size": layout.size,
        "align": layout.align,
        "members": written.members.iter().zip(&layout.members).map(|(member, place)| json!({
            "name": member.name, "written": member.text, "bit_offset": place.bit_offset, "bits": place.bits,
        })).collect::<Vec<_>>(),
    })
}

pub(super) fn taken(taken: &Taken) -> Value {
    json!({
        "clause": taken.clause, "question": taken.question, "asks": taken.asks, "reading": taken.reading, "text": taken.text,
        "others": taken.others,
    })
}

pub(super) fn clause(clause: &Clause) -> Value {
    json!({ "id": clause.id, "section": clause.section, "rule": clause.rule })
}

fn passed(target: Target, number: Option<usize>, passed: &Passed) -> Value {
    let transfer = match &passed.transfer {
        Transfer::Nothing => json!({ "how": "nothing" }),
        Transfer::Direct(list) => json!({ "how": "direct", "pieces": pieces(target, list) }),
        Transfer::ByReference { pointer, returned, align, callee_may_write } => json!({
            "how": "reference",
            "pointer": pieces(target, pointer),
            "returned": returned.as_ref().map(|list| pieces(target, list)),
            "align": align,
            "callee_may_write": callee_may_write,
        }),
    };
    json!({
        "name": passed.name,
        "number": number,
        "type": passed.c_type,
        "size": passed.image.bytes.len(),
        "travels": travels(target, passed),
        "clauses": unique(&passed.clauses),
        "rest_clauses": unique(&passed.rest_clauses),
        "transfer": transfer,
    })
}

/// Clauses, each once.
pub(super) fn unique(clauses: &[ClauseId]) -> Vec<ClauseId> {
    let mut list = Vec::new();
    add_clauses(&mut list, clauses);
    list
}

fn pieces(target: Target, list: &[Piece]) -> Vec<Value> {
    let one = |piece: &Piece| {
        let (extension, width) = match piece.rest {
            Extension::Unspecified => (None, None),
            Extension::Length(bytes) => (Some("length"), Some(bytes)),
            Extension::Zero(width) => (Some("zero"), Some(width)),
            Extension::Sign(width) => (Some("sign"), Some(width)),
            Extension::Ones(width) => (Some("ones"), Some(width)),
        };
        json!({
            "offset": piece.offset,
            "length": piece.len,
            "place": place(target, piece.place),
            "extension": extension,
            "extended_to": width,
        })
    };
    list.iter().map(one).collect()
}

fn place(target: Target, place: Place) -> Value {
    match place {
        Place::Register { register, byte } => {
            json!({ "register": target.register(register).map(|info| info.name), "byte": byte })
        }
        Place::Pointed { base, offset } => {
            json!({ "pointed": offset, "base": target.register(base).map_or("?", |info| info.name) })
        }
        Place::Stack { offset } => json!({ "stack": offset }),
    }
}

fn preservation(preservation: Preservation) -> &'static str {
    match preservation {
        Preservation::Preserved => "preserved",
        Preservation::PreservedLow(_) => "preserved in part",
        Preservation::Fixed => "fixed",
        Preservation::Scratch => "scratch",
        Preservation::Reserved => "reserved",
        Preservation::Declared => "declared",
        Preservation::Unspecified => "unspecified",
    }
}
