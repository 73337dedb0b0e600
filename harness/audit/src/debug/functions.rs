//! Functions that other files can call: the types of their parameters, and where they are at the first instruction.

use super::entries::{Entry, Outcome, Wrong, key};
use super::locations::{At, Located, at_start};
use super::moved::is_written_early;
use super::nodes::{Node, Nodes, text};
use super::types::{Found, Types};
use super::work::Exhausted;
use crate::conduct::Readings;
use crosscall_engine::machine;
use crosscall_explain::{case_of, plan_of};
use crosscall_machines::debug_file::{DebugFile, DebugSymbol};
use crosscall_machines::object_file::Binding;
use crosscall_model::plan::{Passed, Piece, Place, Plan, Transfer};
use crosscall_model::{Case, Form, Signature, Target, Type};
use crosscall_oracle::choose::{Assignment, Permits};
use crosscall_oracle::clause::ChoiceIndex;
use crosscall_reports::audit::layout::Kind;
use gimli::constants as dw;
use std::collections::{HashMap, HashSet};
use std::rc::Rc;

/// Most parameters of a function.
const MOST_PARAMETERS: usize = 64;

/// Steps of work that a plan takes for each part of the signature's types.
const STEPS: u64 = 2000;

/// Functions that other files can call, by name and address.
pub(super) struct Callable<'f> {
    names: HashSet<(&'f str, u64)>,
    by_address: HashMap<u64, &'f str>,
    file: &'f DebugFile,
}

impl<'f> Callable<'f> {
    /// The functions of a file.
    pub(super) fn of(file: &'f DebugFile) -> Callable<'f> {
        let visible = || file.symbols.iter().filter(|symbol| symbol.binding != Binding::Local);
        Callable {
            names: visible().map(|symbol| (symbol.name.as_str(), symbol.address)).collect(),
            by_address: visible()
                .filter(|symbol| symbol.kind == 2)
                .map(|symbol| (symbol.address, symbol.name.as_str()))
                .collect(),
            file,
        }
    }

    /// All symbols that other files can use.
    pub(super) fn symbols(&self) -> impl Iterator<Item = &'f DebugSymbol> {
        self.file.symbols.iter().filter(|symbol| symbol.binding != Binding::Local)
    }

    /// The function at an address.
    pub(super) fn at(&self, address: u64) -> Option<&'f str> {
        self.by_address.get(&address).copied()
    }
}

/// A parameter with its places at the first instruction.
pub(super) struct Parameter {
    pub(super) name: String,
    located: Vec<Located>,
}

