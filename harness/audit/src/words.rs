//! Faults in words.

use super::depends::{Cause, Difference, cause};
use super::draw::{Drawn, Object};
use super::eyes::Stray;
use super::findings::CFI;
use super::high;
use super::meaning::Access;
use super::parameters::{is_number, number_of};
use super::scene::{Left, Run};
use super::unheld;
use super::unwind::{Words, Wrong};
use super::{Audit, name_of_value, source_at};
use crosscall_generator::Widths;
use crosscall_model::finding::{Address, Found, Mismatch, Observed, Topic};
use crosscall_model::observation::End;
use crosscall_model::{Type, Value, counted};
use crosscall_reports::audit::{Fault, Spot};

/// Most objects that pointers in records lead to that an input shows.
const MOST_INSIDE: usize = 4;

/// Most bytes of an object that an input shows.
const SHOWN: usize = 16;

/// The address that a contradiction is about, where it is a store.
pub(super) fn written_at(mismatch: &Mismatch) -> Option<u64> {
    match &mismatch.observed {
        Observed::Write(write) => Some(write.at.at),
        _ => None,
    }
}

/// The instruction that a contradiction is about.
fn instruction(mismatch: &Mismatch) -> Option<u64> {
    let at = |address: &Address| Some(address.at);
    match &mismatch.observed {
        Observed::Write(write) => at(&write.by),
        Observed::After(_, by)
        | Observed::AtCall(_, by)
        | Observed::NothingSaved(_, by)
        | Observed::WrittenBy(by)
        | Observed::Access { by, .. } => at(by),
        _ => match &mismatch.found {
            Some(Found::LastWritten(by)) => at(by),
            _ => None,
        },
    }
}

