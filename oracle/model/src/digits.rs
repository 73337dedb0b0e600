//! Bytes in hexadecimal, as assemblers read them.

/// Appends bytes with commas between them: `0x5a,0x01`. Tables of a unit have many thousands.
pub fn append_list(text: &mut String, bytes: &[u8]) {
    for (at, byte) in bytes.iter().enumerate() {
        text.push_str(if at == 0 { "0x" } else { ",0x" });
        for digit in [byte >> 4, byte & 0xf] {
            text.push(char::from_digit(digit.into(), 16).unwrap_or('0'));
        }
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn two_digits_each() {
        let mut text = String::from("\t.byte ");
        super::append_list(&mut text, &[0x5a, 1, 0xff]);
        assert_eq!(text, "\t.byte 0x5a,0x01,0xff");
    }
}