impl Types<'_, '_, '_> {
    /// Holds a function against the document.
    pub(super) fn function(&mut self, at: usize, callable: &Callable<'_>) -> Result<(), Exhausted> {
        let nodes = self.nodes;
        let Some((name, start, origin_at)) = self.visible(at, callable)? else { return Ok(()) };
        let (Some(node), Some(origin)) = (nodes.list.get(at), nodes.list.get(origin_at)) else {
            return Ok(());
        };
        let (signature, parameters, weight) = match self.signature(at, origin_at)? {
            Ok(read) => read,
            Err(reason) => {
                self.leave_out(Kind::Function, key((&name, &*reason)), &name, reason);
                return Ok(());
            }
        };
        let located: Vec<(&str, &[Located])> =
            parameters.iter().map(|p| (p.name.as_str(), p.located.as_slice())).collect();
        let key = key((&name, &signature, &located));
        if self.entries.known(Kind::Function, key, self.file).is_some() {
            return Ok(());
        }
        let mut judged = self.places(&name, (&signature, weight), &parameters)?;
        self.leave_out_moved(&mut judged, callable, start);
        let source = match judged.outcome {
            Outcome::Agrees => None,
            _ => nodes.declared(node).or_else(|| nodes.declared(origin)),
        };
        self.entries.add(
            key,
            Entry {
                kind: Kind::Function,
                name,
                outcome: judged.outcome,
                fits: Rc::new(judged.fits),
                inner: judged.compared,
                source,
                files: vec![self.file],
            },
        );
        Ok(())
    }

    /// Name and first address of a function that other files can call, and the entry with all that is known of it. One that
    /// no other file can call is called as its compiler likes.
    fn visible(
        &mut self,
        at: usize,
        callable: &Callable<'_>,
    ) -> Result<Option<(String, u64, usize)>, Exhausted> {
        let nodes = self.nodes;
        let Some(node) = nodes.list.get(at) else { return Ok(None) };
        let Some(start) = node.start.filter(|_| !node.flags.declaration) else { return Ok(None) };
        let origin_at = self.whole(at)?;
        let Some(origin) = nodes.list.get(origin_at) else { return Ok(None) };
        let names = [node.linkage, origin.linkage, node.name, origin.name];
        let name = text(names.into_iter().find(|name| !name.is_empty()).unwrap_or_default());
        let symbol = machine::symbol(self.rulings.target, &name);
        let is_callable = callable.names.contains(&(symbol.as_str(), start))
            || callable.names.contains(&(name.as_str(), start))
            || callable.file.symbols.is_empty() && (node.flags.external || origin.flags.external);
        Ok((is_callable && !name.is_empty()).then_some((name, start, origin_at)))
    }

    /// Name and types of a function that other files can call, or why they are not known.
    #[expect(clippy::type_complexity, reason = "a name with a signature, or why there is none")]
    pub(super) fn declared(
        &mut self,
        at: usize,
        callable: &Callable<'_>,
    ) -> Result<Option<(String, Result<Signature, Rc<str>>)>, Exhausted> {
        let Some((name, _, origin)) = self.visible(at, callable)? else { return Ok(None) };
        let read = self.signature(at, origin)?;
        Ok(Some((name, read.map(|(signature, ..)| signature))))
    }

    /// The entry with all that is known of a function: that of which this is an instance.
    pub(super) fn whole(&mut self, at: usize) -> Result<usize, Exhausted> {
        let mut at = at;
        for _ in 0..8 {
            self.rulings.work.spend(1)?;
            let link = self.nodes.list.get(at).and_then(|node| node.origin);
            match link.and_then(|link| self.nodes.find(link)) {
                Some(next) if next != at => at = next,
                _ => break,
            }
        }
        Ok(at)
    }

    #[expect(clippy::type_complexity, reason = "a signature with its parameters, or why there is none")]
    pub(super) fn signature(
        &mut self,
        at: usize,
        origin: usize,
    ) -> Result<Result<(Signature, Vec<Parameter>, usize), Rc<str>>, Exhausted> {
        let nodes = self.nodes;
        let (Some(node), Some(whole)) = (nodes.list.get(at), nodes.list.get(origin)) else {
            return Ok(Err("no function".into()));
        };
        let mut weight = 1;
        let result = match node.ty.map(|_| at).or(whole.ty.map(|_| origin)) {
            None => None,
            Some(typed) => match self.by_value(typed)? {
                Ok(known) if known.by_address => {
                    return Ok(Err("its result: a class that its functions copy".into()));
                }
                Ok(known) => {
                    weight += known.weight;
                    Some((*known.ty).clone())
                }
                Err(reason) => return Ok(Err(format!("its result: {reason}").into())),
            },
        };
        // Places are with the instance; an instance may have lost parameters.
        let mut located: HashMap<usize, usize> = HashMap::new();
        for child in nodes.children(at) {
            self.rulings.work.spend(1)?;
            let link = nodes.list.get(child).and_then(|parameter| parameter.origin);
            let own = link.and_then(|link| nodes.find(link)).unwrap_or(child);
            located.insert(own, child);
        }
        let mut signature = Signature { result, parameters: Vec::new(), variadic: None };
        let mut parameters = Vec::new();
        for child in nodes.children(origin) {
            self.rulings.work.spend(1)?;
            let Some(parameter) = nodes.list.get(child) else { continue };
            match parameter.tag {
                dw::DW_TAG_formal_parameter => {}
                dw::DW_TAG_unspecified_parameters => {
                    signature.variadic = Some(Vec::new());
                    continue;
                }
                _ => continue,
            }
            if parameters.len() >= MOST_PARAMETERS {
                return Ok(Err("it has very many parameters".into()));
            }
            let name = text(parameter.name);
            match self.by_value(child)? {
                Ok(known) if known.by_address => {
                    signature.parameters.push(Type::DataPointer);
                    parameters.push(Parameter { name, located: Vec::new() });
                    continue;
                }
                Ok(known) => {
                    weight += known.weight;
                    signature.parameters.push((*known.ty).clone());
                }
                Err(reason) => return Ok(Err(format!("a parameter: {reason}").into())),
            }
            let instance = located.get(&child).and_then(|at| nodes.list.get(*at));
            let places = match instance {
                Some(instance) => {
                    at_start(self.rulings.target, nodes, (node, instance), &mut self.rulings.work)?
                }
                None => Vec::new(),
            };
            parameters.push(Parameter { name, located: places });
        }
        let has_prototype =
            nodes.unit_of(whole).is_some_and(|unit| unit.is_of_cpp()) || whole.flags.prototyped;
        if !has_prototype && !parameters.is_empty() {
            return Ok(Err("it is defined without a prototype".into()));
        }
        Ok(Ok((signature, parameters, weight)))
    }

    /// A type of which a value is passed.
    fn by_value(&mut self, at: usize) -> Result<Found, Exhausted> {
        Ok(match self.inner(at, 0)? {
            Ok(known) if known.raised.is_some() => Err("of a type that a definition aligns".into()),
            Ok(known) if known.is_vague => {
                Err("a record with something that debug information does not tell".into())
            }
            Ok(known) if matches!(*known.ty, Type::Array(..)) => Err("an array".into()),
            found => found,
        })
    }

    /// Leaves out parameters whose places are those to which the function itself has moved them: compilers give these from
    /// the first instruction on.
    fn leave_out_moved(&mut self, judged: &mut Judged, callable: &Callable<'_>, start: u64) {
        let Outcome::Disagrees(wrongs) = &mut judged.outcome else { return };
        let target = self.rulings.target;
        let mut moved = Vec::new();
        let mut places = judged.seen.iter();
        wrongs.retain(|wrong| {
            let parts = places.next().map_or(&[][..], Vec::as_slice);
            let is_moved = parts.iter().any(|part| {
                let register = match part.at {
                    At::Register(register) | At::Pointed(register, _) => register,
                    At::Stack(_) if part.of_pointer => target.stack_pointer(),
                    At::Stack(_) => return false,
                };
                is_written_early(target, callable.file, start, register)
            });
            if is_moved {
                moved.push(wrong.name.clone());
            }
            !is_moved
        });
        if wrongs.is_empty() {
            judged.outcome = Outcome::Agrees;
        }
        for name in moved {
            judged.compared = judged.compared.saturating_sub(1);
            let reason = "its place is given for after the function has moved it";
            let plain = name.trim_start_matches("parameter ");
            self.leave_out(Kind::Parameter, key(&name), plain, reason.into());
        }
    }

    /// Compares places with those of the plan, under other readings too where the most plausible one does not fit.
    fn places(
        &mut self,
        name: &str,
        (signature, weight): (&Signature, usize),
        parameters: &[Parameter],
    ) -> Result<Judged, Exhausted> {
        let compared = parameters.iter().filter(|p| !p.located.is_empty()).count() as u64;
        if compared == 0 {
            return Ok(Judged { outcome: Outcome::Agrees, fits: Vec::new(), compared, seen: Vec::new() });
        }
        let target = self.rulings.target;
        let case = case_of(Form::Prototype, target, signature);
        let mut plan_of = |permits: &dyn Permits| {
            self.rulings.work.spend(STEPS * (1 + weight as u64))?;
            Ok::<_, Exhausted>(plan_of(&case, permits))
        };
        let dialect = self.rulings.dialect;
        let (plan, assignment) = plan_of(dialect)?;
        let (first, seen) = faults(target, name, &plan, parameters);
        let mut fits = Vec::new();
        let mut others: Vec<(ChoiceIndex, u8, bool)> = Vec::new();
        for choice in assignment.keys() {
            for position in dialect.permitted(*choice).into_iter().skip(1) {
                let (other, _) = plan_of(&dialect.with(*choice, position))?;
                let is_same = has_same_places(&plan, &other);
                if !is_same {
                    others.push((*choice, position, faults(target, name, &other, parameters).0.is_empty()));
                }
            }
        }
        // What is learnt: at each question by which places differ, the readings that fit.
        let mut asked: Vec<ChoiceIndex> = others.iter().map(|(choice, ..)| *choice).collect();
        asked.dedup();
        if first.is_empty() {
            if let [choice] = asked.as_slice() {
                let own = assignment.get(choice).map(|own| Assignment::from([(*choice, *own)]));
                fits.extend(own);
                let fitting = others.iter().filter(|(_, _, fits)| *fits);
                fits.extend(fitting.map(|(choice, position, _)| Assignment::from([(*choice, *position)])));
            }
        } else if let Some((choice, position, _)) = others.iter().find(|(_, _, fits)| *fits) {
            fits.push(Assignment::from([(*choice, *position)]));
        }
        let outcome = match first.is_empty() || !fits.is_empty() {
            true => {
                for passed in &plan.arguments {
                    self.entries.exercise(&passed.clauses);
                }
                Outcome::Agrees
            }
            false => Outcome::Disagrees(self.explained((name, weight), &case, parameters, first)?),
        };
        Ok(Judged { outcome, fits, compared, seen })
    }

    /// Faults in a function's parameters, with the departure from the document that explains all of them, if one does.
    fn explained(
        &mut self,
        (name, weight): (&str, usize),
        case: &Case,
        parameters: &[Parameter],
        mut wrongs: Vec<Wrong>,
    ) -> Result<Vec<Wrong>, Exhausted> {
        let (target, dialect) = (self.rulings.target, self.rulings.dialect);
        for (departing, answer, text) in Readings::new(target, dialect).with_departures(case) {
            self.rulings.work.spend(STEPS * (1 + weight as u64))?;
            let (plan, _) = plan_of(case, &departing);
            if faults(target, name, &plan, parameters).0.is_empty() {
                let hint = format!(
                    "one departure from the document explains all of this function: {answer}: {text}. Compilers are known for it; \
                     --dialect asks for what they do"
                );
                wrongs.iter_mut().for_each(|wrong| wrong.hint = Some(hint.clone()));
                break;
            }
        }
        Ok(wrongs)
    }
}

