//! Register and stack allocation as a finite automaton (after Bailey and Davidson): a state is what
//! has been given away, a transition the class of the next parameter. The states are found by running
//! the same step function that makes plans, so the automaton cannot differ from the rules.

use super::call::Item;
use super::rules::Rules;
use crate::choose::{Chooser, Permits};
use crate::clause::Catalogue;
use crosscall_model::{Signature, Type};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::fmt::Display;

/// The allocation automaton of a target's argument rules, in words that every target shares.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Automaton {
    /// Names of the states; the first is the start.
    pub states: Vec<String>,
    /// Every step between them.
    pub transitions: Vec<Transition>,
}

/// A step from one state to the next.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Transition {
    /// The state before, and the class of the parameter.
    pub step: Step,
    /// The state after.
    pub to: String,
    /// Parameter types that lead from the start through it; empty where only a result does.
    pub way: Vec<Type>,
}

/// A state, and the class of the parameter that comes next.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Step {
    /// Name of the state.
    pub from: String,
    /// Name of the class.
    pub class: String,
}

/// A target's allocation, as far as the automaton needs it.
pub(super) trait Allocation {
    /// Registers and stack slots that have been given away.
    type CallState: Clone + Default + Ord + Display;
    /// Parameters of one class move the allocation alike.
    type Class: Copy + Ord + Display;

    /// Registers and stack slots before the first argument.
    fn start(&self) -> Self::CallState {
        Self::CallState::default()
    }

    /// The state of an allocation: the same slots, with no more in them than decides on the next place.
    fn state(&self, slots: &Self::CallState) -> Self::CallState {
        slots.clone()
    }

    /// One type for each class of parameters, from which any other type of the class can be distinguished
    /// only by its values. Under some layouts two of them fall into one class.
    fn representatives(&self) -> Vec<Type>;

    /// The class of a parameter's type.
    fn class(&self, ty: &Type, rules: &mut Rules<'_>) -> Self::Class;

    /// The class of the address for a result.
    fn address_class(&self) -> Self::Class;

    /// True if the address for a result comes before all arguments.
    fn is_address_first(&self, _rules: &mut Rules<'_>) -> bool {
        true
    }
}

/// The steps of an allocation from one argument to the next.
pub(super) trait Steps: Allocation {
    /// Places a parameter, of which only type and being unnamed count, or the address for a result.
    fn place(&self, slots: &mut Self::CallState, item: &Item<'_>, rules: &mut Rules<'_>);

    /// The arguments of a call in the order of allocation, the address for a result among them.
    fn items<'t>(&self, signature: &'t Signature, rules: &mut Rules<'_>) -> Vec<Item<'t>>;
}

/// Class of a parameter in documents whose allocation distinguishes parameters by kind and size.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum ParameterClass {
    /// Integer, enumeration, pointer or floating value.
    Scalar {
        /// Size in bytes.
        bytes: u64,
        /// True if it is a floating value, where that makes a difference.
        floating: bool,
    },
    /// Vector.
    Vector {
        /// Size in bytes.
        bytes: u64,
        /// Size of a lane in bytes.
        lane: u64,
    },
    /// Structure or union of no bytes.
    EmptyComposite,
    /// Any other structure or union, which a document's first readings pass by address.
    Composite,
    /// Complex number of so many bytes.
    Complex(u64),
    /// Address of a result in memory.
    ResultAddress,
}

impl ParameterClass {
    /// Class of a composite of so many bytes.
    pub(super) fn composite(bytes: u64) -> ParameterClass {
        if bytes == 0 { ParameterClass::EmptyComposite } else { ParameterClass::Composite }
    }
}

impl Display for ParameterClass {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            ParameterClass::Scalar { bytes, floating: true } => write!(f, "floating of {bytes}"),
            ParameterClass::Scalar { bytes, floating: false } => write!(f, "scalar of {bytes}"),
            ParameterClass::Vector { bytes, lane } => write!(f, "vector of {bytes} in lanes of {lane}"),
            ParameterClass::EmptyComposite => f.write_str("empty composite"),
            ParameterClass::Composite => f.write_str("composite"),
            ParameterClass::Complex(bytes) => write!(f, "complex of {bytes}"),
            ParameterClass::ResultAddress => f.write_str("result address"),
        }
    }
}

