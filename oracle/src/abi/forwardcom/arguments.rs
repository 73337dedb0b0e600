//! Passing of arguments: FORWARDCOM-ARG and FORWARDCOM-VAR.

use super::ForwardCom;
use super::result;
use super::slots::{self, Given, Spot, Takes, give, piece};
use super::tuple::{self, PassMode};
use crate::abi::call::{self, Item, Sent};
use crate::abi::data::{Basic, Data, Scalars, Sign};
use crate::abi::rules::{Rules, joined};
use crosscall_clauses::forwardcom::{
    ByAddressOwner, EmptyArgument, ListUpperBits, LongTupleInList, LongVectorInList, NarrowInteger,
    VectorRegisterLength, clause,
};
use crosscall_model::plan::{
    ClauseId, Extension, Link, Linkage, ParameterList, Passed, Piece, Place, Transfer,
};
use crosscall_model::{Case, Scalar, Type};

/// Bytes that a vector of fixed length has at most in a register (FORWARDCOM-ARG-04).
const MOST_BYTES: u64 = 16;

/// Form in which an argument or result travels.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    /// Not at all.
    Nothing,
    /// In a general register: so many bytes.
    General(u32, Extension),
    /// In a vector register: so many bytes, which may be other ones at another call, and how it is in the list.
    Vector {
        /// Bytes.
        len: u32,
        /// True if the length varies.
        variable: bool,
        /// Form in the list of parameters.
        listed: Listed,
    },
    /// By its address, with how it is in the list.
    Address(Listed),
}

/// Form of a value in the list of parameters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Listed {
    /// Itself.
    Value,
    /// Its length, and its address.
    Measured,
    /// Its address.
    Address,
}

impl Form {
    /// Registers and entries of the list that it takes.
    pub(super) fn takes(self) -> Takes {
        let entries = |listed| if listed == Listed::Measured { 2 } else { 1 };
        match self {
            Form::Nothing => Takes::Nothing,
            Form::General(..) => Takes::General { address: false, entries: 1 },
            Form::Vector { listed, .. } => Takes::Vector { entries: entries(listed) },
            Form::Address(listed) => Takes::General { address: true, entries: entries(listed) },
        }
    }
}

/// Form in which a type travels, and the clauses on the bits above its bytes.
pub(super) fn form(ty: &Type, variable: bool, rules: &mut Rules<'_>) -> (Form, Vec<ClauseId>) {
    let (basic, _) = rules.citing(|rules| ForwardCom.basic(ty, rules));
    match (ty, basic) {
        (_, Some(basic)) => number(ty, &basic, rules),
        (Type::Record(record), _) => {
            let way = tuple::way(ty, record, rules);
            (of_record(way, rules), vec![clause::ARG_04, clause::S09])
        }
        (Type::Vector { .. }, _) => vector(ty, variable, rules),
        _ => {
            rules.cite(clause::S02);
            rules.cite(clause::ARG_09);
            let (whole, _) = rules.citing(|rules| ForwardCom.layout(ty, rules));
            (of_record(PassMode::Tuple(whole.size), rules), vec![clause::ARG_04, clause::S09])
        }
    }
}

/// A number: FORWARDCOM-ARG-02 and -04.
fn number(ty: &Type, basic: &Basic, rules: &mut Rules<'_>) -> (Form, Vec<ClauseId>) {
    let len = bytes(basic.size);
    let Some(sign) = basic.sign else {
        if *ty == Scalar::Half.into() {
            rules.cite(clause::S02);
        }
        let listed = if basic.size > slots::ENTRY { Listed::Measured } else { Listed::Value };
        return (Form::Vector { len, variable: false, listed }, vec![clause::ARG_04, clause::S09]);
    };
    if basic.clause == clause::S14 {
        rules.cite(clause::S14);
    }
    if basic.clause == clause::S28 {
        rules.cite(clause::S28);
    }
    if ty.scalar() == Some(Scalar::Bool) {
        return (Form::General(len, Extension::Unspecified), vec![clause::TYPE_16]);
    }
    let (rest, mut cited) = rules.citing(|rules| extension(basic, sign, rules));
    // An observation could not distinguish who extends plain char from how it is extended: nobody is held to it, but a
    // callee may count on it.
    if sign == Sign::PlainChar {
        cited.clear();
    }
    (Form::General(len, rest), cited)
}

/// The bits above a narrow integer: FORWARDCOM-S08.
fn extension(basic: &Basic, sign: Sign, rules: &mut Rules<'_>) -> Extension {
    if basic.size >= 8 {
        return Extension::Unspecified;
    }
    match rules.ask() {
        NarrowInteger::Zero => Extension::Zero(8),
        NarrowInteger::SignExtended if ForwardCom.is_signed(sign, rules) => Extension::Sign(8),
        NarrowInteger::SignExtended => Extension::Zero(8),
        NarrowInteger::Unspecified => Extension::Unspecified,
    }
}

