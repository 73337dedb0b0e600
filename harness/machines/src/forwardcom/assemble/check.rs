//! Checks before and after a format is chosen.

use super::expression::{Constant, Extent, Fallback};
use super::fit::Fitted;
use super::reach::fits;
use super::token::{Fault, File, Register, Type};
use super::{Assembler, Code, Outcome, SymbolKind, Target};
use crate::forwardcom::formats::{InstructionKind, Vectors};
use crate::forwardcom::isa::{Immediate, flags, forms_of, id, type_size};
use crate::ieee;

impl Assembler {
    /// Completes an instruction before a format is chosen.
    pub(super) fn prepare(&mut self, code: &mut Code) -> Outcome<()> {
        self.check_memory(code)?;
        if let Some(mask) = code.operands.mask {
            if mask.number > 6 {
                return self.fail(code.token, "the mask must be one of the registers 0 to 6");
            }
            if code.operands.fallback.is_none() {
                let first = code.operands.registers.first();
                code.operands.fallback =
                    Some(first.map_or(Fallback::Zero, |&first| Fallback::Register(first)));
            }
        }
        let number = code.operands.instruction.unwrap_or(0);
        if code.data_type.is_some_and(|one| one.unsigned) {
            let other = matches!(
                number,
                id::DIV | id::DIV_REV | id::DIV_EX | id::MUL_HI | id::MUL_EX | id::REM | id::SHIFT_RIGHT_S
            );
            if other {
                code.operands.instruction = Some(number | 1);
            }
        }
        if code.data_type.is_some_and(Type::is_half) {
            self.half_precision(code)?;
        }
        if code.operands.instruction == Some(id::COMPRESS) {
            // The type field holds the type of the source.
            if let Some(one) = &mut code.data_type {
                let (code, float) = match (one.code, one.float) {
                    (1, true) => (5, true),
                    (5, true) => (6, true),
                    (6, true) => (7, true),
                    (4, false) => (0, false),
                    (other, float) => (other + 1, float),
                };
                *one = Type { code, float, ..*one };
            }
        }
        self.float_constant(code);
        self.fit_constant(code);
        self.fit_address(code);
        if code.operands.instruction.unwrap_or(0) & id::JUMP_BIT != 0 {
            self.check_jump(code)?;
        }
        Ok(())
    }

    /// An integer constant of a floating-point instruction is a floating-point constant, unless the instruction
    /// takes an integer.
    fn float_constant(&self, code: &mut Code) {
        if !code.data_type.is_some_and(|one| one.float) {
            return;
        }
        let number = code.operands.instruction;
        let forms = number.map_or(&[][..], forms_of);
        let takes_int = forms.iter().any(|formed| formed.form.is(flags::INT_IMM));
        let condition = number.unwrap_or(0) & id::JUMP_BIT != 0;
        if let (Some(Constant::Int(value)), false, None) =
            (&code.operands.constant, takes_int, code.operands.symbol)
        {
            let mut forms = forms.iter().map(|formed| formed.form);
            let written =
                forms.any(|form| form.kind == InstructionKind::Single && form.immediate == Immediate::U8);
            if !written || condition {
                code.operands.constant = Some(Constant::Float(*value as f64));
            }
        }
    }

