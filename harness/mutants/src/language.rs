//! A target's assembly language: the meaning of the lines that its compilers write, and the spelling of others.

use super::facts::Placement;
use super::listing::Line;
use super::notation::Notation;
use super::{epiphany, nyuzi, riscv};
use crosscall_model::Target;
use std::collections::BTreeMap;

pub use super::roles::{Clauses, Group, Mode, OptionFault, Roles, Rules};

/// Number of a register; each language counts its own.
pub type Register = u8;

/// A load or a store.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Access {
    /// The first register that is moved.
    pub register: Register,
    /// Number of registers that are moved, each whole where there are several.
    pub count: u8,
    /// Bytes that are moved.
    pub width: i64,
    /// Bytes of a register that is moved whole.
    pub whole: i64,
    /// The register of the address.
    pub base: Register,
    /// Distance from it in bytes.
    pub offset: i64,
    /// Number that is added to the register of the address afterwards.
    pub step: Option<i64>,
}

impl Access {
    /// True if a register is among those that are moved whole.
    pub fn moves(&self, register: Register) -> bool {
        self.width >= self.whole
            && (self.register..self.register.saturating_add(self.count)).contains(&register)
    }
}

/// Effect of an instruction, as far as edits look at it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Step {
    /// Registers are loaded.
    Load(Access),
    /// Registers are stored.
    Store(Access),
    /// A register is copied.
    Copy {
        /// The register that is written.
        to: Register,
        /// The register that is read.
        from: Register,
    },
    /// A number is added to a register.
    Add {
        /// The register that is written.
        to: Register,
        /// The register that is read.
        from: Register,
        /// The number; `None` where it is not known.
        by: Option<i64>,
    },
    /// The function returns.
    Return,
    /// A function is called.
    Call(Call),
    /// Anything else.
    Other,
}

/// A call.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Call {
    /// The symbol that is called, where it is known.
    pub symbol: Option<String>,
    /// The register that holds the address, where one does.
    pub through: Option<Register>,
    /// True if the function ends with the call.
    pub is_last: bool,
}

/// Registers that an instruction reads and writes.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Effects {
    /// Registers that are read.
    pub reads: Vec<Register>,
    /// Registers that are written.
    pub writes: Vec<Register>,
    /// True if it does something else than writing registers.
    pub is_kept: bool,
}

/// An operation on a register with a constant.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Operation {
    /// Addition.
    Add(i32),
    /// One bit becomes the opposite.
    Flip(u8),
    /// The register becomes the number.
    Set(u32),
    /// A shift to the left.
    Left(u8),
    /// A shift to the right that fills with zeros.
    Right(u8),
    /// A shift to the right that fills with the sign.
    RightSigned(u8),
}

/// Properties of a target as tables.
#[derive(Debug)]
pub struct Tables {
    /// The words of its assembly language.
    pub notation: Notation,
    /// The parts that registers play.
    pub roles: Roles,
    /// The clauses of faults.
    pub rules: Rules,
    /// Places of arguments.
    pub placement: Placement,
    /// Modes that a function could leave changed; see [`Mode`].
    pub modes: &'static [Mode],
    /// Options of compilers that change how they call.
    pub options: &'static [OptionFault],
}

/// The assembly language of a target, as its compilers write it: tables, and methods for the rest. The defaults of methods
/// follow from the tables.
pub trait Language: Sync {
    /// Properties of the target as tables.
    fn tables(&self) -> &'static Tables;

    /// True if a line returns.
    fn is_return(&self, line: &Line) -> bool;

    /// The load or store in a line at a constant distance from a register.
    fn access(&self, lines: &[Line], i: usize) -> Option<Access>;

    /// The call in a line.
    fn call(&self, lines: &[Line], i: usize) -> Option<Call>;

    /// The value of an operand: a number, or a register that was given a constant before.
    fn constant(&self, lines: &[Line], i: usize, operand: &str) -> Option<i64>;

    /// The registers in an operand, those of an address too.
    fn registers_in(&self, operand: &str) -> Vec<Register>;

    /// Effects of a line that is no copy, no computation and no `nop`; `None` where they are not known.
    fn other_effects(&self, line: &Line) -> Option<Effects>;

    /// Instructions that give a register a number. The other register may be destroyed.
    fn set(&self, register: Register, number: u32, other: Register) -> Vec<String>;

    /// An instruction that loads or stores a register whole, by what the names of such instructions begin with; `None`
    /// where the distance does not fit.
    fn transfer(&self, way: &str, register: Register, base: Register, offset: i64) -> Option<String>;

    /// An instruction that loads or stores the byte at an address, by what the names of such instructions begin with.
    fn byte(&self, way: &str, register: Register, base: Register) -> String;

    /// Instructions that give a register the address of a symbol.
    fn address_of(&self, register: Register, symbol: &str) -> Vec<String>;

