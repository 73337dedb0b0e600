//! The picture of a call as SVG: a column for each bank; in each place the expected bytes outlined, and below them the observed
//! ones filled; arrows for what has moved. Colours and strokes are those of the page's style sheet.

use crate::call::{Bank, Byte, Lane, Move, Picture, letter};
use askama::Template;

/// Bytes of one place that are drawn; of the others their number is given.
const MOST_BYTES: usize = 8;

/// Widths and heights in the picture's own units, which are pixels where there is room.
const LABEL: usize = 84;
const BYTE: usize = 24;
const LANE: usize = 22;
const SLOT: usize = 2 * LANE + 14;
const GAP: usize = 84;
const HEAD: usize = 30;
const WORDS: usize = 8 * BYTE;
/// Room at the right for arrows inside of the last column, and for the number of bytes that are not drawn.
const MARGIN: usize = 52;

/// Boxes beside each other that look the same.
struct Boxes {
    path: String,
    class: String,
}

/// A text; `x` is where it begins, or where each of its characters is.
struct Text {
    x: String,
    y: usize,
    class: &'static str,
    text: String,
}

/// An arrow, and the letter on it.
struct Arrow {
    path: String,
    tip: String,
    value: usize,
    x: usize,
    y: usize,
    letter: char,
}

#[derive(Template)]
#[template(path = "call.html")]
struct Drawn {
    width: usize,
    height: usize,
    label: String,
    boxes: Vec<Boxes>,
    texts: Vec<Text>,
    arrows: Vec<Arrow>,
}

/// Draws a picture; `label` says in words what is to be seen.
pub(super) fn draw(picture: &Picture, label: &str) -> Result<String, askama::Error> {
    let mut drawn = Drawn {
        width: 0,
        height: 0,
        label: label.to_owned(),
        boxes: Vec::new(),
        texts: Vec::new(),
        arrows: Vec::new(),
    };
    let mut columns = Vec::new();
    let mut x = 2;
    for bank in &picture.banks {
        let width = width(bank);
        columns.push(Column { x, right: x + LABEL + width });
        drawn.bank(bank, x);
        x += LABEL + width + GAP;
        drawn.height = drawn.height.max(HEAD + bank.slots.len() * SLOT);
    }
    drawn.width = x.saturating_sub(GAP) + MARGIN;
    // Arrows between the same columns do not lie upon each other.
    for (number, one) in picture.moves.iter().enumerate() {
        drawn.arrow(one, &columns, number);
    }
    drawn.render()
}

/// Where a bank is drawn.
struct Column {
    x: usize,
    right: usize,
}

/// Width of a bank's contents.
fn width(bank: &Bank) -> usize {
    let lanes = bank.slots.iter().flat_map(|slot| [&slot.expected, &slot.observed]).flatten();
    let of = |lane: &Lane| match lane {
        Lane::Words(..) => WORDS,
        Lane::Bytes(bytes) => bytes.len().min(MOST_BYTES) * BYTE,
    };
    lanes.map(of).max().unwrap_or(WORDS).max(4 * BYTE)
}

impl Drawn {
    fn text(&mut self, x: usize, y: usize, class: &'static str, text: &str) {
        self.texts.push(Text { x: x.to_string(), y, class, text: text.to_owned() });
    }

    /// So many boxes of one width.
    fn boxes(&mut self, (x, y): (usize, usize), width: usize, count: usize, class: &str) {
        let all = width * count;
        let mut path = format!("M{x} {y}h{all}v{LANE}h-{all}z");
        for number in 1..count {
            path += &format!("M{} {y}v{LANE}", x + number * width);
        }
        self.boxes.push(Boxes { path, class: class.to_owned() });
    }

