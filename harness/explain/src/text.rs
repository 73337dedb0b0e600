//! The picture of a call.

use super::differences::Difference;
use super::json::unique;
use super::{Explanation, Taken, clauses_of_values};
use crosscall_declarations::WrittenRecord;
use crosscall_model::finding::ValueId;
use crosscall_model::layout::Layout;
use crosscall_model::plan::{
    ClauseId, Extension, Link, Passed, Piece, Place, Plan, Preservation, RegisterRule, Transfer,
};
use crosscall_model::target::{Register, RegisterKind};
use crosscall_model::{RecordKind, Target, counted};
use crosscall_oracle::clause::Clause;
use crosscall_reports::dialect::question;
use crosscall_reports::picture::style::{BAD, GOOD, TITLE, paint};
use crosscall_reports::picture::{Table, columns, hanging, labelled, padded, paragraph, width, wrap};
use std::fmt::Write;

/// The whole picture.
pub fn render(explanation: &Explanation, differences: Option<&[Difference]>) -> String {
    let target = explanation.target;
    let mut out = facts(explanation);
    out += &readings_part(target, &explanation.readings);
    if let Some(differences) = differences {
        out += &difference_part(target, differences);
    }
    out + &clauses_part(target, "clauses that place the values", &clauses_of_values(explanation))
}

/// The rules of clauses, and the command that shows the others.
pub(super) fn clauses_part(target: Target, heading: &str, clauses: &[&Clause]) -> String {
    let mut table = Table::new(2, &[]);
    for clause in clauses {
        table.row(&[target.short(&clause.id), &clause.rule]);
    }
    titled(heading, &table) + &format!("\n`crosscall clauses --target {target}` has the others.\n")
}

/// A table with a heading above it; nothing where it has no rows.
fn titled(heading: &str, table: &Table) -> String {
    if table.is_empty() { String::new() } else { title(heading) + &table.draw() }
}

/// The places of the call, and the readings in force.
pub fn brief(explanation: &Explanation, differences: Option<&[Difference]>) -> String {
    let mut out = places(explanation) + &readings_part(explanation.target, &explanation.readings);
    if let Some(differences) = differences {
        out += &difference_part(explanation.target, differences);
    }
    out
}

/// The readings in force where there are others.
pub(super) fn readings_part(target: Target, readings: &[Taken]) -> String {
    let mut table = Table::new(2, &[]);
    for taken in readings.iter().filter(|t| !t.others.is_empty()) {
        let Taken { asks, reading, text, others, .. } = taken;
        let text = format!("{asks} {reading}: {text} (also possible: {})", others.join(", "));
        table.row(&[target.short(&taken.name()).to_owned(), text]);
    }
    titled("interpretations in force where the document is open", &table)
}

/// Notes, each a paragraph.
pub fn notes_part(notes: &[String]) -> String {
    notes.iter().map(|note| labelled(2, "note: ", 6, note)).collect()
}

/// The heading of a part.
pub fn title(text: &str) -> String {
    format!("\n{}\n", paint(TITLE, text))
}

/// The places of the values of a call in one line.
pub fn line(name: &str, explanation: &Explanation) -> String {
    let Explanation { target, plan, notes, .. } = explanation;
    let arguments: Vec<String> =
        plan.arguments.iter().map(|passed| format!("{} {}", passed.name, short(*target, passed))).collect();
    let result =
        plan.result.as_ref().map_or(String::new(), |passed| format!(" -> {}", short(*target, passed)));
    let mark = if notes.is_empty() { "" } else { " *" };
    format!("  {name}({}){result}{mark}\n", arguments.join(", "))
}

/// Places of a value without further words: `a0`, `fa0:a0`, `[sp+8]`, and `[a0]` for memory at an address in a0.
fn short(target: Target, passed: &Passed) -> String {
    let bare = |register| target.register(register).map_or("?", |info| info.name);
    let place = |piece: &Piece| match piece.place {
        Place::Register { register, byte: 0 } => bare(register).to_owned(),
        Place::Register { register, byte } => format!("{}+{byte}", bare(register)),
        Place::Pointed { base, offset } => format!("[{}{offset:+}]", bare(base)),
        Place::Stack { offset } => format!("[sp{offset:+}]"),
    };
    let all = |pieces: &[Piece]| pieces.iter().map(place).collect::<Vec<_>>().join(":");
    match &passed.transfer {
        Transfer::Nothing => "nowhere".to_owned(),
        Transfer::Direct(pieces) => all(pieces),
        Transfer::ByReference { pointer, .. } => format!("[{}]", all(pointer)),
    }
}

