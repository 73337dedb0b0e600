//! The host's own C compiler.

use std::io::Write;
use std::process::{Command, Stdio};

/// Output of the host's compiler for a C text on its standard input; `None` without a compiler or if it rejects the text.
pub(crate) fn gcc<'a>(options: impl IntoIterator<Item = &'a str>, text: &str) -> Option<String> {
    let mut child = Command::new("gcc")
        .args(options)
        .args(["-x", "c", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .ok()?;
    let mut input = child.stdin.take()?;
    // Both ends are served at once, so that neither waits for the other with a full pipe.
    let output = std::thread::scope(|scope| {
        scope.spawn(move || drop(input.write_all(text.as_bytes())));
        child.wait_with_output()
    });
    let output = output.ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).into_owned())
}
