//! Commands as a shell reads them: what crosscall prints can be pasted.

use crate::printable::visible;

/// A word of a command, in quotes where a shell would take it for something else, and with everything visible that a terminal
/// would obey.
pub fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./=:,+@%".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        return word.to_owned();
    }
    format!("'{}'", visible(word).replace('\'', r"'\''"))
}

/// A command.
pub fn command<S: AsRef<str>>(words: impl IntoIterator<Item = S>) -> String {
    let words: Vec<String> = words.into_iter().map(|word| quoted(word.as_ref())).collect();
    words.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    proptest::proptest! {
        #[test]
        fn a_shell_reads_the_same_words(words in proptest::collection::vec("[ -~äß\n\t]{0,12}", 1..4)) {
            let script = format!("printf '%s\\0' {}", command(&words));
            let output = std::process::Command::new("sh").args(["-c", &script]).output().unwrap();
            let read = String::from_utf8(output.stdout).unwrap();
            let read: Vec<&str> = read.split_terminator('\0').collect();
            proptest::prop_assert_eq!(read, words);
        }
    }

    #[test]
    fn plain_words_stay_plain() {
        assert_eq!(
            command(["crosscall", "repro", "a b.toml", "it's"]),
            r"crosscall repro 'a b.toml' 'it'\''s'"
        );
    }
}