    /// Instructions after which a register has a number below 2048 where another one, or itself, has the other number. Two
    /// registers may be destroyed. None where the language is not asked for it.
    fn replaced(
        &self,
        _register: Register,
        _where_it_is: (Register, i32),
        _number: u32,
        _spares: [Register; 2],
    ) -> Vec<String> {
        Vec::new()
    }

    /// The same load or store at another distance in bytes.
    fn with_offset(&self, line: &Line, offset: i64) -> Option<Line>;

    /// An instruction that loads a register; `None` where the distance does not fit.
    fn load(&self, register: Register, base: Register, offset: i64) -> Option<String> {
        self.transfer(self.notation().load, register, base, offset)
    }

    /// An instruction that stores a register; `None` where the distance does not fit.
    fn store(&self, register: Register, base: Register, offset: i64) -> Option<String> {
        self.transfer(self.notation().store, register, base, offset)
    }

    /// The words of the language.
    fn notation(&self) -> &'static Notation {
        &self.tables().notation
    }

    /// The register of this name.
    fn register(&self, name: &str) -> Option<Register> {
        self.notation().register(name)
    }

    /// The name of a register.
    fn name(&self, register: Register) -> String {
        self.notation().name(register)
    }

    /// Effect of a line.
    fn step(&self, lines: &[Line], i: usize) -> Step {
        let Some(line) = lines.get(i) else { return Step::Other };
        if self.is_return(line) {
            return Step::Return;
        }
        let words = self.notation();
        let two = || Some((self.register(line.operand(0))?, self.register(line.operand(1))?));
        let step = match line.mnemonic() {
            mnemonic if mnemonic.starts_with(words.load) => self.access(lines, i).map(Step::Load),
            mnemonic if mnemonic.starts_with(words.store) => self.access(lines, i).map(Step::Store),
            mnemonic if mnemonic == words.copy => two().map(|(to, from)| Step::Copy { to, from }),
            mnemonic if mnemonic == words.add || mnemonic == words.subtract => two().map(|(to, from)| {
                let sign = if mnemonic == words.subtract { -1 } else { 1 };
                Step::Add { to, from, by: self.constant(lines, i, line.operand(2)).map(|by| sign * by) }
            }),
            _ => self.call(lines, i).map(Step::Call),
        };
        step.unwrap_or(Step::Other)
    }

    /// Registers that a line reads and writes; `None` where they are not known, and for labels.
    fn effects(&self, line: &Line) -> Option<Effects> {
        let words = self.notation();
        let first = self.register(line.operand(0));
        let others = || line.operands().iter().skip(1).flat_map(|o| self.registers_in(o)).collect();
        match line.mnemonic() {
            "nop" => Some(Effects::default()),
            mnemonic if mnemonic == words.copy => {
                Some(Effects { reads: others(), writes: vec![first?], is_kept: false })
            }
            mnemonic if words.computes.contains(&mnemonic) => {
                let writes = std::iter::once(first?).chain(words.flags).collect();
                Some(Effects { reads: others(), writes, is_kept: false })
            }
            _ => self.other_effects(line),
        }
    }

    /// An instruction that copies a register.
    fn copy(&self, to: Register, from: Register) -> String {
        let words = self.notation();
        words.of_registers(words.copy, &[to, from])
    }

    /// A register without a part where a function begins or ends, of the same kind as another one.
    fn spare(&self, _like: Register) -> Register {
        self.roles().free[0]
    }

    /// Instructions for an operation on a register. The other register may be destroyed.
    fn operate(&self, operation: Operation, register: Register, other: Register) -> Vec<String> {
        let words = self.notation();
        let with = |mnemonic: &str, number: u32| {
            let last = words.of_registers(mnemonic, &[register, register, other]);
            [self.set(other, number, other), vec![last]].concat()
        };
        let shift = |mnemonic: &str, by: u8| vec![words.by_number(mnemonic, register, by)];
        match operation {
            Operation::Set(n) => self.set(register, n, other),
            Operation::Add(n) if words.addends.contains(&n) => {
                vec![words.by_number(words.add, register, n)]
            }
            Operation::Add(n) => with(words.add, n.cast_unsigned()),
            Operation::Flip(bit) => with(words.exclusive_or, 1_u32.checked_shl(bit.into()).unwrap_or(1)),
            Operation::Left(by) => shift(words.left, by),
            Operation::Right(by) => shift(words.right, by),
            Operation::RightSigned(by) => shift(words.right_signed, by),
        }
    }

    /// An instruction that gives a register the bits that two others have in common.
    fn both(&self, to: Register, one: Register, other: Register) -> String {
        let words = self.notation();
        words.of_registers(words.and, &[to, one, other])
    }

    /// True if an instruction shifts to the left.
    fn is_left_shift(&self, line: &Line) -> bool {
        line.mnemonic() == self.notation().left
    }

    /// Bytes of a word.
    fn word(&self) -> i64 {
        self.placement().word.into()
    }

    /// An instruction that calls the function whose address is in a register, or ends with it.
    fn call_through(&self, register: Register, is_last: bool) -> String {
        let words = self.notation();
        words.of_registers(if is_last { words.jump } else { words.call }, &[register])
    }

    /// An instruction that jumps to the address in a register.
    fn jump(&self, register: Register) -> String {
        let words = self.notation();
        words.of_registers(words.jump, &[register])
    }

    /// The same instruction with the other kind of shift to the right.
    fn other_shift(&self, line: &Line) -> Option<Line> {
        let words = self.notation();
        let other = match line.mnemonic() {
            mnemonic if mnemonic == words.right_signed => words.right,
            mnemonic if mnemonic == words.right => words.right_signed,
            _ => return None,
        };
        Some(Line::code(&words.code(other, line.operands())))
    }

    /// A line with some registers renamed.
    fn renamed(&self, line: &Line, names: &[(Register, Register)]) -> Line {
        line.with_words(&|word| {
            let found = names.iter().find(|(from, _)| self.register(word) == Some(*from));
            found.map(|(_, to)| self.name(*to))
        })
    }

    /// True if a register is mentioned, alone or as part of a pair.
    fn mentions(&self, line: &Line, register: Register) -> bool {
        line.operands().iter().any(|operand| self.registers_in(operand).contains(&register))
    }

    /// Modes that a function could leave changed; see [`Mode`].
    fn modes(&self) -> &'static [Mode] {
        self.tables().modes
    }

    /// The parts that registers play.
    fn roles(&self) -> &'static Roles {
        &self.tables().roles
    }

    /// The clauses of faults.
    fn rules(&self) -> &'static Rules {
        &self.tables().rules
    }

    /// Places of arguments.
    fn placement(&self) -> &'static Placement {
        &self.tables().placement
    }

    /// Options of compilers that change how they call.
    fn options(&self) -> &'static [OptionFault] {
        self.tables().options
    }
}