/// Everything that a reading may change.
pub fn facts(explanation: &Explanation) -> String {
    places(explanation) + &survivors(explanation) + &stack_rules(explanation)
}

/// Registers, stack, memory, result and layouts.
fn places(explanation: &Explanation) -> String {
    let plan = &explanation.plan;
    let target = explanation.target;
    let mut out = hanging(&format!("{target}:"), &explanation.declaration);
    out += &notes_part(&explanation.notes);
    out += &title("at the call");
    out += &boxes(target, &spots(plan, Moment::Call));
    out += &stack_table(&spots(plan, Moment::Call), plan.stack.callee_area);
    out += &list_table(target, plan);
    if plan.arguments.is_empty() && spots(plan, Moment::Call).is_empty() {
        out += "  nothing is passed\n";
    }
    out += &value_table(target, plan.arguments.iter(), "argument");
    out += &references(target, plan);
    for linkage in &plan.linkage {
        let at = place_name(target, linkage.place);
        let ids = ids(target, &linkage.clauses);
        out += &paragraph(2, &format!("the {} is in {at}  [{ids}]", linkage.link.words()));
    }

    out += &title("at the return");
    match &plan.result {
        None => out += "  no result\n",
        Some(_) => {
            out += &boxes(target, &spots(plan, Moment::Return));
            out += &value_table(target, plan.result.iter(), "result");
        }
    }
    if !explanation.records.is_empty() {
        out += &title("records in memory");
        for (written, layout) in &explanation.records {
            out += &record(written, layout);
        }
    }
    out
}

/// When something is somewhere.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Moment {
    Call,
    Return,
}

/// A run of bytes in a place, with what is there.
struct Spot {
    place: Place,
    len: u32,
    label: String,
    note: String,
}

/// Contents of registers and stack at a moment.
fn spots(plan: &Plan, moment: Moment) -> Vec<Spot> {
    let mut found = Vec::new();
    let mut add = |passed: &Passed, pieces: &[Piece], is_address: bool| {
        let size = passed.image.bytes.len();
        for piece in pieces {
            let part = format!("bytes {}-{}", piece.offset, piece.offset + piece.len.max(1) - 1);
            let whole = piece.offset == 0 && piece.len as usize >= size;
            let (label, note) = match (is_address, whole) {
                (true, _) => (format!("&{}", passed.name), format!("address of {}", passed.name)),
                (false, true) => (passed.name.clone(), format!("{}: {}", passed.name, passed.c_type)),
                (false, false) => {
                    let label =
                        format!("{}[{}..{}]", passed.name, piece.offset, piece.offset + piece.len - 1);
                    (label, format!("{}: {part} of {}", passed.name, passed.c_type))
                }
            };
            let (len, note) = match extension(piece) {
                Some((extended, width)) => (width, format!("{note}, {extended}")),
                None => (piece.len, note),
            };
            found.push(Spot { place: piece.place, len, label, note });
        }
    };
    if moment == Moment::Call {
        for passed in plan.arguments.iter().chain(&plan.result) {
            if let Transfer::ByReference { pointer, .. } = &passed.transfer {
                add(passed, pointer, true);
            }
        }
        for passed in &plan.arguments {
            if let Transfer::Direct(pieces) = &passed.transfer {
                add(passed, pieces, false);
            }
        }
        if let Some(list) = &plan.list {
            let place = Place::Register { register: list.pointer, byte: 0 };
            let (label, note) = ("&list".to_owned(), "address of the list".to_owned());
            found.push(Spot { place, len: 0, label, note });
        }
    } else if let Some(passed) = &plan.result {
        match &passed.transfer {
            Transfer::ByReference { returned: Some(pieces), .. } => add(passed, pieces, true),
            Transfer::Direct(pieces) => add(passed, pieces, false),
            _ => {}
        }
    }
    found.sort_by_key(|s| s.place);
    found
}

/// A register's number, its first byte that is used, and what is there.
type Used = (u16, u16, String);

