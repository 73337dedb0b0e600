//! The choice of format: the smallest one that holds an instruction's operands.

use super::expression::{Constant, Extent, Fallback};
use super::reach::fits;
use super::{Assembler, Code, Outcome, Target};
use crate::forwardcom::formats::{
    Extra, Format, Index, InstructionKind, Offset, Template, TypeRule, Vectors, source,
};
use crate::forwardcom::isa::{Form, Formed, Immediate, flags, forms_of, id};

/// An instruction in the form and format chosen for it.
#[derive(Debug, Clone)]
pub(super) struct Fitted {
    pub(super) form: &'static Form,
    pub(super) format: &'static Format,
    /// Operand type code.
    pub(super) data_type: u8,
    /// The constant as the format's field takes it.
    pub(super) constant: Option<Constant>,
    /// Options, or a shift count in their place.
    pub(super) options: u8,
    /// Shift count in IM4.
    pub(super) shift: u16,
    /// Index register, 31 for none.
    pub(super) index: u8,
    /// Length register, 31 for a scalar.
    pub(super) length: u8,
}

/// A form and a format under consideration for an instruction.
struct Candidate<'a> {
    code: &'a Code,
    form: &'static Form,
    format: &'static Format,
    /// Requested type code, if there is one.
    requested: Option<u8>,
    vectors: bool,
    fitted: Fitted,
    fit: u32,
}

impl Code {
    /// True if the operands are in vector registers.
    pub(super) fn uses_vectors(&self, second: bool) -> bool {
        let target = matches!(self.target, Target::Register(one) if one.is_vector());
        let count = if second { 2 } else { 1 };
        self.data_type.is_some_and(|one| one.float)
            || target
            || self.operands.registers.iter().take(count).any(|one| one.is_vector())
    }

    fn has_number(&self) -> bool {
        self.operands.has_number() || self.operands.symbol.is_some()
    }
}

/// Registers that a format has fields for.
fn register_fields(format: &Format) -> u32 {
    (format.sources & (source::RT | source::RS | source::RU | source::RD)).count_ones()
}

/// Operand type that a format gives to a form, `None` if the type field decides.
fn format_type(format: &Format, form: &Form) -> Option<u8> {
    match format.operand_type {
        TypeRule::Field => None,
        TypeRule::Always(one) => Some(one),
        TypeRule::ByOp1(even) => Some(even + (form.op1 & 1)),
    }
}

/// log2 of the size of an operand type.
fn size_log(code: u8) -> u32 {
    crate::forwardcom::isa::type_size(code).ilog2()
}

