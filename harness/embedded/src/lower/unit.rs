//! Translation units: the sections and symbols of a batch of cases.

use std::fmt::Write;

use crosscall_model::finding::ValueId;
use crosscall_model::unit::{
    LayoutItem, SLOT_BYTES, bit_field_values, bits, image, layout, layout_items, valued_types,
};
use crosscall_model::{Case, Form, Type, Value, c};

use crate::asm::Asm;
use crate::convention::Convention;
use crate::fault::Mechanism;
use crate::laid::{Laid, LeafPlace, Shape};
use crate::places::{Assignment, Call, PassMode, Returned, swap_adjacent};
use crate::record::lay;
use crate::{Options, Unsupported};

/// Estimated size of the text of a case, in bytes.
const TEXT_PER_CASE: usize = 4096;

/// Sections of a unit under construction.
pub(super) struct Unit {
    /// Code section.
    pub(super) asm: Asm,
    /// Initialised objects.
    pub(super) data: String,
    /// Objects that start as zero.
    pub(super) bss: String,
    /// Declarations of functions of other files.
    outside: String,
}

impl Unit {
    fn new(cases: usize, convention: &dyn Convention) -> Unit {
        let asm = Asm::new(convention);
        let mut unit = Unit { asm, data: String::new(), bss: String::new(), outside: String::new() };
        unit.asm.text.0.reserve(TEXT_PER_CASE * cases);
        let [[code, _], [data, _], [bss, _]] = unit.asm.emit.sections();
        let code = if convention.breaks(Mechanism::CodeInData) { data } else { code };
        unit.asm.text.0.push_str(code);
        unit.data.push_str(data);
        unit.bss.push_str(bss);
        unit
    }

    fn finish(self) -> String {
        let [[_, code], [_, data], [_, bss]] = self.asm.emit.sections();
        let mut text = self.asm.text.0;
        for part in [code, &self.data, data, &self.bss, bss, &self.outside] {
            text.push_str(part);
        }
        text
    }

    /// Declares that a function is defined in another file.
    pub(super) fn outside(&mut self, name: &str) {
        self.asm.emit.outside(&mut self.outside, name);
    }

    /// Begins a function, after a comment.
    pub(super) fn function(&mut self, name: &str, comment: std::fmt::Arguments<'_>) {
        let emit = self.asm.emit;
        let text = &mut self.asm.text.0;
        let _ = writeln!(text, "{} {comment}", emit.comment_mark());
        emit.begin_function(text, name);
    }

    /// Ends a function.
    pub(super) fn end_function(&mut self, name: &str) {
        self.asm.emit.end_function(&mut self.asm.text.0, name);
    }

    /// Aligns the initialised objects that follow to a multiple of `align` bytes.
    pub(super) fn align_data(&mut self, align: u32) {
        self.asm.emit.align(&mut self.data, align);
    }

    /// Writes an initialised object.
    pub(super) fn object(&mut self, name: &str, bytes: &[u8], align: u32) {
        self.align_data(align.max(1));
        self.asm.emit.object(&mut self.data, name, bytes, align);
    }

    /// Writes an object of words of 4 bytes.
    pub(super) fn words(&mut self, name: &str, words: impl Iterator<Item = u32>) {
        let bytes: Vec<u8> = words.flat_map(u32::to_le_bytes).collect();
        self.object(name, &bytes, 4);
    }

    /// Writes an object that holds the address of a function.
    pub(super) fn pointer(&mut self, name: &str, function: &str) {
        self.align_data(self.asm.word);
        self.asm.emit.pointer(&mut self.data, name, function);
    }

    /// Writes an object of zeros, of at least one byte.
    pub(super) fn zeros(&mut self, name: &str, size: u32, align: u32) {
        self.asm.emit.align(&mut self.bss, align);
        self.asm.emit.zeros(&mut self.bss, name, size.max(1).into());
    }

    /// Writes an array of `count` slots of the test contract, at least one.
    pub(super) fn slots(&mut self, name: &str, count: usize) {
        self.asm.emit.align(&mut self.bss, SLOT_BYTES as u32);
        self.asm.emit.zeros(&mut self.bss, name, count.max(1) as u64 * SLOT_BYTES);
    }
}

