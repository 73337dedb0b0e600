//! Arguments of a call whose document gives registers and stack slots away in the order of the arguments. The document
//! decides through the trait [`Passing`]; the walk over the arguments is here.

use super::automaton::{Allocation, Steps};
use super::call::{self, Item, PassMode, Sent, in_parts};
use super::data::{Basic, Data, Sign};
use super::rules::{Rules, joined};
use crosscall_clauses::Reading;
use crosscall_model::finding::ValueId;
use crosscall_model::plan::{ClauseId, Extension, Passed, Piece, Transfer};
use crosscall_model::{Case, Signature, Type};

/// Bytes that get a place of their own, with all that a document asks of them before it gives them one.
pub(super) trait ArgPart {
    /// The address of something.
    fn address() -> Self;

    /// Number of bytes.
    fn len(&self) -> u32;
}

/// ArgPart of a document that distinguishes parcels by shape. The usual shape is that of a word.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct ShapedPart<S> {
    /// Number of bytes.
    pub(super) len: u32,
    /// Alignment in bytes among the stack arguments, as far as the stack can give it.
    pub(super) align: u64,
    /// Its shape.
    pub(super) shape: S,
    /// True if it is a floating value, where that makes a difference.
    pub(super) floating: bool,
    /// Bits above a narrow value.
    pub(super) rest: Extension,
}

impl<S> ShapedPart<S> {
    /// A parcel that is no floating value; the bits above it are unspecified.
    pub(super) fn new(size: u64, align: u64, shape: S) -> ShapedPart<S> {
        let len = u32::try_from(size).unwrap_or(u32::MAX);
        ShapedPart { len, align, shape, floating: false, rest: Extension::Unspecified }
    }
}

impl<S: Default> ArgPart for ShapedPart<S> {
    fn address() -> ShapedPart<S> {
        ShapedPart::new(4, 4, S::default())
    }

    fn len(&self) -> u32 {
        self.len
    }
}

/// Form in which one value travels.
pub(super) enum Form<P> {
    /// No byte of it travels.
    Nothing,
    /// Its bytes, in one parcel.
    Value(P),
    /// Equal parts, as many as the number says, one after the other, each as a value of its own.
    Parts(P, u32),
    /// Its address.
    Address,
}

impl<P: ArgPart> Form<P> {
    /// The pieces of everything that travels; `one` places a parcel.
    pub(super) fn pieces(&self, mut one: impl FnMut(&P) -> Vec<Piece>) -> Vec<Piece> {
        match self {
            Form::Nothing => Vec::new(),
            Form::Value(parcel) => one(parcel),
            Form::Parts(parcel, count) => in_parts(*count, parcel.len(), |_| one(parcel)),
            Form::Address => one(&P::address()),
        }
    }
}

/// Form of a value under the readings in force.
pub(super) struct Chosen<P> {
    /// The form.
    pub(super) form: Form<P>,
    /// First byte of the value that travels; the bytes before it are padding.
    pub(super) from: u32,
    /// Clauses on the bits above a narrow value.
    pub(super) rest_clauses: Vec<ClauseId>,
}

impl<P> From<Form<P>> for Chosen<P> {
    fn from(form: Form<P>) -> Chosen<P> {
        Chosen { form, from: 0, rest_clauses: Vec::new() }
    }
}

/// A number of at most a word as an argument, extended by the caller under one reading.
pub(super) fn narrow<S>(
    data: &dyn Data,
    (basic, parcel): (&Basic, ShapedPart<S>),
    extended: impl Reading,
    rules: &mut Rules<'_>,
) -> Chosen<ShapedPart<S>> {
    let (rest, mut rest_clauses) = rules.citing(|rules| call::extension(data, 4, basic, extended, rules));
    // An observation could not distinguish who extends plain char from how it is extended: nobody is held to it, but a
    // callee may count on it.
    if basic.sign == Some(Sign::PlainChar) {
        rest_clauses.clear();
    }
    Chosen { form: Form::Value(ShapedPart { rest, ..parcel }), from: 0, rest_clauses }
}

/// Registers and stack slots of a call, as far as they have been given away.
pub(super) trait CallState: Default {
    /// Bytes that get a place of their own.
    type ArgPart: ArgPart;