impl Candidate<'_> {
    fn new<'a>(code: &'a Code, form: &'static Form, format: &'static Format, vectors: bool) -> Candidate<'a> {
        let one = code.data_type.unwrap_or_default();
        Candidate {
            code,
            form,
            format,
            requested: code.data_type.map(|one| one.code),
            vectors,
            fit: code.fit_number,
            fitted: Fitted {
                form,
                format,
                data_type: one.code,
                constant: code.operands.constant.clone(),
                options: code.operands.options,
                shift: 0,
                index: 31,
                length: 31,
            },
        }
    }

    /// Takes the operand type; false if the format or the form does not have it. `keep` leaves the written type
    /// where the format has a larger one that will do.
    fn take_type(&mut self, keep: bool) -> bool {
        let code = self.code;
        let Some(mut wanted) = self.requested else {
            let checked = format_type(self.format, self.form).unwrap_or(0);
            return self.form.has_type(self.vectors, checked);
        };
        let provided = format_type(self.format, self.form).unwrap_or(wanted);
        let larger = code.data_type.is_some_and(|one| one.plus) && provided <= 3 && wanted < provided;
        if larger {
            wanted = provided;
            if !keep {
                self.fitted.data_type = provided;
            }
        }
        wanted == provided && self.form.has_type(self.vectors, wanted)
    }

    /// Takes the constant that a form implies, if it implies one.
    fn takes_implied(&mut self) -> bool {
        let Immediate::Implicit(value) = self.form.immediate else { return false };
        self.fitted.constant = Some(Constant::Int(value.into()));
        self.fit = u32::MAX;
        true
    }

    /// The part of the memory operand that both kinds of instructions have.
    fn memory_fits(&mut self, jump: bool) -> bool {
        let Some(memory) = self.code.operands.memory else { return !self.format.has_memory() };
        if !self.format.has_memory() {
            return false;
        }
        let scale = size_log(self.type_for_scale());
        if let Some((number, factor)) = memory.index {
            let fits = match self.format.index {
                Index::No => false,
                Index::Negative => factor == -1,
                Index::Scaled => jump || factor == 1 << scale,
                Index::Plain => jump || factor == 1,
            };
            if !fits {
                return false;
            }
            self.fitted.index = number;
        }
        let special = memory.base.is_some_and(|base| (28..31).contains(&base.base));
        let small = self.format.address.size < 2;
        if memory.has_offset || memory.symbol.is_some() {
            if matches!(self.format.offset, Offset::No | Offset::Limit) {
                return false;
            }
            let fits = match self.format.address.size {
                1 => {
                    let scaled = memory.offset >> scale;
                    !(memory.symbol.is_some() && (jump || self.code.fit_address & fits::I8 == 0))
                        && (!special || jump)
                        && memory.offset & ((1 << scale) - 1) == 0
                        && (-0x80..=0x7F).contains(&scaled)
                }
                2 => self.code.fit_address & fits::I16 != 0,
                4 => self.code.fit_address & fits::I32 != 0,
                _ => false,
            };
            if !fits {
                return false;
            }
        } else if !jump && small && special {
            return false;
        }
        true
    }

    fn type_for_scale(&self) -> u8 {
        format_type(self.format, self.form).unwrap_or(self.requested.unwrap_or(0))
    }

    /// True if an instruction other than a jump fits.
    fn instruction_fits(&mut self) -> bool {
        let (code, form, format) = (self.code, self.form, self.format);
        let operands = &code.operands;
        let number = code.has_number() || self.takes_implied();
        let in_vectors = format.vectors != Vectors::No;
        if self.vectors != in_vectors && format.vectors != Vectors::ByType {
            return false;
        }
        if form.is(flags::BARE) {
            if self.requested.is_none() && form.id != id::NOP {
                self.fitted.data_type = format_type(format, form).filter(|&one| one > 0).unwrap_or(3);
            }
        } else if !self.take_type(true) {
            return false;
        }
        let template = matches!(format.template, Template::A | Template::E);
        let first = operands.registers.first().copied();
        let mut needed = u32::from(form.sources);
        if number {
            needed = needed.saturating_sub(1);
        }
        if operands.memory.is_some() {
            needed = needed.saturating_sub(1);
        }
        let separate = match operands.fallback {
            Some(Fallback::Register(one)) => {
                first.is_none_or(|first| first.number != one.number || first.number == 31)
            }
            Some(Fallback::Zero) => true,
            None => false,
        };
        let masked = operands.mask.is_some() || operands.fallback.is_some();
        let other_target = match code.target {
            Target::Register(target) => first.is_some_and(|first| first != target),
            Target::Memory => first.is_some(),
            Target::None => false,
        };
        if masked && separate {
            needed += 2;
        } else if other_target && !form.is(flags::POINTER) {
            needed += 1;
        }
        if needed > register_fields(format) || operands.mask.is_some() && !template {
            return false;
        }
        if operands.has_options && operands.options != 0 && !format.has_options() && form.is(flags::OPTIONS) {
            return false;
        }
        if !self.memory_fits(false) {
            return false;
        }
        if let Some(memory) = operands.memory {
            let size = format.address.size;
            let within = |limit: i64| limit >= 0 && (size >= 8 || limit < 1 << (8 * u32::from(size)));
            if memory.limit.is_some() != (format.offset == Offset::Limit)
                || memory.limit.is_some_and(|limit| !within(limit))
            {
                return false;
            }
            let (register, vectors) = match memory.extent {
                Some(Extent::Length(register)) => (register, Vectors::Length),
                Some(Extent::Broadcast(register)) => (register, Vectors::Broadcast),
                Some(Extent::Scalar) | None => (self.fitted.length, format.vectors),
            };
            if format.vectors != vectors {
                return false;
            }
            self.fitted.length = register;
        }
        if number {
            return self.immediate_fits();
        }
        // A constant is provided for and there is none.
        let spare = operands
            .memory
            .is_some_and(|memory| memory.has_offset || memory.symbol.is_some() || memory.limit.is_some());
        !(format.immediate.size != 0 && !spare && form.sources > 0 && form.kind != InstructionKind::Single)
    }

    /// The constant as an integer.
    fn int(&self) -> i64 {
        match self.fitted.constant {
            Some(Constant::Int(value)) => value,
            _ => 0,
        }
    }

    /// The constant as it was written, where it is an integer.
    fn original(&self) -> i64 {
        match self.code.operands.constant {
            Some(Constant::Int(value)) => value,
            _ => self.int(),
        }
    }

    fn immediate_fits(&mut self) -> bool {
        let (form, format) = (self.form, self.format);
        if format.immediate.size == 0 && form.sources < 4 {
            return false;
        }
        let value = self.int();
        let fit = self.fit;
        let count = if value == 0 { 0 } else { value.trailing_zeros() };
        // The field of these holds a part of the constant, or more than it.
        let stored = match form.immediate {
            Immediate::Implicit(implicit) if value != i64::from(implicit) => return false,
            Immediate::U8 => return (-0x7F..0x100).contains(&self.original()),
            Immediate::U16 => return (-0x7FFF..0x1_0000).contains(&self.original()),
            Immediate::U32 => return (-0x7FFF_FFFF..0x1_0000_0000).contains(&self.original()),
            Immediate::S8Shift => (fit & (fits::I8 | fits::I8_SHIFT) != 0)
                .then_some((value as u64 >> count << 8 | u64::from(count)) as i64),
            Immediate::S16Shift16 => (fit & (fits::I16 | fits::I16_SHIFT16) != 0 && value & 0xFFFF == 0)
                .then_some((value as u64 >> 16) as i64),
            Immediate::S32Shift32 => (fit & fits::I32_SHIFT32 != 0
                || fit & fits::I32 != 0 && value & 0xFFFF_FFFF == 0)
                .then_some((value as u64 >> 32) as i64),
            Immediate::Bits886 => {
                let second = self.code.operands.more.first().copied().unwrap_or(0);
                if let Some(third) = self.code.operands.more.get(1) {
                    self.fitted.options = *third as u8;
                }
                Some(value & 0xFF | (second & 0xFF) << 8)
            }
            _ => {
                let small = self.code.data_type.is_some_and(|one| !one.float && one.code <= 2);
                let typed = form.immediate == Immediate::Typed && small && format.immediate.size >= 4;
                return typed || self.general_immediate_fits(value, count);
            }
        };
        let Some(stored) = stored else { return false };
        self.fitted.constant = Some(Constant::Int(stored));
        true
    }

    fn general_immediate_fits(&mut self, value: i64, count: u32) -> bool {
        let (form, format, fit) = (self.form, self.format, self.fit);
        let unsigned = form.is(flags::UNSIGNED);
        let one = self.code.data_type.unwrap_or_default();
        let exactly = |code: u8| !one.float && one.code == code || one.is_half() && code == 1;
        let has_symbol = self.code.operands.symbol.is_some();
        match format.immediate.size {
            1 => fit & fits::I8 != 0 || fit & fits::U8 != 0 && (unsigned || exactly(0)),
            2 => {
                if fit & (fits::I16 | fits::F16) != 0
                    || fit & fits::U16 != 0 && (unsigned || exactly(1) && format.template != Template::C)
                {
                    return true;
                }
                let shifts = format.extra == Extra::OptionsOrShift && !form.is(flags::OPTIONS);
                if shifts && fit & fits::I16_SHIFT != 0 && !has_symbol {
                    self.fitted.constant = Some(Constant::Int(value >> count));
                    self.fitted.options = count as u8;
                    return true;
                }
                form.is(flags::HALF)
            }
            4 => {
                if format.extra == Extra::OptionsAndShift4 && fit & fits::I32_SHIFT != 0 && !has_symbol {
                    let count = if fit & fits::I32 != 0 { 0 } else { count };
                    self.fitted.constant = Some(Constant::Int(i64::from((value >> count) as i32)));
                    self.fitted.shift = count as u16;
                    return true;
                }
                let single = one.float && one.code == 5;
                single
                    || fit & (fits::I32 | fits::F32) != 0
                    || fit & fits::U32 != 0 && (unsigned || exactly(2))
                    || form.is(flags::HALF)
            }
            _ => true,
        }
    }

    /// True if a jump fits.
    fn jump_fits(&mut self) -> bool {
        let (code, form, format) = (self.code, self.form, self.format);
        let operands = &code.operands;
        if self.vectors && format.vectors == Vectors::No {
            return false;
        }
        if !self.take_type(false) {
            return false;
        }
        let number = code.has_number();
        let first = operands.registers.first().copied();
        let mut needed = u32::from(form.sources);
        if let (Some(first), Target::Register(target)) = (first, code.target)
            && first != target
            && needed > 2
        {
            needed += 1;
        }
        let mut less = |condition: bool| needed = needed.saturating_sub(condition.into());
        less(format.jump.size > 0);
        less(number || operands.memory.is_some());
        less(!operands.more.is_empty());
        let fields = (format.sources & (source::RT | source::RS | source::RD)).count_ones();
        if needed > fields {
            return false;
        }
        let mut given = operands.registers.len() as u32;
        if let Target::Register(target) = code.target
            && first != Some(target)
        {
            given += 1;
        }
        if given != needed {
            return false;
        }
        match (code.jump.is_some(), format.jump.size) {
            (false, 0) => {}
            (true, size @ 1..=4) => {
                let flag = [fits::I8, fits::I16, fits::I24, fits::I32][usize::from(size) - 1];
                if code.fit_jump & flag == 0 {
                    return false;
                }
            }
            _ => return false,
        }
        let number = number || self.takes_implied();
        if number && format.immediate.size == 0 && form.immediate != Immediate::No && form.sources == 0 {
            // An implied constant in a field that is fixed.
        } else if number && !self.jump_immediate_fits() {
            return false;
        }
        if !number && format.immediate.size > 0 && !matches!(form.id, id::JUMP | id::CALL) {
            return false;
        }
        self.memory_fits(true)
    }

    fn jump_immediate_fits(&mut self) -> bool {
        let (form, format) = (self.form, self.format);
        let one = self.code.data_type.unwrap_or_default();
        let size = format.immediate.size;
        if one.float {
            if form.is(flags::INT_IMM) {
                let value = match self.fitted.constant {
                    Some(Constant::Int(value)) => value,
                    Some(Constant::Float(value)) => value as i64,
                    _ => 0,
                };
                self.fitted.constant = Some(Constant::Int(value));
                return match size {
                    1 => i8::try_from(value).is_ok(),
                    2 => i16::try_from(value).is_ok(),
                    4 => i32::try_from(value).is_ok(),
                    _ => false,
                };
            }
            let fit = self.fit | if one.code <= 5 { fits::F32 } else { 0 };
            return match size {
                1 => fit & fits::I8 != 0,
                2 => fit & fits::F16 != 0,
                4 => fit & fits::F32 != 0,
                8 => true,
                _ => false,
            };
        }
        let code = self.fitted.data_type;
        let more = self.code.operands.more.first().copied();
        let (value, fit) = (self.int(), self.fit);
        match size {
            1 => fit & fits::I8 != 0 || fit & fits::U8 != 0 && code == 0,
            2 if form.immediate == Immediate::U16U32 => {
                more.is_some_and(|more| (0..=0xFFFF).contains(&more)) && u32::try_from(value).is_ok()
            }
            2 if form.immediate == Immediate::U16 => fit & (fits::I16 | fits::U16) != 0,
            2 => fit & fits::I16 != 0 || fit & fits::U16 != 0 && code == 1,
            4 if form.immediate == Immediate::Pair16 => {
                (0..=0xFFFF).contains(&value) && more.is_some_and(|more| (0..=0xFFFF).contains(&more))
            }
            4 => fit & fits::I32 != 0 || fit & fits::U32 != 0 && code == 2,
            8 => true,
            _ => false,
        }
    }
}