/// Case with its types laid out and its places assigned.
pub(super) struct Prepared<'c> {
    pub(super) k: usize,
    pub(super) case: &'c Case,
    pub(super) convention: &'c dyn Convention,
    /// Arguments as they are passed.
    pub(super) arguments: Vec<Laid>,
    /// Result as it is passed.
    pub(super) result: Option<Laid>,
    /// Alignments of the objects of the result, if there is one, and of the arguments.
    pub(super) objects: Vec<u32>,
    pub(super) returned: Returned,
    pub(super) assignment: Assignment,
    /// Numbers in the list of parameters, each with its distance in bytes from the beginning: (distance, number).
    pub(super) numbers: Vec<(u32, u32)>,
}

impl<'c> Prepared<'c> {
    /// Number of named arguments.
    pub(super) fn named(&self) -> usize {
        self.case.signature.parameters.len()
    }

    /// True if the function takes unnamed arguments.
    pub(super) fn variadic(&self) -> bool {
        self.case.signature.variadic.is_some()
    }

    /// Arguments with their indices, layouts, values and ways.
    pub(super) fn each(&self) -> impl Iterator<Item = (usize, &Laid, &Value, &PassMode)> {
        let laid = self.arguments.iter().zip(&self.case.arguments).zip(&self.assignment.ways);
        laid.enumerate().map(|(i, ((laid, value), way))| (i, laid, value, way))
    }

    /// Alignment of the object of an argument.
    pub(super) fn object_align(&self, argument: usize) -> u32 {
        let results = usize::from(self.result.is_some());
        self.objects.get(results + argument).copied().unwrap_or(1)
    }

    /// Alignment of the object of the result.
    pub(super) fn result_object_align(&self) -> u32 {
        self.result.as_ref().and(self.objects.first()).copied().unwrap_or(1)
    }

    /// Writes the comment above the code for an argument.
    pub(super) fn comment(&self, asm: &mut Asm, i: usize, laid: &Laid, way: &PassMode) {
        let unnamed = i.checked_sub(self.named());
        let value = unnamed.map_or(ValueId::Argument(i), ValueId::Unnamed);
        let place = self.convention.way_text(way);
        asm.comment(format_args!("{value}: {} in {place}", Bytes(laid.size)));
    }

    /// Writes the comment above the code for the result.
    pub(super) fn comment_result(&self, asm: &mut Asm, laid: &Laid) {
        let place = self.convention.returned_text(&self.returned, !laid.has_parts());
        asm.comment(format_args!("result: {} {place}", Bytes(laid.size)));
    }

    /// First line of a function's comment.
    pub(super) fn headline(&self, name: &str) -> String {
        format!("case {}: {}", self.k, c::signature(&self.case.signature, name))
    }
}

/// Number of bytes, printed with its unit.
struct Bytes(u32);

impl std::fmt::Display for Bytes {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} byte{}", self.0, if self.0 == 1 { "" } else { "s" })
    }
}

fn prepare<'c>(
    k: usize,
    case: &'c Case,
    convention: &'c dyn Convention,
) -> Result<Prepared<'c>, Unsupported> {
    let unsupported = |feature: String| Unsupported { k, feature };
    let lay = |ty: &Type| lay(ty, convention).map_err(unsupported);
    check(case, convention).map_err(unsupported)?;
    let object = |ty: &Type| lay(ty).map(|laid| convention.object_align(&laid));
    let objects = case.signature.types().map(object).collect::<Result<Vec<_>, _>>()?;
    let counts = convention.typedef_alignment_counts();
    let record_counts = convention.record_typedef_alignment_counts();
    let passed = |ty: &Type| match if ty.record().is_some() { record_counts } else { counts } {
        true => lay(ty),
        false => lay(&ty.without_name_align()),
    };
    let arguments = case.signature.arguments().map(passed).collect::<Result<Vec<_>, _>>()?;
    let result = case.signature.result.as_ref().map(passed).transpose()?;
    let room = |laid: &Laid| u64::from(laid.size) + u64::from(laid.align);
    let largest = convention.largest();
    if arguments.iter().map(room).sum::<u64>() > largest {
        return Err(unsupported(format!("arguments of more than {largest} bytes")));
    }
    let form = case.style.form;
    let returned = match (&result, &case.signature.result) {
        (Some(laid), Some(ty)) => convention.returned(laid, ty.unaligned(), form),
        _ => Returned::Nothing,
    };
    let types: Vec<&Type> = case.signature.arguments().map(Type::unaligned).collect();
    let call = Call {
        arguments: &arguments,
        types: &types,
        named: case.signature.parameters.len(),
        variadic: case.signature.variadic.is_some(),
        memory_result: returned == Returned::Memory,
        form,
    };
    let mut assignment = convention.assign(&call);
    // The code of a fault need not work.
    if convention.fault().is_none() && assignment.uses(convention.roles().scratch) {
        return Err(unsupported("arguments in every register that a call could be made with".to_owned()));
    }
    let numbers = convention.numbers_in_list(&call, &assignment.ways);
    if convention.breaks(Mechanism::SwapArguments) {
        swap_adjacent(convention.target(), &mut assignment.ways);
    }
    Ok(Prepared { k, case, convention, arguments, result, objects, returned, assignment, numbers })
}