/// A vector: FORWARDCOM-ARG-04 and -07.
fn vector(ty: &Type, variable: bool, rules: &mut Rules<'_>) -> (Form, Vec<ClauseId>) {
    let (whole, _) = rules.citing(|rules| ForwardCom.layout(ty, rules));
    let len = bytes(whole.size);
    if variable {
        rules.cite(clause::ARG_03);
        rules.cite(clause::ARG_07);
        return (
            Form::Vector { len, variable, listed: Listed::Measured },
            vec![clause::ARG_07, clause::ARG_03],
        );
    }
    rules.cite(clause::ARG_04);
    let listed = if whole.size > slots::ENTRY { Listed::Measured } else { Listed::Value };
    let form = match whole.size {
        0..=MOST_BYTES => Form::Vector { len, variable, listed },
        _ => Form::Address(Listed::Measured),
    };
    (form, vec![clause::ARG_04, clause::S09])
}

fn of_record(way: PassMode, rules: &mut Rules<'_>) -> Form {
    match way {
        PassMode::Empty(size) => match rules.ask() {
            EmptyArgument::EmptyTuple if size <= MOST_BYTES => tuple(size),
            EmptyArgument::EmptyTuple => Form::Address(Listed::Address),
            EmptyArgument::ByAddress => Form::Address(Listed::Address),
            EmptyArgument::NotPassed => Form::Nothing,
        },
        PassMode::Tuple(size) => tuple(size),
        PassMode::Word(size) => Form::General(bytes(size), Extension::Unspecified),
        PassMode::Address => {
            rules.cite(clause::ARG_11);
            Form::Address(Listed::Address)
        }
    }
}

/// A simple tuple of so many bytes, or one of nothing that has so many all the same.
fn tuple(size: u64) -> Form {
    let listed = if size > slots::ENTRY { Listed::Measured } else { Listed::Value };
    Form::Vector { len: bytes(size), variable: false, listed }
}

fn bytes(size: u64) -> u32 {
    u32::try_from(size).unwrap_or(u32::MAX)
}

/// All values of a call, and what goes with them.
pub(super) struct Call {
    pub(super) arguments: Vec<Passed>,
    pub(super) result: Option<Passed>,
    pub(super) list: Option<ParameterList>,
    /// Lengths in the list.
    pub(super) lengths: Vec<Linkage>,
}

/// An argument on its way to a place.
struct ArgPart<'t> {
    index: usize,
    ty: &'t Type,
    unnamed: bool,
    form: Form,
    form_clauses: Vec<ClauseId>,
    rest_clauses: Vec<ClauseId>,
}

/// Places all arguments and the result.
pub(super) fn assign(case: &Case, rules: &mut Rules<'_>) -> Call {
    let signature = &case.signature;
    let variable = case.style.form == crosscall_model::Form::Variable;
    let (in_memory, _) = rules.citing(|rules| result::in_memory(case, rules));
    let mut parcels = Vec::new();
    for item in call::arguments(signature, false) {
        let Item::Argument(index, ty, unnamed) = item else { continue };
        let ((form, rest_clauses), form_clauses) = rules.citing(|rules| {
            let (form, rest) = form(ty, variable, rules);
            (in_list(ty, form, unnamed, rules), rest)
        });
        parcels.push(ArgPart { index, ty, unnamed, form, form_clauses, rest_clauses });
    }
    let mut wanted: Vec<(Takes, bool)> = parcels.iter().map(|p| (p.form.takes(), p.unnamed)).collect();
    if in_memory {
        wanted.insert(0, (Takes::General { address: false, entries: 1 }, false));
    }
    let (mut given, giving) = rules.citing(|rules| give(&wanted, signature.variadic.is_some(), rules));
    given.hidden = in_memory;
    let first = usize::from(in_memory);
    let mut lengths = Vec::new();
    let mut arguments = Vec::new();
    for (i, parcel) in parcels.iter().enumerate() {
        let spot = given.spots.get(i + first).copied().unwrap_or(Spot::None);
        arguments.push(sent(case, parcel, (spot, &given, &giving), &mut lengths, rules));
    }
    let list = given.pointer.map(|pointer| ParameterList {
        pointer,
        bytes: given.bytes,
        align: slots::ENTRY,
        callee_may_write: true,
        clauses: joined([
            &[
                given.rule,
                clause::ARG_16,
                clause::ARG_17,
                clause::ARG_18,
                clause::ARG_19,
                clause::STACK_01,
                clause::S12,
            ],
            &giving,
        ]),
        // No parameter of a case is declared const.
        spent_clauses: vec![clause::ARG_31],
    });
    Call { arguments, result: result::passed(case, rules), list, lengths }
}

