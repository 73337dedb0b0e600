//! Kinds of vectors: `vtype`, as bits and as text.

/// Names of element widths, of numbers of registers in a group, and of what becomes of elements that are left out, by their codes.
const WIDTHS: [&str; 4] = ["e8", "e16", "e32", "e64"];
const GROUPS: [Option<&str>; 8] =
    [Some("m1"), Some("m2"), Some("m4"), Some("m8"), None, Some("mf8"), Some("mf4"), Some("mf2")];
const TAILS: [&str; 2] = ["tu", "ta"];
const MASKS: [&str; 2] = ["mu", "ma"];

/// Places of the fields.
const WIDTH: u32 = 3;
const TAIL: u32 = 6;
const MASK: u32 = 7;

/// A kind of vectors.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Kind {
    /// Width of an element in bits (SEW).
    pub width: u32,
    /// Binary logarithm of the number of registers in a group (LMUL), negative for parts of one.
    pub group: i32,
    /// The bits that say so.
    pub bits: u32,
}

/// Widest element in bits (ELEN).
pub const WIDEST: u32 = 64;

impl Kind {
    /// The kind with these bits; `None` where it is reserved or not supported.
    pub fn of(bits: u64) -> Option<Self> {
        let code = bits >> WIDTH & 7;
        let group = (bits << 61) as i64 >> 61;
        if bits >> 8 != 0 || code > 3 || group == -4 {
            return None;
        }
        let width = 8 << code;
        let narrowed = WIDEST >> (-group).max(0);
        (width <= narrowed).then_some(Self { width, group: group as i32, bits: bits as u32 })
    }

    /// Whether nobody may care about elements behind the last one (`ta`).
    pub const fn is_tail_agnostic(self) -> bool {
        self.bits >> TAIL & 1 == 1
    }

    /// Whether nobody may care about elements that a mask leaves out (`ma`).
    pub const fn is_mask_agnostic(self) -> bool {
        self.bits >> MASK & 1 == 1
    }

    /// Number of elements in a group (VLMAX), of registers with so many bytes.
    pub const fn most(self, length: usize) -> u64 {
        let one = (8 * length as u64) / self.width as u64;
        if self.group < 0 { one >> -self.group } else { one << self.group }
    }
}

/// The text of a kind; its bits as a number where it is reserved.
pub fn text(bits: u32) -> String {
    let group = GROUPS.get((bits & 7) as usize).copied().flatten();
    let width = WIDTHS.get((bits >> WIDTH & 7) as usize);
    match (width, group) {
        (Some(width), Some(group)) if bits >> 8 == 0 => {
            let flag = |names: [&'static str; 2], place: u32| {
                if bits >> place & 1 == 1 { names[1] } else { names[0] }
            };
            format!("{width},{group},{},{}", flag(TAILS, TAIL), flag(MASKS, MASK))
        }
        _ => bits.to_string(),
    }
}

/// The bits of a text such as `e32,m1,ta,ma`, of which all but the first word may be left out.
pub fn read(text: &str) -> Option<u32> {
    let mut words = text.split(',').map(str::trim);
    let first = words.next()?;
    let mut bits = (WIDTHS.iter().position(|known| *known == first)? as u32) << WIDTH;
    let mut places = 0;
    for word in words {
        let (place, value) = if let Some(code) = GROUPS.iter().position(|known| *known == Some(word)) {
            (0, code)
        } else if let Some(code) = TAILS.iter().position(|known| *known == word) {
            (TAIL, code)
        } else {
            (MASK, MASKS.iter().position(|known| *known == word)?)
        };
        // Each at most once, and in this order.
        if places >> place != 0 {
            return None;
        }
        places |= 1u32 << place;
        bits |= (value as u32) << place;
    }
    Some(bits)
}
