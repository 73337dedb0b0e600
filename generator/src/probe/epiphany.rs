//! Probes for the Epiphany in the syntax of its assembler (GNU binutils). C names have a leading
//! underscore. Calls use `bl` and returns `rts` (Epiphany ABI, "Subroutine Calls").

use std::fmt::Write;

use crosscall_model::plan::{Fate, Piece, Place, Plan, Rest, Transfer};
use crosscall_model::target::Register;
use crosscall_model::{Case, Target, unit};

use super::Probe;
use super::fill::{self, Filled, Filling, Object, Word};
use super::loader::{Loader, Moment};

const SP: Register = Register(13);
const LR: Register = Register(14);
/// General registers; the special ones behind them are not loaded from memory.
const GENERAL: u16 = 64;
/// Name of the flags among the registers.
const FLAGS: &str = "status";
/// Integer and floating flags, current and sticky: all set that have a meaning.
const FLAG_POISON: u32 = 0xfff0;

/// A probe under construction.
struct Text {
    code: String,
    data: String,
    problems: Vec<String>,
    loaders: Vec<Loader>,
}

impl Text {
    fn new() -> Text {
        Text {
            code: "\t.text\n\t.balign 4\n".to_owned(),
            data: "\t.data\n\t.balign 8\n".to_owned(),
            problems: Vec::new(),
            loaders: Vec::new(),
        }
    }

    fn line(&mut self, line: std::fmt::Arguments<'_>) {
        let _ = writeln!(self.code, "\t{line}");
    }

    fn function(&mut self, name: &str) {
        let _ = writeln!(self.code, "\t.global _{name}\n_{name}:");
    }

    /// A register set to a number.
    fn number(&mut self, register: &str, value: u32) {
        if value <= 0xffff {
            self.line(format_args!("mov {register},#{value:#x}"));
        } else {
            self.line(format_args!("mov {register},%low({value:#x})"));
            self.line(format_args!("movt {register},%high({value:#x})"));
        }
    }

    /// A register set to the address of a label.
    fn address(&mut self, register: &str, label: &str) {
        self.line(format_args!("mov {register},%low({label})"));
        self.line(format_args!("movt {register},%high({label})"));
    }

    fn word(&mut self, word: &Word, note: &str) {
        let space = if note.is_empty() { "" } else { "\t; " };
        let _ = writeln!(self.data, "\t.word {}{space}{note}", Shown(word));
    }

    fn bytes(&mut self, bytes: &[u8]) {
        for row in bytes.chunks(16) {
            self.data.push_str("\t.byte ");
            for (i, byte) in row.iter().enumerate() {
                let comma = if i > 0 { "," } else { "" };
                let _ = write!(self.data, "{comma}{byte:#04x}");
            }
            self.data.push('\n');
        }
    }

    /// An object aligned to its alignment and not to twice that, with poison on both sides.
    fn object(&mut self, object: &Object) {
        let align = object.align.clamp(1, 4096);
        let step = align * 2;
        let before = if align < 8 { align + 8 } else { align };
        let _ =
            writeln!(self.data, "\t.balign {}\n\t.space {before},{:#x}", step.max(8), crate::poison::PADDING);
        let _ = writeln!(self.data, "\t.global _{0}\n_{0}:\t; {1}", object.label, object.note);
        self.bytes(&object.bytes);
        let _ = writeln!(self.data, "\t.space 16,{:#x}", crate::poison::PADDING);
    }

    /// Copies `count` units (`b` bytes, empty words) from one address register to another; all four
    /// registers are used up.
    fn copy(&mut self, label: &str, unit: &str, [from, to, count, between]: [&str; 4]) {
        let _ = writeln!(self.code, "{label}:");
        self.line(format_args!("ldr{unit} {between},[{from}],#1"));
        self.line(format_args!("str{unit} {between},[{to}],#1"));
        self.line(format_args!("sub {count},{count},#1"));
        self.line(format_args!("bne {label}"));
    }