    /// Bytes in their boxes.
    fn bytes(&mut self, bytes: &[Byte], x: usize, y: usize, kind: &str) {
        let class = |byte: &Byte| match byte {
            Byte::Unknown => "u".to_owned(),
            Byte::Padding => format!("{kind} p"),
            Byte::Other(_) => kind.to_owned(),
            Byte::Of(value, _) => format!("{kind} v{value}"),
        };
        let mut x = x;
        for part in bytes.chunk_by(|one, other| class(one) == class(other)) {
            let Some(first) = part.first() else { continue };
            self.boxes((x, y), BYTE, part.len(), &class(first));
            if let Byte::Other(_) | Byte::Of(..) = first {
                // Both digits have their places, whatever the font.
                let places = (0..part.len()).map(|number| x + number * BYTE);
                let places: Vec<String> = places.map(|x| format!("{} {}", x + 5, x + 12)).collect();
                let text: String = part.iter().map(|byte| byte.text()).collect();
                self.texts.push(Text { x: places.join(" "), y: y + 15, class: "b", text });
            }
            x += part.len() * BYTE;
        }
    }

    fn bank(&mut self, bank: &Bank, x: usize) {
        self.text(x, 14, "t", &bank.title);
        for (number, slot) in bank.slots.iter().enumerate() {
            let y = HEAD + number * SLOT;
            self.text(x, y + 15, "n", &slot.name);
            if let Some(lane) = &slot.expected {
                self.lane(lane, x + LABEL, y, "e");
            }
            if let Some(lane) = &slot.observed {
                self.lane(lane, x + LABEL, y + LANE + 2, "o");
            }
        }
    }

    fn lane(&mut self, lane: &Lane, x: usize, y: usize, kind: &str) {
        let value = lane.value().map(|value| format!(" v{value}")).unwrap_or_default();
        match lane {
            Lane::Words(words, _) => {
                self.boxes((x, y), WORDS, 1, &format!("{kind}{value}"));
                let letter = lane.value().map(|value| format!("{}  ", letter(value))).unwrap_or_default();
                self.text(x + 8, y + 15, "w", &format!("{letter}{words}"));
            }
            Lane::Bytes(bytes) => {
                self.bytes(bytes.get(..MOST_BYTES).unwrap_or(bytes), x, y, kind);
                let end = x + bytes.len().min(MOST_BYTES) * BYTE + 6;
                let more = bytes.len().saturating_sub(MOST_BYTES);
                let mut after = lane.value().map(|value| letter(value).to_string()).unwrap_or_default();
                if more > 0 {
                    after += &format!(" +{more}");
                }
                self.text(end, y + 15, "l", &after);
            }
        }
    }

    fn arrow(&mut self, one: &Move, columns: &[Column], number: usize) {
        let (Some(from), Some(to)) = (columns.get(one.from.0), columns.get(one.to.0)) else { return };
        let lane = |slot: usize, lane: usize| HEAD + slot * SLOT + lane * (LANE + 2) + LANE / 2;
        let (start, end) = (lane(one.from.1, 0), lane(one.to.1, 1));
        let shift = (number % 4) * 6;
        let same = one.from.0 == one.to.0;
        // From the side that is nearer, behind the letters at the end of the bytes.
        let (x, tip, bend, back) = match from.x.cmp(&to.x) {
            std::cmp::Ordering::Less => {
                (from.right + 20, to.x.saturating_sub(6), from.right + 44 + shift, false)
            }
            std::cmp::Ordering::Equal => (from.right + 20, to.right + 20, from.right + 42 + shift, true),
            std::cmp::Ordering::Greater => {
                (from.x.saturating_sub(6), to.right + 22, from.x.saturating_sub(30 + shift), true)
            }
        };
        let path = if same {
            format!("M{x} {start}C{bend} {start} {bend} {end} {tip} {end}")
        } else {
            format!("M{x} {start}H{bend}V{end}H{tip}")
        };
        let head = if back {
            format!("{tip},{end} {},{} {},{}", tip + 7, end.saturating_sub(4), tip + 7, end + 4)
        } else {
            let base = tip.saturating_sub(7);
            format!("{tip},{end} {base},{} {base},{}", end.saturating_sub(4), end + 4)
        };
        let middle = start.midpoint(end);
        let letter = letter(one.value);
        let side = if same { bend.saturating_sub(2) } else { bend + 4 };
        self.arrows.push(Arrow { path, tip: head, value: one.value, x: side, y: middle + 4, letter });
    }
}
