//! Attributes, and assembly labels after a declarator.

use crate::error::ParseError;
use crate::parse::Parser;
use crate::token::{Token, TokenKind};
use crate::types::{CType, Object};
use crate::words::{is_attribute, is_label, is_listed};
use crosscall_model::ctype::{Scalar, Type};

/// Attributes at one place.
#[derive(Debug, Clone, Default)]
pub(crate) struct Attributes {
    pub(crate) packed: bool,
    pub(crate) align: Option<u32>,
    /// Length of the vector that the type becomes.
    pub(crate) lanes: Option<Lanes>,
    /// Scalar type that replaces the written one.
    pub(crate) mode: Option<Mode>,
    /// True for a union that is passed as its first member.
    pub(crate) transparent: bool,
    /// Error for an attribute that prevents drawing.
    pub(crate) refused: Option<ParseError>,
}

/// Length of a vector in an attribute.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Lanes {
    /// Number of lanes: `ext_vector_type(n)`.
    Count(u32),
    /// Number of bytes: `vector_size(n)`.
    Bytes(u32),
}

/// Type by its width, as in GCC's attribute `mode`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Mode {
    /// Integer of this number of bytes.
    Integer(u32),
    /// Integer as wide as a pointer.
    Pointer,
    /// Floating type.
    Floating(Scalar),
}

/// Greatest number of lanes of a vector.
const MAX_LANES: u32 = 256;

/// Attributes that do not change how a value is passed. Names are written without the underscores around them.
const HARMLESS: &str = "access alias alloc_align alloc_size always_inline artificial assume_aligned availability \
    carries_dependency cleanup cold const constructor copy counted_by deprecated designated_init destructor \
    diagnose_if dllexport dllimport enable_if error externally_visible fallthrough fd_arg fd_arg_read \
    fd_arg_write flag_enum flatten format format_arg gnu_inline guarded_by hot ifunc leaf likely malloc \
    may_alias maybe_unused no_icf no_instrument_function no_profile_instrument_function no_reorder \
    no_sanitize no_sanitize_address no_sanitize_undefined no_stack_protector noclone nocf_check nodiscard \
    noinline noipa nonnull nonstring noplt noreturn nothrow null_terminated_string_arg optimize optnone \
    overloadable patchable_function_entry pure reproducible retain returns_nonnull returns_twice section \
    sentinel simd stack_protect symver tainted_args target target_clones tls_model type_visibility \
    unavailable uninitialized unlikely unsequenced unused used visibility warn_if_not_aligned \
    warn_unused_result warning weak weakref zero_call_used_regs";

/// Attributes that change a function's calling convention or the contents of a type in a way that is not worked out here.
const OTHER_CALLS: &str = "aarch64_vector_pcs address_space arm_sve_vector_bits cdecl far fastcall force_align_arg_pointer interrupt \
    interrupt_handler isr kernel matrix_type ms_abi ms_struct naked near neon_polyvector_type neon_vector_type \
    no_callee_saved_registers no_caller_saved_registers pcs preserve_all preserve_most preserve_none regcall regparm \
    riscv_rvv_vector_bits riscv_vector_cc riscv_vls_cc scalar_storage_order signal stdcall swiftasynccall swiftcall \
    sysv_abi thiscall vectorcall";

impl Attributes {
    pub(crate) fn merge(&mut self, other: Attributes) {
        self.packed |= other.packed;
        self.transparent |= other.transparent;
        self.align = self.align.max(other.align);
        self.lanes = other.lanes.or(self.lanes);
        self.mode = other.mode.or(self.mode);
        self.refused = self.refused.take().or(other.refused);
    }

    /// True if an attribute here makes another type of the one before it.
    pub(crate) fn changes_type(&self) -> bool {
        self.lanes.is_some() || self.mode.is_some()
    }

    /// True if an attribute here affects the layout of a value.
    pub(crate) fn shapes(&self) -> bool {
        self.packed || self.align.is_some() || self.changes_type()
    }
}

