//! Shared by the tests: the setting of a target's tests (cases from C text, plans as text), and dialects by hand.

pub(crate) mod automaton;
pub(crate) mod clauses;
pub(crate) mod invariants;
pub(crate) mod sources;
pub(crate) mod table;
pub(crate) mod tool;

use crosscall_model::finding::ValueId;
use crosscall_model::plan::{Extension, Passed, Piece, Place, Plan, Preservation, RegisterRule, Transfer};
use crosscall_model::target::{Register, RegisterInfo};
use crosscall_model::{Case, Form, RecordKind, Scalar, Style, Target, Type, Value};
use crosscall_oracle::abi;
use crosscall_oracle::choose::{Chooser, Permits};
use crosscall_oracle::clause::{ChoiceIndex, catalogue};

/// Setting of a target's tests.
pub(crate) struct Setting {
    pub(crate) target: Target,
    /// Types that C texts may name.
    pub(crate) types: &'static str,
    /// Size in bytes of a stack place that is shown without its length.
    pub(crate) word: u32,
}

impl Setting {
    /// Some readings, the preferred ones at all other questions.
    pub(crate) const fn readings(&self, answers: &'static [(&'static str, &'static str)]) -> Readings {
        Readings { target: self.target, answers }
    }

    /// A chooser for the target.
    pub(crate) fn chooser<'p>(&self, permits: &'p dyn Permits) -> Chooser<'p> {
        Chooser::new(catalogue(self.target), permits)
    }

    /// C text from a shorter one: `8*int` among parameters for eight times `int`.
    pub(crate) fn c_text(&self, text: &str) -> String {
        let mut out = self.types.to_owned();
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
    pub(crate) fn case(&self, text: &str) -> Case {
        let signature = crosscall_declarations::parse(&self.c_text(text))
            .unwrap_or_else(|e| panic!("{text}: {e}"))
            .signature;
        let mut next = 0;
        let arguments = signature.arguments().map(|ty| value(self.target, ty, &mut next)).collect();
        let result = signature.result.as_ref().map(|ty| value(self.target, ty, &mut next));
        Case { target: self.target, signature, arguments, result, style: Style::default() }
    }

    /// The same in another form.
    pub(crate) fn case_in(&self, form: Form, text: &str) -> Case {
        Case { style: Style { form, ..Style::default() }, ..self.case(text) }
    }

    /// The places of all values of a plan, such as `a0 s0, a1 s2:s3, a2 v0, result s0`. What fills a register, or a word on
    /// the stack, is shown without its length.
    pub(crate) fn places(&self, plan: &Plan) -> String {
        let all = plan.arguments.iter().chain(&plan.result);
        all.map(|passed| self.passed(passed)).collect::<Vec<_>>().join(", ")
    }

    /// Plans a function and shows the places.
    pub(crate) fn planned(&self, text: &str, permits: &dyn Permits) -> String {
        self.places(&abi::plan(&self.case(text), &mut self.chooser(permits)))
    }

    /// A letter for the fate of each register across a call.
    pub(crate) fn fates(&self, permits: &dyn Permits) -> String {
        let plan = abi::plan(&self.case("void f(void)"), &mut self.chooser(permits));
        let letter = |rule: &RegisterRule| match rule.preservation {
            Preservation::Preserved => 'p',
            Preservation::Fixed => 'f',
            Preservation::PreservedLow(_) => 'l',
            Preservation::Scratch => 's',
            Preservation::Reserved => 'r',
            Preservation::Declared => 'd',
            Preservation::Unspecified => '.',
        };
        plan.registers.iter().map(letter).collect()
    }

    fn passed(&self, passed: &Passed) -> String {
        let transfer = match &passed.transfer {
            Transfer::Nothing => "nothing".to_owned(),
            Transfer::Direct(all) => self.pieces(all),
            Transfer::ByReference { pointer, returned, align, callee_may_write } => format!(
                "*{}{}{} align {align}",
                self.pieces(pointer),
                returned.as_ref().map(|r| format!(" back in {}", self.pieces(r))).unwrap_or_default(),
                if *callee_may_write { " writable" } else { "" },
            ),
        };
        format!("{} {transfer}", short_name(passed))
    }

    fn pieces(&self, pieces: &[Piece]) -> String {
        let info = |register: Register| self.info(register);
        let one = |piece: &Piece| {
            let (place, whole) = match piece.place {
                Place::Register { register, byte: 0 } => {
                    (info(register).name.to_owned(), u32::from(info(register).bytes))
                }
                Place::Register { register, byte } => {
                    (format!("{}.{byte}", info(register).name), u32::from(info(register).bytes))
                }
                Place::Stack { offset } => (format!("[sp{offset:+}]"), self.word),
                Place::Pointed { base, offset } => (format!("[{}+{offset}]", info(base).name), self.word),
            };
            let len = if piece.len == whole { String::new() } else { format!("/{}", piece.len) };
            let rest = match piece.rest {
                Extension::Unspecified => String::new(),
                Extension::Zero(n) => format!(" zero to {n}"),
                Extension::Sign(n) => format!(" sign to {n}"),
                Extension::Ones(n) => format!(" ones to {n}"),
                Extension::Length(n) => format!(" of length {n}"),
            };
            format!("{place}{len}{rest}")
        };
        pieces.iter().map(one).collect::<Vec<_>>().join(":")
    }

    fn info(&self, register: Register) -> &'static RegisterInfo {
        self.target.register(register).expect("a register of the target")
    }

    /// Size and alignment of a type in bytes and, for each named member, its place in bits: `32`, or `8/20` for a
    /// bit-field of 20 bits from bit 8.
    pub(crate) fn laid_out(&self, text: &str, permits: &dyn Permits) -> String {
        let case = self.case(&format!("void f({text})"));
        let ty = case.signature.parameters.first().expect("a parameter");
        let layout = abi::layout(self.target, ty, &mut self.chooser(permits));
        let mut text = format!("{} {}", layout.size, layout.align);
        let Some(record) = ty.record() else { return text };
        for (member, place) in record.members.iter().zip(&layout.members).filter(|(m, _)| m.named) {
            text += &match member.bits {
                Some(_) => format!(" {}/{}", place.bit_offset, place.bits),
                None => format!(" {}", place.bit_offset),
            };
        }
        text
    }
}

