//! Functions that are no functions of C: where they come back to, and what is not held against them.

use super::Audit;
use super::draw::{Drawn, Object};
use super::enter::filled;
use super::scene::Run;
use crosscall_model::Target;
use crosscall_model::finding::{Mismatch, Topic};
use crosscall_model::observation::{End, Event, number};
use crosscall_model::plan::{Link, Linkage, Place, Plan};
use crosscall_model::target::Register;
use crosscall_reports::audit::Fault;
use crosscall_reports::nearest;

/// Convention of a function.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Convention {
    /// Register in which it gets its return address, where that is not the document's.
    pub link: Option<Register>,
    /// True if it does not come back, as `longjmp` and `exit`.
    pub does_not_return: bool,
    /// True if it goes on with another stack and the registers that belong to it.
    pub switches_stacks: bool,
    /// True if it puts registers of its caller into an object, in whatever form.
    pub saves_registers: bool,
}

/// Words for conventions without a register.
const WORDS: [&str; 3] = ["does not return", "switches stacks", "saves registers"];

impl Convention {
    /// Reads a convention, or several with commas between them.
    ///
    /// # Errors
    /// The words that are none, with those that are.
    pub fn parse(target: Target, text: &str) -> Result<Convention, String> {
        let mut convention = Convention::default();
        for words in text.split(',').map(str::trim) {
            match (words, words.strip_prefix("returns by ")) {
                (_, Some(name)) => convention.link = Some(register(target, name.trim())?),
                ("does not return", _) => convention.does_not_return = true,
                ("switches stacks", _) => convention.switches_stacks = true,
                ("saves registers", _) => convention.saves_registers = true,
                _ => {
                    return Err(format!(
                        "`{words}` is no convention; there are `returns by REGISTER`, {}",
                        WORDS.map(|word| format!("`{word}`")).join(", ")
                    ));
                }
            }
        }
        Ok(convention)
    }

    /// True if control may go anywhere in the end.
    pub(super) fn leaves(self) -> bool {
        self.does_not_return || self.switches_stacks
    }

    /// True for a contradiction that is none under the convention.
    pub(super) fn allows(self, mismatch: &Mismatch) -> bool {
        let is_of_stack = matches!(mismatch.topic, Topic::StackPointer | Topic::Stack | Topic::Register(_));
        self.leaves() && (mismatch.is_about_control() || is_of_stack)
    }

    /// The plan of a call with this convention.
    pub(super) fn applied(self, mut plan: Plan) -> Plan {
        if let (Some(register), Some(linkage)) =
            (self.link, plan.linkage.iter_mut().find(|linkage| linkage.link == Link::ReturnAddress))
        {
            linkage.place = Place::Register { register, byte: 0 };
        }
        plan
    }

    /// Demands that are not held against a function, in words.
    pub(super) fn words(self, target: Target) -> Option<String> {
        let mut words = Vec::new();
        if let Some(link) = self.link {
            let name = target.register(link).map_or("?", |info| info.name);
            words.push(format!("it gets its return address in {name}"));
        }
        if self.leaves() {
            words.push(
                "where control goes, registers and the stack pointer are not held against it".to_owned(),
            );
        }
        if self.saves_registers {
            words.push("what objects hold of its caller's registers is not held against it".to_owned());
        }
        (!words.is_empty()).then(|| format!("by its convention, {}", words.join("; ")))
    }
}

/// A register that can hold an address.
fn register(target: Target, name: &str) -> Result<Register, String> {
    let register = target.register_named(name).filter(|register| target.is_general(*register));
    register.ok_or_else(|| {
        let near = nearest(name, target.registers().iter().map(|info| info.name));
        let hint = near.map_or_else(String::new, |near| format!("; did you mean {near}?"));
        format!("{target} has no register `{name}` for an address{hint}")
    })
}