/// Registers in rows: a box for each from the first to the last of its file that is used, or for each that is used where their
/// numbers say nothing.
fn boxes(target: Target, spots: &[Spot]) -> String {
    let mut files: Vec<(&str, Vec<Used>)> = Vec::new();
    for spot in spots {
        let Place::Register { register, byte } = spot.place else { continue };
        let file = target.register(register).map_or("", |info| info.file);
        let used = (register.0, byte, spot.label.clone());
        match files.iter_mut().find(|(of, _)| *of == file) {
            Some((_, all)) => all.push(used),
            None => files.push((file, vec![used])),
        }
    }
    files.iter().map(|(_, used)| file_boxes(target, used)).collect()
}

/// The rows of one file.
fn file_boxes(target: Target, used: &[Used]) -> String {
    let order = target.facts().order_at_calls;
    let mut numbers: Vec<u16> = used.iter().map(|u| u.0).collect();
    if numbers.iter().any(|number| order.contains(&Register(*number))) {
        numbers
            .sort_by_key(|number| order.iter().position(|other| other.0 == *number).unwrap_or(order.len()));
        numbers.dedup();
    } else if let (Some(first), Some(last)) = (numbers.iter().min(), numbers.iter().max()) {
        numbers = (*first..=*last).collect();
    }
    let mut boxes: Vec<(String, String)> = Vec::new();
    for number in numbers {
        let labels: Vec<&str> = used.iter().filter(|u| u.0 == number).map(|u| u.2.as_str()).collect();
        let text = if labels.is_empty() { "-".to_owned() } else { labels.join(" ") };
        boxes.push((target.register_name(Register(number)), text));
    }
    let inside = boxes.iter().map(|(n, t)| columns(n).max(columns(t))).max().unwrap_or(1).max(6);
    let per_row = (width().saturating_sub(3) / (inside + 3)).max(1);
    let mut out = String::new();
    for row in boxes.chunks(per_row) {
        let rule = format!("  +{}", format!("{}+", "-".repeat(inside + 2)).repeat(row.len()));
        let names: String = row.iter().map(|(name, _)| format!("  {} ", padded(name, inside))).collect();
        let cells: String = row.iter().map(|(_, text)| format!(" {} |", padded(text, inside))).collect();
        let _ = writeln!(out, "  {}\n{rule}\n  |{cells}\n{rule}", names.trim_end());
    }
    out
}

/// The list of parameters, from the address in its register upwards.
fn list_table(target: Target, plan: &Plan) -> String {
    let Some(list) = &plan.list else { return String::new() };
    let mut entries: Vec<(i64, u32, String)> = Vec::new();
    for spot in spots(plan, Moment::Call) {
        if let Place::Pointed { offset, .. } = spot.place {
            entries.push((offset, spot.len, spot.note));
        }
    }
    for linkage in &plan.linkage {
        if let Place::Pointed { offset, .. } = linkage.place {
            entries.push((offset, 8, length_name(linkage.link)));
        }
    }
    entries.sort();
    let pointer = target.register_name(list.pointer);
    let owner =
        if list.callee_may_write { "the callee may change it" } else { "the callee may only read it" };
    let mut table = Table::new(2, &[&format!("{pointer} --> the list"), "bytes", "holds"]);
    for (offset, len, holds) in entries {
        table.row(&[format!("{offset:+}"), len.to_string(), holds]);
    }
    if table.is_empty() {
        table.row(&["+0", "0", "nothing: no unnamed argument is in this call"]);
    }
    let size = format!("{}, aligned to {}; {owner}", counted(list.bytes, "byte"), list.align);
    table.draw() + &paragraph(2, &format!("{size}  [{}]", ids(target, &list.clauses)))
}

fn length_name(link: Link) -> String {
    match link {
        Link::Length(bytes) => format!("length of what the next entry leads to: {bytes}"),
        other => format!("the {}", other.words()),
    }
}

/// The stack from the stack pointer upwards.
fn stack_table(spots: &[Spot], callee_area: u64) -> String {
    let mut table = Table::new(2, &["stack", "bytes", "holds"]);
    let area = i64::try_from(callee_area).unwrap_or(0);
    let mut next = 0;
    for spot in spots {
        let Place::Stack { offset } = spot.place else { continue };
        if offset > next && next < area {
            let end = offset.min(area);
            table.row(&[stack_name(next), (end - next).to_string(), "(belongs to the callee)".to_owned()]);
            next = end;
        }
        if offset > next {
            table.row(&[stack_name(next), (offset - next).to_string(), "(unused)".to_owned()]);
        }
        table.row(&[stack_name(offset), spot.len.to_string(), spot.note.clone()]);
        next = next.max(offset + i64::from(spot.len));
    }
    table.draw()
}