/// The language of a target's compilers, where edits can read it.
pub fn of(target: Target) -> Option<&'static dyn Language> {
    match target {
        Target::Epiphany => Some(&epiphany::LANGUAGE),
        Target::Nyuzi => Some(&nyuzi::LANGUAGE),
        Target::Riscv(abi) => Some(riscv::language(abi)),
        // No compiler of these could be looked at.
        Target::Dpu | Target::Ipu | Target::ForwardCom => None,
        // Nobody has written it yet.
        Target::X86_64 | Target::Aarch64 => None,
        #[cfg(feature = "invented")]
        Target::Invented => None,
    }
}

/// The symbol that a line calls if it is the function under test of a case, and whether the function ends so.
pub fn calls_subject(language: &dyn Language, lines: &[Line], i: usize, k: usize) -> Option<Call> {
    let Step::Call(call) = language.step(lines, i) else { return None };
    let symbol = call.symbol.as_deref()?;
    (symbol.trim_start_matches('_') == format!("f{k}")).then_some(call)
}

/// Registers with their distance above the stack pointer at entry, in bytes.
pub type Heights = BTreeMap<Register, i64>;

/// Heights before each line of a function and behind the last: follows the stack pointer, and what is copied from it.
/// Behind a return the heights of the function's body hold again, as compilers keep the frame the same between its
/// making and its end.
pub fn heights(language: &dyn Language, lines: &[Line]) -> Vec<Heights> {
    let mut now = Heights::from([(language.roles().stack, 0)]);
    let mut body = now.clone();
    let mut out = Vec::with_capacity(lines.len() + 1);
    for i in 0..lines.len() {
        out.push(now.clone());
        match language.step(lines, i) {
            Step::Copy { to, from } => {
                let height = now.get(&from).copied();
                put(&mut now, to, height);
            }
            Step::Add { to, from, by } => {
                let height = now.get(&from).copied().zip(by).map(|(height, by)| height + by);
                put(&mut now, to, height);
            }
            Step::Load(access) => {
                for register in access.register..access.register.saturating_add(access.count) {
                    now.remove(&register);
                }
                stepped(&mut now, &access);
            }
            Step::Store(access) => stepped(&mut now, &access),
            Step::Return => now.clone_from(&body),
            Step::Call(_) => {}
            Step::Other => {
                let effects = lines.get(i).and_then(|line| language.effects(line));
                for register in effects.into_iter().flat_map(|effects| effects.writes) {
                    now.remove(&register);
                }
            }
        }
        let depth = |heights: &Heights| heights.get(&language.roles().stack).copied().unwrap_or(0);
        if depth(&now) < depth(&body) {
            body.clone_from(&now);
        }
    }
    out.push(now);
    out
}

fn put(heights: &mut Heights, register: Register, height: Option<i64>) {
    match height {
        Some(height) => heights.insert(register, height),
        None => heights.remove(&register),
    };
}

fn stepped(heights: &mut Heights, access: &Access) {
    if let (Some(step), Some(height)) = (access.step, heights.get_mut(&access.base)) {
        *height += step;
    }
}

/// Address of a load or store, in bytes above the stack pointer at entry.
pub fn place(access: &Access, heights: &Heights) -> Option<i64> {
    heights.get(&access.base).map(|height| height + access.offset)
}
