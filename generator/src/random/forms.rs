//! Rare forms: types that C and its compilers have, and that the decisions of a random case reach hardly ever, or never.
//!
//! A share of the cases gets one of them, behind all other decisions: every other case is what it is without them. A form is a
//! row of [`FORMS`].

use crosscall_model::{Case, Form, Member, Record, RecordKind, Scalar, Signature, Type};

use super::Maker;
use crate::valid::check;

/// Alignments of attributes that are greater than those of any type, in bytes.
const LARGE: [u32; 5] = [128, 64, 256, 32, 128];

/// Rare form of a type.
struct RareForm {
    /// Frequency among the forms that a target has.
    weight: u32,
    /// Type of the form; `None` where a target's cases have none.
    make: fn(&mut Maker<'_, '_, '_>) -> Option<Type>,
}

/// Rare forms with their weights.
const FORMS: &[RareForm] = &[
    // A record of nothing but unnamed bit-fields, to which GNU C gives a size.
    RareForm { weight: 6, make: |m| Some(m.unnamed_bits_only()) },
    // Alignments above 16, of a record, a member, a name.
    RareForm { weight: 3, make: |m| Some(m.largely_aligned_record()) },
    RareForm { weight: 3, make: |m| Some(m.largely_aligned_member()) },
    RareForm { weight: 5, make: |m| m.largely_aligned_name() },
    RareForm { weight: 4, make: |m| m.odd_vector() },
    // A typedef of a record with an alignment.
    RareForm { weight: 6, make: |m| m.aligned_record_name() },
    // `{ float; int; double }`, `{ unsigned; char[4]; long long }`.
    RareForm { weight: 4, make: |m| Some(m.words_before_double_word()) },
    // `{ int; long long aligned(4) }`.
    RareForm { weight: 4, make: |m| m.words_before_lowered_double_word() },
    // `{ float; int m1[0]; }`, whose last member is no flexible array.
    RareForm { weight: 4, make: |m| m.ends_in_no_elements() },
];

impl Maker<'_, '_, '_> {
    /// The case, or one with a rare form in its place; `start` is the first byte of its values.
    pub(super) fn with_rare_form(&mut self, case: Case, start: u8) -> Case {
        if !self.repertoire.draws_rare || !self.draw.chance(self.config.rare_forms) {
            return case;
        }
        let weights: Vec<u32> = FORMS.iter().map(|form| form.weight).collect();
        let form = FORMS.get(self.draw.weighted(&weights));
        let Some(ty) = form.and_then(|form| (form.make)(self)) else { return case };
        let signature = self.with_type(ty, &case);
        let (arguments, result) = self.values((&signature, case.style.form), start);
        let with = Case { signature, arguments, result, ..case.clone() };
        // C does not have every type everywhere: a promotion would change it, or an array have gaps.
        if check(&with, self.widths).is_ok() { with } else { case }
    }

    /// Signature of a case with a type somewhere: as a parameter, an unnamed argument, the result; by itself, as a member, as
    /// elements.
    fn with_type(&mut self, ty: Type, case: &Case) -> Signature {
        let mut signature = case.signature.clone();
        let ty = match self.draw.weighted(&[8, 3, 1]) {
            1 => Type::structure([Scalar::Char.into(), ty, Scalar::Char.into()]),
            2 => Type::structure([Type::Array(Box::new(ty), 2)]),
            _ => ty,
        };
        let is_plain = matches!(case.style.form, Form::Prototype | Form::Nested);
        match self.draw.weighted(&[6, 3, 3]) {
            1 => signature.result = Some(ty),
            2 if signature.variadic.is_some() || is_plain => {
                let mut unnamed = match signature.variadic.take() {
                    Some(unnamed) => unnamed,
                    None => self.unnamed(&mut signature.parameters),
                };
                let most = self.config.max_parameters as usize;
                unnamed.truncate(most.saturating_sub(signature.parameters.len() + 1));
                let at = self.draw.below(u32::try_from(unnamed.len()).unwrap_or(0) + 1);
                unnamed.insert(at as usize, ty);
                signature.variadic = Some(unnamed);
            }
            _ => {
                let count = u32::try_from(signature.parameters.len()).unwrap_or(0);
                let is_full = signature.arguments().count() >= self.config.max_parameters as usize;
                // The pointer to a method's object stays.
                let at = (self.draw.below(count) as usize).max(usize::from(case.style.form == Form::Method));
                match signature.parameters.get_mut(at) {
                    Some(place) if is_full || self.draw.chance(50) => *place = ty,
                    _ => signature.parameters.insert(at.min(count as usize), ty),
                }
            }
        }
        signature
    }

