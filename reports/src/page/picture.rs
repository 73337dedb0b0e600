//! The picture of a call as a page draws it: each place of the document, and beside it the place where its value is instead.
//! Colours and strokes are those of the page's style sheet.

use crate::call::{Bank, Byte, Lane, Picture, Slot, letter};
use askama::Template;

/// Bytes of one place that are drawn; of the others their number is given.
const MOST_BYTES: usize = 8;

/// Bytes, or words, of one look.
struct Cell {
    class: String,
    text: String,
}

/// Contents of a place.
struct Contents {
    /// Letter of the value, with a blank behind it.
    letter: String,
    cells: Vec<Cell>,
    /// Bytes that are not drawn.
    more: usize,
}

/// A place, with what is expected and what was observed in it, as far as that is drawn.
struct Place {
    bank: String,
    name: String,
    contents: Vec<Contents>,
}

/// A place of the document, and the places where its value is instead.
struct Pair {
    place: Place,
    /// Number and letter of the value that is elsewhere.
    value: Option<(usize, char)>,
    instead: Vec<Place>,
}

#[derive(Template)]
#[template(path = "call.html")]
struct Drawn {
    label: String,
    pairs: Vec<Pair>,
}

/// Draws a picture; `label` says in words what is to be seen.
pub(super) fn draw(picture: &Picture, label: &str) -> Result<String, askama::Error> {
    let slot = |(bank, slot): (usize, usize)| {
        let bank = picture.banks.get(bank)?;
        Some((bank, bank.slots.get(slot)?))
    };
    let mut pairs = Vec::new();
    for (number, bank) in picture.banks.iter().enumerate() {
        for (at, of) in bank.slots.iter().enumerate() {
            let moves = || picture.moves.iter().filter(|one| one.from == (number, at));
            let instead = moves().filter_map(|one| slot(one.to)).map(|(bank, slot)| place(bank, slot, true));
            let instead: Vec<Place> = instead.collect();
            let value = moves().next().map(|one| (one.value, letter(one.value)));
            // A place that only has another one's value stands beside that one.
            let is_own = of.expected.is_some() || !picture.moves.iter().any(|one| one.to == (number, at));
            if is_own || !instead.is_empty() {
                pairs.push(Pair { place: place(bank, of, false), value, instead });
            }
        }
    }
    Drawn { label: label.to_owned(), pairs }.render()
}

/// A place: all that is in it, or only what was observed.
fn place(bank: &Bank, slot: &Slot, is_instead: bool) -> Place {
    let expected = slot.expected.as_ref().filter(|_| !is_instead).map(|lane| contents(lane, "e"));
    let observed = slot.observed.as_ref().map(|lane| contents(lane, "o"));
    Place {
        bank: bank.title.clone(),
        name: slot.name.clone(),
        contents: expected.into_iter().chain(observed).collect(),
    }
}

fn contents(lane: &Lane, kind: &str) -> Contents {
    let own = lane.value().map(|value| format!(" v{value}")).unwrap_or_default();
    let letter = lane.value().map(|value| format!("{} ", letter(value))).unwrap_or_default();
    match lane {
        Lane::Words(words, _) => {
            let cell = Cell { class: format!("w {kind}{own}"), text: words.clone() };
            Contents { letter, cells: vec![cell], more: 0 }
        }
        Lane::Bytes(bytes) => {
            let class = |byte: &Byte| match byte {
                Byte::Unknown => "u".to_owned(),
                Byte::Padding => format!("{kind} p"),
                Byte::Other(_) => kind.to_owned(),
                Byte::Of(value, _) => format!("{kind} v{value}"),
            };
            let cell = |byte: &Byte| Cell { class: class(byte), text: byte.text() };
            let cells = bytes.iter().take(MOST_BYTES).map(cell).collect();
            Contents { letter, cells, more: bytes.len().saturating_sub(MOST_BYTES) }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::sample;
    use crate::sample as run;

    fn pairs(finding: &crosscall_model::finding::Finding) -> Vec<(String, Vec<String>)> {
        let html = draw(&Picture::of(finding).unwrap(), "what it shows").unwrap();
        assert!(html.contains("aria-label=\"what it shows\""), "{html}");
        let names = |part: &str| -> Vec<String> {
            let all = part.split("<b class=\"n\">").skip(1);
            all.map(|name| name.split('<').next().unwrap().to_owned()).collect()
        };
        let all = html.split("<div class=\"pair\">").skip(1);
        all.map(|pair| {
            let (left, right) = pair.split_once("<div class=\"to").unwrap_or((pair, ""));
            (names(left).join(" "), names(right))
        })
        .collect()
    }

    #[test]
    fn the_place_of_a_value_stands_beside_the_right_one() {
        let all = pairs(&sample::argument());
        let expected = [("[sp+0]", vec!["r3"]), ("[sp+4]", vec![]), ("[sp+8]", vec![]), ("[sp+12]", vec![])];
        let expected = expected.map(|(left, right)| {
            (left.to_owned(), right.into_iter().map(str::to_owned).collect::<Vec<String>>())
        });
        assert_eq!(all, expected);
    }

    #[test]
    fn a_value_that_is_in_two_registers_instead_of_memory() {
        let all = pairs(&run::finding());
        assert_eq!(all.len(), 2, "{all:?}");
        assert_eq!(all[1], ("0x8f00".to_owned(), vec!["r0".to_owned(), "r1".to_owned()]));
    }

    #[test]
    fn what_has_no_places_is_not_drawn() {
        assert_eq!(Picture::of(&run::fault()), None);
    }

    #[test]
    fn a_register_that_is_not_kept() {
        assert_eq!(pairs(&sample::register()), [("r8".to_owned(), vec![])]);
    }
}