    fn check_memory(&mut self, code: &mut Code) -> Outcome<()> {
        let vectors = code.uses_vectors(false);
        let Some(memory) = &mut code.operands.memory else { return Ok(()) };
        if let Some((index, scale)) = memory.index {
            if vectors && scale == -1 && memory.extent.is_none() {
                memory.extent = Some(Extent::Length(index));
            }
            let size = code.data_type.map_or(1, |one| type_size(one.code) as i64);
            if scale != 1 && scale != -1 && scale != size {
                return self.fail(code.token, "the factor of the index must be 1, -1 or the operand size");
            }
        }
        if matches!(memory.extent, Some(Extent::Length(_) | Extent::Broadcast(_))) && !vectors {
            return self.fail(code.token, "a length is only possible with vector registers");
        }
        if memory.base.is_none() {
            let implied = memory
                .symbol
                .filter(|_| memory.reference.is_none())
                .and_then(|index| self.symbols.get(index));
            let has_base = implied.is_some_and(|symbol| {
                symbol.attributes & (7 | crate::forwardcom::elf::flags::BASES) != 0
                    && symbol.kind != SymbolKind::Constant
            });
            if !has_base {
                return self
                    .fail(code.token, "the address has no base: a register, or a symbol in a section");
            }
        }
        let file = memory.base.map(|base| base.file);
        if matches!(file, Some(File::Vector | File::Capability | File::Performance | File::System)) {
            return self
                .fail(code.token, "the base of an address must be a general register or a base pointer");
        }
        Ok(())
    }

    fn half_precision(&mut self, code: &mut Code) -> Outcome<()> {
        let operands = &mut code.operands;
        let number = operands.constant.as_ref().and_then(Constant::number);
        match operands.instruction.unwrap_or(0) {
            id::MUL_ADD | id::DIV | id::MAX | id::MIN => {
                operands.options |= 0x20;
                operands.has_options = true;
            }
            id::ADD => operands.instruction = Some(id::ADD_H),
            id::MUL => operands.instruction = Some(id::MUL_H),
            id::COMPARE => operands.instruction = Some(id::COMPARE_H),
            id::SUB => {
                operands.instruction = Some(id::SUB_H);
                if let Some(number) = number
                    && operands.memory.is_none()
                    && operands.registers.len() < 2
                {
                    operands.instruction = Some(id::ADD_H);
                    operands.constant = Some(Constant::Float(-number));
                }
            }
            id::SUB_REV if matches!(operands.constant, Some(Constant::Int(0))) => {
                operands.instruction = Some(id::TOGGLE_BIT);
                operands.constant = Some(Constant::Int(15));
                code.data_type = Some(Type::int(1));
            }
            id::MOVE | id::REPLACE | id::REPLACE_EVEN | id::REPLACE_ODD | id::STORE => {
                if let Some(number) = number {
                    if number.abs() > 65504.0 {
                        return self.fail(code.token, "the constant does not fit half precision");
                    }
                    operands.constant = Some(Constant::Int((ieee::double_to_half(number) as i16).into()));
                }
                code.data_type = Some(Type::int(1));
            }
            id::COMPRESS
            | id::ADD_H
            | id::SUB_H
            | id::MUL_H
            | id::SQRT
            | id::FLOAT2INT
            | id::INT2FLOAT
            | id::COMPARE_H
            | id::FP_CATEGORY
            | id::FP_CATEGORY_REDUCE => {}
            _ => return self.fail(code.token, "this instruction has no half precision"),
        }
        Ok(())
    }

    fn check_jump(&mut self, code: &Code) -> Outcome<()> {
        let (Some(one), Some(first)) = (code.data_type, code.operands.registers.first()) else {
            return Ok(());
        };
        if first.is_vector() != (one.float && !one.is_half()) && (first.is_vector() || first.is_general()) {
            return self.fail(code.token, "the register does not go with the operand type");
        }
        if code.operands.constant.is_none() {
            return Ok(());
        }
        let small = if one.float {
            one.code < 6 || code.fit_number & fits::F32 != 0
        } else {
            one.code < 3 || code.fit_number & (fits::I32 | if one.unsigned { fits::U32 } else { 0 }) != 0
        };
        if !small {
            return self.fail(code.token, "the constant is too large for a conditional jump");
        }
        Ok(())
    }

    /// The mistake of an instruction that fits no format.
    pub(super) fn misfit(&self, code: &Code, any: bool) -> Fault {
        let token = code.token;
        if !any {
            return self.fault_at(token, "there is no such combination of an operation and a jump");
        }
        let operands = &code.operands;
        if operands.memory.is_some_and(|memory| memory.has_offset) && code.fit_address & fits::I32 == 0 {
            return self.fault_at(token, "the offset does not fit 32 bits");
        }
        if operands.fallback.is_some() {
            return self.fault_at(token, "no format has room for these operands with this fallback");
        }
        if operands.registers.len() >= 2 && operands.memory.is_some() {
            return self.fault_at(token, "no format has room for this memory operand with three operands");
        }
        self.fault_at(token, "no form of this instruction takes these operands with this type")
    }