impl Parser<'_> {
    /// Parses any number of attributes, in the spellings of GNU and of C23.
    pub(crate) fn attributes(&mut self) -> Result<Attributes, ParseError> {
        self.attributes_spelled(true)
    }

    /// Parses any number of attributes in the spelling of GNU. One of C23 behind the members of a record is about the type in one
    /// declaration, and not about the record.
    pub(crate) fn gnu_attributes(&mut self) -> Result<Attributes, ParseError> {
        self.attributes_spelled(false)
    }

    fn attributes_spelled(&mut self, standard: bool) -> Result<Attributes, ParseError> {
        let mut found = Attributes::default();
        loop {
            match self.peek().kind {
                TokenKind::Word(word) if is_attribute(word) => {
                    let (start, before) = (self.position, found.lanes.take());
                    self.next_hidden();
                    self.expect_hidden("(")?;
                    let gnu = word != "__declspec";
                    if gnu {
                        self.expect_hidden("(")?;
                    }
                    self.attribute_list(")", &mut found)?;
                    self.expect_hidden(")")?;
                    if gnu {
                        self.expect_hidden(")")?;
                    }
                    if found.lanes.is_some() {
                        // Without the attribute, a vector would be printed as one lane.
                        (start..self.position).for_each(|position| self.show(position));
                    }
                    found.lanes = found.lanes.or(before);
                }
                TokenKind::Punct("[") if standard && self.starts_standard_attribute() => {
                    self.next_hidden();
                    self.next_hidden();
                    self.attribute_list("]", &mut found)?;
                    self.expect_hidden("]")?;
                    self.expect_hidden("]")?;
                }
                _ => return Ok(found),
            }
        }
    }

    /// Parses attributes with commas between them, up to a closing bracket.
    fn attribute_list(&mut self, end: &str, found: &mut Attributes) -> Result<(), ParseError> {
        while !self.at(end) {
            if !self.at(",") {
                // The name before `::` is the namespace of the attribute.
                if end == "]" && self.ahead(1).kind == TokenKind::Punct("::") {
                    self.next_hidden();
                    self.next_hidden();
                }
                self.attribute(found)?;
            }
            if !self.at(",") {
                break;
            }
            self.next_hidden();
        }
        Ok(())
    }

    /// True if `[[` comes next.
    pub(crate) fn starts_standard_attribute(&self) -> bool {
        self.at("[") && self.ahead(1).kind == TokenKind::Punct("[")
    }

    fn expect_hidden(&mut self, punct: &str) -> Result<(), ParseError> {
        self.hide(self.position);
        self.expect(punct)
    }

    /// Parses attributes and assembly labels after a declarator.
    pub(crate) fn labels(&mut self) -> Result<Attributes, ParseError> {
        let mut found = self.attributes()?;
        while let TokenKind::Word(word) = self.peek().kind {
            if self.strict || !is_label(word) {
                break;
            }
            self.hide_with_group()?;
            found.merge(self.attributes()?);
        }
        Ok(found)
    }

    /// Skips the next token and the parentheses after it, and omits both from the printed text.
    pub(crate) fn hide_with_group(&mut self) -> Result<(), ParseError> {
        let start = self.position;
        self.next();
        if self.at("(") {
            self.skip_group()?;
        }
        (start..self.position).for_each(|position| self.hide(position));
        Ok(())
    }

    fn attribute(&mut self, found: &mut Attributes) -> Result<(), ParseError> {
        let start = self.position;
        let outcome = self.one_attribute(found);
        (start..self.position).for_each(|position| self.hide(position));
        outcome
    }

    fn one_attribute(&mut self, found: &mut Attributes) -> Result<(), ParseError> {
        let token = self.next();
        let TokenKind::Word(word) = token.kind else {
            return self.fail(token, "expected the name of an attribute");
        };
        let name = word.strip_prefix("__").and_then(|w| w.strip_suffix("__")).unwrap_or(word);
        match name {
            "packed" => found.packed = true,
            "aligned" | "align" => {
                // Without a number, it is the greatest useful alignment of an unnamed target.
                if !self.at("(") {
                    return self.refuse(found, token, "an alignment without a number is the target's own");
                }
                self.next();
                found.align = found.align.max(Some(self.alignment()?));
                self.expect(")")?;
            }
            "vector_size" | "ext_vector_type" => {
                self.expect("(")?;
                let number = self.peek();
                let length = u32::try_from(self.constant()?)
                    .map_err(|_| self.error(number, "a vector is not as long as that"))?;
                let bytes = name == "vector_size";
                found.lanes = Some(if bytes { Lanes::Bytes(length) } else { Lanes::Count(length) });
                self.expect(")")?;
            }
            _ if self.strict => {
                return self.fail(
                    token,
                    "expected an attribute that is understood: `packed`, `aligned(N)`, \
                               `vector_size(N)` or `ext_vector_type(N)`",
                );
            }
            "mode" => {
                self.expect("(")?;
                let mode = self.next();
                match self.mode(mode) {
                    Ok(mode) => found.mode = Some(mode),
                    Err(error) => {
                        found.refused.get_or_insert(error);
                    }
                }
                self.expect(")")?;
            }
            "transparent_union" => found.transparent = true,
            _ => {
                if self.at("(") {
                    self.skip_group()?;
                }
                if is_listed(OTHER_CALLS, name) {
                    return self.refuse(
                        found,
                        token,
                        "how it changes a type or a call is not worked out here",
                    );
                }
                if !is_listed(HARMLESS, name) {
                    self.notes.push(format!(
                        "the attribute `{word}` is not known here: the picture is as if it were not there"
                    ));
                }
            }
        }
        Ok(())
    }

    fn refuse(&mut self, found: &mut Attributes, token: Token<'_>, why: &str) -> Result<(), ParseError> {
        let word = self.text.get(token.at..token.at + token.len).unwrap_or_default();
        let error = self.error(token, format!("the attribute `{word}` is not drawn: {why}"));
        if self.strict {
            return Err(error);
        }
        found.refused.get_or_insert(error);
        Ok(())
    }

    fn mode(&self, token: Token<'_>) -> Result<Mode, ParseError> {
        let TokenKind::Word(word) = token.kind else {
            return self.fail(token, "expected the name of a mode such as `DI`");
        };
        Ok(match word.trim_matches('_') {
            "QI" | "byte" => Mode::Integer(1),
            "HI" => Mode::Integer(2),
            "SI" => Mode::Integer(4),
            "DI" => Mode::Integer(8),
            "HF" => Mode::Floating(Scalar::Half),
            "SF" => Mode::Floating(Scalar::Float),
            "DF" => Mode::Floating(Scalar::Double),
            // The registers of all targets here are as wide as their pointers, as far as C is concerned.
            "pointer" | "word" => Mode::Pointer,
            _ => return self.fail(token, format!("the mode `{word}` is not drawn")),
        })
    }

    /// Type that results from applying attributes to a scalar; the type itself where there are none of that kind.
    pub(crate) fn shaped(
        &self,
        token: Token<'_>,
        ty: CType,
        attributes: &Attributes,
    ) -> Result<CType, ParseError> {
        let ty = match (attributes.mode, ty) {
            (None, ty) => ty,
            (Some(mode), CType::Object(object)) => CType::Object(
                of_mode(mode, &object)
                    .ok_or_else(|| self.error(token, "this mode does not go with the type before it"))?,
            ),
            (Some(_), _) => return self.fail(token, "this mode does not go with the type before it"),
        };
        let ty = match (attributes.transparent, ty) {
            (true, CType::Object(object)) => CType::Object(Object { transparent: true, ..object }),
            (_, ty) => ty,
        };
        match attributes.lanes {
            Some(lanes) => self.vector(token, ty, lanes),
            None => Ok(ty),
        }
    }

    fn vector(&self, token: Token<'_>, ty: CType, lanes: Lanes) -> Result<CType, ParseError> {
        let none = || self.error(token, "there is no vector of this type");
        let CType::Object(object) = ty else { return Err(none()) };
        let Type::Scalar(element) = *object.ty else { return Err(none()) };
        if element == Scalar::Bool || element == Scalar::LongDouble {
            return Err(none());
        }
        let size = self.environment.layout(&object.ty).and_then(|l| u32::try_from(l.size).ok());
        let lanes = match (lanes, size.filter(|size| *size > 0)) {
            (Lanes::Count(lanes), _) => lanes,
            (Lanes::Bytes(bytes), Some(size)) if bytes.is_multiple_of(size) => bytes / size,
            (Lanes::Bytes(_), Some(size)) => {
                return self.fail(token, format!("the size of this vector is a multiple of {size}"));
            }
            (Lanes::Bytes(_), None) => {
                return self
                    .fail(token, "the size of this type is the target's; write `ext_vector_type(LANES)`");
            }
        };
        if !(1..=MAX_LANES).contains(&lanes) {
            return self.fail(token, format!("a vector has 1 to {MAX_LANES} lanes"));
        }
        Ok(CType::Object(object.with(Type::Vector { element, lanes })))
    }

    /// Parses an alignment in bytes.
    pub(crate) fn alignment(&mut self) -> Result<u32, ParseError> {
        let token = self.peek();
        let value = self.constant()?;
        u32::try_from(value)
            .ok()
            .filter(|n| n.is_power_of_two() && *n <= 4096)
            .ok_or_else(|| self.error(token, "an alignment is a power of two from 1 to 4096"))
    }
}

/// Type of a mode, with the sign of the written type.
fn of_mode(mode: Mode, written: &Object) -> Option<Object> {
    let Type::Scalar(scalar) = *written.ty else { return None };
    let scalar = match (mode, scalar.is_unsigned()) {
        (Mode::Floating(floating), _) => return scalar.is_floating().then(|| written.with(floating.into())),
        _ if scalar.is_floating() => return None,
        (Mode::Integer(1), true) => Scalar::UnsignedChar,
        (Mode::Integer(1), false) => Scalar::SignedChar,
        (Mode::Integer(2), true) => Scalar::UnsignedShort,
        (Mode::Integer(2), false) => Scalar::Short,
        (Mode::Integer(4), true) => Scalar::UnsignedInt,
        (Mode::Integer(4), false) => Scalar::Int,
        (Mode::Integer(_), true) => Scalar::UnsignedLongLong,
        (Mode::Integer(_), false) => Scalar::LongLong,
        (Mode::Pointer, true) => Scalar::Size,
        (Mode::Pointer, false) => Scalar::PointerDifference,
    };
    Some(written.with(scalar.into()))
}
