//! Listings: machine code as text.

pub(crate) mod sections;

/// Style in which instructions are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Style {
    /// As the vendor's own disassembler prints them. Reading it back may give other bytes.
    Vendor,
    /// As source that assembles to the same bytes, here and with the vendor's assembler; data
    /// directives where no source gives the bytes.
    Source,
}

/// One line of a listing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    /// Address of the first byte.
    pub address: u64,
    /// The bytes, in memory order.
    pub bytes: Vec<u8>,
    /// The instruction, or a data directive with the bytes' value.
    pub text: String,
}

impl Line {
    /// Address, bytes and text, in columns.
    pub fn in_columns(&self) -> String {
        format!("{:8x}:  {:<11}  {}", self.address, crosscall_model::tool::hex(&self.bytes), self.text)
    }
}

/// The lines of code that lies at `address`. `one` gives the text of what stands at the start of some bytes, which are not none
/// and whose address it is told, and its length in bytes.
pub fn listed(code: &[u8], address: u64, mut one: impl FnMut(&[u8], u64) -> (String, usize)) -> Vec<Line> {
    let (mut lines, mut rest, mut address) = (Vec::new(), code, address);
    while !rest.is_empty() {
        let (text, size) = one(rest, address);
        let (now, later) = rest.split_at(size.min(rest.len()));
        lines.push(Line { address, bytes: now.to_vec(), text });
        address = address.wrapping_add(now.len() as u64);
        rest = later;
    }
    lines
}

/// Cuts code into pieces that are disassembled one by one: at every place of `starts`, in ascending order,
/// that is a multiple of `unit`, the distance in bytes from one possible instruction to the next. What was
/// read as an instruction before such a place cannot reach over it.
pub(crate) fn pieces<'a>(
    code: &'a [u8],
    address: u64,
    starts: &[u64],
    unit: u64,
) -> impl Iterator<Item = (u64, &'a [u8])> {
    let length = code.len() as u64;
    let inside =
        |start: &u64| start.wrapping_sub(address).checked_sub(1).filter(|_| start.is_multiple_of(unit));
    let mut cuts: Vec<u64> = starts.iter().filter_map(inside).map(|before| before + 1).collect();
    cuts.retain(|cut| *cut < length);
    cuts.push(length);
    cuts.sort_unstable();
    let mut begin = 0;
    cuts.into_iter().filter_map(move |end| {
        let piece = code.get(begin as usize..end as usize).filter(|piece| !piece.is_empty());
        let at = address.wrapping_add(std::mem::replace(&mut begin, end));
        piece.map(|piece| (at, piece))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn code_is_cut_where_an_instruction_may_begin() {
        let code = [0, 1, 2, 3, 4, 5, 6, 7];
        let cut = |starts: &[u64]| -> Vec<(u64, &[u8])> { pieces(&code, 0x100, starts, 2).collect() };
        assert_eq!(cut(&[]), [(0x100, &code[..])]);
        // Twice the same, the first byte, an odd address, and places outside.
        let starts = [0xfe, 0x100, 0x102, 0x102, 0x105, 0x106, 0x108, u64::MAX - 1];
        assert_eq!(cut(&starts), [(0x100, &code[..2]), (0x102, &code[2..6]), (0x106, &code[6..])]);
        assert_eq!(pieces(&[], 0, &[0, 2], 2).count(), 0);
    }
}