    /// Checks the operands against the chosen form and completes it.
    pub(super) fn check_fitted(&self, code: &mut Code, mut fitted: Fitted) -> Outcome<()> {
        let checked = complete_type(code, &mut fitted)
            .and_then(|()| check_count(code, &fitted))
            .and_then(|()| check_registers(code, &fitted))
            .and_then(|()| check_target(code, &fitted))
            .and_then(|()| check_mask(code, &fitted))
            .and_then(|()| check_memory(code, &fitted))
            .and_then(|()| complete_constant(code, &mut fitted));
        checked.map_err(|message| self.fault_at(code.token, message))?;
        code.fitted = Some(fitted);
        Ok(())
    }
}

/// A sentence that says why a form does not take the operands.
type Checked = Result<(), &'static str>;

/// The register file that the form's operands are in, where it does not say otherwise.
fn file(fitted: &Fitted) -> File {
    let vector = fitted.format.vectors.hold(fitted.data_type);
    if vector { File::Vector } else { File::General }
}

/// The operand type may be missing only where nothing depends on it.
fn complete_type(code: &Code, fitted: &mut Fitted) -> Checked {
    let (form, operands) = (fitted.form, &code.operands);
    if code.data_type.is_some() || form.is(flags::BARE) {
        return Ok(());
    }
    let anything = operands.constant.is_some() || !operands.registers.is_empty() || operands.memory.is_some();
    let registers =
        form.kind == InstructionKind::Multi && operands.constant.is_none() && operands.memory.is_none();
    if form.id == id::MOVE && registers {
        let vector = matches!(code.target, Target::Register(target) if target.is_vector());
        fitted.data_type = if vector { 0 } else { 3 };
    } else if anything && !(form.kind == InstructionKind::Jump && form.sources <= 1) {
        return Err("the operand type is missing");
    }
    Ok(())
}

/// Checks the number of operands.
fn check_count(code: &Code, fitted: &Fitted) -> Checked {
    let (form, operands) = (fitted.form, &code.operands);
    let mut needed = usize::from(form.sources);
    let mut less = |condition: bool| needed = needed.saturating_sub(condition.into());
    less(form.kind == InstructionKind::Jump && code.jump.is_some());
    less(operands.has_number() || operands.symbol.is_some());
    less(!operands.more.is_empty());
    less(operands.memory.is_some() && !form.is(flags::TO_MEMORY));
    let given = operands.registers.len();
    let implied = matches!(form.immediate, Immediate::Implicit(_)) && !operands.has_number();
    if given + usize::from(implied) < needed && !form.is(flags::POINTER) {
        return Err("too few operands");
    }
    if given > needed && form.immediate != Immediate::Bits886 {
        return Err("too many operands");
    }
    Ok(())
}

/// Checks the files of the registers that are read.
fn check_registers(code: &Code, fitted: &Fitted) -> Checked {
    let (form, registers) = (fitted.form, &code.operands.registers);
    for (position, register) in registers.iter().enumerate() {
        let last = position + 1 == registers.len();
        let right = if form.special_source().is_some() {
            !register.is_general() && !register.is_vector()
        } else if form.is(flags::GP_1 << position.min(2)) || form.is(flags::GP_LENGTH) && last {
            register.is_general()
        } else {
            register.file == file(fitted)
        };
        if !right {
            return Err("an operand is in the wrong kind of register");
        }
    }
    Ok(())
}