/// The preferred reading of every question, but for those named as `CLAUSE` or `CLAUSE/question`, with or without the
/// target's name.
#[derive(Clone)]
pub(crate) struct Readings {
    target: Target,
    answers: &'static [(&'static str, &'static str)],
}

impl Permits for Readings {
    fn permitted(&self, choice: ChoiceIndex) -> Vec<u8> {
        let (clause, question) = catalogue(self.target).choice(choice);
        let short = clause.id.split_once('-').map_or("", |(_, short)| short);
        let is_meant = |key: &str| {
            let (id, name) = key.split_once('/').unwrap_or((key, ""));
            (id == clause.id || id == short) && name == question.name
        };
        let Some((_, wanted)) = self.answers.iter().find(|(key, _)| is_meant(key)) else { return vec![0] };
        let position = question.readings.iter().position(|reading| reading.id == *wanted);
        vec![position.unwrap_or_else(|| panic!("{} {} has no {wanted}", clause.id, question.name)) as u8]
    }
}

/// The preferred reading of every question.
pub(crate) struct Preferred;

impl Permits for Preferred {
    fn permitted(&self, _: ChoiceIndex) -> Vec<u8> {
        vec![0]
    }
}

/// Some readings, with another one of a single question.
pub(crate) struct Except<'a>(pub(crate) &'a dyn Permits, pub(crate) ChoiceIndex, pub(crate) u8);

impl Permits for Except<'_> {
    fn permitted(&self, choice: ChoiceIndex) -> Vec<u8> {
        if choice == self.1 { vec![self.2] } else { self.0.permitted(choice) }
    }
}

/// A value whose bytes count up from `next`, with the highest bit of each scalar set.
pub(crate) fn value(target: Target, ty: &Type, next: &mut u8) -> Value {
    match ty {
        Type::Array(elem, len) => Value::List((0..*len).map(|_| value(target, elem, next)).collect()),
        Type::Complex(part) => Value::List((0..2).map(|_| value(target, part.as_type(), next)).collect()),
        Type::Vector { element, lanes } => {
            Value::List((0..*lanes).map(|_| value(target, element.as_type(), next)).collect())
        }
        Type::Record(record) => {
            let mut members = record.members.iter().enumerate().filter(|(_, m)| m.named);
            let mut member = |m: &crosscall_model::Member| match (m.bits, value(target, &m.ty, next)) {
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
            let size = abi::layout(target, ty, &mut Chooser::new(catalogue(target), &Preferred)).size.min(16);
            let bytes = (0..size).map(|i| {
                *next = next.wrapping_add(1);
                (*next, i)
            });
            let bits = bytes.fold(0, |bits, (byte, i)| bits | u128::from(byte) << (8 * i));
            let is_bool = *ty == Type::Scalar(Scalar::Bool);
            Value::Bits(if is_bool { 1 } else { bits | 0x80 << (8 * (size - 1)) })
        }
    }
}

/// Name of a value in tables of places: `a0`, and `v0` for the first unnamed argument.
pub(crate) fn short_name(passed: &Passed) -> String {
    match passed.id {
        ValueId::Argument(index) => format!("a{index}"),
        ValueId::Unnamed(index) => format!("v{index}"),
        ValueId::Result => "result".to_owned(),
    }
}
