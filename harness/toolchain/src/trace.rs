//! The trace of ForwardCom's emulator: each instruction in a line, and its result, if it has one, in a
//! line behind that which begins with blanks.

use std::fmt;

/// The system call that ends a program, as its source has it.
pub const EXIT: &str = "sys_call(1, 0x10)";

/// The trace's record of that call.
const ENDED: &str = "system call: exit";

/// Beginning of a trace, and end of its last line.
const HEAD: &str = "Debug listing of ";
const TAIL: &str = " instructions executed.";

/// Why a trace does not show the results that were asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Untold {
    /// The program did not come to its end: where it was, in the emulator's words.
    Stopped(String),
    /// It is no trace of the program: what is wrong with it.
    Rubbish(String),
}

impl fmt::Display for Untold {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Untold::Stopped(place) => {
                write!(f, "the emulator did not come to the end of the program; its trace ends with: {place}")
            }
            Untold::Rubbish(what) => f.write_str(what),
        }
    }
}

/// The last `count` results before a program ended itself, each at most 64 bits wide.
///
/// # Errors
/// Why there are none.
pub fn last_results(trace: &str, count: usize) -> Result<Vec<u64>, Untold> {
    let rubbish = |what: &str| Untold::Rubbish(what.to_owned());
    let lines: Vec<&str> = trace.lines().filter(|line| !line.trim().is_empty()).collect();
    let (Some(head), Some(tail)) = (lines.first(), lines.last()) else {
        return Err(rubbish("the trace is empty"));
    };
    if !head.starts_with(HEAD) || !tail.ends_with(TAIL) {
        return Err(rubbish(&format!("the trace is none: it ends with `{}`", brief(tail))));
    }
    // A list that was full before has the end without the call.
    let is_call = |at: usize| {
        at.checked_sub(1).and_then(|at| lines.get(at)).is_some_and(|line| line.contains("sys_call("))
    };
    let Some(end) = lines.iter().position(|line| line.trim() == ENDED).filter(|at| is_call(*at)) else {
        let body = lines.get(..lines.len() - 1).unwrap_or_default();
        let place = body.get(body.len().saturating_sub(2)..).unwrap_or_default();
        let place: Vec<String> = place.iter().map(|line| brief(line)).collect();
        return Err(Untold::Stopped(place.join(": ")));
    };
    let results = lines.get(..end).unwrap_or_default().iter().filter(|line| line.starts_with(' '));
    let results: Vec<&str> = results.map(|line| line.trim()).collect();
    let first = results.len().checked_sub(count).ok_or_else(|| rubbish("the trace is too short"))?;
    let value = |text: &&str| {
        let digits = text.strip_prefix("0x").unwrap_or(text);
        u64::from_str_radix(digits, 16).map_err(|_| {
            rubbish(&format!("the trace has the result `{}`, which is not a hexadecimal number", brief(text)))
        })
    };
    results.get(first..).unwrap_or_default().iter().map(value).collect()
}

/// A line with single blanks, and not too long.
fn brief(line: &str) -> String {
    let words: Vec<&str> = line.split_whitespace().collect();
    words.join(" ").chars().filter(|c| !c.is_control()).take(120).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use expect_test::{Expect, expect};

    const BEGIN: &str =
        "Debug listing of x.ex\nMon Nov 23 15:06:19 2026\n\n0000 _main:  int64 r9 = move(7)\n      0x7\n";

    fn reported(rest: &str, count: usize, expected: &Expect) {
        let text = match last_results(&format!("{BEGIN}{rest}"), count) {
            Ok(results) => format!("{results:x?}"),
            Err(untold) => format!("{untold:?}"),
        };
        expected.assert_eq(&text);
    }

    #[test]
    fn results_before_the_end() {
        let end = "0003     int8    r0 = move([r8])\n      0xFF\n0004     sys_call(0x1, 0x10)\n     system call: exit\n\n  4 instructions executed.\n";
        reported(end, 1, &expect!["[ff]"]);
        reported(end, 2, &expect!["[7, ff]"]);
        reported(end, 3, &expect![[r#"Rubbish("the trace is too short")"#]]);
        let words = end.replace("0xFF", "Empty");
        reported(
            &words,
            1,
            &expect![[r#"Rubbish("the trace has the result `Empty`, which is not a hexadecimal number")"#]],
        );
    }

    #[test]
    fn no_end() {
        let trap = "0003    int64   r0 = move([r1])        \n       Memory read access violation. Terminating\n\n  1 instructions executed.\n";
        reported(
            trap,
            1,
            &expect![[r#"Stopped("0003 int64 r0 = move([r1]): Memory read access violation. Terminating")"#]],
        );
        let full = "0003 for: int64 compare(r2, 100), jump_sbelow @for\n     system call: exit\n\n  204 instructions executed.\n";
        reported(
            full,
            1,
            &expect![[r#"Stopped("0003 for: int64 compare(r2, 100), jump_sbelow @for: system call: exit")"#]],
        );
    }

    #[test]
    fn no_trace() {
        reported("0004  int8", 1, &expect![[r#"Rubbish("the trace is none: it ends with `0004 int8`")"#]]);
        assert_eq!(last_results("\n", 1), Err(Untold::Rubbish("the trace is empty".to_owned())));
        assert!(matches!(last_results("rubbish\n", 1), Err(Untold::Rubbish(_))));
    }
}