/// Checks the destination.
fn check_target(code: &Code, fitted: &Fitted) -> Checked {
    let form = fitted.form;
    let no_target = form.is(flags::BARE | flags::NO_DEST);
    let target = match code.target {
        Target::None if !no_target => return Err("the destination is missing"),
        Target::None => return Ok(()),
        _ if no_target && !form.is(flags::POINTER) => return Err("this instruction has no destination"),
        Target::Memory if !form.is(flags::TO_MEMORY) => return Err("the result cannot go to memory"),
        Target::Memory => return Ok(()),
        Target::Register(target) => target,
    };
    let right = if form.special_destination().is_some() {
        !target.is_general() && !target.is_vector()
    } else if form.is(flags::GP_DEST) {
        target.is_general()
    } else if form.is(flags::TO_MEMORY) {
        return Err("the destination must be a memory operand");
    } else {
        target.file == file(fitted)
    };
    if right { Ok(()) } else { Err("the destination is the wrong kind of register") }
}

/// Checks the mask and the fallback.
fn check_mask(code: &Code, fitted: &Fitted) -> Checked {
    let (form, operands) = (fitted.form, &code.operands);
    let Some(mask) = operands.mask else { return Ok(()) };
    let wrong = |register: Register| register.file != file(fitted);
    if wrong(mask) {
        return Err("the mask is in the wrong kind of register");
    }
    let Some(Fallback::Register(fallback)) = operands.fallback else { return Ok(()) };
    let is_first = operands.registers.first() == Some(&fallback);
    if wrong(fallback) && !is_first {
        return Err("the fallback is in the wrong kind of register");
    }
    if form.sources >= 3 && !is_first && !form.is(flags::NO_FALLBACK) {
        return Err("with three operands the fallback must be the first of them");
    }
    Ok(())
}

/// Checks the memory operand and the options.
fn check_memory(code: &Code, fitted: &Fitted) -> Checked {
    let (form, format, operands) = (fitted.form, fitted.format, &code.operands);
    if let Some(memory) = operands.memory {
        let general = memory.base.is_some_and(|base| base.is_general() && (28..=30).contains(&base.number));
        if general && format.has_special_bases() {
            return Err("r28 to r30 cannot be base of an address with such an offset");
        }
        let silent = memory.extent.is_none() && memory.limit.is_none();
        if silent && format.vectors != Vectors::No && format.vectors != Vectors::ByType {
            return Err("expected `scalar`, `length=` or `broadcast=` in the address");
        }
        if matches!(memory.extent, Some(Extent::Broadcast(_))) && form.is(flags::TO_MEMORY) {
            return Err("a store cannot broadcast");
        }
    }
    if operands.has_options && !form.is(flags::OPTIONS) && form.kind != InstructionKind::Jump {
        return Err("this instruction has no options");
    }
    Ok(())
}

/// The constant must fit the operand type; a comparison without signs has an option that says so.
fn complete_constant(code: &Code, fitted: &mut Fitted) -> Checked {
    let (form, operands) = (fitted.form, &code.operands);
    if let (Some(Constant::Float(value)), true) = (&fitted.constant, form.is(flags::INT_IMM)) {
        fitted.constant = Some(Constant::Int(*value as i64));
    }
    let is_alone = operands.more.is_empty() && operands.symbol.is_none();
    if matches!(operands.constant, Some(Constant::Int(_))) && is_alone {
        let room = match fitted.data_type {
            _ if code.data_type.is_some_and(|one| one.float) => true,
            0 => code.fit_number & (fits::I8 | fits::U8) != 0,
            1 => code.fit_number & (fits::I16 | fits::U16) != 0,
            2 => code.fit_number & (fits::I32 | fits::U32) != 0,
            _ => true,
        };
        let own = matches!(form.immediate, Immediate::U32 | Immediate::U64) || form.is(flags::BARE);
        if !room && !own && operands.memory.is_none_or(|memory| memory.limit.is_none()) {
            return Err("the constant does not fit the operand type");
        }
    }
    let unsigned = code.data_type.is_some_and(|one| one.unsigned);
    if unsigned && form.id == id::COMPARE && operands.options != 0 {
        fitted.options |= 8;
    }
    Ok(())
}