/// The automaton of any allocation, whatever the types of its states.
pub(super) trait Allocate {
    /// The automaton under the preferred readings of `permits`, with a list of parameters that leads through each
    /// transition.
    fn automaton(&self, catalogue: &'static Catalogue, permits: &dyn Permits) -> Automaton;

    /// The steps that a call takes: the state before each of its parameters (and the address for a result) with the
    /// parameter's class, in the order of allocation.
    fn trace(&self, signature: &Signature, rules: &mut Rules<'_>) -> Vec<Step>;
}

impl<A: Steps> Allocate for A {
    fn automaton(&self, catalogue: &'static Catalogue, permits: &dyn Permits) -> Automaton {
        let mut chooser = Chooser::new(catalogue, permits);
        let mut rules = Rules::new(&mut chooser);
        let start = self.state(&self.start());
        let mut states = BTreeSet::from([start.clone()]);
        let mut transitions = BTreeSet::new();
        let mut open = vec![start.clone()];
        let representatives = self.representatives().into_iter();
        let classes: Vec<(Type, A::Class)> =
            representatives.map(|ty| (ty.clone(), self.class(&ty, &mut rules))).collect();
        let mut step =
            |from: &A::CallState, item: &Item<'_>, class: A::Class, open: &mut Vec<A::CallState>| {
                let mut slots = from.clone();
                self.place(&mut slots, item, &mut rules);
                let to = self.state(&slots);
                transitions.insert((from.clone(), class, to.clone()));
                if states.insert(to.clone()) {
                    open.push(to);
                }
            };
        let mut first = Chooser::new(catalogue, permits);
        if self.is_address_first(&mut Rules::new(&mut first)) {
            step(&start, &Item::ResultAddress, self.address_class(), &mut open);
        }
        while let Some(from) = open.pop() {
            for (ty, class) in &classes {
                step(&from, &Item::Argument(0, ty, false), *class, &mut open);
            }
        }
        in_words(&start, &states, &transitions, &classes)
    }

    fn trace(&self, signature: &Signature, rules: &mut Rules<'_>) -> Vec<Step> {
        let mut slots = self.start();
        let mut steps = Vec::new();
        for item in self.items(signature, rules) {
            let from = self.state(&slots).to_string();
            self.place(&mut slots, &item, rules);
            let class = match &item {
                Item::ResultAddress => self.address_class(),
                Item::Argument(_, ty, _) => self.class(ty, rules),
            };
            steps.push(Step { from, class: class.to_string() });
        }
        steps
    }
}

fn in_words<S: Ord + Display, C: Copy + Ord + Display>(
    start: &S,
    states: &BTreeSet<S>,
    transitions: &BTreeSet<(S, C, S)>,
    classes: &[(Type, C)],
) -> Automaton {
    let type_of = |wanted: C| classes.iter().find(|(_, class)| *class == wanted).map(|(ty, _)| ty.clone());
    // The shortest way to each state, breadth first.
    let mut ways: Vec<(&S, Vec<Type>)> = vec![(start, Vec::new())];
    let mut next = 0;
    while let Some((from, way)) = ways.get(next).cloned() {
        next += 1;
        for (_, class, to) in transitions.iter().filter(|(state, ..)| state == from) {
            if ways.iter().any(|(state, _)| *state == to) {
                continue;
            }
            if let Some(ty) = type_of(*class) {
                ways.push((to, way.iter().cloned().chain([ty]).collect()));
            }
        }
    }
    let way_through = |from: &S, class: C| -> Vec<Type> {
        match (ways.iter().find(|(state, _)| *state == from), type_of(class)) {
            (Some((_, way)), Some(ty)) => way.iter().cloned().chain([ty]).collect(),
            _ => Vec::new(),
        }
    };
    Automaton {
        states: states.iter().map(S::to_string).collect(),
        transitions: transitions
            .iter()
            .map(|(from, class, to)| Transition {
                step: Step { from: from.to_string(), class: class.to_string() },
                to: to.to_string(),
                way: way_through(from, *class),
            })
            .collect(),
    }
}
