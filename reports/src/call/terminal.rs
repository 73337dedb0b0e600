//! The picture of a call in a terminal: a line for each place, with the bytes that were expected and observed, and below them what
//! has moved.

use super::{Lane, Picture};
use crate::picture::style::{BAD, GOOD};
use crate::picture::{Table, paragraph};

/// Bytes of one place that are shown; of the others their number is given.
const MOST_BYTES: usize = 16;

/// Draws a picture; nothing where its places hold nothing that a table of contradictions would not say in words.
pub(crate) fn draw(picture: &Picture) -> String {
    let is_bytes = |lane: &Option<Lane>| matches!(lane, Some(Lane::Bytes(_)));
    let mut slots = picture.banks.iter().flat_map(|bank| &bank.slots);
    if picture.moves.is_empty() && !slots.any(|slot| is_bytes(&slot.expected) && is_bytes(&slot.observed)) {
        return String::new();
    }
    let mut table =
        Table::new(2, &["where", "place", "expected", "observed"]).painted(2, GOOD).painted(3, BAD);
    let text = |lane: &Option<Lane>| lane.as_ref().map(shown).unwrap_or_default();
    for bank in &picture.banks {
        for (number, slot) in bank.slots.iter().enumerate() {
            let title = if number == 0 { bank.title.as_str() } else { "" };
            table.row(&[title, &slot.name, &text(&slot.expected), &text(&slot.observed)]);
        }
    }
    let mut out = table.draw();
    if picture.values.len() > 1 {
        let values = picture.values.iter().enumerate();
        let names: Vec<String> =
            values.map(|(number, name)| format!("{} is {name}", super::letter(number))).collect();
        out += &paragraph(2, &names.join(", "));
    }
    if !picture.moves.is_empty() {
        out += &paragraph(2, &format!("moved: {}", picture.moved().join(", ")));
    }
    out
}

fn shown(lane: &Lane) -> String {
    match lane {
        Lane::Bytes(bytes) if bytes.len() > MOST_BYTES => {
            let first = bytes.get(..MOST_BYTES).unwrap_or_default().to_vec();
            format!("{} and {} more", Lane::Bytes(first).text(), bytes.len() - MOST_BYTES)
        }
        _ => lane.text(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::sample;
    use expect_test::expect;

    /// A line without an indent, so that the indent of the others is compared, too.
    fn drawn(finding: &crosscall_model::finding::Finding) -> String {
        format!("picture\n{}", draw(&Picture::of(finding).unwrap()))
    }

    #[test]
    fn a_picture_in_a_terminal() {
        expect![[r#"
            picture
              where                    place    expected        observed
              -----------------------  -------  --------------  --------------
              registers r              r3                       A: a0 a1 a2 a3
              stack, from sp at entry  [sp+0]   A: a0 a1 a2 a3  5a 5a 5a 5a
                                       [sp+4]   A: a4 a5 a6 a7  A: a4 a5 a6 a7
                                       [sp+8]   A: a8 .. .. ..  A: a8 .. .. ..
                                       [sp+12]  .. .. .. ..     5a 5a 5a 5a
              moved: A from [sp+0] to r3
        "#]]
        .assert_eq(&drawn(&sample::argument()));
    }

    #[test]
    fn a_result_that_was_looked_for_in_memory() {
        expect![[r#"
            picture
              where        place   expected                    observed
              -----------  ------  --------------------------  -----------------------
              registers r  r0      A: its address 0x8f00       A: 15 14 13 12
                           r1                                  A: 24 23 22 21
              memory       0x8f00  A: 15 14 13 12 24 23 22 21  5a 5a 5a 5a 5a 5a 5a 5a
              moved: A from 0x8f00 to r0 and r1
        "#]]
        .assert_eq(&drawn(&crate::sample::finding()));
    }
}