    /// Fills registers: those that carry something from a table at a label, and then in a routine those that
    /// hold poison. Before a return it is the last thing to do, because it returns.
    fn fill(&mut self, label: &str, filling: &mut Filling, skip: &[Register], moment: Moment) {
        let mut filled = filling.registers();
        filled.retain(|f| is_loaded(f.register) && !skip.contains(&f.register));
        let (poison, own): (Vec<Filled>, Vec<Filled>) = filled.into_iter().partition(|f| f.note.is_empty());
        self.load(label, &own);
        let poison = poison.into_iter().map(|f| f.register).collect();
        let loader = Loader::new(Target::Epiphany, moment, poison);
        match (moment, &loader) {
            (Moment::Call, Some(loader)) => self.line(format_args!("bl _{}", loader.name())),
            (Moment::Return, Some(loader)) => self.line(format_args!("b _{}", loader.name())),
            (Moment::Call, None) => {}
            (Moment::Return, None) => self.line(format_args!("rts")),
        }
        self.loaders.extend(loader);
    }

    /// Loads registers, in ascending order, from a table at a label. The last one holds the table's address
    /// on the way.
    fn load(&mut self, label: &str, filled: &[Filled]) {
        let Some(base) = filled.last().map(|f| f.register.0) else { return };
        self.address(&format!("r{base}"), label);
        let _ = writeln!(self.data, "\t.balign 8\n{label}:");
        let table = filled.first().map_or(0, |f| f.register.0 / 2 * 2);
        let has = |r: u16| find(filled, r).is_some();
        for number in table..=base {
            let pair = number % 2 == 0 && number + 1 < base && has(number) && has(number + 1);
            let second = number % 2 == 1 && number < base && has(number) && has(number - 1);
            let place = number - table;
            if pair {
                self.line(format_args!("ldrd r{number},[r{base},#{}]", place / 2));
            } else if has(number) && !second {
                self.line(format_args!("ldr r{number},[r{base},#{place}]"));
            }
        }
        let mut at = table;
        while at <= base {
            at = self.row(filled, at, base);
        }
    }

    /// Some lines' worth of a table of registers: a register that carries something has a line of its
    /// own, poison goes four to a line, and gaps are one. Gives the next register.
    fn row(&mut self, filled: &[Filled], first: u16, last: u16) -> u16 {
        let find = |number: u16| find(filled, number);
        let run = |belongs: &dyn Fn(u16) -> bool| (first..=last).take_while(|n| belongs(*n)).count();
        let Some(Filled { words, note, .. }) = find(first) else {
            let gap = run(&|n| find(n).is_none());
            let _ = writeln!(self.data, "\t.space {}\t; from r{first} on, not from here", gap * 4);
            return first + gap as u16;
        };
        let word = |words: &[Word]| words.first().cloned().unwrap_or(Word::Number(0));
        if !note.is_empty() {
            self.word(&word(words), &format!("r{first} = {note}"));
            return first + 1;
        }
        let run = run(&|n| n < first / 4 * 4 + 4 && find(n).is_some_and(|f| f.note.is_empty()));
        self.data.push_str("\t.word ");
        for number in first..first + run as u16 {
            let comma = if number > first { "," } else { "" };
            let words = find(number).map_or(&[][..], |f| &f.words);
            let _ = write!(self.data, "{comma}{}", Shown(&word(words)));
        }
        let _ = writeln!(self.data, "\t; from r{first} on, poison");
        first + run as u16
    }

    /// Destroys the flags, which nobody preserves. Modes are left alone, also where a plan calls them scratch: a
    /// subject's own code shows what it does with them.
    fn flags(&mut self, plan: &Plan, temporary: &str) {
        let is_flags = |r: Register| {
            Target::Epiphany.registers().get(usize::from(r.0)).is_some_and(|info| info.name == FLAGS)
        };
        if plan.registers.iter().any(|rule| is_flags(rule.register) && rule.fate != Fate::Unspecified) {
            self.number(temporary, FLAG_POISON);
            self.line(format_args!("movts {FLAGS},{temporary}"));
        }
    }

