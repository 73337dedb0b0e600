//! Directives that say something of symbols.

use super::assembler::{Assembler, MOST_SPACE};
use super::cursor::Cursor;
use super::diagnostics::Diagnostic;
use super::directives::list;
use super::sections::Filling;
use super::symbols::Value;
use crate::object_file::Binding;

type Done = Result<(), Diagnostic>;

/// Number of [`bind`] for `.global`.
pub(super) const GLOBAL: u32 = 0;
/// Number of [`bind`] for `.weak`.
pub(super) const WEAK: u32 = 1;
/// Number of [`bind`] for `.local`.
pub(super) const LOCAL: u32 = 2;

/// `.global`, `.weak`, `.local`: a list of names.
pub(super) fn bind(asm: &mut Assembler<'_>, cursor: &mut Cursor<'_>, number: u32) -> Done {
    list(cursor, |cursor| {
        let at = if asm.target.syntax().at_begins_names && cursor.eat(b'@') { "@" } else { "" };
        let name = format!("{at}{}", cursor.symbol_name()?);
        let symbol = asm.symbols.described(&name);
        match number {
            WEAK => symbol.binding = Binding::Weak,
            LOCAL => {
                symbol.binding = Binding::Local;
                symbol.declared_local = true;
            }
            _ if symbol.binding == Binding::Local => symbol.binding = Binding::Global,
            _ => {}
        }
        Ok(())
    })
}

/// `.hidden`, `.internal`, `.protected`: read, and without effect, for object files here keep no
/// visibility.
pub(super) fn visibility(asm: &mut Assembler<'_>, cursor: &mut Cursor<'_>, _: u32) -> Done {
    list(cursor, |cursor| {
        let name = cursor.symbol_name()?;
        asm.symbols.described(&name);
        Ok(())
    })
}

/// `.type name, @function`, also with `%`, quotes, or `STT_FUNC`.
pub(super) fn kind(asm: &mut Assembler<'_>, cursor: &mut Cursor<'_>, _: u32) -> Done {
    #[rustfmt::skip]
    const KINDS: &[(&str, u8)] = &[
        ("notype", 0), ("object", 1), ("function", 2), ("common", 1), ("tls_object", 6),
        ("STT_NOTYPE", 0), ("STT_OBJECT", 1), ("STT_FUNC", 2), ("STT_COMMON", 1), ("STT_TLS", 6),
    ];
    let name = cursor.symbol_name()?;
    cursor.eat(b',');
    let at = cursor.clone();
    let word = match cursor.next_byte() {
        Some(b'"') => cursor.symbol_name()?,
        Some(b'@' | b'%') => {
            cursor.bump();
            cursor.name().unwrap_or("").to_owned()
        }
        _ => cursor.name().unwrap_or("").to_owned(),
    };
    let Some(&(_, kind)) = KINDS.iter().find(|(known, _)| *known == word) else {
        return Err(at.expected("a symbol type such as `@function` or `@object`"));
    };
    cursor.expect_end()?;
    asm.symbols.described(&name).kind = kind;
    Ok(())
}

/// `.size name, expression`.
pub(super) fn size(asm: &mut Assembler<'_>, cursor: &mut Cursor<'_>, _: u32) -> Done {
    let name = cursor.symbol_name()?;
    cursor.eat(b',');
    let size = asm.expression(cursor)?;
    cursor.expect_end()?;
    asm.symbols.described(&name).size = Some(size);
    Ok(())
}

/// `.set name, expression`, `.equ`; and `.equiv` when `once` is 1, which wants a new name.
pub(super) fn set(asm: &mut Assembler<'_>, cursor: &mut Cursor<'_>, once: u32) -> Done {
    let at = cursor.clone();
    let name = cursor.symbol_name()?;
    cursor.expect(b',')?;
    let value = asm.expression(cursor)?;
    cursor.expect_end()?;
    if once != 0 && asm.symbols.find(&name).is_some_and(|id| asm.symbols.get(id).is_defined()) {
        return Err(at.error(format!("`{name}` is defined already")));
    }
    asm.equate(&at, &name, value)
}

/// `.comm name, size [, alignment]`, and `.lcomm` when `local` is 1. Alignments are in bytes.
pub(super) fn common(asm: &mut Assembler<'_>, cursor: &mut Cursor<'_>, local: u32) -> Done {
    let at = cursor.clone();
    let name = cursor.symbol_name()?;
    cursor.eat(b',');
    let size = asm.constant(cursor)?;
    let align = if cursor.eat(b',') { Some(asm.constant(cursor)?) } else { None };
    cursor.expect_end()?;
    let size = u64::try_from(size).ok().filter(|&size| size <= MOST_SPACE);
    let size = size.ok_or_else(|| at.error(format!("expected a size of 0 to {MOST_SPACE:#x}")))?;
    // Without an alignment, GNU as rounds the size up to a power of two for `.comm`, and down for
    // `.lcomm`, within bounds.
    let up = size.next_power_of_two().min(16);
    let down = if size == 0 { 1 } else { 1 << size.ilog2().min(3) };
    let natural = if local == 0 { up } else { down };
    let align = align.map_or(Some(natural), |align| u64::try_from(align).ok());
    let align = align.filter(|align| align.is_power_of_two() && *align <= MOST_SPACE);
    let align = align.ok_or_else(|| at.error("expected an alignment that is a power of two"))?;

    let symbol = asm.symbols.described(&name);
    if symbol.is_defined() && !matches!(symbol.value, Value::Common { .. }) {
        return Err(at.error(format!("`{name}` is defined already")));
    }
    symbol.kind = 1;
    if local == 0 && !symbol.declared_local {
        if symbol.binding == Binding::Local {
            symbol.binding = Binding::Global;
        }
        symbol.value = Value::Common { size, align };
        return Ok(());
    }
    // Behind everything that the text puts into `.bss` itself.
    let space = asm.subsection(2, 1);
    let back = std::mem::replace(&mut asm.current, space);
    asm.align_with(align, Filling::Pattern(Vec::new()), u64::MAX);
    let place = asm.place();
    let done = asm.fill(&at, size, &[0]);
    asm.current = back;
    let symbol = asm.symbols.described(&name);
    symbol.value = Value::Label(place);
    symbol.size = Some(super::expr::Expr::Constant(size as i64));
    done
}

/// `.file "name"`; the numbered form belongs to debug information and is ignored.
pub(super) fn file(asm: &mut Assembler<'_>, cursor: &mut Cursor<'_>, _: u32) -> Done {
    if cursor.next_byte() == Some(b'"') {
        let name = cursor.symbol_name()?;
        asm.file_symbol = Some(name);
    }
    Ok(())
}
