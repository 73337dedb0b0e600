//! The structures that the document writes out with the address of every field.

use crate::abi::DocumentedStruct;
use crosscall_clauses::epiphany::clause;
use crosscall_model::plan::ClauseId;
use crosscall_model::{Member, Record, RecordKind, Scalar, Type};

const IVT: [&str; 10] =
    ["sync", "swexp", "memfault", "timer0", "timer1", "message", "dma0", "dma1", "wand", "user"];
const GROUP: [&str; 10] = [
    "objtype",
    "chiptype",
    "group_id",
    "group_row",
    "group_col",
    "group_rows",
    "group_cols",
    "core_row",
    "core_col",
    "alignment_padding",
];
const EXTERNAL: [&str; 2] = ["objtype", "base"];
const LOADER: [&str; 4] = ["flags", "__pad1", "args_ptr", "__pad2"];
const ARGS: [&str; 10] = [
    "r0",
    "r1",
    "r2",
    "r3",
    "function_ptr",
    "function_ptr_hi32",
    "stack_spill_size",
    "__pad",
    "stack_spill_ptr",
    "stack_spill_ptr_hi32",
];

/// The structures of the document: interrupt table, workgroup, external memory and loader
/// configuration, and the loader's block of arguments.
pub(in crate::abi) fn documented_structs() -> Vec<DocumentedStruct> {
    let word = || Type::from(Scalar::UnsignedInt);
    let mut loader =
        words("struct loader_cfg", Some(super::LOADER), &LOADER, vec![clause::MEM_10, clause::MEM_09]);
    if let Type::Record(record) = &mut loader.ty {
        let types = [word(), word(), Type::DataPointer, word()];
        record.members = types.into_iter().map(Member::plain).collect();
    }
    let mut args = words("struct loader_args", None, &ARGS, vec![clause::MEM_11, clause::MEM_12]);
    args.align = Some(4);
    if let Type::Record(record) = &mut args.ty {
        record.packed = true;
        record.align = Some(4);
    }
    vec![
        words("struct ivt_table", Some(0), &IVT, vec![clause::MEM_04]),
        words("e_group_config_t", Some(super::WORKGROUP), &GROUP, vec![clause::MEM_06, clause::MEM_05]),
        words(
            "e_emem_config_t",
            Some(super::EXTERNAL_MEMORY),
            &EXTERNAL,
            vec![clause::MEM_08, clause::MEM_07],
        ),
        loader,
        args,
    ]
}

/// A structure of words.
fn words(
    name: &'static str,
    address: Option<u64>,
    fields: &[&'static str],
    clauses: Vec<ClauseId>,
) -> DocumentedStruct {
    let members = fields.iter().map(|_| Member::plain(Scalar::UnsignedInt.into())).collect();
    let record = Record::new(RecordKind::Struct, members);
    let offsets = (0..).step_by(4);
    DocumentedStruct {
        name,
        address,
        ty: Type::Record(Box::new(record)),
        fields: fields.iter().copied().zip(offsets).collect(),
        size: 4 * fields.len() as u64,
        align: None,
        clauses,
    }
}
