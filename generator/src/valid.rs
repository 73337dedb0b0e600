//! Checks that a case is valid C: no undefined behaviour, values in the range of their types.

use crosscall_model::c::type_name;
use crosscall_model::target::FloatFormat;
use crosscall_model::{BitInt, Case, Form, Member, RecordKind, Scalar, Signature, Style, Type, Value};

use crate::widths::{Widths, mask};

/// Greatest number of arguments of a case, including unnamed ones.
pub const MAX_ARGUMENTS: usize = 24;

/// Checks a case.
///
/// # Errors
/// Description of the error, for the user.
pub fn check(case: &Case, widths: &Widths) -> Result<(), String> {
    let signature = &case.signature;
    let arguments: Vec<&Type> = signature.arguments().collect();
    if arguments.len() > MAX_ARGUMENTS {
        return Err(format!("{} arguments are more than {MAX_ARGUMENTS}", arguments.len()));
    }
    if arguments.len() != case.arguments.len() {
        return Err(format!("{} values for {} arguments", case.arguments.len(), arguments.len()));
    }
    refuse(case.result.is_some() != signature.result.is_some(), "a result has a value, and only a result")?;
    for ty in signature.types() {
        refuse(matches!(ty, Type::Array(..)), "an array is neither passed nor returned")?;
        check_type(ty, widths)?;
    }
    if let Some(unnamed) = &signature.variadic {
        match signature.parameters.last() {
            None => return Err("a variadic function has a named parameter".to_owned()),
            Some(last) if !is_promoted_here(last, widths) => {
                return Err("the last named parameter has a type that promotion changes".to_owned());
            }
            Some(_) => {}
        }
        refuse(
            !unnamed.iter().all(|ty| is_promoted_here(ty, widths)),
            "an unnamed argument has a type that promotion changes",
        )?;
    }
    for (i, (ty, value)) in signature.arguments().zip(&case.arguments).enumerate() {
        check_value(ty, None, value, widths).map_err(|e| format!("value of argument {i}: {e}"))?;
    }
    if let (Some(ty), Some(value)) = (&signature.result, &case.result) {
        check_value(ty, None, value, widths).map_err(|e| format!("value of the result: {e}"))?;
    }
    let style = &case.style;
    let most = Style::MOST_LIVE;
    refuse(
        style.live > most
            || style.held > most
            || style.locals > Style::MOST_LOCALS
            || style.rounds > Style::MOST_ROUNDS
            || style.dynamic > Style::MOST_DYNAMIC
            || style.returns > Style::MOST_RETURNS,
        "the style asks for more than it may",
    )?;
    if !form_fits(case) {
        return Err(format!("the form `{}` does not go with this signature", case.style.form.name()));
    }
    Ok(())
}

/// Error with a message where something is wrong.
fn refuse(wrong: bool, message: &str) -> Result<(), String> {
    if wrong { Err(message.to_owned()) } else { Ok(()) }
}

/// True if the signature can be written in the form of the case.
pub fn form_fits(case: &Case) -> bool {
    // A function that ends the program returns neither from a recursive call nor from a last call.
    let comes_back = case.style.recursive || case.style.tail;
    signature_fits(&case.signature, case.style.form) && !(case.style.form == Form::Vertex && comes_back)
}

/// True if a signature can be written in a form.
pub(crate) fn signature_fits(signature: &Signature, form: Form) -> bool {
    match form {
        Form::Prototype | Form::Nested => true,
        Form::Unprototyped => signature.variadic.is_none() && signature.parameters.iter().all(is_promoted),
        Form::VaListPassed | Form::VaListPointer => signature.variadic.is_some(),
        Form::Method => signature.parameters.first() == Some(&Type::DataPointer),
        Form::Pair => signature.result.as_ref().is_some_and(is_pair),
        Form::Variable => {
            let is_vector = |ty: &Type| matches!(ty, Type::Vector { .. });
            signature.types().any(is_vector) && !signature.types().any(holds_vectors)
        }
        Form::Vertex => signature.types().next().is_none() && signature.variadic.is_none(),
    }
}

/// True for a structure that can represent two results: two members without attributes.
fn is_pair(ty: &Type) -> bool {
    let plain = |m: &Member| m.named && m.bits.is_none() && m.align.is_none();
    let open = |record: &crosscall_model::Record| record.flexible().is_some();
    ty.record().is_some_and(|record| {
        let structure = record.kind == RecordKind::Struct && !record.packed && record.align.is_none();
        structure && !open(record) && record.members.len() == 2 && record.members.iter().all(plain)
    })
}

/// True if a record contains a vector; vectors of variable length cannot be in records.
fn holds_vectors(ty: &Type) -> bool {
    let mut found = false;
    if ty.record().is_some() {
        ty.visit(&mut |inner| found |= matches!(inner, Type::Vector { .. }));
    }
    found
}

