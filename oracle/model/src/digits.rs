//! Hexadecimal bytes in assembly syntax.

/// Appends a line of a table, of which a unit has many thousands: a directive and its bytes, such as `.byte
/// 0x5a,0x01`.
pub fn append_row(text: &mut String, directive: &str, bytes: &[u8]) {
    text.push('\t');
    text.push_str(directive);
    text.push(' ');
    for (at, byte) in bytes.iter().enumerate() {
        text.push_str(if at == 0 { "0x" } else { ",0x" });
        for digit in [byte >> 4, byte & 0xf] {
            text.push(char::from_digit(digit.into(), 16).unwrap_or('0'));
        }
    }
    text.push('\n');
}

#[cfg(test)]
mod tests {
    #[test]
    fn two_digits_each() {
        let mut text = String::from("table:\n");
        super::append_row(&mut text, ".byte", &[0x5a, 1, 0xff]);
        assert_eq!(text, "table:\n\t.byte 0x5a,0x01,0xff\n");
    }
}
