//! Commands of GitHub's workflows: annotations, each a line of the output.

/// The file that an annotation stands beside, and the line in it where that is known.
pub(crate) type Beside<'a> = (&'a str, Option<u64>);

/// One annotation; a command of a workflow ends with its line, so that line breaks are written in another way.
pub(crate) fn annotation(level: &str, title: &str, beside: Option<Beside<'_>>, message: &str) -> String {
    let place = beside.map_or_else(String::new, |(file, line)| {
        let line = line.map_or_else(String::new, |line| format!("line={line},"));
        format!("file={},{line}", property(file))
    });
    format!("::{level} {place}title={}::{}\n", property(title), data(message.trim_end()))
}

/// A message, as a workflow reads it.
fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// A property, which also ends with a comma or a colon.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use proptest::prelude::*;

    /// An annotation as a workflow reads it.
    #[derive(Debug, PartialEq, Eq)]
    pub(crate) struct Read {
        pub(crate) level: String,
        /// Properties in their order.
        pub(crate) properties: Vec<(String, String)>,
        pub(crate) message: String,
    }

    impl Read {
        /// Value of a property.
        pub(crate) fn property(&self, name: &str) -> Option<&str> {
            self.properties.iter().find(|(of, _)| of == name).map(|(_, value)| value.as_str())
        }
    }

    /// Reads a line of output; `None` where it is no annotation.
    pub(crate) fn read(line: &str) -> Option<Read> {
        let (head, message) = line.strip_prefix("::")?.split_once("::")?;
        let (level, properties) = head.split_once(' ')?;
        let pair = |text: &str| {
            let (name, value) = text.split_once('=')?;
            Some((name.to_owned(), unescaped(value)))
        };
        let properties = properties.split(',').map(pair).collect::<Option<Vec<_>>>()?;
        Some(Read { level: level.to_owned(), properties, message: unescaped(message) })
    }

    fn unescaped(text: &str) -> String {
        let text = text.replace("%0A", "\n").replace("%0D", "\r").replace("%3A", ":").replace("%2C", ",");
        text.replace("%25", "%")
    }

    proptest! {
        #[test]
        fn whatever_is_said_is_one_line_and_read_back(
            title in "[ -~\n\r:,%é=]{0,30}",
            file in proptest::option::of("[ -~\n\r:,%é=]{0,20}"),
            line in proptest::option::of(0u64..),
            message in "[ -~\n\r:,%é]{0,60}",
        ) {
            let reported = annotation("error", &title, file.as_deref().map(|file| (file, line)), &message);
            prop_assert_eq!(reported.lines().count(), 1);
            prop_assert!(reported.ends_with('\n') && !reported.contains('\r'));
            let read = read(reported.trim_end_matches('\n')).unwrap();
            prop_assert_eq!(read.property("title"), Some(title.as_str()));
            prop_assert_eq!(read.property("file"), file.as_deref());
            let line = line.filter(|_| file.is_some()).map(|line| line.to_string());
            prop_assert_eq!(read.property("line"), line.as_deref());
            prop_assert_eq!(read.message, message.trim_end());
            prop_assert_eq!(read.level, "error");
        }
    }
}