/// True if the default argument promotions do not change a type of these widths; this includes an enumeration as wide
/// as an `int`. Generated cases do not rely on that, for a compiler option can make enumerations narrower.
fn is_promoted_here(ty: &Type, widths: &Widths) -> bool {
    match ty {
        Type::Enum(enumeration) => widths.enumeration(enumeration) >= widths.scalar(Scalar::Int),
        ty => is_promoted(ty),
    }
}

/// True if the default argument promotions do not change a type on any target.
pub fn is_promoted(ty: &Type) -> bool {
    match ty {
        Type::Scalar(scalar) => {
            let is_changed = matches!(scalar, Scalar::Float | Scalar::Half | Scalar::BrainHalf);
            !scalar.is_narrow() && !is_changed && *scalar != Scalar::WideChar
        }
        Type::Aligned(scalar, _) => is_promoted(scalar.as_type()),
        // The promotion takes an atomic type's qualifier away, and what is called varies between compilers.
        Type::Enum(_) | Type::Array(..) | Type::Atomic(_) => false,
        // C promotes no bit-precise integer.
        Type::BitInt(_) => true,
        Type::DataPointer | Type::FunctionPointer | Type::Record(_) => true,
        Type::Complex(_) | Type::Vector { .. } => true,
    }
}

/// Checks that a type is one that C defines, or that GNU C adds on purpose.
///
/// # Errors
/// Description of the error, for the user.
pub fn check_type(ty: &Type, widths: &Widths) -> Result<(), String> {
    match ty {
        Type::Scalar(scalar) if !widths.supports(*scalar) => {
            Err(format!("`{}` has more than 64 bits here, or does not exist", scalar.c_name()))
        }
        Type::Complex(part) if *part == Scalar::Bool || !widths.rare().has(ty) => {
            Err(format!("there is no complex type of `{}`", part.c_name()))
        }
        Type::Vector { element, lanes } => {
            refuse(
                matches!(element, Scalar::Bool | Scalar::LongDouble) || *lanes == 0 || !widths.rare().has(ty),
                "there is no such vector",
            )?;
            check_type(element.as_type(), widths)
        }
        Type::Atomic(_) | Type::BitInt(_) | Type::Aligned(..) if !widths.rare().has(ty) => {
            Err(format!("crosscall has no `{}` on this target", type_name(ty)))
        }
        Type::Complex(scalar) | Type::Atomic(scalar) => check_type(scalar.as_type(), widths),
        Type::BitInt(BitInt { bits, unsigned }) => {
            let range = BitInt::least(*unsigned)..=BitInt::MOST;
            refuse(
                !range.contains(bits),
                &format!("a `_BitInt` has {} to {} bits here", range.start(), range.end()),
            )
        }
        Type::Aligned(scalar, align) => {
            refuse(!align.is_power_of_two(), "an alignment is not a power of two")?;
            check_type(scalar.as_type(), widths)
        }
        Type::Scalar(_) | Type::DataPointer | Type::FunctionPointer => Ok(()),
        Type::Enum(enumeration) if enumeration.constants.is_empty() => {
            Err("an enumeration has no constants".to_owned())
        }
        Type::Enum(_) => Ok(()),
        Type::Array(elem, _) => {
            check_closed(elem)?;
            if !is_element(elem, widths) {
                let name = type_name(elem);
                return Err(format!(
                    "the size of `{name}` is no multiple of its alignment: there is no array of it"
                ));
            }
            check_type(elem, widths)
        }
        Type::Record(record) => {
            let has_none = |align: Option<u32>| align.is_some_and(|n| !n.is_power_of_two());
            refuse(
                has_none(record.align) || has_none(record.name_align),
                "an alignment is not a power of two",
            )?;
            if !widths.rare().has(ty) {
                return Err(
                    "crosscall has no typedef of a record with an alignment on this target".to_owned()
                );
            }
            refuse(
                record.packed && record.members.iter().any(holds_atomic),
                "an atomic member of a packed record may lie where it is not aligned",
            )?;
            refuse(
                is_misplaced(record),
                "a flexible array member is not the last of a structure, behind others",
            )?;
            record.members.iter().try_for_each(|m| check_member(m, widths))
        }
    }
}

/// True for a member with an atomic type in it, which may be nowhere but where it is aligned.
pub(crate) fn holds_atomic(member: &Member) -> bool {
    let mut found = false;
    member.ty.visit(&mut |inner| found |= matches!(inner, Type::Atomic(_)));
    found
}

/// True for a record with a flexible array member where C has none.
pub(crate) fn is_misplaced(record: &crosscall_model::Record) -> bool {
    let flexible = record.flexible();
    let is_one =
        |(i, member): (usize, &Member)| flexible == Some(i) && matches!(member.ty, Type::Array(_, 0));
    record.members.iter().enumerate().any(|(i, member)| member.flexible && !is_one((i, member)))
}

