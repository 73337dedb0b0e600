//! Text of a probe under construction.

use crosscall_model::Target;
use crosscall_model::plan::Plan;
use crosscall_model::target::Register;

use super::fill::{Contents, Filled, Filling, Object, Word};
use super::loader::{Loader, Moment};
use super::spelling::Spelling;
use super::{Probe, table};

/// Code and data of a probe, demands that it cannot fulfil, and the routines that it calls.
pub(super) struct Text<'s> {
    pub(super) spelling: &'s dyn Spelling,
    target: Target,
    pub(super) code: String,
    pub(super) data: String,
    pub(super) problems: Vec<String>,
    /// Name of the space for a result in the probe's own frame, and its distance from the stack pointer in bytes.
    pub(super) room: Option<(String, i64)>,
    loaders: Vec<Loader>,
    defined: Vec<String>,
    called: Vec<(String, String)>,
}

impl<'s> Text<'s> {
    pub(super) fn new(spelling: &'s dyn Spelling, target: Target) -> Text<'s> {
        let (code, data) = (spelling.language().code[0].to_owned(), spelling.language().data[0].to_owned());
        Text {
            spelling,
            target,
            code,
            data,
            problems: Vec::new(),
            room: None,
            loaders: Vec::new(),
            defined: Vec::new(),
            called: Vec::new(),
        }
    }

    /// Begins a function with this C name.
    pub(super) fn function(&mut self, name: &str) {
        let symbol = self.spelling.symbol(name);
        self.spelling.function(&mut self.code, &symbol);
        self.defined.push(symbol);
    }

    /// Writes a call of a function with this C name.
    pub(super) fn call(&mut self, name: &str) {
        let symbol = self.refer(name);
        self.spelling.call(&mut self.code, &symbol);
    }

    /// Writes a jump to a function with this C name.
    pub(super) fn jump(&mut self, name: &str) {
        let symbol = self.refer(name);
        self.spelling.jump(&mut self.code, &symbol);
    }

    fn refer(&mut self, name: &str) -> String {
        let symbol = self.spelling.symbol(name);
        let mut said = String::new();
        self.spelling.reference(&mut said, &symbol);
        self.called.push((symbol.clone(), said));
        symbol
    }

    /// Writes an object that is aligned to its alignment and not to twice that, with poison on both sides.
    pub(super) fn object(&mut self, object: &Object) {
        let (spelling, padding) = (self.spelling, Some(crate::poison::PADDING));
        let (multiple, before) = object.place();
        spelling.align(&mut self.data, multiple);
        spelling.space(&mut self.data, before, padding, "");
        spelling.label(&mut self.data, &spelling.symbol(&object.label), true, &object.note);
        match &object.contents {
            Contents::Bytes(bytes) => spelling.bytes(&mut self.data, bytes),
            Contents::Words(words) if words.iter().any(|word| self.is_room(std::slice::from_ref(word))) => {
                self.problems.push("the address of a room in the frame, in a list of parameters".to_owned());
            }
            Contents::Words(words) => spelling.words(&mut self.data, words, ""),
        }
        spelling.space(&mut self.data, Object::BEHIND, padding, "");
    }

    /// Fills registers: those that carry values from a table at a label, and then the poisoned ones by a routine.
    /// Before a return it comes last, because the routine returns.
    pub(super) fn fill(&mut self, label: &str, filling: &mut Filling, skip: &[Register], moment: Moment) {
        let spelling = self.spelling;
        let is_meant = |register: Register| spelling.is_loaded(register) && !skip.contains(&register);
        let own = filling.registers().into_iter().filter(|f| is_meant(f.register));
        let (in_frame, own): (Vec<Filled>, Vec<Filled>) = own.partition(|f| self.is_room(&f.words));
        let is_poisoned = |register: &Register| is_meant(*register) && spelling.is_poisoned(*register);
        let poison: Vec<Register> = filling.poisoned().filter(is_poisoned).collect();
        let bases: Vec<Register> = poison.iter().copied().filter(|r| spelling.is_base(*r)).collect();
        if !table::load(spelling, &mut self.code, &mut self.data, label, &own, &bases)
            || (!poison.is_empty() && bases.is_empty())
        {
            self.problems.push("no register is free to hold the address of a table".to_owned());
        }
        if let Some((_, offset)) = self.room {
            for filled in in_frame {
                spelling.stack_address(&mut self.code, filled.register, offset);
            }
        }
        let loader = Loader::new(self.target, moment, poison);
        match (moment, loader.as_ref().map(Loader::name)) {
            (Moment::Call, Some(routine)) => self.call(&routine),
            (Moment::Return, Some(routine)) => self.jump(&routine),
            (Moment::Call, None) => {}
            (Moment::Return, None) => spelling.ret(&mut self.code),
        }
        self.loaders.extend(loader);
    }

    /// True if words are the address of the space in the probe's own frame.
    pub(super) fn is_room(&self, words: &[Word]) -> bool {
        matches!((words, &self.room), ([Word::Address(label)], Some((room, _))) if label == room)
    }

    /// Destroys the flags.
    pub(super) fn flags(&mut self, plan: &Plan, temporary: Register) {
        self.spelling.destroy_flags(&mut self.code, &plan.registers, temporary);
    }

    pub(super) fn finish(mut self, filling: Filling) -> Probe {
        self.problems.extend(filling.problems);
        for problem in &self.problems {
            self.spelling.refuse(&mut self.code, &format!("this probe cannot be written: {problem}"));
        }
        let mut text = self.code + self.spelling.language().code[1];
        if self.data.len() > self.spelling.language().data[0].len() {
            text += &self.data;
            text += self.spelling.language().data[1];
        }
        Probe { text, loaders: self.loaders, defined: self.defined, called: self.called }
    }
}