/// Outcome for the places of a function's parameters.
struct Judged {
    outcome: Outcome,
    fits: Vec<Assignment>,
    /// Number of parameters whose places were compared.
    compared: u64,
    /// Places of those that are elsewhere, each with all its parts.
    seen: Vec<Vec<Located>>,
}

fn has_same_places(one: &Plan, other: &Plan) -> bool {
    one.arguments.iter().zip(&other.arguments).all(|(one, other)| one.transfer == other.transfer)
}

/// Parameters that are elsewhere than the plan has them.
fn faults(
    target: Target,
    name: &str,
    plan: &Plan,
    parameters: &[Parameter],
) -> (Vec<Wrong>, Vec<Vec<Located>>) {
    let (mut all, mut places) = (Vec::new(), Vec::new());
    for (number, (parameter, passed)) in parameters.iter().zip(&plan.arguments).enumerate() {
        let Some((wanted, seen)) = parameter.located.iter().find_map(|located| differs(passed, located))
        else {
            continue;
        };
        let called = if parameter.name.is_empty() { number.to_string() } else { parameter.name.clone() };
        let words = |at: At| match at {
            At::Register(register) => target.register_name(register),
            At::Pointed(register, 0) => {
                format!("memory whose address is in {}", target.register_name(register))
            }
            At::Pointed(register, distance) => {
                format!("memory {distance} bytes from the address in {}", target.register_name(register))
            }
            At::Stack(distance) => format!("the stack, {distance} bytes above the stack pointer"),
        };
        all.push(Wrong {
            kind: Kind::Parameter,
            name: format!("parameter {name}.{called}"),
            clauses: passed.clauses.clone(),
            subject: format!(
                "byte {} of parameter `{called}` of `{name}` at its first instruction",
                seen.offset
            ),
            expected: wanted.map_or("no place".to_owned(), words),
            observed: words(seen.at),
            hint: None,
        });
        places.push(parameter.located.clone());
    }
    (all, places)
}

