//! Debug information from elsewhere.

use super::made::{Is, Made};
use crate::debug::{Examination, Lines, read};
use crate::unwind::Moments;
use crosscall_engine::machine::{symbol, tools};
use crosscall_explain::dialect::Dialect;
use crosscall_model::Target;
use crosscall_reports::audit::layout::{github, json, junit, text};
use gimli::constants as dw;

/// Work for a file, in steps: the least file can ask for any amount.
const STEPS: u64 = 4_000_000;

/// Audits bytes as an object, a program or a library without running anything; the first byte chooses the target.
///
/// # Errors
/// None: it must neither panic nor take long.
pub fn audit(bytes: &[u8]) -> Result<(), String> {
    let Some((first, bytes)) = bytes.split_first() else { return Ok(()) };
    let Some(target) = Target::ALL.get(usize::from(*first) % Target::ALL.len()) else { return Ok(()) };
    let dialect = Dialect::preferred(*target);
    let mut examination = Examination::new(*target, &dialect).within(STEPS);
    let _ = read(*target, "fuzz", bytes, |read| match read {
        Ok(material) => {
            let _ = Lines::of(*target, &material.file).at(0x1_0000);
            let _ = crate::program::frames(*target, &dialect, &material.file, (true, Moments::Usual));
            examination.look(&material);
        }
        Err(message) => examination.skip(message),
    });
    let report = examination.reported(&[]);
    let _ = (text::render(&report), json::render(&report), junit::render(&report), github::render(&report));
    Ok(())
}

/// Small objects with debug information for each target, each behind the byte that chooses the target.
pub fn audit_seeds() -> Vec<Vec<u8>> {
    let seed = |(first, target): (u8, &Target)| {
        let object = small(*target).object(&symbol(*target, "f"));
        let file = tools(*target).write_object(&object).ok()?;
        Some([vec![first], file].concat())
    };
    (0u8..).zip(&Target::ALL).filter_map(seed).collect()
}

/// Types of many kinds, and a function.
fn small(target: Target) -> Made {
    let address = u8::try_from(target.address_bytes()).unwrap_or(4);
    let mut made = Made::new(address, dw::DW_LANG_C11, "clang version 14.0.0");
    let int = made.base("int", dw::DW_ATE_signed, 4);
    let char = made.base("char", dw::DW_ATE_signed_char, 1);
    let inner = made.record("inner", 8, &[("a", char, 0), ("b", int, 4)]);
    let array = made.entry(dw::DW_TAG_array_type, true, &[(dw::DW_AT_type, Is::Entry(inner))]);
    made.entry(dw::DW_TAG_subrange_type, false, &[(dw::DW_AT_count, Is::U8(3))]);
    made.end();
    let pointer = made.entry(
        dw::DW_TAG_pointer_type,
        false,
        &[(dw::DW_AT_type, Is::Entry(inner)), (dw::DW_AT_byte_size, Is::U8(address))],
    );
    let defined = made.entry(
        dw::DW_TAG_typedef,
        false,
        &[(dw::DW_AT_name, Is::Text("defined")), (dw::DW_AT_type, Is::Entry(int))],
    );
    let outer = made.entry(
        dw::DW_TAG_structure_type,
        true,
        &[(dw::DW_AT_name, Is::Text("outer")), (dw::DW_AT_byte_size, Is::U8(28))],
    );
    let mut member = |name: &'static str, ty: u32, place: u8| {
        let attributes = [
            (dw::DW_AT_name, Is::Text(name)),
            (dw::DW_AT_type, Is::Entry(ty)),
            (dw::DW_AT_data_member_location, Is::U8(place)),
        ];
        made.entry(dw::DW_TAG_member, false, &attributes);
    };
    member("all", array, 0);
    member("n", defined, 24);
    made.end();
    made.entry(
        dw::DW_TAG_enumeration_type,
        true,
        &[(dw::DW_AT_name, Is::Text("e")), (dw::DW_AT_byte_size, Is::U8(4))],
    );
    made.entry(
        dw::DW_TAG_enumerator,
        false,
        &[(dw::DW_AT_name, Is::Text("one")), (dw::DW_AT_const_value, Is::Sdata(-1))],
    );
    made.end();
    let register = vec![dw::DW_OP_reg10.0];
    made.function("f", &[("p", pointer, register.clone()), ("o", outer, vec![dw::DW_OP_fbreg.0, 0])]);
    made
}
