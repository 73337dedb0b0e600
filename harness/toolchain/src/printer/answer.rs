//! The answer of a printer: nothing, or the cases that it refuses.

use super::VERSION;
use crosscall_base::process::Printed;
use serde::Deserialize;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Answer {
    /// Read before the rest.
    #[serde(rename = "version")]
    _version: u32,
    #[serde(default)]
    refused: Vec<Refused>,
}

#[derive(Deserialize)]
struct Versioned {
    version: u32,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Refused {
    case: usize,
    reason: String,
}

/// Most characters of a reason.
const LONGEST_REASON: usize = 200;

/// The cases that a printer refuses, with the reasons, by what it printed. Where it printed nothing it refuses none.
///
/// # Errors
/// The fault of the answer, in words.
pub(super) fn read(printed: &[u8], asked: &[usize]) -> Result<Vec<(usize, String)>, String> {
    if printed.trim_ascii().is_empty() {
        return Ok(Vec::new());
    }
    let wrong = |error: serde_json::Error| match error.is_syntax() {
        true => {
            let beginning = Printed(printed.to_vec()).text();
            let line: String = beginning.trim().lines().next().unwrap_or_default().chars().take(60).collect();
            format!("`{line}` is no JSON ({error}); whatever else it has to say belongs on the error stream")
        }
        false => error.to_string(),
    };
    let Versioned { version } = serde_json::from_slice(printed).map_err(wrong)?;
    if version != VERSION {
        return Err(format!("it is of version {version}, and the request is of version {VERSION}"));
    }
    let Answer { refused, .. } = serde_json::from_slice(printed).map_err(wrong)?;
    let mut all: Vec<(usize, String)> = Vec::new();
    for Refused { case, reason } in refused {
        // What a person reads of it is one line.
        let reason = Printed(reason.into_bytes()).text();
        let reason = reason.split_whitespace().collect::<Vec<_>>().join(" ");
        let fault = match () {
            () if !asked.contains(&case) => ", which is not in the request",
            () if all.iter().any(|(other, _)| *other == case) => " twice",
            () if reason.is_empty() => " without a reason",
            () => "",
        };
        if !fault.is_empty() {
            return Err(format!("it refuses case {case}{fault}"));
        }
        all.push((case, reason.chars().take(LONGEST_REASON).collect()));
    }
    Ok(all)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_refuses_cases_of_the_request() {
        let read = |text: &str| read(text.as_bytes(), &[2, 3]);
        assert_eq!(read(" \n"), Ok(vec![]));
        assert_eq!(read("{\"version\": 1}"), Ok(vec![]));
        let refused = |reason: &str| format!("{{\"version\": 1, \"refused\": [{{\"case\": 3, {reason}}}]}}");
        assert_eq!(read(&refused("\"reason\": \"no\\n  floats\"")), Ok(vec![(3, "no floats".to_owned())]));
        let long = read(&refused(&format!("\"reason\": \"{}\"", "x".repeat(1000)))).unwrap();
        assert_eq!(long[0].1.len(), LONGEST_REASON);
        for (text, why) in [
            (refused("\"reason\": \" \""), "it refuses case 3 without a reason"),
            (refused("\"reason\": \"a\"}, {\"case\": 3, \"reason\": \"a\""), "it refuses case 3 twice"),
            (
                refused("\"reason\": \"a\"}, {\"case\": 7, \"reason\": \"a\""),
                "it refuses case 7, which is not in the request",
            ),
            ("{\"version\": 2}".to_owned(), "it is of version 2, and the request is of version 1"),
            ("{\"version\": 1, \"refuse\": []}".to_owned(), "unknown field `refuse`"),
            (refused("\"why\": \"a\""), "unknown field `why`"),
            ("{}".to_owned(), "missing field `version`"),
            (
                "compiling f3".to_owned(),
                "`compiling f3` is no JSON (expected value at line 1 column 1); whatever else it has to say",
            ),
            ("{\"version\": 1} {}".to_owned(), "trailing characters"),
        ] {
            let error = read(&text).unwrap_err();
            assert!(error.contains(why), "{text}: {error}");
        }
    }
}
