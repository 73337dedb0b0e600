//! What the tests of every target share: dialects by hand, cases from C text, plans as text. The file that includes this
//! says for which target (`TARGET`), what texts may name (`TYPES`), and how many bytes a stack place has where it is not
//! said (`WORD`).

use super::{TARGET, TYPES, WORD};
use crosscall_model::plan::{Passed, Piece, Place, Plan, Rest, Transfer};
use crosscall_model::target::Register;
use crosscall_model::{Case, Form, RecordKind, Scalar, Style, Type, Value, c};
use crosscall_oracle::abi;
use crosscall_oracle::choose::{Chooser, Permits};
use crosscall_oracle::clause::{ChoiceIndex, catalogue};

/// The preferred reading of every question, but for those named as `CLAUSE` or `CLAUSE/question`, with or without the
/// target's name.
pub struct Readings(pub &'static [(&'static str, &'static str)]);

/// The document's preferred readings.
pub const DOCUMENT: Readings = Readings(&[]);

impl Permits for Readings {
    fn permitted(&self, choice: ChoiceIndex) -> Vec<u8> {
        let (clause, question) = catalogue(TARGET).choice(choice);
        let short = clause.id.split_once('-').map_or("", |(_, short)| short);
        let is_meant = |key: &str| {
            let (id, name) = key.split_once('/').unwrap_or((key, ""));
            (id == clause.id || id == short) && name == question.name
        };
        let Some((_, wanted)) = self.0.iter().find(|(key, _)| is_meant(key)) else { return vec![0] };
        let position = question.readings.iter().position(|reading| reading.id == *wanted);
        vec![position.unwrap_or_else(|| panic!("{} {} has no {wanted}", clause.id, question.name)) as u8]
    }
}

/// A chooser for the target.
pub fn chooser(permits: &dyn Permits) -> Chooser<'_> {
    Chooser::new(catalogue(TARGET), permits)
}

/// C text from a shorter one: `8*int` among parameters for eight times `int`.
pub fn c_text(text: &str) -> String {
    let mut out = TYPES.to_owned();
    for chunk in text.split_inclusive(['(', ',', ')']) {
        let (body, end) = chunk.split_at(chunk.trim_end_matches(['(', ',', ')']).len());
        let times = body.trim_start().split_once('*');
        match times.and_then(|(count, ty)| Some((count.parse::<usize>().ok()?, ty))) {
            Some((count, ty)) => out += &(vec![ty; count].join(", ") + end),
            None => out += chunk,
        }
    }
    out
}

/// A case with a value of different bytes for every scalar.
pub fn case(text: &str) -> Case {
    let signature = c::parse(&c_text(text)).unwrap_or_else(|e| panic!("{text}: {e}")).signature;
    let mut next = 0;
    let arguments = signature.arguments().map(|ty| value(ty, &mut next)).collect();
    let result = signature.result.as_ref().map(|ty| value(ty, &mut next));
    Case { target: TARGET, signature, arguments, result, style: Style::default() }
}

/// The same in another form.
pub fn case_in(form: Form, text: &str) -> Case {
    Case { style: Style { form, ..Style::default() }, ..case(text) }
}

/// A value whose bytes count up from `next`, with the highest bit of each scalar set.
pub fn value(ty: &Type, next: &mut u8) -> Value {
    match ty {
        Type::Array(elem, len) => Value::List((0..*len).map(|_| value(elem, next)).collect()),
        Type::Complex(part) => Value::List((0..2).map(|_| value(part.as_type(), next)).collect()),
        Type::Vector { element, lanes } => {
            Value::List((0..*lanes).map(|_| value(element.as_type(), next)).collect())
        }
        Type::Record(record) => {
            let mut members = record.members.iter().enumerate().filter(|(_, m)| m.named);
            let mut member = |m: &crosscall_model::Member| match (m.bits, value(&m.ty, next)) {
                (Some(width), Value::Bits(bits)) if width < 64 => Value::Bits(bits & ((1 << width) - 1)),
                (_, value) => value,
            };
            match record.kind {
                RecordKind::Struct => Value::List(members.map(|(_, m)| member(m)).collect()),
                RecordKind::Union => match members.next() {
                    Some((i, m)) => Value::Member(i, Box::new(member(m))),
                    None => Value::List(Vec::new()),
                },
            }
        }
        _ => {
            let size = abi::layout(TARGET, ty, &mut chooser(&DOCUMENT)).size;
            let bytes = (0..size).map(|i| {
                *next = next.wrapping_add(1);
                (*next, i)
            });
            let bits = bytes.fold(0, |bits, (byte, i)| bits | u64::from(byte) << (8 * i));
            let is_bool = *ty == Type::Scalar(Scalar::Bool);
            Value::Bits(if is_bool { 1 } else { bits | 0x80 << (8 * (size - 1)) })
        }
    }
}

/// The places of all values of a plan, such as `a0 s0, a1 s2:s3, a2 v0, result s0`. What fills a register, or a word on
/// the stack, is shown without its length.
pub fn places(plan: &Plan) -> String {
    let all = plan.arguments.iter().chain(&plan.result);
    all.map(passed).collect::<Vec<_>>().join(", ")
}

/// Plans a function and shows the places.
pub fn planned(text: &str, permits: &dyn Permits) -> String {
    places(&abi::plan(&case(text), &mut chooser(permits)))
}

fn passed(passed: &Passed) -> String {
    let transfer = match &passed.transfer {
        Transfer::Nothing => "nothing".to_owned(),
        Transfer::Direct(all) => pieces(all),
        Transfer::ByReference { pointer, returned, align, callee_may_write } => format!(
            "*{}{}{} align {align}",
            pieces(pointer),
            returned.as_ref().map(|r| format!(" back in {}", pieces(r))).unwrap_or_default(),
            if *callee_may_write { " writable" } else { "" },
        ),
    };
    format!("{} {transfer}", passed.name)
}

fn pieces(pieces: &[Piece]) -> String {
    let one = |piece: &Piece| {
        let (place, whole) = match piece.place {
            Place::Register { register, byte: 0 } => (name(register).to_owned(), width(register)),
            Place::Register { register, byte } => (format!("{}.{byte}", name(register)), width(register)),
            Place::Stack { offset } => (format!("[sp{offset:+}]"), WORD),
            Place::Pointed { base, offset } => (format!("[{}+{offset}]", name(base)), WORD),
        };
        let len = if piece.len == whole { String::new() } else { format!("/{}", piece.len) };
        let rest = match piece.rest {
            Rest::Unspecified => String::new(),
            Rest::Zero(n) => format!(" zero to {n}"),
            Rest::Sign(n) => format!(" sign to {n}"),
            Rest::Length(n) => format!(" of length {n}"),
        };
        format!("{place}{len}{rest}")
    };
    pieces.iter().map(one).collect::<Vec<_>>().join(":")
}

fn name(register: Register) -> &'static str {
    TARGET.register(register).map_or("?", |info| info.name)
}

fn width(register: Register) -> u32 {
    TARGET.register(register).map_or(0, |info| u32::from(info.bytes))
}