fn stack_name(offset: i64) -> String {
    if offset < 0 { format!("SP{offset}") } else { format!("SP+{offset}") }
}

/// A line for each value: how it travels, what is above it, and why.
fn value_table<'a>(target: Target, values: impl Iterator<Item = &'a Passed>, title: &str) -> String {
    let mut table = Table::new(2, &[title, "type", "travels", "clauses"]);
    for passed in values {
        let mut clauses = passed.clauses.clone();
        clauses.extend(&passed.rest_clauses);
        let row =
            [passed.name.clone(), passed.c_type.clone(), travels(target, passed), ids(target, &clauses)];
        table.row(&row);
    }
    table.draw()
}

/// Extension of a piece to its register or slot in words, and its length in bytes then.
fn extension(piece: &Piece) -> Option<(&'static str, u32)> {
    let (extended, width) = match piece.rest {
        Extension::Unspecified | Extension::Length(_) => return None,
        Extension::Zero(width) => ("zero-extended", u32::from(width)),
        Extension::Sign(width) => ("sign-extended", u32::from(width)),
        Extension::Ones(width) => ("NaN-boxed", u32::from(width)),
    };
    (width > piece.len).then_some((extended, width))
}

/// Extensions of a value's pieces in words, with the places of those that are extended where not all are.
fn extensions(target: Target, pieces: &[Piece]) -> String {
    let extended: Vec<Piece> = pieces.iter().filter(|piece| extension(piece).is_some()).cloned().collect();
    let Some((words, width)) = extended.first().and_then(extension) else { return String::new() };
    let places = match extended.len() == pieces.len() {
        true => String::new(),
        false => pieces_name(target, &extended) + " ",
    };
    format!(", {places}{words} to {width} bytes")
}

/// Places of a value, in words.
pub fn travels(target: Target, passed: &Passed) -> String {
    match &passed.transfer {
        Transfer::Nothing => "nothing travels".to_owned(),
        Transfer::Direct(pieces) => {
            format!("in {}{}", pieces_name(target, pieces), extensions(target, pieces))
        }
        Transfer::ByReference { pointer, returned, .. } if passed.id == ValueId::Result => {
            let at_return = match returned {
                Some(pieces) => format!("is in {} at the return", pieces_name(target, pieces)),
                None => "need not be in a register at the return".to_owned(),
            };
            format!("in memory, at the address passed in {}, which {at_return}", pieces_name(target, pointer))
        }
        Transfer::ByReference { pointer, .. } => {
            format!("in memory; its address in {}", pieces_name(target, pointer))
        }
    }
}

/// Boxes for what travels as an address.
fn references(target: Target, plan: &Plan) -> String {
    let mut out = String::new();
    let arguments = plan.arguments.iter().map(|passed| (passed, false));
    for (passed, is_result) in arguments.chain(plan.result.iter().map(|passed| (passed, true))) {
        let Transfer::ByReference { pointer, align, callee_may_write, .. } = &passed.transfer else {
            continue;
        };
        let size = passed.image.bytes.len();
        let owner = match (is_result, callee_may_write) {
            (true, _) => "the caller provides it, the callee fills it",
            (false, true) => "a copy that the callee may change",
            (false, false) => "the callee may only read it",
        };
        let inside = format!("{}: {}, aligned to {align}; {owner}", passed.name, counted(size, "byte"));
        let from = pieces_name(target, pointer);
        let gap = " ".repeat(columns(&from));
        let lines = wrap(&inside, width().saturating_sub(columns(&from) + 11));
        let widest = lines.iter().map(|line| columns(line)).max().unwrap_or(0);
        let rule = "-".repeat(widest + 2);
        let _ = writeln!(out, "  {gap}     +{rule}+");
        for (i, line) in lines.iter().enumerate() {
            let arrow = if i == 0 { format!("{from} -->") } else { format!("{gap}    ") };
            let _ = writeln!(out, "  {arrow} | {} |", padded(line, widest));
        }
        let _ = writeln!(out, "  {gap}     +{rule}+");
    }
    out
}