    fn finish(mut self, filling: Filling) -> Probe {
        self.problems.extend(filling.problems);
        let mut text = self.code;
        for problem in &self.problems {
            let _ =
                writeln!(text, "\t.error \"this probe cannot be written: {}\"", problem.replace('"', "'"));
        }
        if self.data.lines().count() > 2 {
            text += &self.data;
        }
        Probe { text, loaders: self.loaders }
    }
}

/// Whether probes put something into a register when they fill registers.
fn is_loaded(register: Register) -> bool {
    register.0 < GENERAL && register != SP && register != LR
}

/// The entry for a register in an ascending list.
fn find(filled: &[Filled], number: u16) -> Option<&Filled> {
    filled.binary_search_by_key(&number, |f| f.register.0).ok().and_then(|at| filled.get(at))
}

/// A word as the operand of `.word`.
struct Shown<'a>(&'a Word);

impl std::fmt::Display for Shown<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.0 {
            Word::Number(n) => write!(f, "{n:#010x}"),
            Word::Address(label) => write!(f, "_{label}"),
        }
    }
}

/// Registers for a probe's own work, before their last contents are loaded: scratch registers that carry
/// nothing.
fn temporaries(plan: &Plan, busy: &[Register]) -> Vec<String> {
    let free = |r: &Register| is_loaded(*r) && r.0 >= 12 && !busy.contains(r);
    let scratch = plan.registers.iter().filter(|rule| rule.fate == Fate::Scratch).map(|rule| rule.register);
    scratch.filter(free).map(|r| format!("r{}", r.0)).collect()
}

/// The register that pieces of an address lie in; or the stack offset.
fn sole_place(pieces: &[Piece]) -> Option<Place> {
    match pieces {
        [Piece { offset: 0, len: 4, place, rest: Rest::Unspecified }] => Some(*place),
        _ => None,
    }
}

pub(super) fn loader(loader: &Loader) -> String {
    let mut text = Text::new();
    let name = loader.name();
    text.function(&name);
    let filled = |(register, poison)| {
        let words = vec![Word::Number(poison)];
        Filled { register, words, note: String::new() }
    };
    let filled: Vec<Filled> = loader.contents().map(filled).collect();
    text.load(&format!(".L{name}"), &filled);
    text.line(format_args!("rts"));
    text.code + &text.data
}

pub(super) fn caller(k: usize, case: &Case, plan: &Plan) -> Probe {
    let mut text = Text::new();
    let (mut filling, objects) = fill::call(k, case.target, plan, 4);
    let (kept, copy) = (format!(".Lkept{k}"), format!(".Lcopy{k}"));
    text.function(&unit::caller(k));
    text.address("r16", &kept);
    text.line(format_args!("str lr,[r16]\t; for the way home"));
    text.line(format_args!("str sp,[r16,#1]"));
    let _ = writeln!(text.data, "{kept}:\n\t.word 0,0");

    let stack = filling.stack();
    let align = u32::try_from(plan.stack.align_at_call.0.max(plan.stack.align_always.0)).unwrap_or(8).max(4);
    let bytes = u32::try_from(stack.len() * 4).unwrap_or(0);
    if bytes > 0 {
        text.number("r17", bytes);
        text.line(format_args!("sub sp,sp,r17\t; stack arguments"));
    }
    if align.is_power_of_two() {
        text.number("r17", align.wrapping_neg());
        text.line(format_args!("and sp,sp,r17"));
    } else {
        text.problems.push(format!("a stack aligned to {align} bytes"));
    }
    if bytes > 0 {
        let table = format!(".Lstack{k}");
        text.address("r16", &table);
        text.line(format_args!("mov r17,sp"));
        text.number("r18", bytes / 4);
        text.copy(&copy, "", ["r16", "r17", "r18", "r19"]);
        let _ = writeln!(text.data, "{table}:");
        for (i, (word, note)) in stack.iter().enumerate() {
            let note = format!("sp+{}{}{note}", i * 4, if note.is_empty() { "" } else { " = " });
            text.word(word, &note);
        }
    }
    text.fill(&format!(".Lregisters{k}"), &mut filling, &[], Moment::Call);
    text.line(format_args!("bl _{}", unit::callee(k)));
    text.function(&unit::back(k));
    text.address("r16", &kept);
    text.line(format_args!("ldr lr,[r16]"));
    text.line(format_args!("ldr sp,[r16,#1]"));
    text.line(format_args!("rts"));
    for object in &objects {
        text.object(object);
    }
    let probe = text.finish(filling);
    if case.style.calls { probe.and(clobber(k, plan)) } else { probe }
}

