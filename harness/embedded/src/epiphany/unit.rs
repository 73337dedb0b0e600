//! Translation units: the sections and the symbols of a batch of cases.

use std::fmt::Write;

use crosscall_model::unit::{
    LayoutItem, SLOT_BYTES, bit_field_values, bits, image, layout, layout_items, valued_types,
};
use crosscall_model::{Case, Scalar, Target, Type, Value, c};

use super::arguments::{Assignment, Part, Spot, Way, assign};
use super::asm::Asm;
use super::dialect::Dialect;
use super::layout::{MAXIMUM_SIZE, lay};
use super::returns::{Returned, classify};
use crate::data;
use crate::fault::Mechanism;
use crate::laid::{Laid, LeafPlace, Shape};
use crate::{Options, Unsupported};

/// Rough size of the text of a case, in bytes.
const TEXT_PER_CASE: usize = 2048;

/// The sections of a unit under construction.
pub(super) struct Unit {
    /// Code.
    pub(super) asm: Asm,
    /// Initialised objects.
    pub(super) data: String,
    /// Objects that start as zero.
    pub(super) bss: String,
}

impl Unit {
    fn new(cases: usize) -> Unit {
        let mut unit = Unit { asm: Asm::default(), data: String::new(), bss: String::new() };
        unit.asm.text.reserve(TEXT_PER_CASE * cases);
        unit.asm.text.push_str("\t.text\n");
        unit.data.push_str("\t.data\n");
        unit.bss.push_str("\t.bss\n");
        unit
    }

    fn finish(mut self) -> String {
        self.asm.text.push_str(&self.data);
        self.asm.text.push_str(&self.bss);
        self.asm.text
    }

    /// Starts a function, under a comment.
    pub(super) fn function(&mut self, symbol: &str, comment: &str) {
        let text = &mut self.asm.text;
        let _ = writeln!(text, "; {comment}\n\t.balign 4");
        data::label(text, symbol, true);
    }

    /// Ends it.
    pub(super) fn end_function(&mut self, symbol: &str) {
        let _ = writeln!(self.asm.text, "\t.size {symbol}, .-{symbol}");
    }

    /// An initialised object.
    pub(super) fn object(&mut self, symbol: &str, bytes: &[u8], align: u32) {
        let _ = writeln!(self.data, "\t.balign {}", align.max(1));
        data::label(&mut self.data, symbol, false);
        data::bytes(&mut self.data, bytes, align);
        let _ = writeln!(self.data, "\t.size {symbol}, {}", bytes.len());
    }

    /// So many slots of the test contract; at least one.
    pub(super) fn slots(&mut self, symbol: &str, count: usize) {
        let bytes = count.max(1) as u64 * SLOT_BYTES;
        let _ = writeln!(self.bss, "\t.balign {SLOT_BYTES}");
        data::label(&mut self.bss, symbol, false);
        let _ = writeln!(self.bss, "\t.zero {bytes}\n\t.size {symbol}, {bytes}");
    }
}

/// A case with its types laid out and its places assigned.
pub(super) struct Prepared<'c> {
    pub(super) k: usize,
    pub(super) case: &'c Case,
    pub(super) arguments: Vec<Laid>,
    pub(super) result: Option<Laid>,
    pub(super) returned: Returned,
    pub(super) assignment: Assignment,
}

impl Prepared<'_> {
    /// Number of named arguments.
    pub(super) fn named(&self) -> usize {
        self.case.signature.parameters.len()
    }

    /// Arguments with their values and places.
    pub(super) fn each(&self) -> impl Iterator<Item = (usize, &Laid, &Value, &Way)> {
        let laid = self.arguments.iter().zip(&self.case.arguments).zip(&self.assignment.ways);
        laid.enumerate().map(|(i, ((laid, value), way))| (i, laid, value, way))
    }

    /// The comment above the code for an argument.
    pub(super) fn comment(&self, asm: &mut Asm, i: usize, laid: &Laid, way: &Way) {
        let (letter, number) = i.checked_sub(self.named()).map_or(('a', i), |unnamed| ('v', unnamed));
        asm.comment(format_args!("{letter}{number}: {} in {}", bytes(laid.size), describe(way)));
    }

    /// The comment above the code for the result.
    pub(super) fn comment_result(&self, asm: &mut Asm, laid: &Laid) {
        asm.comment(format_args!("result: {} {}", bytes(laid.size), self.returned.describe()));
    }

    /// The first line of a function's comment.
    pub(super) fn headline(&self, symbol: &str) -> String {
        format!("case {}: {}", self.k, c::signature(&self.case.signature, symbol))
    }
}

/// The symbol in the object file of a name in C.
pub(super) fn symbol(name: String) -> String {
    let mut name = name;
    name.insert(0, '_');
    name
}

/// A number of bytes, in words.
fn bytes(count: u32) -> String {
    if count == 1 { "1 byte".to_owned() } else { format!("{count} bytes") }
}

/// A place of so many bytes, in words.
pub(super) fn describe_spot(spot: &Spot, len: u32) -> String {
    match spot {
        Spot::Register(r) => format!("r{r}"),
        Spot::Stack(at) if len > 4 => format!("sp+{at}..sp+{}", at + len),
        Spot::Stack(at) => format!("sp+{at}"),
    }
}

/// Where an argument travels, in words.
fn describe(way: &Way) -> String {
    match way {
        Way::Nothing => "no place".to_owned(),
        Way::Pointer(at) => format!("memory, address in {}", describe_spot(at, 4)),
        Way::Value(parts) => {
            let one = |p: &Part| describe_spot(&p.spot, p.len);
            parts.iter().map(one).collect::<Vec<_>>().join(", ")
        }
    }
}