fn pieces_name(target: Target, pieces: &[Piece]) -> String {
    let mut names: Vec<String> = Vec::new();
    for piece in pieces {
        let name = match piece.place {
            Place::Register { register, byte: 0 } => target.register_name(register),
            place => place_name(target, place),
        };
        // Neighbouring stack pieces read better as one range.
        let joins = match (names.last().map(String::as_str), piece.place) {
            (Some(last), Place::Stack { .. }) => last.starts_with("SP"),
            _ => false,
        };
        if !joins {
            names.push(name);
        }
    }
    if names.is_empty() { "nothing".to_owned() } else { names.join(":") }
}

fn place_name(target: Target, place: Place) -> String {
    match place {
        Place::Register { register, byte: 0 } => target.register_name(register),
        Place::Register { register, byte } => format!("{} from byte {byte}", target.register_name(register)),
        Place::Pointed { base, offset } => {
            format!("[{}{offset:+}]", target.register(base).map_or("?", |info| info.name))
        }
        Place::Stack { offset } => stack_name(offset),
    }
}

/// Clause ids without the target's prefix, which stands at the head of the picture.
pub(super) fn ids(target: Target, clauses: &[ClauseId]) -> String {
    unique(clauses).into_iter().map(|clause| target.short(clause)).collect::<Vec<_>>().join(" ")
}

/// The layout of a record, member by member, with its padding.
pub(super) fn record(written: &WrittenRecord, layout: &Layout) -> String {
    let Some(record) = written.ty.record() else { return String::new() };
    let title = format!("{}: {}, aligned to {}", written.title, counted(layout.size, "byte"), layout.align);
    let mut table = Table::new(4, &["bytes", "bits", "member"]);
    let mut next = 0;
    let is_struct = record.kind == RecordKind::Struct;
    for (member, place) in written.members.iter().zip(&layout.members) {
        if is_struct && place.bit_offset > next {
            table.row(&row(next, place.bit_offset - next, "(padding)".to_owned()));
        }
        let text = member.text.clone();
        if place.bits > 0 {
            table.row(&row(place.bit_offset, place.bits, text));
        }
        next = next.max(place.bit_offset + place.bits);
    }
    let end = layout.size * 8;
    if end > next {
        table.row(&row(next, end - next, "(padding)".to_owned()));
    }
    paragraph(2, &title) + &table.draw()
}

fn row(bit: u64, bits: u64, text: String) -> [String; 3] {
    let last = bit + bits - 1;
    let bytes = range(bit / 8, last / 8);
    let inside =
        if bit.is_multiple_of(8) && bits.is_multiple_of(8) { String::new() } else { range(bit, last) };
    [bytes, inside, text]
}

pub(super) fn range(first: u64, last: u64) -> String {
    if first == last { first.to_string() } else { format!("{first}-{last}") }
}

/// Part of a register that a call preserves.
#[derive(Clone, Copy, PartialEq)]
enum Kept {
    /// All that it holds.
    Value,
    /// The modes that are set in it.
    Modes,
    /// Nothing but that it arms no hardware loop.
    Loops,
}

/// Preservation of a register as the document has it. Where a clause leaves its contents open, as those of a link register that has served,
/// it is caller-saved, though probes do not change it.
pub(super) fn preservation_of(rule: &RegisterRule) -> Preservation {
    match rule.preservation {
        Preservation::Unspecified if !rule.clauses.is_empty() => Preservation::Scratch,
        preservation => preservation,
    }
}

