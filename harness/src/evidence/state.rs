//! Registers and stack side by side: as they are expected, and as they were.

use crosscall_base::hex;
use crosscall_model::finding::Finding;
use crosscall_model::observation::Observation;
use std::fmt::Write;

/// Both states, line by line; a line in which they differ has a sign behind it.
pub fn side_by_side(finding: &Finding, seen: Option<&Observation>) -> Option<String> {
    let Some(dumps) = &finding.dumps else {
        return seen.and_then(|seen| at_fault(seen).or_else(|| entry_and_return(seen)));
    };
    let (before, after) = (&dumps.before, &dumps.after);
    let mut out = format!("expected: {}\nobserved: {}\n\n", before.0, after.0);
    let pairs: Vec<(&str, &str)> = before.1.lines().zip(after.1.lines()).collect();
    let width = pairs.iter().map(|(line, _)| line.chars().count()).max().unwrap_or(0);
    let _ = writeln!(out, "   {:<width$}  observed", "expected");
    let _ = writeln!(out, "   {:<width$}  --------", "--------");
    for (expected, observed) in &pairs {
        let sign = if expected == observed { "" } else { "!!" };
        let _ = writeln!(out, "{}", format!("{sign:<2} {expected:<width$}  {observed}").trim_end());
    }
    let (more, lines) = (before.1.lines().skip(pairs.len()), after.1.lines().skip(pairs.len()));
    more.for_each(|line| {
        let _ = writeln!(out, "!! {line}");
    });
    lines.for_each(|line| {
        let _ = writeln!(out, "!! {:<width$}  {line}", "");
    });
    let _ = writeln!(out, "\n!! is before the lines that differ.");
    Some(out)
}

/// The registers at the first instruction of the function called and when control was back, where neither state contradicts
/// the document by itself.
fn entry_and_return(seen: &Observation) -> Option<String> {
    let (entry, exit) = (seen.entry.as_ref()?, seen.exit.as_ref()?);
    let mut out = "Registers and stack are as the document allows; what is wrong is what was made of them. The registers:\n\n"
        .to_owned();
    let value = |state: &crosscall_model::observation::Snapshot, number: u16| -> String {
        hex::number(state.register(crosscall_model::target::Register(number)))
    };
    let _ = writeln!(out, "   {:<8} {:<34}  when control was back", "", "at the function's entry");
    for (number, info) in (0u16..).zip(entry.target.registers()) {
        let (before, after) = (value(entry, number), value(exit, number));
        let sign = if before == after { "" } else { "*" };
        let _ = writeln!(out, "{sign:<2} {:<8} {before:<34}  {after}", info.name);
    }
    Some(out)
}

/// The registers where a run ended that did not come back.
fn at_fault(seen: &Observation) -> Option<String> {
    let (address, state) = seen.fault.as_ref()?;
    let mut out = format!(
        "The run ends at {:#x}, where {address:#x} cannot be accessed or jumped to. The registers then:\n\n",
        state.pc
    );
    for (number, info) in (0u16..).zip(state.target.registers()) {
        let bytes = state.register(crosscall_model::target::Register(number));
        let _ = writeln!(out, "   {:<8} 0x{}", info.name, hex::number(bytes));
    }
    Some(out)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crosscall_reports::sample;
    use expect_test::expect;

    #[test]
    fn both_states() {
        expect![[r#"
            expected: entry
            observed: return

               expected       observed
               --------       --------
            !! r0 0x11        r0 0x12131415
            !! r1 0x5a5a5a5a  r1 0x21222324
               r4 0xa4a4a4a4  r4 0xa4a4a4a4

            !! is before the lines that differ.
        "#]]
        .assert_eq(&side_by_side(&sample::finding(), None).unwrap_or_default());
        assert_eq!(side_by_side(&sample::fault(), None), None);
    }
}
