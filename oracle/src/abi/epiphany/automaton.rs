//! Register and stack allocation as a finite automaton (after Bailey and Davidson): a state is what
//! has been given away, a transition the class of the next parameter. The states are found by running
//! the same step function that makes plans, so the automaton cannot differ from the rules.

use super::arguments::{Form, Item, form, in_parts, items};
use super::layout::{layout, natural_mode};
use super::questions as q;
use super::rules::Rules;
use super::scalar;
use super::slots::{Parcel, Slots};
use crate::choose::{Chooser, Permits, R};
use crate::clause::catalogue;
use crosscall_model::{Case, Scalar, Target, Type};
use std::collections::BTreeSet;

/// What has been given away when the next parameter comes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct State {
    /// Argument registers looked at so far, 0 to 4.
    pub registers: u8,
    /// Those of them that were skipped, as a bit set: bit 1 is r1.
    pub skipped: u8,
    /// Bytes of stack arguments so far, modulo 8.
    pub stack: u8,
}

impl State {
    fn of(slots: &Slots) -> State {
        State { registers: slots.next, skipped: slots.skipped, stack: (slots.stack % 8) as u8 }
    }

    fn slots(self) -> Slots {
        Slots { next: self.registers, skipped: self.skipped, stack: u64::from(self.stack) }
    }
}

/// Kinds of parameters that allocation may tell apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Kind {
    /// Integer, enumeration or pointer.
    Integer,
    /// Floating value.
    Floating,
    /// Structure or union.
    Composite,
    /// Complex type.
    Complex,
    /// Vector.
    Vector,
    /// The address of a result in memory.
    ResultAddress,
}

/// Class of a parameter: parameters of one class move the allocation alike.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Class {
    /// Its kind.
    pub kind: Kind,
    /// Its size in bytes; above 4 rounded up to words, above 24 to 20 or 24 by the number of words
    /// being odd or even.
    pub bytes: u8,
    /// Its alignment in bytes, 4 or 8 (4 stands for everything less too).
    pub align: u8,
    /// Whether a composite has a natural machine mode; true for all others.
    pub natural: bool,
}

/// A step from one state to the next.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Transition {
    /// The state before.
    pub from: State,
    /// The parameter.
    pub class: Class,
    /// The state after.
    pub to: State,
}

/// The states that can be reached, and all steps between them.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Automaton {
    /// States in ascending order; the first is the start.
    pub states: Vec<State>,
    /// Steps in ascending order.
    pub transitions: Vec<Transition>,
}

/// One type for each class of parameters, from which any other type of the class can be told apart
/// only by its values. Under some layouts two of them fall into one class.
pub fn representatives() -> Vec<Type> {
    let ints = |n: usize| Type::structure(vec![Type::from(Scalar::Int); n]);
    let doubles = |n: usize| Type::structure(vec![Type::from(Scalar::LongLong); n]);
    let chars = |n: usize| Type::structure(vec![Type::from(Scalar::SignedChar); n]);
    let vector = |element, lanes| Type::Vector { element, lanes };
    let block = Type::structure([Type::Array(Box::new(Scalar::SignedChar.into()), 3), Scalar::Char.into()]);
    vec![
        Scalar::SignedChar.into(),
        Scalar::Short.into(),
        Scalar::Int.into(),
        Scalar::LongLong.into(),
        Scalar::Float.into(),
        Scalar::Double.into(),
        chars(0),
        chars(1),
        Type::structure([Scalar::Short.into()]),
        chars(2),
        chars(3),
        ints(1),
        block,
        doubles(1),
        ints(2),
        ints(3),
        ints(4),
        doubles(2),
        ints(5),
        ints(6),
        doubles(3),
        Type::Complex(Scalar::Float),
        Type::Complex(Scalar::Double),
        vector(Scalar::Short, 2),
        vector(Scalar::Int, 2),
        vector(Scalar::Int, 4),
        vector(Scalar::Int, 8),
    ]
}

/// The class of a parameter's type.
pub fn class(ty: &Type, chooser: &mut Chooser<'_>) -> Class {
    class_of(ty, &mut Rules::new(chooser))
}

fn class_of(ty: &Type, rules: &mut Rules<'_, '_>) -> Class {
    let whole = layout(ty, rules);
    let kind = match scalar::basic(ty, rules) {
        _ if matches!(ty, Type::Complex(_)) => Kind::Complex,
        _ if matches!(ty, Type::Vector { .. }) => Kind::Vector,
        Some(basic) if basic.sign.is_some() => Kind::Integer,
        Some(_) => Kind::Floating,
        None => Kind::Composite,
    };
    let bytes = match whole.size {
        0..=4 if ty.parts().is_some() => 4,
        0..=4 => whole.size,
        5..=24 => whole.size.next_multiple_of(4),
        _ if whole.size.div_ceil(4) % 2 == 1 => 20,
        _ => 24,
    };
    let natural = kind != Kind::Composite || natural_mode(ty, rules).is_some();
    Class { kind, bytes: bytes as u8, align: if whole.align >= 8 { 8 } else { 4 }, natural }
}

const RESULT_ADDRESS: Class = Class { kind: Kind::ResultAddress, bytes: 4, align: 4, natural: true };