/// Where the plan has the first of some bytes, if that is elsewhere.
fn differs(passed: &Passed, located: &Located) -> Option<(Option<At>, Located)> {
    let wanted = match &passed.transfer {
        Transfer::Nothing => return None,
        Transfer::Direct(pieces) => piece_at(pieces, located.offset).map(|(place, inside)| match place {
            // Debug information names whole registers.
            Place::Register { register, .. } => At::Register(register),
            Place::Pointed { base, offset } => At::Pointed(base, offset.saturating_add_unsigned(inside)),
            Place::Stack { offset } => At::Stack(offset.saturating_add_unsigned(inside)),
        }),
        Transfer::ByReference { pointer, .. } => match piece_at(pointer, 0) {
            Some((Place::Register { register, .. }, _)) => {
                Some(At::Pointed(register, i64::try_from(located.offset).ok()?))
            }
            // The address itself is in memory: no plain place.
            _ => return None,
        },
    };
    // Some compilers give the register of the address as the place.
    if let (Transfer::ByReference { .. }, Some(At::Pointed(register, 0)), At::Register(seen)) =
        (&passed.transfer, wanted, located.at)
        && register == seen
    {
        return None;
    }
    (wanted != Some(located.at)).then_some((wanted, *located))
}

/// The place of the piece with a byte, and the distance of the byte in it.
fn piece_at(pieces: &[Piece], byte: u64) -> Option<(Place, u64)> {
    let has = |piece: &&Piece| {
        let start = u64::from(piece.offset);
        byte >= start && byte < start + u64::from(piece.len.max(1))
    };
    pieces.iter().find(has).map(|piece| (piece.place, byte - u64::from(piece.offset)))
}

/// Numbers of the functions of a file.
pub(super) fn functions(nodes: &Nodes<'_>) -> Vec<usize> {
    let is_one = |node: &&Node<'_>| node.tag == dw::DW_TAG_subprogram;
    let all = nodes.list.iter().enumerate();
    all.filter(|(_, node)| is_one(node)).map(|(at, _)| at).collect()
}