    /// Record of unnamed bit-fields.
    fn unnamed_bits_only(&mut self) -> Type {
        let kind = if self.draw.chance(18) { RecordKind::Union } else { RecordKind::Struct };
        let count = self.draw.between(1, 3);
        let members = (0..count).map(|_| {
            let ty = *self.draw.pick(self.repertoire.scalars.bit_fields).unwrap_or(&Scalar::Int);
            let limit = if ty == Scalar::Bool { 1 } else { self.widths.scalar(ty).min(64) };
            let bits = if self.draw.chance(15) { 0 } else { self.draw.between(1, limit) };
            Member::unnamed_bits(ty.into(), u8::try_from(bits).unwrap_or(1))
        });
        let members = members.collect();
        Type::Record(Box::new(Record::new(kind, members)))
    }

    fn large(&mut self) -> u32 {
        *self.draw.pick(&LARGE).unwrap_or(&128)
    }

    /// Record of one or two scalars with a large alignment.
    fn largely_aligned_record(&mut self) -> Type {
        let kind = if self.draw.chance(18) { RecordKind::Union } else { RecordKind::Struct };
        let members = (0..self.draw.between(1, 2)).map(|_| Member::plain(self.scalar().into())).collect();
        let align = Some(self.large());
        Type::Record(Box::new(Record { align, ..Record::new(kind, members) }))
    }

    /// Record of a scalar and one with a large alignment.
    fn largely_aligned_member(&mut self) -> Type {
        let first = Member::plain(self.scalar().into());
        let second = Member { align: Some(self.large()), ..Member::plain(self.scalar().into()) };
        let members = if self.draw.chance(70) { vec![first, second] } else { vec![second] };
        Type::Record(Box::new(Record::new(RecordKind::Struct, members)))
    }

    /// Scalar under a name with a large alignment.
    fn largely_aligned_name(&mut self) -> Option<Type> {
        let has_names = !self.repertoire.drawn_alignments().is_empty();
        has_names.then(|| Type::Aligned(self.scalar(), self.large()))
    }

    /// Record under a name with an alignment of its own.
    fn aligned_record_name(&mut self) -> Option<Type> {
        let name_align = Some(*self.draw.pick(self.repertoire.record_alignments)?);
        match self.sized() {
            Type::Record(record) => Some(Type::Record(Box::new(Record { name_align, ..*record }))),
            _ => None,
        }
    }

    /// Vector whose number of lanes is no power of two.
    fn odd_vector(&mut self) -> Option<Type> {
        let lanes = *self.draw.pick(self.repertoire.odd_lanes)?;
        let element = *self.draw.pick(self.repertoire.lanes)?;
        let fits = self.widths.supports(element)
            && self.widths.scalar(element).saturating_mul(lanes) <= self.repertoire.most_vector_bits;
        let element = if fits { element } else { Scalar::Short };
        self.spend(lanes);
        Some(Type::Vector { element, lanes })
    }

    /// One or two words, or arrays as large as a word.
    fn few_words(&mut self) -> Vec<Type> {
        let first = *self
            .draw
            .pick(&[Scalar::Int, Scalar::Float, Scalar::UnsignedInt, Scalar::Short])
            .unwrap_or(&Scalar::Int);
        let second = match self.draw.weighted(&[3, 2, 2, 2]) {
            1 => Some(Scalar::Float.into()),
            2 => Some(Type::Array(Box::new(Scalar::Char.into()), 4)),
            3 => Some(Scalar::Int.into()),
            _ => None,
        };
        std::iter::once(first.into()).chain(second).collect()
    }

    /// Structure of a few words and a double word.
    fn words_before_double_word(&mut self) -> Type {
        let words = self.few_words();
        let last = *self.draw.pick(&[Scalar::LongLong, Scalar::Double]).unwrap_or(&Scalar::LongLong);
        Type::structure(words.into_iter().chain([last.into()]))
    }

    /// Structure of a few words and a double word that its name aligns like a word.
    fn words_before_lowered_double_word(&mut self) -> Option<Type> {
        let has_names = !self.repertoire.drawn_alignments().is_empty();
        has_names.then(|| {
            let words = self.few_words();
            let last = *self.draw.pick(&[Scalar::LongLong, Scalar::Double]).unwrap_or(&Scalar::LongLong);
            Type::structure(words.into_iter().chain([Type::Aligned(last, 4)]))
        })
    }

    /// Structure of a few scalars and an array of no elements.
    fn ends_in_no_elements(&mut self) -> Option<Type> {
        self.repertoire.has_zero_arrays.then(|| {
            let before = (0..self.draw.between(1, 3)).map(|_| Type::from(self.scalar())).collect::<Vec<_>>();
            let element = if self.draw.chance(25) { Type::structure([]) } else { self.scalar().into() };
            Type::structure(before.into_iter().chain([Type::Array(Box::new(element), 0)]))
        })
    }
}