/// The document's register for the return address.
pub(super) fn usual_link(plan: &Plan) -> Option<Register> {
    let is_link = |linkage: &&Linkage| linkage.link == Link::ReturnAddress;
    plan.linkage.iter().find(is_link).and_then(|linkage| linkage.place.register())
}

impl Audit<'_> {
    /// A function that comes back though its convention is that it does not.
    pub(super) fn comes_back(&self, drawn: &Drawn) -> Fault {
        Fault {
            subject: "control".to_owned(),
            expected: "it does not come back".to_owned(),
            observed: "it comes back to the return address".to_owned(),
            input: self.input(drawn),
            ..Fault::default()
        }
    }

    /// True for an input of a function that goes elsewhere, with which that may be into the code itself.
    pub(super) fn leads_into_code(&self, drawn: &Drawn) -> bool {
        let length = self.question.target.address_bytes();
        let is_code = |bytes: &[u8]| self.scene.stage().code_at(number(bytes)).is_some();
        let mut objects = drawn.objects.iter();
        self.question.convention.leaves() && objects.any(|object| object.bytes.windows(length).any(is_code))
    }

    /// A change to another context, in words: the stack pointer and the place at which control goes on are from an object.
    pub(super) fn other_context(&self, drawn: &Drawn, run: &Run) -> Option<String> {
        let (object, _) = self.held(drawn, self.gone_to(run)?)?;
        let mut pointers = run.seen.events.iter().filter_map(|event| match event {
            Event::StackPointer { sp, .. } => Some(*sp),
            _ => None,
        });
        let (of_stack, _) = self.held(drawn, pointers.next_back()?)?;
        (of_stack.name == object.name).then(|| {
            format!(
                "it goes on with the stack and the address that `{}` holds, and so in another context; if that is its purpose, say \
                 so with --convention 'does not return' or 'switches stacks'",
                object.name
            )
        })
    }

    /// The address outside of the given code to which control has gone.
    fn gone_to(&self, run: &Run) -> Option<u64> {
        match (&run.seen.end, run.astray) {
            (_, Some((to, _))) => Some(to),
            (End::Fault { pc, .. }, None) => Some(*pc).filter(|pc| self.scene.stage().code_at(*pc).is_none()),
            _ => None,
        }
    }

    /// The object that holds an address, and how far from its beginning.
    fn held<'d>(&self, drawn: &'d Drawn, address: u64) -> Option<(&'d Object, usize)> {
        let length = self.question.target.address_bytes();
        let bytes = address.to_le_bytes();
        let wanted = bytes.get(..length)?;
        let holds = |bytes: &[u8]| bytes.windows(length).position(|window| window == wanted);
        drawn.objects.iter().find_map(|object| Some((object, holds(&object.bytes)?)))
    }

    /// The convention that a function seems to have which does not come back to its return address, in words.
    pub(super) fn suggested(&self, drawn: &Drawn, run: &Run) -> Option<String> {
        let (to, entry) = (self.gone_to(run)?, run.seen.entry.as_ref()?);
        let (target, own) = (self.question.target, self.question.convention.link);
        let is_passed = |register: &Register| {
            Some(*register) != usual_link(&self.plan)
                && Some(*register) != own
                && filled(&self.plan).contains(register)
                && target.is_general(*register)
                && entry.register_value(*register) & !1 == to & !1
        };
        let mut registers =
            (0..target.registers().len()).filter_map(|number| u16::try_from(number).ok().map(Register));
        if let Some(info) = registers.find(is_passed).and_then(|register| target.register(register)) {
            return Some(format!(
                "it goes where {0} pointed; if that is its return address, say so with --convention 'returns by {0}'",
                info.name
            ));
        }
        let (object, at) = self.held(drawn, to)?;
        let place = if at == 0 { String::new() } else { format!("+{at}") };
        Some(format!(
            "it goes where `{}`{place} says ({to:#x}); if that is its purpose, say so with --convention 'does not return' or \
             'switches stacks'",
            object.name
        ))
    }
}
