//! Special registers, pushes and pops of general registers, ports, and system calls.

use std::iter::Peekable;

use super::super::fields::bits as field;
use super::super::isa::id;
use super::super::number::print_general;
use super::super::predecode::{General, element_size};
use super::alu::{low, width};
use super::general::unsupported;
use super::{Core, DATAP, OUTPUT_LIMIT, THREADP, Trap};
use crate::machine::{FaultKind, Observer, Stop};

/// The capabilities registers of the reference emulator.
pub(super) const CAPABILITIES: [u64; 16] =
    [0x45, 0x1_0E00, 0, 0, 0, 0, 0, 0, 0xF, 0x16F, 0, 0, 0x80, 0x80, 0x80, 0x80];

/// Longest string that a system call prints.
const STRING_LIMIT: u64 = 1 << 16;

impl Core {
    /// Executes an instruction if it is one of these; says whether it was.
    pub(super) fn execute_system<O: Observer>(
        &mut self,
        g: &General,
        observer: &mut O,
    ) -> Result<bool, Trap> {
        let i = &g.instruction;
        let im1 = i.words.get(field::IM1) as u8;
        let vector = i.is_vector();
        match i.form.id {
            id::ADDRESS => {
                let value = match self.mask(g) & 1 {
                    0 => g.fallback.map_or(0, |register| self.r(register)),
                    _ => self.place(g)?.address,
                };
                self.put(observer, g.rd, low(value, width(i.operand_type)) as u64);
            }
            id::READ_SPEC => {
                let value = match g.rs {
                    0 => self.numcontr,
                    1 => self.r[THREADP],
                    2 => self.r[DATAP],
                    _ => return Err(unsupported(g)),
                };
                self.put(observer, g.rd, value);
            }
            id::WRITE_SPEC => {
                let value = self.r(g.rs);
                match g.rd {
                    0 => self.set_numcontr(value),
                    1 => self.r[THREADP] = value,
                    2 => self.r[DATAP] = value,
                    _ => return Err(unsupported(g)),
                }
            }
            id::READ_CAPABILITIES => {
                let value = self.capabilities.get(usize::from(g.rs)).copied().unwrap_or(0);
                self.put(observer, g.rd, value);
            }
            id::WRITE_CAPABILITIES => {
                let value = self.r(g.rs);
                if let Some(register) = self.capabilities.get_mut(usize::from(g.rd)) {
                    *register = value;
                }
            }
            id::COMPARE_SWAP => self.compare_swap(g, observer)?,
            id::PUSH if !vector => self.push_registers(g, im1, observer)?,
            id::POP if !vector => self.pop_registers(g, im1, observer)?,
            // Port 10 prints a character.
            id::OUTPUT if !vector => {
                let port = if im1 == 255 { self.r(g.rs) as u32 } else { im1.into() };
                match port {
                    9 | 11 => {}
                    10 => self.emit(&[self.r(g.rd) as u8]),
                    _ => return Err(unsupported(g)),
                }
            }
            // Capabilities of the user and everything that is the operating system's.
            id::USERDEF55..=id::USERDEF62
            | id::READ_PERF..=id::WRITE_SYS
            | id::READ_SPEV
            | id::READ_CALL_STACK..=id::WRITE_MEMORY_MAP
            | id::INPUT
            | id::OUTPUT => {
                return Err(unsupported(g));
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// `compare_swap`: the old value, and the second source stored if the first one was there. All types are
    /// integers here, and there is no mask.
    fn compare_swap<O: Observer>(&mut self, g: &General, observer: &mut O) -> Result<(), Trap> {
        let size = element_size(&g.instruction);
        if size > 8 {
            return Err(unsupported(g));
        }
        let place = self.place(g)?;
        let old = self.load_element(observer, place.address, size)? as u64;
        // The vendor's format table has RD and the base only; the manual has the new value in RT.
        let (expected, new) = (self.r(g.rd), self.r(g.rt));
        if low(expected, 8 * size as u32) == old.into() {
            self.store_value(observer, place.address, size.trailing_zeros() as usize, new)?;
        }
        self.put(observer, g.rd, old);
        Ok(())
    }

    /// `push`: registers RS to IM1, in steps of the operand size; with bit 7 of IM1 the stack grows upwards. The pointer moves
    /// before what is stored there, so that nothing lies below it.
    fn push_registers<O: Observer>(&mut self, g: &General, im1: u8, observer: &mut O) -> Result<(), Trap> {
        let (step, log, last) = self.stack_parts(g, im1)?;
        let forward = im1 & 0x80 != 0;
        let mut pointer = self.r(g.rd);
        for register in g.rs..=last {
            if !forward {
                pointer = pointer.wrapping_sub(step);
                self.put(observer, g.rd, pointer);
            }
            self.store_value(observer, pointer, log, self.r(register))?;
            if forward {
                pointer = pointer.wrapping_add(step);
            }
        }
        self.put(observer, g.rd, pointer);
        Ok(())
    }

    /// `pop`: the last register first; with bit 6 of IM1 the first one first. The pointer always goes up.
    fn pop_registers<O: Observer>(&mut self, g: &General, im1: u8, observer: &mut O) -> Result<(), Trap> {
        let (step, log, last) = self.stack_parts(g, im1)?;
        let mut pointer = self.r(g.rd);
        for index in 0..=last.saturating_sub(g.rs) {
            let register = if im1 & 0x40 != 0 { g.rs + index } else { last - index };
            let value = self.load_value(observer, pointer, log)?;
            self.put(observer, register, value);
            pointer = pointer.wrapping_add(step);
        }
        self.put(observer, g.rd, pointer);
        Ok(())
    }

    fn stack_parts(&self, g: &General, im1: u8) -> Result<(u64, usize, u8), Trap> {
        let step = element_size(&g.instruction);
        let last = im1 & 31;
        if last < g.rs || (g.rs..=last).contains(&g.rd) || step > 8 {
            return Err(unsupported(g));
        }
        Ok((step, step.trailing_zeros() as usize, last))
    }

    /// A call to the operating system. Only what programs need to print and to end is there.
    pub(super) fn system_call<O: Observer>(&mut self, g: &General, observer: &mut O) -> Result<(), Trap> {
        let words = &g.instruction.words;
        let (module, function) = match g.instruction.format.tag {
            0x163 if g.instruction.operand_type == 2 => {
                let id = self.r(g.rt) as u32;
                (u64::from(id >> 16), u64::from(id as u16))
            }
            0x163 if g.instruction.operand_type == 3 => (self.r(g.rt) >> 32, u64::from(self.r(g.rt) as u32)),
            0x251 => (words.unsigned(2, 6), words.unsigned(2, 4)),
            0x257 => (words.unsigned(4, 4), words.unsigned(2, 0)),
            0x311 => (words.unsigned(4, 8), words.unsigned(4, 4)),
            _ => return Err(unsupported(g)),
        };
        let unknown = Trap::fault(FaultKind::Unsupported, module << 32 | function, "no such system call");
        if module != 1 {
            return Err(unknown);
        }
        let result = match function {
            0x10 => return Err(Trap::Stop(Box::new(Stop::Exit(self.r[0] as i32)))),
            0x11 => return Err(Trap::fault(FaultKind::Abort, self.r[0], "the program ended itself")),
            // puts
            0x101 => {
                let mut text = self.string(self.r[0], observer)?;
                text.push(b'\n');
                self.emit(&text);
                text.len() as u64
            }
            // putchar
            0x102 => {
                let byte = self.r[0] as u8;
                self.emit(&[byte]);
                byte.into()
            }
            // printf: the format, and a list with 8 bytes for each operand
            0x103 => {
                let format = self.string(self.r[0], observer)?;
                let text = self.formatted(&format, self.r[1], observer)?;
                self.emit(&text);
                text.len() as u64
            }
            _ => return Err(unknown),
        };
        self.put(observer, 0, result);
        Ok(())
    }

    /// Appends to the output, as far as there is room.
    fn emit(&mut self, bytes: &[u8]) {
        let room = OUTPUT_LIMIT.saturating_sub(self.base.output.len());
        self.base.output.extend_from_slice(bytes.get(..room.min(bytes.len())).unwrap_or_default());
    }

    /// A string that ends with a 0.
    fn string<O: Observer>(&self, address: u64, observer: &mut O) -> Result<Vec<u8>, Trap> {
        let mut text = Vec::new();
        for offset in 0..STRING_LIMIT {
            match self.load_value(observer, address.wrapping_add(offset), 0)? as u8 {
                0 => return Ok(text),
                byte => text.push(byte),
            }
        }
        Err(Trap::fault(FaultKind::Runtime, address, "a string without an end"))
    }

    /// The text of `printf`.
    fn formatted<O: Observer>(&self, format: &[u8], list: u64, observer: &mut O) -> Result<Vec<u8>, Trap> {
        let mut text = Vec::new();
        let mut operands = (0u64..).map(|index| list.wrapping_add(8 * index));
        let mut next = |observer: &mut O| self.load_value(observer, operands.next().unwrap_or(list), 3);
        let mut bytes = format.iter().copied().peekable();
        while let Some(byte) = bytes.next() {
            if byte != b'%' {
                text.push(byte);
                continue;
            }
            if bytes.next_if_eq(&b'%').is_some() {
                text.push(b'%');
                continue;
            }
            let mut spec = Spec::default();
            while let Some(flag) = bytes.next_if(|byte| b"-+ 0#".contains(byte)) {
                spec.flags.push(flag);
            }
            let mut size = |bytes: &mut Peekable<_>, observer: &mut O| match bytes.next_if_eq(&b'*') {
                Some(_) => next(observer).map(|size| size as usize),
                None => Ok(number(bytes)),
            };
            spec.width = size(&mut bytes, observer)?;
            if bytes.next_if_eq(&b'.').is_some() {
                spec.precision = Some(size(&mut bytes, observer)?);
            }
            let mut long = 0;
            while let Some(length) = bytes.next_if(|byte| b"hlLqjzt".contains(byte)) {
                long += if length == b'h' { -1 } else { 1 };
            }
            let Some(kind) = bytes.next() else { break };
            let value = next(observer)?;
            let unknown = Trap::fault(FaultKind::Unsupported, kind, "printf: a conversion that is not there");
            let body = match kind {
                b's' => self.string(value, observer)?,
                b'a' | b'A' | b'e' | b'E' | b'f' | b'F' | b'g' | b'G' => {
                    spec.float(kind, f64::from_bits(value)).ok_or(unknown)?
                }
                _ => spec.number(kind, value, long > 0).ok_or(unknown)?,
            };
            text.extend(spec.padded(kind, body));
            if text.len() > OUTPUT_LIMIT {
                break;
            }
        }
        Ok(text)
    }
}

/// Decimal digits.
fn number(bytes: &mut Peekable<impl Iterator<Item = u8>>) -> usize {
    let mut value = 0usize;
    while let Some(digit) = bytes.next_if(u8::is_ascii_digit) {
        value = value.saturating_mul(10).saturating_add(usize::from(digit - b'0'));
    }
    value
}

/// The part of a conversion between `%` and its letter.
#[derive(Debug, Default)]
struct Spec {
    flags: Vec<u8>,
    width: usize,
    precision: Option<usize>,
}

impl Spec {
    fn has(&self, flag: u8) -> bool {
        self.flags.contains(&flag)
    }

    /// The sign of a number as the flags ask for it.
    fn sign(&self, negative: bool) -> &'static str {
        match negative {
            true => "-",
            false if self.has(b'+') => "+",
            false if self.has(b' ') => " ",
            false => "",
        }
    }

    /// The digits with their sign.
    fn number(&self, kind: u8, value: u64, long: bool) -> Option<Vec<u8>> {
        let value = if long { value } else { u64::from(value as u32) };
        let signed = if long { value as i64 } else { i64::from(value as u32 as i32) };
        let least = self.precision.unwrap_or(1).min(1024);
        let text = match kind {
            b'd' | b'i' => format!("{}{:0least$}", self.sign(signed < 0), signed.unsigned_abs()),
            b'u' => format!("{value:0least$}"),
            b'x' | b'p' => format!("{value:0least$x}"),
            b'X' => format!("{value:0least$X}"),
            b'o' => format!("{value:0least$o}"),
            b'c' => return Some(vec![value as u8]),
            _ => return None,
        };
        let prefix = match kind {
            b'x' if self.has(b'#') && value != 0 => "0x",
            b'X' if self.has(b'#') && value != 0 => "0X",
            _ => "",
        };
        Some(format!("{prefix}{text}").into_bytes())
    }

    /// The digits of a floating-point number. Hexadecimal ones are not there.
    fn float(&self, kind: u8, value: f64) -> Option<Vec<u8>> {
        let precision = self.precision.unwrap_or(6).min(1024);
        let sign = self.sign(value.is_sign_negative());
        let size = value.abs();
        let body = match kind {
            _ if size.is_nan() => return Some(b"NaN".to_vec()),
            _ if size.is_infinite() => "inf".to_owned(),
            b'f' | b'F' => format!("{size:.precision$}"),
            b'g' | b'G' => print_general(size, precision.clamp(1, 40)),
            b'e' | b'E' => {
                let text = format!("{size:.precision$e}");
                let (digits, exponent) = text.split_once('e')?;
                let exponent: i32 = exponent.parse().ok()?;
                let mark = if exponent < 0 { '-' } else { '+' };
                format!("{digits}{}{mark}{:02}", char::from(kind), exponent.unsigned_abs())
            }
            _ => return None,
        };
        Some(format!("{sign}{body}").into_bytes())
    }

    fn padded(&self, kind: u8, mut body: Vec<u8>) -> Vec<u8> {
        if kind == b's' {
            body.truncate(self.precision.unwrap_or(usize::MAX));
        }
        let missing = self.width.min(OUTPUT_LIMIT).saturating_sub(body.len());
        if self.has(b'-') {
            body.extend(std::iter::repeat_n(b' ', missing));
        } else if self.has(b'0') && self.precision.is_none() && kind != b's' {
            let sign = usize::from(matches!(body.first(), Some(b'+' | b'-' | b' ')));
            body.splice(sign..sign, std::iter::repeat_n(b'0', missing));
        } else {
            body.splice(0..0, std::iter::repeat_n(b' ', missing));
        }
        body
    }
}