impl Audit<'_> {
    pub(super) fn spot(&self, address: u64) -> Spot {
        let source = source_at(&self.scene, self.sources, address);
        Spot { source, ..self.body.spot(self.scene.stage(), address) }
    }

    fn is_code(&self, address: u64) -> bool {
        self.scene.stage().code_at(address).is_some()
    }

    /// The arguments of an input, a line each.
    pub(super) fn input(&self, drawn: &Drawn) -> Vec<String> {
        let one = |(index, value): (usize, &Value)| {
            let parameter = self.parameters.list.get(index);
            let name = parameter.map_or("?", |parameter| parameter.name.as_str());
            let is_its = |object: &&Object| object.parameter == index && object.name == name;
            let object = drawn.objects.iter().find(is_its);
            let number = parameter.and_then(|parameter| number(&parameter.ty, value, &self.widths));
            match (object, number) {
                (Some(object), _) => format!("{name} = {value}: {}", contents(object)),
                (None, Some(number)) => format!("{name} = {number}"),
                (None, None) => format!("{name} = {value}{}", within(drawn, value)),
            }
        };
        let own = |object: &&Object| object.name.contains(['.', '[']);
        let inner =
            |object: &Object| format!("{} at {:#x}: {}", object.name, object.range.start, contents(object));
        let inside = drawn.objects.iter().filter(own).take(MOST_INSIDE).map(inner);
        let numbers =
            drawn.numbers.iter().take(MOST_INSIDE).map(|(name, number)| format!("{name} = {number}"));
        drawn.values.iter().enumerate().map(one).chain(numbers).chain(inside).collect()
    }

    /// A contradiction of the document.
    pub(super) fn fault(&self, mismatch: &Mismatch, drawn: &Drawn, run: &Run) -> Fault {
        let words = mismatch.words_with(&|value| name_of_value(&self.parameters, value));
        let writer = match &mismatch.topic {
            Topic::Register(register) => {
                let number = self.scene.numbers().get(usize::from(register.0));
                number.and_then(|number| run.writers.get(number)).copied()
            }
            _ => None,
        };
        let at = instruction(mismatch).or(writer).filter(|at| self.is_code(*at));
        let seen = words.seen();
        Fault {
            subject: words.subject,
            expected: words.expected,
            observed: seen,
            place: at.map(|at| self.spot(at)),
            input: self.input(drawn),
            clauses: mismatch.clauses.clone(),
            ..Fault::default()
        }
    }

    /// A wrong claim of the function's call frame information. That a register is unchanged which the function does not give back,
    /// one of those named in `lost`, is no fault of its own.
    pub(super) fn unwound(&self, drawn: &Drawn, wrong: &Wrong, lost: &[String]) -> Option<Fault> {
        let words = Words::of(self.scene.frames.as_ref()?);
        let fault = words.fault(wrong);
        let register = fault.name.strip_prefix(CFI).unwrap_or_default();
        if words.is_unsaved(wrong) && lost.iter().any(|name| name == register) {
            return None;
        }
        Some(Fault { place: Some(self.spot(wrong.pc)), input: self.input(drawn), ..fault })
    }

    /// A remark on call frame information that the function has not, or that is compared at calls alone.
    pub(super) fn frames_note(&self) -> Option<String> {
        let frames = self.scene.frames.as_ref()?;
        let (_, procedure) = match frames.procedure(self.scene.function()) {
            Some(procedure) => procedure,
            None => {
                return Some("it has no call frame information, which other functions here have".to_owned());
            }
        };
        procedure.is_for_calls.then(|| {
            "its call frame information is right at calls alone, as some compilers write it, and is compared there; --cfi all \
             compares it everywhere"
                .to_owned()
        })
    }

    /// A run that did not come back. That code follows a wrong address is no matter of the document.
    pub(super) fn stopped(&self, drawn: &Drawn, run: &Run) -> Fault {
        let (clauses, observed, pc) = match &run.seen.end {
            End::Fault { pc, reason } => (Vec::new(), format!("stopped: {reason}"), Some(*pc)),
            End::Budget => {
                let observed = format!("still running after {} instructions", run.instructions);
                (Vec::new(), observed, None)
            }
            End::Returned | End::Exited => {
                (vec![self.plan.return_clause], "the program has ended".to_owned(), None)
            }
        };
        let hint = "the function may not take these arguments; say what they mean, as in --argument 'n: 0..p', or give it more \
                    instructions with --budget";
        Fault {
            clauses,
            subject: "control".to_owned(),
            expected: "it comes back to the return address".to_owned(),
            observed,
            place: pc.filter(|pc| self.is_code(*pc)).map(|pc| self.spot(pc)),
            input: self.input(drawn),
            hint: self
                .suggested(drawn, run)
                .or_else(|| (!self.parameters.list.is_empty()).then(|| hint.to_owned())),
            ..Fault::default()
        }
    }

    /// A run that stopped at an instruction on vectors whose kind the function has not set, with its name.
    pub(super) fn unset(&self, drawn: &Drawn, run: &Run) -> Option<(String, Fault)> {
        let End::Fault { pc, .. } = run.seen.end else { return None };
        let cause = cause((self.question.target, &self.plan), run.unset?, &[], &|_| String::new())?;
        let fault = Fault {
            clauses: cause.clauses,
            subject: "control".to_owned(),
            expected: "the same whatever is in places that carry nothing".to_owned(),
            observed: format!("depends on {}: it stops there", cause.what),
            place: Some(self.spot(pc)).filter(|_| self.is_code(pc)),
            input: self.input(drawn),
            ..Fault::default()
        };
        Some((cause.name, fault))
    }

    /// A register that has to be zero at calls and at return and was not, with its name.
    pub(super) fn nonzero(&self, drawn: &Drawn, run: &Run) -> Option<(String, Fault)> {
        let nonzero = run.nonzero?;
        let rule = unheld::rule(&self.plan, nonzero.rule)?;
        let fault = Fault {
            clauses: rule.clauses.to_vec(),
            subject: rule.name.to_owned(),
            expected: "0 at every call and at return".to_owned(),
            observed: nonzero.value.to_string(),
            place: nonzero.at.filter(|at| self.is_code(*at)).map(|at| self.spot(at)),
            input: self.input(drawn),
            ..Fault::default()
        };
        Some((format!("{} is not zero", rule.name), fault))
    }

    /// A pointer of which the upper half was lost.
    pub(super) fn cut(&self, drawn: &Drawn, run: &Run, what: &str) -> Fault {
        let (observed, place) = match (&run.seen.end, run.astray) {
            (_, Some((to, from))) => (format!("it goes to {to:#x}"), Some(from)),
            (End::Fault { pc, reason }, None) => (reason.clone(), Some(*pc)),
            _ => ("it comes back".to_owned(), None),
        };
        Fault {
            clauses: high::clauses(self.question.target),
            subject: format!("pointer to {what}"),
            expected: "all 64 bits of it are used".to_owned(),
            observed: format!("only the lowest 32 are: {observed}"),
            place: place.filter(|pc| self.is_code(*pc)).map(|pc| self.spot(pc)),
            input: self.input(drawn),
            ..Fault::default()
        }
    }

    /// Control that has left the function for another place than its return address.
    pub(super) fn astray(&self, drawn: &Drawn, run: &Run, (to, from): (u64, u64)) -> Fault {
        Fault {
            clauses: vec![self.plan.return_clause],
            subject: "control".to_owned(),
            expected: "it comes back to the return address".to_owned(),
            observed: format!("it goes to {to:#x}, which is none of the given code"),
            place: Some(self.spot(from)),
            input: self.input(drawn),
            hint: self.suggested(drawn, run),
            ..Fault::default()
        }
    }

    /// A call with a number of registers with arguments that it cannot have, by the position of the function called.
    pub(super) fn miscount(&self, drawn: &Drawn, function: usize, (at, value): (u64, u8)) -> Fault {
        let counted = self.scene.counted.get(function);
        let (least, most) = counted.map_or((0, 0), |counted| counted.range);
        let name = counted.map_or("?", |counted| counted.name);
        Fault {
            clauses: counted.map_or(Vec::new(), |counted| counted.clauses.clone()),
            subject: format!("lowest byte of {name} at a call with a variable number of arguments"),
            expected: format!("the number of vector registers with arguments, from {least} to {most}"),
            observed: value.to_string(),
            place: Some(self.spot(at)),
            input: self.input(drawn),
            ..Fault::default()
        }
    }

    /// A result that depends on what was not given.
    pub(super) fn dependence(&self, cause: &Cause, drawn: &Drawn, differing: &[Difference]) -> Fault {
        let parameter = |number: usize| drawn.objects.get(number).map_or("?", |object| object.name.as_str());
        let word = |difference: &Difference| match difference {
            Difference::End => "whether it comes back".to_owned(),
            Difference::Accesses => "the memory that it accesses".to_owned(),
            Difference::Result => "the result".to_owned(),
            Difference::Object(number, at) => format!("byte {at} of `{}`", parameter(*number)),
            Difference::Own => "its own data".to_owned(),
        };
        let differing: Vec<String> = differing.iter().map(word).collect();
        Fault {
            clauses: cause.clauses.clone(),
            subject: differing.join(", "),
            expected: "the same whatever is in places that carry nothing".to_owned(),
            observed: format!("depends on {}", cause.what),
            input: self.input(drawn),
            ..Fault::default()
        }
    }

    /// An access beside the objects that were passed.
    pub(super) fn stray(&self, drawn: &Drawn, stray: &Stray) -> (String, Fault) {
        let distance = |object: &Object| {
            if stray.address < object.range.start {
                object.range.start - stray.address
            } else {
                stray.address.saturating_sub(object.range.end.saturating_sub(1))
            }
        };
        let nearest = drawn.objects.iter().min_by_key(|object| distance(object));
        let name = nearest.map_or("?", |object| object.name.as_str());
        let inside = nearest.is_some_and(|object| object.range.contains(&stray.address));
        let size = nearest.map_or(0, |object| object.bytes.len());
        let from = nearest.map_or(0, |object| stray.address.wrapping_sub(object.range.start).cast_signed());
        let does = if stray.written { "writes" } else { "reads" };
        let is_lent = nearest.is_some_and(|object| object.access == Access::In) && stray.written && inside;
        let (kind, expected) = if is_lent {
            (format!("writes {name}"), format!("`{name}` is only read"))
        } else {
            (
                format!("{does} beside {name}"),
                format!("nothing beside the {} of `{name}`", counted(size, "byte")),
            )
        };
        let free = self.parameters.free_beside(name);
        let hint = match (is_lent, stray.written) {
            (false, _) if free.is_some() => format!(
                "`{0}` holds any number; say which it may hold, as in --argument '{0}: 0..{name}'",
                free.unwrap_or_default()
            ),
            (true, _) => format!("--argument '{name}: … bytes, inout'"),
            (false, true) => format!(
                "say how large `{name}` is, or in which range another argument has to be, as in --argument 'n: 0..{name}'"
            ),
            (false, false) => format!(
                "where it is by design, --argument '{name}: … bytes, beyond N' allows N bytes; or another argument has to be \
                 in a range, as in --argument 'n: 0..{name}'"
            ),
        };
        let clauses = if stray.written { self.plan.foreign_clauses.clone() } else { Vec::new() };
        let fault = Fault {
            clauses,
            subject: format!("access to memory of {}", counted(stray.length, "byte")),
            expected,
            observed: format!("{does} {} at `{name}`{from:+}", counted(stray.length, "byte")),
            place: Some(self.spot(stray.pc)),
            input: self.input(drawn),
            hint: Some(hint),
            ..Fault::default()
        };
        (kind, fault)
    }

    /// A difference from the function that has to do the same.
    pub(super) fn unequal(
        &self,
        drawn: &Drawn,
        difference: Difference,
        ours: &Left,
        theirs: &Left,
    ) -> (String, Fault) {
        let digits =
            |bytes: Option<&[u8]>| bytes.map_or("nothing".to_owned(), crosscall_model::finding::words::show);
        let (name, subject, expected, observed) = match difference {
            Difference::Object(number, at) => {
                let parameter = drawn.objects.get(number).map_or("?", |object| object.name.as_str());
                let byte = |left: &Left| {
                    let byte = left.objects.get(number).and_then(|(_, after)| after.get(at));
                    byte.map_or("nothing".to_owned(), |byte| format!("{byte:#04x}"))
                };
                let subject = format!("byte {at} of `{parameter}`");
                (format!("other contents of {parameter}"), subject, byte(theirs), byte(ours))
            }
            _ => {
                let result = |left: &Left| digits(left.result.as_deref());
                ("other result".to_owned(), "the result".to_owned(), result(theirs), result(ours))
            }
        };
        let other = self.question.same_as.as_ref().map_or("", |(_, symbol)| symbol.as_str());
        let fault = Fault {
            clauses: Vec::new(),
            subject,
            expected: format!("{expected}, as `{other}` has it"),
            observed,
            input: self.input(drawn),
            ..Fault::default()
        };
        (name, fault)
    }
}

