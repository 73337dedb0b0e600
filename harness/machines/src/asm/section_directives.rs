//! Directives that choose the section.

use super::assembler::Assembler;
use super::cursor::Cursor;
use super::diagnostics::Diagnostic;
use super::sections::{ALLOC, EXECUTE, MERGE, NOBITS, PROGBITS, STRINGS, WRITE, known_section};

type Done = Result<(), Diagnostic>;

/// Reads the number of a subsection.
fn subsection_number(asm: &mut Assembler<'_>, cursor: &mut Cursor<'_>) -> Result<u32, Diagnostic> {
    let at = cursor.clone();
    let number = asm.constant(cursor)?;
    let number = u32::try_from(number).ok().filter(|&number| number <= 8192);
    number.ok_or_else(|| at.error("expected the number of a subsection, 0 to 8192"))
}

/// `.text`, `.data`, `.bss`, perhaps with the number of a subsection: section 0, 1 or 2.
pub(super) fn simple(asm: &mut Assembler<'_>, cursor: &mut Cursor<'_>, index: u32) -> Done {
    let number = if cursor.at_end() { 0 } else { subsection_number(asm, cursor)? };
    cursor.expect_end()?;
    let section = asm.subsection(index as usize, number);
    asm.enter_section(section);
    if index == 0 {
        let align = asm.target.syntax().text_align;
        asm.align(align);
    }
    Ok(())
}

/// `.subsection number`.
pub(super) fn subsection(asm: &mut Assembler<'_>, cursor: &mut Cursor<'_>, _: u32) -> Done {
    let number = subsection_number(asm, cursor)?;
    cursor.expect_end()?;
    let section = asm.subsection(asm.current, number);
    asm.enter_section(section);
    Ok(())
}

/// `.rodata`, a short form of `.section .rodata`.
pub(super) fn rodata(asm: &mut Assembler<'_>, cursor: &mut Cursor<'_>, _: u32) -> Done {
    cursor.expect_end()?;
    let index = open(asm, ".rodata", PROGBITS, ALLOC);
    asm.enter_section(index);
    Ok(())
}

/// The section of this name, made if need be.
fn open(asm: &mut Assembler<'_>, name: &str, kind: u32, flags: u64) -> usize {
    let known = asm.section_names.get(name).copied();
    let index = known.unwrap_or_else(|| asm.add_section(name, kind, flags));
    asm.give_section_symbol(index);
    index
}

/// `.section name [, "flags" [, @type [, entry size]]]`, and `.pushsection` when `push` is 1.
pub(super) fn section(asm: &mut Assembler<'_>, cursor: &mut Cursor<'_>, push: u32) -> Done {
    let at = cursor.clone();
    let name = match cursor.next_byte() {
        Some(b'"') => cursor.symbol_name()?,
        _ => cursor.take_while(|byte| byte != b',' && !byte.is_ascii_whitespace()).to_owned(),
    };
    if name.is_empty() {
        return Err(cursor.expected("a section name"));
    }
    let (mut kind, mut flags) = known_section(&name);
    let mut explicit = false;
    let mut has_entries = false;
    let mut number = 0;
    if cursor.eat(b',') {
        if cursor.next_byte() == Some(b'"') {
            let at = cursor.clone();
            let letters = cursor.string()?;
            flags |= parse_flags(&at, &letters)?;
            has_entries = letters.contains(&b'M');
            explicit = true;
        } else if !matches!(cursor.next_byte(), Some(b'@' | b'%')) {
            number = subsection_number(asm, cursor)?;
        }
        if explicit && cursor.eat(b',') {
            kind = parse_kind(cursor, kind)?;
            if has_entries && cursor.eat(b',') {
                asm.constant(cursor)?;
            }
            // The section's group, the section it belongs to, `unique` and a number.
            while cursor.eat(b',') {
                if cursor.take_while(|byte| byte != b',' && !byte.is_ascii_whitespace()).is_empty() {
                    return Err(cursor.expected("a name or a number"));
                }
            }
        }
    }
    cursor.expect_end()?;
    let known = asm.section_names.get(&name).copied();
    if let Some(index) = known
        && explicit
        && asm.sections[index].flags != flags
    {
        return Err(at.error(format!("section `{name}` was made with other flags")));
    }
    let index = open(asm, &name, kind, flags);
    if push != 0 {
        asm.section_stack.push((asm.current, asm.previous));
    }
    let index = asm.subsection(index, number);
    asm.enter_section(index);
    Ok(())
}

/// The letters of a flags string.
fn parse_flags(at: &Cursor<'_>, letters: &[u8]) -> Result<u64, Diagnostic> {
    let mut flags = 0;
    for &letter in letters {
        flags |= match letter {
            b'a' => ALLOC,
            b'w' => WRITE,
            b'x' => EXECUTE,
            b'M' => MERGE,
            b'S' => STRINGS,
            b'T' => 0x400,
            b'e' => 0x8000_0000,
            // Groups and links to other sections are read, without effect.
            b'G' | b'o' | b'?' => 0,
            other => {
                let letter = other as char;
                return Err(at.error(format!(
                    "section flag `{letter}` is not supported: expected a, w, x, M, S, T, e, G or o"
                )));
            }
        };
    }
    Ok(flags)
}

/// `@progbits`, `%nobits` and the like.
fn parse_kind(cursor: &mut Cursor<'_>, default: u32) -> Result<u32, Diagnostic> {
    #[rustfmt::skip]
    const KINDS: &[(&str, u32)] = &[
        ("progbits", PROGBITS), ("nobits", NOBITS), ("note", 7), ("init_array", 14), ("fini_array", 15),
        ("preinit_array", 16),
    ];
    if !matches!(cursor.next_byte(), Some(b'@' | b'%' | b'"')) {
        return Ok(default);
    }
    let quoted = cursor.peek() == Some(b'"');
    cursor.bump();
    let at = cursor.clone();
    let word = cursor.take_while(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    if quoted {
        cursor.expect(b'"')?;
    }
    let found = KINDS.iter().find(|(name, _)| *name == word).map(|&(_, kind)| kind);
    found
        .or_else(|| word.parse().ok())
        .ok_or_else(|| at.expected("a section type such as `progbits` or `nobits`"))
}

/// `.popsection`.
pub(super) fn pop(asm: &mut Assembler<'_>, cursor: &mut Cursor<'_>, _: u32) -> Done {
    cursor.expect_end()?;
    let Some((current, previous)) = asm.section_stack.pop() else {
        return Err(cursor.error("`.popsection` without `.pushsection`"));
    };
    (asm.current, asm.previous) = (current, previous);
    Ok(())
}

/// `.previous`.
pub(super) fn previous(asm: &mut Assembler<'_>, cursor: &mut Cursor<'_>, _: u32) -> Done {
    cursor.expect_end()?;
    asm.enter_section(asm.previous);
    Ok(())
}

/// `.ident "text"`: a string in `.comment`, whose first byte is a zero.
pub(super) fn ident(asm: &mut Assembler<'_>, cursor: &mut Cursor<'_>, _: u32) -> Done {
    let at = cursor.clone();
    let mut text = cursor.string()?;
    cursor.expect_end()?;
    let comment = asm.section_names.get(".comment").copied();
    let comment = comment.unwrap_or_else(|| asm.add_section(".comment", PROGBITS, MERGE | STRINGS));
    let back = std::mem::replace(&mut asm.current, comment);
    if asm.sections[comment].is_empty() {
        text.insert(0, 0);
    }
    text.push(0);
    let done = asm.emit(&at, &text, &[]);
    asm.current = back;
    done
}
