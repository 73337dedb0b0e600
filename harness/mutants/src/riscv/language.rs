//! The language of compilers for RISC-V, by each ABI.

use super::roles::{self, RA, SPARE_FLOAT};
use super::text::{self, NOTATION, Way, access, address, base, constant, is_float, known, way};
use crate::language::{Access, Call, Effects, Language, Operation, Register, Step, Tables};
use crate::listing::Line;
use crosscall_model::target::riscv::Abi;

/// The language of compilers for RISC-V by an ABI.
#[derive(Debug, Clone, Copy)]
pub(super) struct Riscv {
    abi: Abi,
}

static ALL: [Riscv; Abi::ALL.len()] = {
    let mut all = [Riscv { abi: Abi::Lp64d }; Abi::ALL.len()];
    let mut i = 0;
    while i < all.len() {
        all[i] = Riscv { abi: Abi::ALL[i] };
        i += 1;
    }
    all
};

/// The language by an ABI.
pub(super) fn of(abi: Abi) -> &'static Riscv {
    let [first, ..] = &ALL;
    ALL.get(roles::index(abi)).unwrap_or(first)
}

static TABLES: [Tables; Abi::ALL.len()] = [
    tables(Abi::ALL[0]),
    tables(Abi::ALL[1]),
    tables(Abi::ALL[2]),
    tables(Abi::ALL[3]),
    tables(Abi::ALL[4]),
    tables(Abi::ALL[5]),
    tables(Abi::ALL[6]),
];

const fn tables(abi: Abi) -> Tables {
    let facts = abi.facts();
    Tables {
        notation: NOTATION,
        roles: roles::roles(facts),
        rules: roles::rules(facts),
        placement: roles::placement(facts),
        modes: roles::modes(facts),
        options: roles::options(facts),
    }
}

impl Riscv {
    fn real(self) -> i64 {
        self.abi.facts().flen.into()
    }

    /// An instruction on whole registers of one kind and such a name: `fmv.d` for `fmv`.
    fn on_reals(self, name: &str, operands: &[Register]) -> String {
        let width = if self.real() == 8 { "d" } else { "s" };
        NOTATION.of_registers(&format!("{name}.{width}"), operands)
    }

    /// An operation on a floating-point register by way of an integer register, with the bits that fit into one.
    fn by_way_of(self, operation: Operation, register: Register, other: Register) -> Vec<String> {
        let (from, to) = if self.word() == 8 && self.real() == 8 {
            ("fmv.x.d", "fmv.d.x")
        } else {
            ("fmv.x.w", "fmv.w.x")
        };
        let [_, second, third] = self.roles().free;
        let spare = if other == second { third } else { second };
        let mut code = vec![NOTATION.of_registers(from, &[other, register])];
        code.extend(self.operate(operation, other, spare));
        code.push(NOTATION.of_registers(to, &[register, other]));
        code
    }
}