pub(super) fn clobber(k: usize, plan: &Plan) -> Probe {
    let mut text = Text::new();
    let mut filling = fill::destroyed(Target::Epiphany, plan);
    text.function(&unit::clobber(k));
    let temporaries = temporaries(plan, &[]);
    match temporaries.last() {
        Some(temporary) => text.flags(plan, temporary),
        None => text.problems.push("no scratch register is free".to_owned()),
    }
    text.fill(&format!(".Lscratch{k}"), &mut filling, &[], Moment::Return);
    text.finish(filling)
}

pub(super) fn callee(k: usize, case: &Case, plan: &Plan) -> Probe {
    let mut text = Text::new();
    let mut filling = fill::comeback(case.target, plan);
    text.function(&unit::callee(k));
    let mut kept = Vec::new();
    let result = plan.result.as_ref();
    let mut busy = Vec::new();
    if let Some(Transfer::ByReference { pointer, returned, .. }) = result.map(|r| &r.transfer) {
        let pieces = pointer.iter().chain(returned.iter().flatten());
        busy.extend(pieces.filter_map(|p| match p.place {
            Place::Register { register, .. } => Some(register),
            Place::Stack { .. } => None,
        }));
    }
    let free = temporaries(plan, &busy);
    let [a, b, c, d, ..] = free.as_slice() else {
        text.problems.push("fewer than four scratch registers are free".to_owned());
        return text.finish(filling);
    };
    let work = [a.as_str(), b.as_str(), c.as_str(), d.as_str()];

    if let Some(passed) = result
        && let Transfer::ByReference { pointer, returned, .. } = &passed.transfer
    {
        match sole_place(pointer) {
            Some(Place::Register { register, byte: 0 }) => text.line(format_args!("mov {b},r{}", register.0)),
            Some(Place::Stack { offset }) if offset >= 0 && offset % 4 == 0 => {
                text.line(format_args!("ldr {b},[sp,#{}]", offset / 4));
            }
            _ => text.problems.push("the address of the result at this place".to_owned()),
        }
        if let Some(returned) = returned {
            match sole_place(returned) {
                Some(place @ Place::Register { register, byte: 0 }) => {
                    if sole_place(pointer) != Some(place) {
                        text.line(format_args!("mov r{},{b}\t; the address goes back", register.0));
                    }
                    kept.push(register);
                }
                _ => text.problems.push("the address of the result returned at this place".to_owned()),
            }
        }
        let len = passed.image.bytes.len();
        if len > 0 {
            let table = format!(".Lresult{k}");
            text.address(a, &table);
            text.number(c, u32::try_from(len).unwrap_or(0));
            text.copy(&format!(".Lfill{k}"), "b", work);
            let _ = writeln!(text.data, "{table}:\t; {}", passed.name);
            text.bytes(&passed.image.bytes);
        }
    }

    let stack = &plan.stack;
    let own = if stack.callee_may_write_arguments {
        stack.argument_bytes.max(stack.callee_area)
    } else {
        stack.callee_area
    };
    let own = u32::try_from(own).unwrap_or(0).min(1 << 14);
    if own > 0 {
        let table = format!(".Larea{k}");
        text.address(a, &table);
        text.line(format_args!("mov {b},sp"));
        text.number(c, own);
        text.copy(&format!(".Lspill{k}"), "b", work);
        let _ = writeln!(text.data, "{table}:\t; the callee's bytes of the stack");
        let poison = |i| crate::poison::byte(crate::poison::callee_area_word, i);
        let bytes: Vec<u8> = (0..u64::from(own)).map(poison).collect();
        text.bytes(&bytes);
    }
    text.flags(plan, a);
    text.fill(&format!(".Lleft{k}"), &mut filling, &kept, Moment::Return);
    text.finish(filling)
}