/// Checks that a type is no structure with a flexible array member: C allows none in arrays or other types.
pub(crate) fn check_closed(ty: &Type) -> Result<(), String> {
    match ty.record().and_then(crosscall_model::Record::flexible) {
        Some(_) => Err("a structure that ends in a flexible array member is inside another type".to_owned()),
        None => Ok(()),
    }
}

/// True for a type of which elements side by side are aligned.
pub(crate) fn is_element(ty: &Type, widths: &Widths) -> bool {
    match ty {
        Type::Aligned(scalar, align) => (widths.scalar(*scalar) / 8).is_multiple_of(*align),
        // Its size is not known here.
        Type::Record(record) => record.name_align.is_none(),
        _ => true,
    }
}

fn check_member(member: &Member, widths: &Widths) -> Result<(), String> {
    check_closed(&member.ty)?;
    check_type(&member.ty, widths)?;
    refuse(member.align.is_some_and(|n| !n.is_power_of_two()), "an alignment is not a power of two")?;
    let Some(bits) = member.bits else {
        return if member.named { Ok(()) } else { Err("a member has no name".to_owned()) };
    };
    let limit = match &member.ty {
        Type::Scalar(Scalar::Bool) => 1,
        Type::Scalar(scalar) if !scalar.is_floating() => widths.scalar(*scalar).min(64),
        Type::Enum(enumeration) => widths.enumeration(enumeration),
        Type::BitInt(integer) => u32::from(integer.bits).min(64),
        _ => return Err("a bit-field has a type that is not an integer".to_owned()),
    };
    refuse(bits == 0 && member.named, "a bit-field of width zero has a name")?;
    if u32::from(bits) > limit {
        return Err(format!("a bit-field of {bits} bits is wider than its type"));
    }
    Ok(())
}

/// Checks that a value has the shape of a type and lies in its range.
///
/// # Errors
/// Description of the error, for the user.
pub fn check_value(ty: &Type, bits: Option<u8>, value: &Value, widths: &Widths) -> Result<(), String> {
    match (ty, value) {
        (Type::Array(elem, len), Value::List(items)) if items.len() == *len as usize => {
            items.iter().try_for_each(|item| check_value(elem, None, item, widths))
        }
        (Type::Record(record), Value::List(items)) => {
            let named: Vec<_> = record.members.iter().filter(|m| m.named).collect();
            let expected = if record.kind == RecordKind::Struct { named.len() } else { 0 };
            refuse(
                items.len() != expected || (record.kind == RecordKind::Union && !named.is_empty()),
                "it does not have the shape of its type",
            )?;
            named.iter().zip(items).try_for_each(|(m, item)| check_value(&m.ty, m.bits, item, widths))
        }
        (Type::Record(record), Value::Member(index, inner)) if record.kind == RecordKind::Union => {
            match record.members.get(*index).filter(|m| m.named) {
                Some(m) => check_value(&m.ty, m.bits, inner, widths),
                None => Err(format!("the union has no member m{index}")),
            }
        }
        (Type::Complex(_) | Type::Vector { .. }, Value::List(items)) if value.fits(ty) => {
            let part = ty.parts().map_or(Scalar::Int, |(part, _)| part);
            items.iter().try_for_each(|item| check_value(part.as_type(), None, item, widths))
        }
        (Type::Array(..) | Type::Record(_) | Type::Complex(_) | Type::Vector { .. }, _) => {
            Err("it does not have the shape of its type".to_owned())
        }
        (leaf, Value::Bits(value)) => check_bits(leaf, bits, *value, widths),
        _ => Err("it does not have the shape of its type".to_owned()),
    }
}

fn check_bits(ty: &Type, bits: Option<u8>, value: u128, widths: &Widths) -> Result<(), String> {
    let width = bits.map_or_else(|| widths.leaf(ty).unwrap_or(64), u32::from);
    if value & !mask(width) != 0 {
        return Err(format!("{value:#x} has more than {width} bits"));
    }
    match ty {
        ty if ty.scalar() == Some(Scalar::Bool) && value > 1 => {
            Err(format!("{value:#x} is not a truth value"))
        }
        Type::Scalar(scalar) | Type::Atomic(scalar) | Type::Aligned(scalar, _)
            if scalar.is_floating() && FloatFormat::of(*scalar, width).is_signalling(value) =>
        {
            Err(format!("{value:#x} is a signalling NaN, which may become a quiet one on its way"))
        }
        // In C, a bit-field that is too narrow for the constants holds any number.
        Type::Enum(enumeration) if bits.is_none() => {
            let known =
                enumeration.constants.iter().any(|c| crate::values::constant(*c) & mask(width) == value);
            if known { Ok(()) } else { Err(format!("{value:#x} is none of the enumeration's constants")) }
        }
        _ => Ok(()),
    }
}