    /// Places a parcel of an argument.
    fn argument(&mut self, parcel: &Self::ArgPart, unnamed: bool, rules: &mut Rules<'_>) -> Vec<Piece>;

    /// Places the address for a result in memory, of a function that may be a variadic one.
    fn result_address(&mut self, variadic: bool, rules: &mut Rules<'_>) -> Vec<Piece>;
}

/// ArgPart of a document.
pub(super) type ParcelOf<D> = <<D as Allocation>::CallState as CallState>::ArgPart;

/// A document's decisions on its arguments, each asked in the order of the call.
pub(super) trait Passing: Data + Allocation<CallState: CallState> {
    /// The arguments of a call in the order of allocation, the address for a result among them.
    fn order<'t>(&self, signature: &'t Signature, rules: &mut Rules<'_>) -> Vec<Item<'t>>;

    /// Form in which an argument travels.
    fn form(&self, ty: &Type, unnamed: bool, rules: &mut Rules<'_>) -> Chosen<ParcelOf<Self>>
    where
        Self: Sized;

    /// The same where it depends on what the arguments before have left.
    fn form_behind(
        &self,
        _slots: &mut Self::CallState,
        ty: &Type,
        unnamed: bool,
        rules: &mut Rules<'_>,
    ) -> Chosen<ParcelOf<Self>>
    where
        Self: Sized,
    {
        self.form(ty, unnamed, rules)
    }

    /// True if the callee may write an object that is passed by its address.
    fn may_write_copy(&self, rules: &mut Rules<'_>) -> bool;

    /// Alignment of an object that is passed by its address, for a type of alignment `align`.
    fn copy_align(&self, align: u64, rules: &mut Rules<'_>) -> u64;

    /// The same where it depends on more of the type than its alignment.
    fn copy_align_of(&self, _ty: &Type, align: u64, rules: &mut Rules<'_>) -> u64 {
        self.copy_align(align, rules)
    }

    /// True for an argument of which the clause on how it travels says more than the one on its place.
    fn is_led_by_form(&self, ty: &Type, _unnamed: bool, _rules: &mut Rules<'_>) -> bool {
        ty.record().is_some() || ty.parts().is_some()
    }

    /// Clauses on every argument of a call, which come first.
    fn first_clauses(&self, _case: &Case) -> &'static [ClauseId] {
        &[]
    }

    /// Clauses by which the address for a result moves the arguments; `cited` are those that were named when their order
    /// was decided.
    fn shifting_clauses(&self, cited: Vec<ClauseId>) -> Vec<ClauseId> {
        cited
    }

    /// Clauses on registers and stack as places of arguments, which come last. `behind_empty` is true for an argument behind
    /// one that does not travel.
    fn last_clauses(&self, case: &Case, transfer: &Transfer, behind_empty: bool) -> Vec<ClauseId>;
}

/// A document's decisions on a result, which is in registers or stored through an address that the caller passes.
pub(super) trait Returning: Passing {
    /// True if a result of a type is stored through an address that the caller passes.
    fn in_memory(&self, ty: &Type, rules: &mut Rules<'_>) -> bool;

    /// Place of that address when the function returns; `None` where anything may be there. The result has `bytes`
    /// bytes.
    fn returned_address(&self, bytes: usize, rules: &mut Rules<'_>) -> Option<Piece>;

    /// A result in registers. The clauses on the bits above a narrow one go to `rest_clauses`.
    fn direct(&self, ty: &Type, rest_clauses: &mut Vec<ClauseId>, rules: &mut Rules<'_>) -> Transfer;

    /// Clauses on registers as places of results, which come last.
    fn last_result_clauses(&self, case: &Case, ty: &Type, transfer: &Transfer) -> Vec<ClauseId>;

    /// Alignment of the memory for a result, for a type of alignment `align`.
    fn room_align(&self, align: u64, rules: &mut Rules<'_>) -> u64 {
        self.copy_align(align, rules)
    }

    /// True if a function takes the address for a result in memory.
    fn takes_address(&self, signature: &Signature, rules: &mut Rules<'_>) -> bool {
        signature.result.as_ref().is_some_and(|ty| self.in_memory(ty, rules))
    }

    /// The arguments of a call, before them the address for a result in memory. `alike` is as for [`call::arguments`].
    fn address_first<'t>(
        &self,
        signature: &'t Signature,
        alike: bool,
        rules: &mut Rules<'_>,
    ) -> Vec<Item<'t>> {
        let mut items = call::arguments(signature, alike);
        if self.takes_address(signature, rules) {
            items.insert(0, Item::ResultAddress);
        }
        items
    }

    /// The result with its place. `address` is where the address for a result in memory travels.
    fn result(&self, case: &Case, address: Vec<Piece>, rules: &mut Rules<'_>) -> Option<Passed>
    where
        Self: Sized,
    {
        let ty = case.signature.result.as_ref()?;
        let sent = Sent::new(self, ty, case.result.as_ref(), rules);
        let mut rest_clauses = Vec::new();
        let (transfer, clauses) = rules.citing(|rules| match self.in_memory(ty, rules) {
            true => {
                let returned = self.returned_address(sent.image.bytes.len(), rules).map(|piece| vec![piece]);
                let align = self.room_align(sent.align, rules);
                Transfer::ByReference { pointer: address, returned, align, callee_may_write: true }
            }
            false => self.direct(ty, &mut rest_clauses, rules),
        });
        let last = self.last_result_clauses(case, ty, &transfer);
        Some(sent.travel(ValueId::Result, PassMode { transfer, clauses, rest_clauses }, &last))
    }
}

/// The arguments of a call in the order of the signature, and the place of the address for a result in memory.
pub(super) fn arguments<D: Passing>(
    document: &D,
    case: &Case,
    slots: &mut D::CallState,
    rules: &mut Rules<'_>,
) -> (Vec<Passed>, Vec<Piece>) {
    let signature = &case.signature;
    let (mut arguments, mut address) = (Vec::new(), Vec::new());
    let (items, shifting) = rules.citing(|rules| document.order(signature, rules));
    let hidden = items.iter().any(|item| matches!(item, Item::ResultAddress));
    let shifting = if hidden { document.shifting_clauses(shifting) } else { Vec::new() };
    let mut behind_empty = false;
    for item in items {
        match item {
            Item::ResultAddress => {
                let variadic = signature.variadic.is_some();
                (address, _) = rules.citing(|rules| slots.result_address(variadic, rules));
            }
            Item::Argument(index, ty, unnamed) => {
                let chosen = rules.citing(|rules| document.form_behind(slots, ty, unnamed, rules));
                let sent = Sent::new(document, ty, case.arguments.get(index), rules);
                let mut way = way(document, ty, (chosen, &sent, unnamed), slots, rules);
                way.clauses = joined([document.first_clauses(case), &way.clauses]);
                let own = document.last_clauses(case, &way.transfer, behind_empty);
                behind_empty |= way.transfer == Transfer::Nothing;
                let last = joined([&shifting, &own]);
                arguments.push(sent.travel(call::id(signature, index), way, &last));
            }
        }
    }
    (arguments, address)
}

/// Form of an argument, with the clauses that were named when it was chosen.
type Named<D> = (Chosen<ParcelOf<D>>, Vec<ClauseId>);

/// The way of one argument. The most telling clause on a composite is the one on how composites travel, on an unnamed one
/// that on variadic arguments, on anything else the one on its place.
fn way<D: Passing>(
    document: &D,
    ty: &Type,
    ((chosen, form_clauses), sent, unnamed): (Named<D>, &Sent, bool),
    slots: &mut D::CallState,
    rules: &mut Rules<'_>,
) -> PassMode {
    let Chosen { form, from, rest_clauses } = chosen;
    let (transfer, place_clauses) = rules.citing(|rules| {
        let pieces = form.pieces(|parcel| slots.argument(parcel, unnamed, rules));
        match form {
            Form::Nothing => Transfer::Nothing,
            Form::Address => {
                let callee_may_write = document.may_write_copy(rules);
                let align = document.copy_align_of(ty, sent.align, rules);
                Transfer::ByReference { pointer: pieces, returned: None, align, callee_may_write }
            }
            Form::Value(_) | Form::Parts(..) => Transfer::Direct(from_byte(pieces, from)),
        }
    });
    let clauses = match document.is_led_by_form(ty, unnamed, rules) {
        true => joined([&form_clauses, &place_clauses]),
        false => joined([&place_clauses, &form_clauses]),
    };
    PassMode { transfer, clauses, rest_clauses }
}

/// Pieces of a part of a value, which begins at a byte of it.
pub(super) fn from_byte(pieces: Vec<Piece>, from: u32) -> Vec<Piece> {
    pieces.into_iter().map(|piece| Piece { offset: piece.offset.saturating_add(from), ..piece }).collect()
}

impl<D: Passing> Steps for D {
    fn place(&self, slots: &mut D::CallState, item: &Item<'_>, rules: &mut Rules<'_>) {
        match item {
            Item::ResultAddress => drop(slots.result_address(false, rules)),
            Item::Argument(_, ty, unnamed) => {
                let form = self.form_behind(slots, ty, *unnamed, rules).form;
                form.pieces(|parcel| slots.argument(parcel, *unnamed, rules));
            }
        }
    }

    fn items<'t>(&self, signature: &'t Signature, rules: &mut Rules<'_>) -> Vec<Item<'t>> {
        self.order(signature, rules)
    }
}