/// Checks that a case is well formed and has no feature that the target lacks.
fn check(case: &Case, convention: &dyn Convention) -> Result<(), String> {
    if case.target != convention.target() {
        return Err(format!("a case for {}", case.target));
    }
    if case.style.recursive && case.style.form == Form::Vertex {
        return Err("a vertex that calls itself".to_owned());
    }
    if case.style.form == Form::Vertex && !convention.has_vertices() {
        return Err("a vertex".to_owned());
    }
    if matches!(case.style.form, Form::Method | Form::Pair | Form::Variable)
        && !convention.has_other_languages()
    {
        return Err("what C has no words for".to_owned());
    }
    let signature = &case.signature;
    if signature.arguments().count() != case.arguments.len() {
        return Err("the number of argument values is not that of the arguments".to_owned());
    }
    if signature.result.is_some() != case.result.is_some() {
        return Err("a result type without a value, or a value without a type".to_owned());
    }
    for (ty, value) in valued_types(case) {
        if matches!(ty, Type::Array(..)) {
            return Err("an array passed by value".to_owned());
        }
        if !value.fits(ty) {
            return Err("a value that does not fit its type".to_owned());
        }
    }
    Ok(())
}

/// Lays out the types of all cases and assigns their places.
///
/// # Errors
/// All cases for which that is impossible.
fn prepare_all<'c>(
    cases: &[(usize, &'c Case)],
    convention: &'c dyn Convention,
) -> Result<Vec<Prepared<'c>>, Vec<Unsupported>> {
    let mut unsupported = Vec::new();
    let mut take =
        |(k, case): &(usize, &'c Case)| prepare(*k, case, convention).map_err(|e| unsupported.push(e)).ok();
    let prepared: Vec<Prepared<'c>> = cases.iter().filter_map(&mut take).collect();
    if unsupported.is_empty() { Ok(prepared) } else { Err(unsupported) }
}

/// Unit with the code that `emit` writes for each case.
///
/// # Errors
/// All cases that are not supported.
fn code_unit(
    cases: &[(usize, &Case)],
    convention: &dyn Convention,
    emit: fn(&mut Unit, &Prepared<'_>),
) -> Result<Unit, Vec<Unsupported>> {
    let prepared = prepare_all(cases, convention)?;
    let mut unit = Unit::new(cases.len(), convention);
    prepared.iter().for_each(|prepared| emit(&mut unit, prepared));
    unit.asm.emit.own_objects(&mut unit.bss);
    Ok(unit)
}

/// Complaint about each case of a document that was not read a second time.
fn without_convention(cases: &[(usize, &Case)]) -> Vec<Unsupported> {
    let feature = "a call by this document".to_owned();
    cases.iter().map(|(k, _)| Unsupported { k: *k, feature: feature.clone() }).collect()
}

/// Assembly text of the callee side of a batch: for each case its number `k` and the case.
///
/// # Errors
/// All cases that are not supported; nothing is generated then.
pub fn callee_unit(cases: &[(usize, &Case)], options: &Options) -> Result<String, Vec<Unsupported>> {
    let convention = <dyn Convention>::of_callee(&options.readings, options.fault);
    let convention = convention.ok_or_else(|| without_convention(cases))?;
    let mut unit = code_unit(cases, &*convention, super::callee::emit)?;
    if cases.iter().any(|(_, case)| super::narrow::looks_up(case)) {
        super::narrow::table(&mut unit.data, unit.asm.emit);
    }
    Ok(unit.finish())
}

/// Assembly text of the caller side of a batch: for each case its number `k` and the case.
///
/// # Errors
/// All cases that are not supported; nothing is generated then.
pub fn caller_unit(cases: &[(usize, &Case)], options: &Options) -> Result<String, Vec<Unsupported>> {
    let vertices = cases.iter().filter(|(_, case)| case.style.form == Form::Vertex);
    let vertices = vertices.map(|(k, _)| Unsupported { k: *k, feature: "a call of a vertex".to_owned() });
    let vertices: Vec<Unsupported> = vertices.collect();
    if !vertices.is_empty() {
        return Err(vertices);
    }
    let convention = <dyn Convention>::of_caller(&options.readings, options.fault);
    let convention = convention.ok_or_else(|| without_convention(cases))?;
    Ok(code_unit(cases, &*convention, super::caller::emit)?.finish())
}

/// Assembly text of the layout side of a batch, which is data only: for each case its number `k` and the case.
///
/// # Errors
/// All cases that are not supported; nothing is generated then.
pub fn layout_unit(cases: &[(usize, &Case)], options: &Options) -> Result<String, Vec<Unsupported>> {
    let convention = <dyn Convention>::of_caller(&options.readings, options.fault);
    let convention = convention.ok_or_else(|| without_convention(cases))?;
    let prepared = prepare_all(cases, &*convention)?;
    let mut unit = Unit::new(0, &*convention);
    let mut unsupported = Vec::new();
    for prepared in &prepared {
        if let Err(feature) = emit_layout(&mut unit, prepared) {
            unsupported.push(Unsupported { k: prepared.k, feature });
        }
    }
    if unsupported.is_empty() { Ok(unit.finish()) } else { Err(unsupported) }
}

fn emit_layout(unit: &mut Unit, prepared: &Prepared<'_>) -> Result<(), String> {
    let (k, case, convention) = (prepared.k, prepared.case, prepared.convention);
    let mut numbers = Vec::new();
    for item in layout_items(case) {
        numbers.push(layout_number(&item, convention)?);
    }
    let mark = unit.asm.emit.comment_mark();
    let _ = writeln!(unit.data, "{mark} {}", prepared.headline("f"));
    unit.words(&layout(k), numbers.into_iter());
    let laid = prepared.result.iter().chain(&prepared.arguments);
    let laid = laid.zip(&prepared.objects).zip(valued_types(case));
    for (i, ((laid, &align), (ty, value))) in laid.enumerate() {
        let mut bytes = laid.image(value);
        if convention.breaks(Mechanism::ByteOrder) {
            reverse_scalars(&mut bytes, &laid.leaves(value));
        }
        unit.object(&image(k, i), &bytes, align);
        for (j, only) in bit_field_values(ty, value).iter().enumerate() {
            unit.object(&bits(k, i, j), &laid.image(only), align);
        }
    }
    Ok(())
}

fn layout_number(item: &LayoutItem<'_>, convention: &dyn Convention) -> Result<u32, String> {
    Ok(match item {
        LayoutItem::Size(ty) => lay(ty, convention)?.size,
        LayoutItem::Align(ty) => convention.alignof(&lay(ty, convention)?),
        LayoutItem::Signed(ty) => u32::from(lay(ty, convention)?.is_signed()),
        LayoutItem::FieldSigned(ty, index) => {
            let member = ty.record().and_then(|record| record.members.get(*index));
            let member = member.ok_or_else(|| "a bit-field that does not exist".to_owned())?;
            let laid = lay(&member.ty, convention)?;
            let bits = member.bits.unwrap_or(0);
            u32::from(convention.field_is_signed(&member.ty, &laid, bits.into()))
        }
        LayoutItem::Offset(ty, index) => match lay(ty, convention)?.shape {
            Shape::Struct(members) | Shape::Union(members) => {
                let bits = members.get(*index).map_or(0, |m| m.bit_offset);
                u32::try_from(bits / 8).unwrap_or(u32::MAX)
            }
            _ => 0,
        },
    })
}

/// Reverses the bytes of every scalar that is not a bit-field.
fn reverse_scalars(bytes: &mut [u8], leaves: &[LeafPlace]) {
    for leaf in leaves.iter().filter(|leaf| !leaf.field) {
        let first = usize::try_from(leaf.bit_offset / 8).unwrap_or(usize::MAX);
        let end = first.saturating_add(leaf.width as usize / 8);
        if let Some(scalar) = bytes.get_mut(first..end) {
            scalar.reverse();
        }
    }
}
