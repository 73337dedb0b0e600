//! Bytes as hexadecimal digits.

/// Bytes in the order of memory.
pub fn bytes<'a>(bytes: impl IntoIterator<Item = &'a u8>) -> String {
    bytes.into_iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Bytes that are one number, the lowest first, as its digits.
pub fn number(bytes: &[u8]) -> String {
    self::bytes(bytes.iter().rev())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_is_written_from_its_high_end() {
        assert_eq!(bytes(&[0x12, 0x03]), "1203");
        assert_eq!(number(&[0x12, 0x03]), "0312");
        assert_eq!(number(&[]), "");
    }
}