/// Form of a value in the list, where that is a question of its own: FORWARDCOM-ARG-27.
fn in_list(ty: &Type, form: Form, _unnamed: bool, rules: &mut Rules<'_>) -> Form {
    match form {
        Form::Vector { len, variable: false, listed: Listed::Measured }
            if !matches!(ty, Type::Vector { .. }) =>
        {
            match rules.ask() {
                LongTupleInList::ByAddress => Form::Vector { len, variable: false, listed: Listed::Address },
                LongTupleInList::Vector => form,
            }
        }
        Form::Address(Listed::Measured) => match rules.ask() {
            LongVectorInList::TwoEntries => form,
            LongVectorInList::ByAddress => Form::Address(Listed::Address),
        },
        _ => form,
    }
}

/// One argument at its place.
fn sent(
    case: &Case,
    parcel: &ArgPart<'_>,
    (spot, given, giving): (Spot, &Given, &[ClauseId]),
    lengths: &mut Vec<Linkage>,
    rules: &mut Rules<'_>,
) -> Passed {
    let ArgPart { index, ty, unnamed, form, .. } = *parcel;
    let sent = Sent::new(&ForwardCom, ty, case.arguments.get(index), rules);
    let mut rest_clauses = parcel.rest_clauses.clone();
    let in_list = matches!(spot, Spot::List(_));
    let (transfer, own) = rules.citing(|rules| match form {
        Form::Nothing => Transfer::Nothing,
        Form::General(len, rest) => {
            let rest = if in_list { rest_in_list(rest, rules) } else { rest };
            Transfer::Direct(piece(spot, 0, len, rest, given).into_iter().collect())
        }
        Form::Vector { len, listed: Listed::Value, .. } if in_list => {
            rest_clauses.clear();
            Transfer::Direct(piece(spot, 0, len, Extension::Unspecified, given).into_iter().collect())
        }
        Form::Vector { listed, .. } if in_list => by_list(spot, given, (listed, &sent), lengths),
        Form::Vector { len, variable, .. } => {
            let rest = length(len, variable, rules);
            Transfer::Direct(piece(spot, 0, len, rest, given).into_iter().collect())
        }
        Form::Address(listed) if in_list => by_list(spot, given, (listed, &sent), lengths),
        Form::Address(_) => {
            let pointer = piece(spot, 0, 8, Extension::Unspecified, given).into_iter().collect();
            let callee_may_write = rules.is(ByAddressOwner::Callee);
            Transfer::ByReference { pointer, returned: None, align: sent.align, callee_may_write }
        }
    });
    let method = case.style.form == crosscall_model::Form::Method && index == 0;
    let place = place_clauses(ty, form, (spot, unnamed, method), given);
    let composite = matches!(ty, Type::Record(_) | Type::Complex(_));
    let last: &[ClauseId] = if in_list { giving } else { &[] };
    // Of an address in the list, where it is says more than what it is of.
    let listed = in_list && matches!(form, Form::Address(_));
    let clauses = match composite && !unnamed && !listed {
        true => joined([&parcel.form_clauses, &own, &place, last]),
        false => joined([&place, &parcel.form_clauses, &own, last]),
    };
    // An argument behind an empty record shows whether the record travels.
    let behind = case.signature.arguments().take(index).any(is_empty);
    let shown: &[ClauseId] = if behind { &[clause::S13] } else { &[] };
    let way = call::PassMode { transfer, clauses, rest_clauses };
    sent.travel(call::id(&case.signature, index), way, shown)
}

/// True if a type is a record without members.
fn is_empty(ty: &Type) -> bool {
    ty.record().is_some_and(|record| record.members.is_empty())
}

/// The bits above a narrow value in the list: FORWARDCOM-ARG-24.
fn rest_in_list(rest: Extension, rules: &mut Rules<'_>) -> Extension {
    if rest == Extension::Unspecified || rules.is(ListUpperBits::LikeRegister) {
        rest
    } else {
        Extension::Unspecified
    }
}

/// Length of a vector register that holds a value: FORWARDCOM-ARG-04.
pub(super) fn length(len: u32, variable: bool, rules: &mut Rules<'_>) -> Extension {
    if variable || rules.is(VectorRegisterLength::AsValue) {
        return Extension::Length(u16::try_from(len).unwrap_or(u16::MAX));
    }
    Extension::Unspecified
}