fn step(slots: &mut Slots, ty: &Type, unnamed: bool, rules: &mut Rules<'_, '_>) {
    match form(ty, rules).0 {
        Form::Nothing => {}
        Form::Value(parcel) => drop(slots.step(&parcel, unnamed, rules)),
        Form::Parts(parcel, count) => drop(in_parts(slots, &parcel, count, unnamed, rules)),
        Form::Address => drop(slots.step(&Parcel::address(), unnamed, rules)),
    }
}

/// The automaton under the preferred readings of `permits`.
pub fn enumerate(permits: &dyn Permits) -> Automaton {
    let mut chooser = Chooser::new(catalogue(Target::Epiphany), permits);
    let mut rules = Rules::new(&mut chooser);
    let start = State::of(&Slots::default());
    let mut states = BTreeSet::from([start]);
    let mut transitions = BTreeSet::new();
    let mut open = vec![start];
    // The address for a result comes before all arguments or after them.
    if rules.ask(q::RESULT_ADDRESS) == R(1) {
        let mut slots = start.slots();
        slots.step(&Parcel::address(), false, &mut rules);
        let to = State::of(&slots);
        transitions.insert(Transition { from: start, class: RESULT_ADDRESS, to });
        if states.insert(to) {
            open.push(to);
        }
    }
    let types = representatives();
    while let Some(from) = open.pop() {
        for ty in &types {
            let mut slots = from.slots();
            step(&mut slots, ty, false, &mut rules);
            let to = State::of(&slots);
            transitions.insert(Transition { from, class: class_of(ty, &mut rules), to });
            if states.insert(to) {
                open.push(to);
            }
        }
    }
    Automaton { states: states.into_iter().collect(), transitions: transitions.into_iter().collect() }
}

/// The steps that a case takes: the state before each of its parameters (and the address for a result)
/// with the parameter's class, in the order of allocation.
pub fn trace(case: &Case, chooser: &mut Chooser<'_>) -> Vec<(State, Class)> {
    let mut rules = Rules::new(chooser);
    let mut slots = Slots::default();
    let mut steps = Vec::new();
    for item in items(&case.signature, &mut rules) {
        let before = State::of(&slots);
        match item {
            Item::ResultAddress => {
                slots.step(&Parcel::address(), false, &mut rules);
                steps.push((before, RESULT_ADDRESS));
            }
            Item::Argument(_, ty, unnamed) => {
                step(&mut slots, ty, unnamed, &mut rules);
                steps.push((before, class_of(ty, &mut rules)));
            }
        }
    }
    steps
}

impl std::fmt::Display for State {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "r{}", self.registers)?;
        let skipped = (0..4).filter(|r| self.skipped >> r & 1 == 1);
        for register in skipped {
            write!(f, "-r{register}")?;
        }
        write!(f, "+{}", self.stack)
    }
}

impl std::fmt::Display for Class {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let kind = match self.kind {
            Kind::Integer => "integer",
            Kind::Floating => "floating",
            Kind::Composite => "composite",
            Kind::Complex => "complex",
            Kind::Vector => "vector",
            Kind::ResultAddress => return f.write_str("result address"),
        };
        write!(f, "{kind} of {}", self.bytes)?;
        if self.align >= 8 {
            f.write_str(" aligned to 8")?;
        }
        if !self.natural {
            f.write_str(" in pieces")?;
        }
        Ok(())
    }
}

/// The automaton under the document's preferred readings, in the words that all targets share, with a list
/// of parameters that leads through each transition.
pub(in crate::abi) fn shared() -> crate::abi::Automaton {
    let clauses = catalogue(Target::Epiphany);
    let all = crate::knowledge::AllReadings(clauses);
    let mut chooser = Chooser::new(clauses, &all);
    let automaton = enumerate(&all);
    let typed: Vec<(Class, Type)> =
        representatives().into_iter().map(|ty| (class(&ty, &mut chooser), ty)).collect();
    let type_of = |wanted: Class| typed.iter().find(|(class, _)| *class == wanted).map(|(_, ty)| ty.clone());
    // The shortest way to each state, breadth first.
    let start = State::of(&Slots::default());
    let mut ways: Vec<(State, Vec<Type>)> = vec![(start, Vec::new())];
    let mut next = 0;
    while let Some((from, way)) = ways.get(next).cloned() {
        next += 1;
        for transition in automaton.transitions.iter().filter(|t| t.from == from) {
            if ways.iter().any(|(state, _)| *state == transition.to) {
                continue;
            }
            if let Some(ty) = type_of(transition.class) {
                ways.push((transition.to, way.iter().cloned().chain([ty]).collect()));
            }
        }
    }
    let way_through = |t: &Transition| -> Vec<Type> {
        let before = ways.iter().find(|(state, _)| *state == t.from);
        match (before, type_of(t.class)) {
            (Some((_, way)), Some(ty)) => way.iter().cloned().chain([ty]).collect(),
            _ => Vec::new(),
        }
    };
    crate::abi::Automaton {
        states: automaton.states.iter().map(State::to_string).collect(),
        transitions: automaton
            .transitions
            .iter()
            .map(|t| (t.from.to_string(), t.class.to_string()))
            .collect(),
        ways: automaton.transitions.iter().map(way_through).collect(),
    }
}