fn prepare<'c>(k: usize, case: &'c Case, dialect: &Dialect) -> Result<Prepared<'c>, Unsupported> {
    let unsupported = |feature: String| Unsupported { k, feature };
    let lay = |ty: &Type| lay(ty, dialect).map_err(unsupported);
    check(case).map_err(unsupported)?;
    let arguments = case.signature.arguments().map(lay).collect::<Result<Vec<_>, _>>()?;
    let result = case.signature.result.as_ref().map(lay).transpose()?;
    let room = |laid: &Laid| u64::from(laid.size) + u64::from(laid.align);
    if arguments.iter().map(room).sum::<u64>() > MAXIMUM_SIZE {
        return Err(unsupported(format!("arguments of more than {MAXIMUM_SIZE} bytes")));
    }
    let returned = classify(result.as_ref(), dialect);
    let assignment = assign(
        &arguments,
        case.signature.parameters.len(),
        case.signature.variadic.is_some(),
        returned == Returned::Memory,
        dialect,
    );
    Ok(Prepared { k, case, arguments, result, returned, assignment })
}

/// What keeps a case from being well formed.
fn check(case: &Case) -> Result<(), String> {
    if case.target != Target::Epiphany {
        return Err(format!("a case for {}", case.target));
    }
    if case.style.recursive {
        return Err("a function that calls itself".to_owned());
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

/// Text of the callee side of a batch.
pub(crate) fn callee_unit(cases: &[(usize, &Case)], options: &Options) -> Result<String, Unsupported> {
    let dialect = Dialect::of_callee(&options.readings, options.fault);
    let mut unit = Unit::new(cases.len());
    for (k, case) in cases {
        super::callee::emit(&mut unit, &prepare(*k, case, &dialect)?, &dialect);
    }
    if cases.iter().any(|(_, case)| super::narrow::looks_up(case)) {
        super::narrow::table(&mut unit.data);
    }
    Ok(unit.finish())
}

/// Text of the caller side of a batch.
pub(crate) fn caller_unit(cases: &[(usize, &Case)], options: &Options) -> Result<String, Unsupported> {
    let dialect = Dialect::new(&options.readings, options.fault);
    let mut unit = Unit::new(cases.len());
    for (k, case) in cases {
        super::caller::emit(&mut unit, &prepare(*k, case, &dialect)?, &dialect);
    }
    Ok(unit.finish())
}

/// Text of the layout side of a batch: data only.
pub(crate) fn layout_unit(cases: &[(usize, &Case)], options: &Options) -> Result<String, Unsupported> {
    let dialect = Dialect::new(&options.readings, options.fault);
    let mut unit = Unit::new(0);
    for (k, case) in cases {
        let prepared = prepare(*k, case, &dialect)?;
        let mut numbers = Vec::new();
        for item in layout_items(case) {
            let number = layout_number(&item, &dialect).map_err(|feature| Unsupported { k: *k, feature })?;
            numbers.extend(number.to_le_bytes());
        }
        let _ = writeln!(unit.data, "; {}", prepared.headline("f"));
        unit.object(&symbol(layout(*k)), &numbers, 4);
        let laid = prepared.result.iter().chain(&prepared.arguments);
        for (i, (laid, (ty, value))) in laid.zip(valued_types(case)).enumerate() {
            let mut bytes = laid.image(value);
            if dialect.breaks(Mechanism::ByteOrder) {
                reverse_scalars(&mut bytes, &laid.leaves(value));
            }
            unit.object(&symbol(image(*k, i)), &bytes, laid.align);
            for (j, only) in bit_field_values(ty, value).iter().enumerate() {
                unit.object(&symbol(bits(*k, i, j)), &laid.image(only), laid.align);
            }
        }
    }
    Ok(unit.finish())
}

fn layout_number(item: &LayoutItem<'_>, dialect: &Dialect) -> Result<u32, String> {
    Ok(match item {
        LayoutItem::Size(ty) => lay(ty, dialect)?.size,
        LayoutItem::Align(ty) => lay(ty, dialect)?.align,
        LayoutItem::Signed(ty) => u32::from(lay(ty, dialect)?.is_signed()),
        LayoutItem::FieldSigned(ty, index) => {
            let member = ty.record().and_then(|record| record.members.get(*index));
            let member = member.ok_or_else(|| "a bit-field that does not exist".to_owned())?;
            u32::from(
                lay(&member.ty, dialect)?.is_signed() && !(dialect.fields_unsigned && is_plain(&member.ty)),
            )
        }
        LayoutItem::Offset(ty, index) => match lay(ty, dialect)?.shape {
            Shape::Struct(members) | Shape::Union(members) => {
                let bits = members.get(*index).map_or(0, |m| m.bit_offset);
                u32::try_from(bits / 8).unwrap_or(u32::MAX)
            }
            _ => 0,
        },
    })
}

/// Whether a type says neither `signed` nor `unsigned`.
fn is_plain(ty: &Type) -> bool {
    use Scalar::{Char, Int, Long, LongLong, Short};
    matches!(ty, Type::Scalar(Char | Short | Int | Long | LongLong))
}

/// Exchanges the bytes of every scalar that is not a bit-field.
fn reverse_scalars(bytes: &mut [u8], leaves: &[LeafPlace]) {
    for leaf in leaves.iter().filter(|leaf| !leaf.field) {
        let first = usize::try_from(leaf.bit_offset / 8).unwrap_or(usize::MAX);
        let end = first.saturating_add(leaf.width as usize / 8);
        if let Some(scalar) = bytes.get_mut(first..end) {
            scalar.reverse();
        }
    }
}
