//! Numbers in texts that are written too often to leave them to formatting.

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

/// Appends a decimal number.
pub fn append_decimal(text: &mut String, number: usize) {
    if number >= 10 {
        append_decimal(text, number / 10);
    }
    text.push(char::from(b'0' + (number % 10) as u8));
}

/// Appends a hexadecimal number with `0x` before it, with at least so many digits.
pub fn append_hexadecimal(text: &mut String, number: u64, digits: u32) {
    text.push_str("0x");
    let needed = (u64::BITS - number.leading_zeros()).div_ceil(4);
    for digit in (0..needed.max(digits)).rev() {
        let digit = number.checked_shr(4 * digit).unwrap_or(0) & 0xf;
        text.push(char::from_digit(digit as u32, 16).unwrap_or('0'));
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn numbers_as_they_are_formatted() {
        for number in [0, 9, 10, 255, 4096, 0x1234_5678, usize::MAX] {
            let (mut decimal, mut hexadecimal) = (String::new(), String::new());
            super::append_decimal(&mut decimal, number);
            super::append_hexadecimal(&mut hexadecimal, number as u64, 4);
            assert_eq!((decimal, hexadecimal), (format!("{number}"), format!("{number:#06x}")));
        }
    }

    #[test]
    fn two_digits_each() {
        let mut text = String::from("table:\n");
        super::append_row(&mut text, ".byte", &[0x5a, 1, 0xff]);
        assert_eq!(text, "table:\n\t.byte 0x5a,0x01,0xff\n");
    }
}