impl Language for Riscv {
    fn tables(&self) -> &'static Tables {
        let [first, ..] = &TABLES;
        TABLES.get(roles::index(self.abi)).unwrap_or(first)
    }

    fn step(&self, lines: &[Line], i: usize) -> Step {
        let Some(line) = lines.get(i) else { return Step::Other };
        if self.is_return(line) {
            return Step::Return;
        }
        if let Some((way, _)) = way(line.mnemonic()) {
            let access = self.access(lines, i);
            return match (access, way) {
                (Some(access), Way::Load) => Step::Load(access),
                (Some(access), Way::Store) => Step::Store(access),
                (None, _) => Step::Other,
            };
        }
        let two = || Some((known(line.operand(0))?, known(line.operand(1))?));
        let added = |sign: i64| {
            two().map(|(to, from)| Step::Add {
                to,
                from,
                by: constant(lines, i, line.operand(2)).map(|by| sign * by),
            })
        };
        let step = match line.mnemonic() {
            "mv" | "fmv.d" | "fmv.s" => two().map(|(to, from)| Step::Copy { to, from }),
            "add" | "addi" => added(1),
            "sub" => added(-1),
            _ => self.call(lines, i).map(Step::Call),
        };
        step.unwrap_or(Step::Other)
    }

    fn is_return(&self, line: &Line) -> bool {
        line.mnemonic() == "ret" || line.mnemonic() == "jr" && known(line.operand(0)) == Some(RA)
    }

    fn access(&self, lines: &[Line], i: usize) -> Option<Access> {
        access(lines.get(i)?, self.word(), self.real())
    }

    fn call(&self, lines: &[Line], i: usize) -> Option<Call> {
        let line = lines.get(i)?;
        let (is_last, operand) = match (line.mnemonic(), line.operands()) {
            ("call", [symbol]) => (false, symbol),
            ("tail", [symbol]) => (true, symbol),
            ("jal" | "jalr", [operand]) => (false, operand),
            ("jr", [operand]) => (true, operand),
            _ => return None,
        };
        let Some(through) = known(operand) else {
            // As clang marks a call by way of the linkage table.
            let symbol = operand.strip_suffix("@plt").unwrap_or(operand);
            return Some(Call { symbol: Some(symbol.to_owned()), through: None, is_last });
        };
        let symbol = loaded(lines, i, through);
        Some(Call { symbol, through: Some(through), is_last })
    }

    fn constant(&self, lines: &[Line], i: usize, operand: &str) -> Option<i64> {
        constant(lines, i, operand)
    }

    fn registers_in(&self, operand: &str) -> Vec<Register> {
        known(operand).or_else(|| base(operand)).into_iter().collect()
    }

    fn other_effects(&self, line: &Line) -> Option<Effects> {
        let first = known(line.operand(0));
        match line.mnemonic() {
            "li" | "lui" | "la" | "lla" | "auipc" => {
                Some(Effects { writes: vec![first?], ..Effects::default() })
            }
            mnemonic => {
                let (way, _) = way(mnemonic)?;
                let (mut reads, mut writes) = (vec![base(line.operand(1))?], Vec::new());
                if way == Way::Load { &mut writes } else { &mut reads }.push(first?);
                Some(Effects { reads, writes, is_kept: true })
            }
        }
    }

    fn copy(&self, to: Register, from: Register) -> String {
        match (is_float(to), is_float(from)) {
            (true, true) => self.on_reals("fmv", &[to, from]),
            (true, false) => NOTATION.of_registers("fmv.w.x", &[to, from]),
            (false, true) => NOTATION.of_registers("fmv.x.w", &[to, from]),
            (false, false) => NOTATION.of_registers("mv", &[to, from]),
        }
    }

    fn spare(&self, like: Register) -> Register {
        if is_float(like) { SPARE_FLOAT } else { self.roles().free[0] }
    }

    fn set(&self, register: Register, number: u32, other: Register) -> Vec<String> {
        if is_float(register) {
            return [self.set(other, number, other), vec![self.copy(register, other)]].concat();
        }
        // As a register of 32 bits has it, and one of 64 bits the sign above that.
        vec![format!("li {},{}", self.name(register), number.cast_signed())]
    }

    fn operate(&self, operation: Operation, register: Register, other: Register) -> Vec<String> {
        if is_float(register) {
            return match operation {
                Operation::Set(n) => self.set(register, n, other),
                _ => self.by_way_of(operation, register, other),
            };
        }
        let name = self.name(register);
        let by = |mnemonic: &str, number: i64| vec![format!("{mnemonic} {name},{name},{number}")];
        let with = |mnemonic: &str, number: u32| {
            let last = NOTATION.of_registers(mnemonic, &[register, register, other]);
            [self.set(other, number, other), vec![last]].concat()
        };
        match operation {
            Operation::Set(n) => self.set(register, n, other),
            Operation::Add(n) if NOTATION.addends.contains(&n) => by("addi", n.into()),
            Operation::Add(n) => with("add", n.cast_unsigned()),
            Operation::Flip(bit @ 0..11) => by("xori", 1 << bit),
            Operation::Flip(bit @ 11..32) => with("xor", 1 << bit),
            Operation::Flip(bit) => {
                let other = self.name(other);
                vec![
                    format!("li {other},1"),
                    format!("slli {other},{other},{bit}"),
                    format!("xor {name},{name},{other}"),
                ]
            }
            Operation::Left(n) => by("slli", n.into()),
            Operation::Right(n) => by("srli", n.into()),
            Operation::RightSigned(n) => by("srai", n.into()),
        }
    }

    fn is_left_shift(&self, line: &Line) -> bool {
        matches!(line.mnemonic(), "slli" | "slliw")
    }

    fn other_shift(&self, line: &Line) -> Option<Line> {
        let other = match line.mnemonic() {
            "srai" => "srli",
            "srli" => "srai",
            "sraiw" => "srliw",
            "srliw" => "sraiw",
            _ => return None,
        };
        Some(Line::code(&NOTATION.code(other, line.operands())))
    }

    fn transfer(&self, way: &str, register: Register, base: Register, offset: i64) -> Option<String> {
        let is_float = is_float(register);
        let bytes = if is_float { self.real() } else { self.word() };
        let letter = if bytes == 8 { 'd' } else { 'w' };
        let prefix = if is_float { "f" } else { "" };
        let fits = bytes > 0 && offset % bytes == 0 && (-2048..2048).contains(&offset);
        let [register, base] = [register, base].map(|register| self.name(register));
        fits.then(|| format!("{prefix}{way}{letter} {register},{offset}({base})"))
    }

    fn byte(&self, way: &str, register: Register, base: Register) -> String {
        let sign = if way == NOTATION.load { "u" } else { "" };
        format!("{way}b{sign} {},0({})", self.name(register), self.name(base))
    }

    fn address_of(&self, register: Register, symbol: &str) -> Vec<String> {
        vec![format!("lla {},{symbol}", self.name(register))]
    }

    fn replaced(
        &self,
        register: Register,
        (test, is): (Register, i32),
        number: u32,
        [mask, _]: [Register; 2],
    ) -> Vec<String> {
        let [name, test, mask] = [register, test, mask].map(|register| self.name(register));
        let mut code = vec![
            format!("addi {mask},{test},{}", -is),
            format!("snez {mask},{mask}"),
            format!("neg {mask},{mask}"),
            format!("and {name},{name},{mask}"),
        ];
        if number != 0 {
            code.push(format!("not {mask},{mask}"));
            code.push(format!("andi {mask},{mask},{number}"));
            code.push(format!("or {name},{name},{mask}"));
        }
        code
    }

    fn with_offset(&self, line: &Line, offset: i64) -> Option<Line> {
        let (_, width) = text::way(line.mnemonic())?;
        let (_, base) = address(line.operand(1))?;
        let text = format!("{} {},{offset}({base})", line.mnemonic(), line.operand(0));
        (offset % width == 0 && (-2048..2048).contains(&offset)).then(|| Line::code(&text))
    }
}

/// The symbol whose address a register was given before a line: by `la`, or by the two halves of it.
fn loaded(lines: &[Line], i: usize, register: Register) -> Option<String> {
    let last = lines.iter().take(i).rev().find(|line| known(line.operand(0)) == Some(register))?;
    match last.mnemonic() {
        "la" | "lla" => Some(last.operand(1).to_owned()),
        "addi" => last.operand(2).strip_prefix("%lo(")?.strip_suffix(')').map(str::to_owned),
        _ => None,
    }
}