/// The object that an address is in, and how far, in words.
fn within(drawn: &Drawn, value: &Value) -> String {
    let Value::Bits(bits) = value else { return String::new() };
    let Ok(address) = u64::try_from(*bits) else { return String::new() };
    let holds = |object: &&Object| (object.range.start..=object.range.end).contains(&address);
    let object = drawn.objects.iter().find(holds);
    object.map_or(String::new(), |object| format!(": {}+{}", object.name, address - object.range.start))
}

/// The number that an integer is.
fn number(ty: &Type, value: &Value, widths: &Widths) -> Option<i128> {
    let Value::Bits(bits) = value else { return None };
    Some(number_of(ty, *bits, widths.leaf(ty).filter(|_| is_number(ty))?))
}

/// An object in a few words.
fn contents(object: &Object) -> String {
    let bytes: Vec<String> = object.bytes.iter().take(SHOWN).map(|byte| format!("{byte:02x}")).collect();
    let more = if object.bytes.len() > SHOWN { " …" } else { "" };
    let count = object.bytes.len();
    match (object.access, count) {
        (_, 0) => "0 bytes".to_owned(),
        (Access::Out, _) => format!("{} for what is written", counted(count, "byte")),
        _ => format!("{}: {}{more}", counted(count, "byte"), bytes.join(" ")),
    }
}