/// Registers by their fates across the call.
fn survivors(explanation: &Explanation) -> String {
    let target = explanation.target;
    let mut table = Table::new(2, &["across the call", "registers", "clauses"]);
    let kind = |r: Register| match target.register(r).map(|info| info.kind) {
        // Of a register that sets modes those are meant, and not the flags beside them.
        Some(RegisterKind::Special { modes }) if modes != 0 => Kept::Modes,
        Some(RegisterKind::LoopCount { .. }) => Kept::Loops,
        _ => Kept::Value,
    };
    let fates = [
        (Preservation::Preserved, Kept::Value, "callee-saved"),
        (Preservation::Preserved, Kept::Modes, "callee-saved modes"),
        (Preservation::Preserved, Kept::Loops, "no loop armed"),
        (Preservation::PreservedLow(4), Kept::Value, "callee-saved, low 4 bytes"),
        (Preservation::PreservedLow(8), Kept::Value, "callee-saved, low 8 bytes"),
        (Preservation::Fixed, Kept::Value, "callee-saved, at calls as well"),
        (Preservation::Scratch, Kept::Value, "caller-saved"),
        (Preservation::Reserved, Kept::Value, "never written"),
        (Preservation::Declared, Kept::Value, "as the object file says"),
        (Preservation::Unspecified, Kept::Value, "unspecified"),
    ];
    let registers = explanation.plan.registers.iter();
    let loop_ends: Vec<_> = registers.map(|rule| target.loop_end(rule.register)).collect();
    for (preservation, kept, words) in fates {
        // The table of the stack pointer speaks of that one, and a loop's count of its end.
        let elsewhere = |r: &&RegisterRule| {
            loop_ends.contains(&Some(r.register))
                || preservation == Preservation::Unspecified && r.register == target.stack_pointer()
        };
        let of_kind = |r: &&RegisterRule| {
            kept == if preservation == Preservation::Preserved { kind(r.register) } else { Kept::Value }
        };
        let rules =
            explanation.plan.registers.iter().filter(|r| preservation_of(r) == preservation && !elsewhere(r));
        let rules: Vec<_> = rules.filter(of_kind).collect();
        let clauses: Vec<ClauseId> = rules.iter().flat_map(|r| r.clauses.iter().copied()).collect();
        if !rules.is_empty() {
            let registers: Vec<u16> = rules.iter().map(|r| r.register.0).collect();
            table.row(&[words.to_owned(), register_ranges(target, &registers), ids(target, &clauses)]);
        }
    }
    if table.is_empty() { String::new() } else { format!("\n{}", table.draw()) }
}

/// `r4-r11, r14 (lr)`.
pub(crate) fn register_ranges(target: Target, numbers: &[u16]) -> String {
    let plain = |n: u16| {
        target
            .registers()
            .get(usize::from(n))
            .map_or("", |info| info.name)
            .trim_end_matches(|c: char| c.is_ascii_digit())
    };
    let mut parts: Vec<String> = Vec::new();
    let mut rest = numbers;
    while let [first, tail @ ..] = rest {
        let run = tail
            .iter()
            .enumerate()
            .take_while(|(i, n)| {
                usize::from(**n) == usize::from(*first) + i + 1 && plain(**n) == plain(*first)
            })
            .count();
        let last = first + run as u16;
        let name = |n: u16| target.register_name(Register(n));
        parts.push(match run {
            0 => name(*first),
            _ => format!("{}-{}", name(*first), name(last)),
        });
        rest = tail.get(run..).unwrap_or_default();
    }
    parts.join(", ")
}

fn stack_rules(explanation: &Explanation) -> String {
    let (target, stack) = (explanation.target, &explanation.plan.stack);
    let mut table = Table::new(2, &["stack pointer", "", "clauses"]);
    let mut line = |what: &str, value: String, clauses: &[ClauseId]| {
        table.row(&[what.to_owned(), value, ids(target, clauses)]);
    };
    line("always", format!("a multiple of {}", stack.align_always.0), &stack.align_always.1);
    line("at a call", format!("a multiple of {}", stack.align_at_call.0), &stack.align_at_call.1);
    let direction = if stack.grows_down { "downwards" } else { "upwards" };
    line("grows", direction.to_owned(), &stack.direction_clauses);
    if stack.callee_area > 0 {
        let text = format!("{} bytes from SP upwards belong to the callee", stack.callee_area);
        line("callee's area", text, &stack.owner_clauses);
    }
    if stack.argument_bytes > stack.callee_area {
        let may = if stack.callee_may_write_arguments { "may" } else { "may not" };
        let text = counted(stack.argument_bytes - stack.callee_area, "byte");
        let text = format!("{text}; the callee {may} write them");
        line("arguments", text, &stack.owner_clauses);
    }
    line("at the return", "as it was at entry".to_owned(), &stack.restored_clauses);
    format!("\n{}", table.draw())
}

fn difference_part(target: Target, differences: &[Difference]) -> String {
    let mut out = title("other interpretations, one at a time");
    for difference in differences {
        let name = question(target.short(difference.clause), difference.question);
        let Difference { asks, reading, text, .. } = difference;
        out += &paragraph(2, &format!("{name}: {asks} {reading}: {text}"));
        if difference.lines.is_empty() {
            out += "      no difference in this call\n";
        }
        for line in &difference.lines {
            let style = if line.starts_with('-') { BAD } else { GOOD };
            let _ = writeln!(out, "      {}", paint(style, line));
        }
    }
    if differences.is_empty() {
        out += "  this call does not depend on any open question\n";
    }
    out
}