impl Assembler {
    /// Finds the smallest form and format for an instruction.
    pub(super) fn fit(&self, code: &mut Code) -> Outcome<()> {
        if code.align.is_some() || code.option.is_some() {
            return Ok(());
        }
        let Some(number) = code.operands.instruction else { return Ok(()) };
        let mut best: Option<(u32, Fitted)> = None;
        let mut any = false;
        for Formed { form, formats } in forms_of(number) {
            any = true;
            if form.is(flags::UNSIGNED_3) && code.data_type.is_some_and(|one| one.unsigned) {
                code.operands.options |= 8;
                code.operands.has_options = true;
            }
            let vectors = code.uses_vectors(form.kind != InstructionKind::Jump);
            let mut consider = |format: &'static Format| {
                let size = format.words() as u32;
                let multi = form.kind == InstructionKind::Multi;
                let better = best.as_ref().is_none_or(|(least, fitted)| {
                    size < *least || size == *least && multi && fitted.form.kind != InstructionKind::Multi
                });
                if !better {
                    return;
                }
                let mut candidate = Candidate::new(code, form, format, vectors);
                let jump = form.kind == InstructionKind::Jump;
                if if jump { candidate.jump_fits() } else { candidate.instruction_fits() } {
                    best = Some((size, candidate.fitted));
                }
            };
            formats.iter().copied().for_each(&mut consider);
        }
        let Some((size, fitted)) = best else {
            return Err(self.misfit(code, any));
        };
        code.size = size;
        self.check_fitted(code, fitted)
    }
}