/// Something whose address is in the list, with its length before that where it has one there: FORWARDCOM-ARG-27, -28
/// and -30.
fn by_list(
    spot: Spot,
    given: &Given,
    (listed, sent): (Listed, &Sent),
    lengths: &mut Vec<Linkage>,
) -> Transfer {
    let measured = listed == Listed::Measured;
    let size = sent.image.bytes.len() as u64;
    if measured && let Some(Piece { place, .. }) = piece(spot, 0, 8, Extension::Unspecified, given) {
        lengths.push(Linkage { link: Link::Length(size), place, clauses: vec![clause::ARG_27] });
    }
    let distance = if measured { slots::ENTRY } else { 0 };
    let pointer = piece(spot, distance, 8, Extension::Unspecified, given).into_iter().collect();
    // An array of 8 bytes or more is aligned to 8, whatever it holds (FORWARDCOM-LAYOUT-02), a shorter one as what has
    // no more than 8 bytes is (FORWARDCOM-LAYOUT-01).
    let align = match measured {
        true if size >= 8 => 8,
        true => sent.align.min(8),
        false => sent.align,
    };
    Transfer::ByReference { pointer, returned: None, align, callee_may_write: true }
}

/// The clauses on a place, the most telling first.
fn place_clauses(
    ty: &Type,
    form: Form,
    (spot, unnamed, method): (Spot, bool, bool),
    given: &Given,
) -> Vec<ClauseId> {
    match spot {
        Spot::None => Vec::new(),
        Spot::Register(register) => {
            let of_object: &[ClauseId] = if method { &[clause::ARG_33] } else { &[] };
            let last = [slots::general(slots::REGISTERS - 1), slots::vector(slots::REGISTERS - 1)];
            let is_last = last.contains(&register) && given.pointer.is_none();
            let of_last: &[ClauseId] = if is_last { &[clause::ARG_19] } else { &[] };
            let behind_result = given.hidden && register == slots::general(1);
            let of_result: &[ClauseId] = if behind_result { &[clause::RET_04] } else { &[] };
            joined([of_object, of_last, of_result, in_register_clauses(ty, form)])
        }
        Spot::List(at) => in_list_clauses(ty, form, (at, unnamed), given),
    }
}

/// Clauses on registers. What a document has to say a word about is reported under that.
fn in_register_clauses(ty: &Type, form: Form) -> &'static [ClauseId] {
    let is_named =
        matches!(ty, Type::DataPointer | Type::FunctionPointer) || ty.scalar() == Some(Scalar::Bool);
    match form {
        Form::Vector { .. } if ty.scalar().is_some() => &[clause::ARG_04, clause::ARG_06, clause::ARG_01],
        Form::Vector { .. } => &[clause::ARG_06, clause::ARG_04, clause::ARG_01],
        Form::Address(_) => &[clause::ARG_11, clause::ARG_05, clause::S10, clause::ARG_01],
        _ if is_named => &[clause::ARG_02, clause::ARG_05, clause::ARG_01],
        _ => &[clause::ARG_05, clause::ARG_02, clause::ARG_01],
    }
}

/// Clauses on the list. What comes first in it shows when there is one, what comes behind how large entries are.
fn in_list_clauses(ty: &Type, form: Form, (at, unnamed): (u64, bool), given: &Given) -> Vec<ClauseId> {
    let is_first = at == 0;
    let narrow = matches!(form, Form::General(len, _) if len <= 2);
    let mixed: &[ClauseId] = if given.mixed && !is_first { &[clause::ARG_23] } else { &[] };
    let of_unnamed: &[ClauseId] = match (unnamed, given.both) {
        (true, _) => &[clause::VAR_01, clause::VAR_02, clause::S17],
        (false, true) => &[clause::VAR_02],
        (false, false) => &[],
    };
    let own: &[ClauseId] = match form {
        Form::Nothing => &[],
        Form::General(..) if narrow && !is_first => &[clause::ARG_24, clause::ARG_25],
        Form::General(..) if is_first => &[clause::ARG_21, clause::ARG_25],
        Form::General(..) => &[clause::ARG_25, clause::ARG_21],
        Form::Vector { listed: Listed::Value, .. } if is_first => &[clause::ARG_22, clause::ARG_26],
        Form::Vector { listed: Listed::Value, .. } => &[clause::ARG_26, clause::ARG_22],
        Form::Vector { .. } | Form::Address(Listed::Measured) => &[clause::ARG_27, clause::ARG_30],
        Form::Address(_) => &[clause::ARG_28, clause::ARG_30],
    };
    let all: &[ClauseId] = &[clause::ARG_23, clause::ARG_24, clause::ARG_16, clause::STACK_01];
    let measured = matches!(ty, Type::Vector { .. }) && own.contains(&clause::ARG_27);
    match measured {
        true => joined([own, mixed, of_unnamed, all]),
        false => joined([mixed, of_unnamed, own, all]),
    }
}

/// A register that carries a value or its address.
pub(super) fn in_register(
    register: crosscall_model::target::Register,
    len: u32,
    rest: Extension,
) -> Vec<Piece> {
    vec![Piece { offset: 0, len, place: Place::Register { register, byte: 0 }, rest }]
}
