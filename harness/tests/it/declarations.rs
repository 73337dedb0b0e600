//! The C that people have goes through `explain`: what they type, and the headers of C libraries behind a preprocessor.

use crate::common::{self, host};
use crosscall_explain::dialect::Dialect;
use crosscall_explain::environment::UnderDialect;
use crosscall_explain::{explain, text};
use crosscall_model::Target;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::io::Write as _;
use std::process::{Command, Stdio};

const TYPED: &str = include_str!("declarations/typed.txt");

/// A Debian package with headers of it.
struct Headers {
    package: &'static str,
    /// Their names, with blanks between them.
    headers: &'static str,
    /// True if the set is about structures: each one is then passed and returned by value as well.
    structures: bool,
}

const HEADERS: &[Headers] = &[
    Headers { package: "zlib1g-dev", headers: "zlib.h", structures: false },
    Headers { package: "libsqlite3-dev", headers: "sqlite3.h sqlite3ext.h", structures: false },
    Headers { package: "libpng-dev", headers: "png.h", structures: false },
    Headers {
        package: "linux-libc-dev",
        headers: "linux/types.h linux/swab.h linux/input.h linux/can.h linux/i2c.h linux/spi/spidev.h \
                  linux/serial.h linux/if_ether.h linux/ip.h linux/tcp.h linux/udp.h linux/netlink.h \
                  linux/rtnetlink.h linux/videodev2.h linux/fb.h linux/gpio.h linux/watchdog.h linux/elf.h \
                  linux/usb/ch9.h linux/perf_event.h linux/fuse.h linux/kvm.h linux/nvme_ioctl.h",
        structures: true,
    },
    Headers {
        package: "libc6-dev",
        headers: "assert.h complex.h ctype.h dirent.h errno.h fcntl.h fenv.h inttypes.h locale.h math.h \
                  netdb.h poll.h pthread.h pwd.h search.h setjmp.h signal.h stdio.h stdlib.h string.h \
                  sys/mman.h sys/socket.h sys/stat.h sys/time.h sys/uio.h termios.h time.h uchar.h \
                  unistd.h wchar.h wctype.h netinet/in.h arpa/inet.h",
        structures: false,
    },
];

/// Reasons that are true: the documents or C itself have no such value. Whatever else is refused is a fault of the reader.
const TRUE_REASONS: &[&str] = &[
    "`_Float128` is not drawn: the documents have no such floating type",
    "`_Float64x` is not drawn: the documents have no such floating type",
    "`__int128` is not drawn: how it travels is not worked out for this target",
    // Structures of the host's headers that hold a `_Float128`.
];

/// Counts of drawn and refused functions of some texts, for one target.
#[derive(Default)]
struct Outcome {
    drawn: BTreeSet<String>,
    refused: BTreeMap<String, String>,
}

impl Outcome {
    /// Draws every function of a text.
    fn take(&mut self, target: Target, origin: &str, source: &str) {
        let dialect = Dialect::preferred(target);
        let environment = UnderDialect { target, dialect: &dialect };
        let key = |name: &str| format!("{origin}: {name}");
        let source = match crosscall_declarations::read(source, &environment) {
            Ok(source) => source,
            Err(error) => {
                self.refused.insert(key(""), error.to_string());
                return;
            }
        };
        if source.functions.is_empty() {
            let error = source.first_error.or(source.first_object);
            self.refused.insert(key(""), error.map_or("no function".to_owned(), |e| e.to_string()));
            return;
        }
        for function in source.functions {
            match function.declaration {
                Ok(declaration) => {
                    let picture = text::render(&explain(target, &declaration, &dialect), None);
                    assert!(picture.contains("at the call"), "{picture}");
                    self.drawn.insert(key(&function.name));
                }
                Err(error) => {
                    self.refused.insert(key(&function.name), error.to_string());
                }
            }
        }
    }

    /// The reasons with the number of their cases and one of them; those that are not true among them make the test fail.
    fn judge(&self, target: Target, what: &str) {
        let mut reasons: BTreeMap<&str, (usize, &str)> = BTreeMap::new();
        for (key, reason) in &self.refused {
            let message = reason.lines().next().unwrap_or_default();
            let message = message.split_once(": ").map_or(message, |(_, message)| message);
            reasons.entry(message).or_insert((0, key)).0 += 1;
        }
        let all = self.drawn.len() + self.refused.len();
        println!("{target}: {what}: {all} functions, {} refused", self.refused.len());
        for (reason, (times, example)) in &reasons {
            println!("  {times:>3} x {reason} ({example})");
        }
        for reason in reasons.keys() {
            assert!(TRUE_REASONS.iter().any(|known| reason.starts_with(known)), "{target}: {reason}");
        }
        assert!(self.refused.len() * 50 <= all, "{target}: {} of {all} are refused", self.refused.len());
    }
}

/// Lines of the list.
fn typed() -> impl Iterator<Item = &'static str> {
    TYPED.lines().filter(|line| !line.is_empty() && !line.starts_with('#'))
}

#[test]
fn what_people_type_is_drawn() {
    assert!(typed().count() >= 200, "the list has 200 declarations");
    for target in Target::ALL {
        let mut outcome = Outcome::default();
        typed().for_each(|line| outcome.take(target, line, line));
        outcome.judge(target, "typed");
        assert!(outcome.refused.is_empty(), "{target}: every line is C: {:?}", outcome.refused);
    }
}

#[test]
fn headers_of_c_libraries_are_drawn() {
    for (turn, Headers { package, headers, structures }) in HEADERS.iter().enumerate() {
        let Some(mut text) = preprocessed(headers.split(' ')) else {
            println!("skipped: the headers of the Debian package {package} are not installed");
            continue;
        };
        if *structures {
            for tag in defined_structures(&text) {
                let _ = writeln!(
                    text,
                    "struct {tag} value_{tag}(int, struct {tag}, struct {tag} *, struct {tag}[2]);"
                );
            }
        }
        for target in common::targets_in_turn(turn) {
            let mut outcome = Outcome::default();
            outcome.take(target, package, &text);
            outcome.judge(target, package);
            assert!(outcome.drawn.len() > 30, "{package} has functions");
        }
    }
}

/// Output of the host's preprocessor for some headers; `None` without headers or without a preprocessor.
fn preprocessed(headers: impl Iterator<Item = &'static str>) -> Option<String> {
    let includes: String = headers.map(|header| format!("#include <{header}>\n")).collect();
    host::gcc(["-E"], &includes)
}

/// Tags of structures that begin at the start of a line.
fn defined_structures(text: &str) -> BTreeSet<String> {
    let tag = |line: &str| {
        let rest = line.strip_prefix("struct ")?;
        let tag = rest.split_whitespace().next()?;
        (rest.trim_end().ends_with('{')).then(|| tag.to_owned())
    };
    text.lines().filter_map(tag).collect()
}

/// Structures are not only drawn, but drawn right: those of the kernel have the sizes and alignments that the system's
/// compiler gives them, on a target with the same data model and natural alignment.
#[test]
fn structures_have_the_layout_that_a_compiler_gives_them() {
    let target = Target::Nyuzi;
    let kernel = HEADERS.iter().filter(|of| of.structures).flat_map(|of| of.headers.split(' '));
    let Some(text) = preprocessed(kernel) else {
        println!("skipped: the kernel's headers are not installed");
        return;
    };
    let tags = defined_structures(&text);
    let mut functions = text.clone();
    // The host's `long` is no type of 64 bits for the other machine; what is compared knows that by itself.
    let mut objects = text
        .replace("typedef unsigned long int __uint64_t;", "typedef unsigned long long int __uint64_t;")
        .replace("typedef signed long int __int64_t;", "typedef signed long long int __int64_t;");
    for tag in &tags {
        let _ = writeln!(functions, "void value_{tag}(struct {tag});");
        let _ =
            writeln!(objects, "unsigned size_{tag}[2] = {{ sizeof(struct {tag}), _Alignof(struct {tag}) }};");
    }
    let Some(assembly) = host::gcc(["-m32", "-malign-double", "-w", "-S", "-o", "-"], &objects) else {
        println!("skipped: the system's compiler has no -m32");
        return;
    };
    let dialect = Dialect::preferred(target);
    let source =
        crosscall_declarations::read(&functions, &UnderDialect { target, dialect: &dialect }).expect("words");
    for tag in &tags {
        let function =
            source.functions.iter().find(|f| f.name == format!("value_{tag}")).expect("a function");
        let declaration = function.declaration.as_ref().unwrap_or_else(|e| panic!("{e}"));
        let explanation = explain(target, declaration, &dialect);
        let (_, layout) = explanation.records.first().expect("a record");
        let numbers = assembly.split(&format!("\nsize_{tag}:\n")).nth(1).expect("its object");
        let numbers: Vec<u64> = numbers
            .lines()
            .take(2)
            .filter_map(|line| line.trim().strip_prefix(".long")?.trim().parse().ok())
            .collect();
        assert_eq!(vec![layout.size, layout.align], numbers, "struct {tag}");
    }
    assert!(tags.len() > 200, "{} structures were compared", tags.len());
}

/// Runs the program with a text on its standard input; its exit code and what it writes.
fn crosscall(arguments: &[&str], input: &str) -> (Option<i32>, String) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_crosscall"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program");
    // A program that refuses its arguments does not wait for what is written to it.
    let _ = child.stdin.take().expect("its input").write_all(input.as_bytes());
    let output = child.wait_with_output().expect("its output");
    let text = [output.stdout, output.stderr].concat();
    (output.status.code(), String::from_utf8_lossy(&text).into_owned())
}

const HEADER: &str = "# 1 \"drv.h\"\ntypedef struct uart uart;\nint uart_open(uart *u, unsigned baud);\n\
    static inline void uart_put(uart *u, char c) { (void)u; (void)c; }\nint uart_peek(uart u);\n";

#[test]
fn a_file_and_standard_input_are_read() {
    fn at<'a>(more: &[&'a str]) -> Vec<&'a str> {
        [&["explain", "--target", "nyuzi"], more].concat()
    }
    let (code, text) = crosscall(&at(&["--function", "uart_put", "-"]), HEADER);
    assert_eq!((code, text.lines().next()), (Some(0), Some("nyuzi: void uart_put(uart *u, char c)")));

    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("drv.i");
    std::fs::write(&path, HEADER).unwrap();
    let path = path.to_str().unwrap();
    let (code, text) = crosscall(&at(&["--function", "uart_open", path, "--format", "json"]), "");
    let value: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_eq!(
        (code, &value["signature"], &value["arguments"][1]["name"]),
        (Some(0), &"int uart_open(void *, unsigned int)".into(), &"baud".into())
    );
    let (code, text) = crosscall(&at(&["--function", "uart_*", path, "--format", "json"]), "");
    let value: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_eq!(code, Some(0));
    assert_eq!(value["functions"].as_array().map(Vec::len), Some(2));
    assert_eq!(value["refused"][0]["name"], "uart_peek");

    let (code, text) = crosscall(&at(&["--function", "uart_peek", "-"]), HEADER);
    assert_eq!(code, Some(2));
    assert!(text.contains("drv.h:1, column 16: `struct uart` has no definition"), "{text}");
    let (code, text) = crosscall(&at(&["--function", "uart_close", "-"]), HEADER);
    assert_eq!(code, Some(2));
    assert!(text.contains("no function `uart_close`; did you mean uart_open?"), "{text}");
    let (code, text) = crosscall(&at(&["drivers.h"]), "");
    assert_eq!(code, Some(2));
    assert!(text.contains("drivers.h: is neither a file nor the declaration of a function"), "{text}");
}

#[test]
fn a_toolchain_is_tried() {
    let at = |name| {
        let declaration = "typedef struct { int a, b, c; } t; t f(char c, double d, t x)";
        crosscall(&["explain", "--target", "epiphany", "--toolchain", name, declaration], "")
    };
    let (code, text) = at("embedded-epiphany");
    assert_eq!(code, Some(0), "{text}");
    let part = text.split("what embedded-epiphany really does").nth(1).expect("a part about it");
    assert!(part.contains("it reads ARG-06:area as R1: the first is at the stack pointer"), "{part}");
    assert!(part.contains("what was tried is as the document says, read so"), "{part}");
    let (code, text) = at("embedded-epiphani");
    assert_eq!(code, Some(2));
    assert!(text.contains("did you mean `embedded-epiphany`?"), "{text}");
}

/// A function of another form is tried in that form.
#[test]
fn a_toolchain_is_tried_with_a_form() {
    let at = |target: &str, form, declaration| {
        let name = format!("embedded-{target}");
        let (code, text) = crosscall(
            &["explain", "--target", target, "--form", form, "--toolchain", &name, declaration],
            "",
        );
        assert_eq!(code, Some(0), "{text}");
        text.split("really does").nth(1).expect("a part about it").to_owned()
    };
    let method = at("forwardcom", "method", "int f(int *p, int n)");
    let said = "  p       in r0         the same       the same\n";
    assert!(method.contains(said) && method.contains("what was tried is as the document says"), "{method}");
    let vertex = at("ipu", "vertex", "void f(void)");
    assert!(vertex.contains("not tried when it calls") && vertex.contains("of a vertex"), "{vertex}");
}

#[test]
fn clauses_are_chosen() {
    let shown = |arguments: &[&str]| {
        let (code, text) = crosscall(&[&["clauses"], arguments].concat(), "");
        (code, text)
    };
    let (code, text) = shown(&["EPIPHANY-RET-02"]);
    assert_eq!(code, Some(0));
    assert!(text.contains("EPIPHANY-RET-02") && text.contains("section: "), "{text}");
    assert!(!text.contains("EPIPHANY-RET-04") && !text.contains("NYUZI-"), "{text}");
    let (_, text) = shown(&["ret-02", "--target", "epiphany", "--target", "ipu"]);
    assert!(text.contains("EPIPHANY-RET-02") && text.contains("IPU-RET-02"), "{text}");
    let (_, text) = shown(&["ARG-*", "--open", "--target", "nyuzi", "--format", "json"]);
    let value: serde_json::Value = serde_json::from_str(&text).unwrap();
    let clauses = value["targets"][0]["clauses"].as_array().expect("clauses").clone();
    assert!(!clauses.is_empty());
    for clause in &clauses {
        assert!(clause["id"].as_str().is_some_and(|id| id.starts_with("NYUZI-ARG-")), "{clause}");
        assert!(clause["choices"].as_array().is_some_and(|choices| !choices.is_empty()), "{clause}");
    }
    let (_, text) = shown(&["--text", "VA_LIST", "--target", "dpu"]);
    assert!(text.contains("DPU-S18") && !text.contains("DPU-ARG-01 "), "{text}");
    let (code, text) = shown(&["EPIPHANY-RTE-02"]);
    assert_eq!(code, Some(2));
    assert!(
        text.contains("no clause `EPIPHANY-RTE-02`") && text.contains("did you mean EPIPHANY-RET-02?"),
        "{text}"
    );
}

/// A header in a folder that nobody may enter is there all the same. (For root every folder is open.)
#[test]
fn a_closed_folder_is_reported_as_such() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().unwrap();
    let closed = folder.path().join("closed");
    std::fs::create_dir(&closed).unwrap();
    let header = closed.join("drv.h");
    std::fs::write(&header, "int f(int);\n").unwrap();
    std::fs::set_permissions(&closed, std::fs::Permissions::from_mode(0o000)).unwrap();
    let is_open = std::fs::read(&header).is_ok();
    let name = header.display().to_string();
    let plain = crosscall(&["explain", "--target", "dpu", &name], "");
    let included = crosscall(&["explain", "--target", "dpu", "--include", &name, "--function", "f"], "");
    std::fs::set_permissions(&closed, std::fs::Permissions::from_mode(0o700)).unwrap();
    if is_open {
        println!("skipped: this user may enter every folder");
        return;
    }
    for (code, text) in [plain, included] {
        assert_eq!(code, Some(2), "{text}");
        let expected = format!("permission denied: the folder {} may not be entered", closed.display());
        assert!(text.contains(&expected) && !text.contains("no such file"), "{text}");
    }
}

/// A header is preprocessed by itself; what is asked stands behind it.
#[test]
fn a_header_is_included() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(
        folder.path().join("drv.h"),
        "#include <stdint.h>\ntypedef struct { uint8_t a; uint64_t b; } frame;\nuint64_t drv(const frame *f, frame g);\n",
    )
    .unwrap();
    let dir = folder.path().to_str().unwrap();
    let at = |more: &[&str]| {
        crosscall(&[&["explain", "--target", "ipu", "--include", "drv.h", "-I", dir], more].concat(), "")
    };
    let (code, text) = at(&["--function", "drv", "--brief"]);
    if text.contains("there is no compiler to preprocess it with") {
        println!("skipped: the host has no compiler");
        return;
    }
    assert_eq!(code, Some(0), "{text}");
    assert!(text.contains("note: the text was preprocessed for"), "{text}");
    assert!(text.contains("ipu: uint64_t drv(const frame *f, frame g)"), "{text}");
    assert!(text.contains("uint64_t (unsigned long long)"), "{text}");
    let (code, text) = at(&["sizeof (frame)", "--format", "json"]);
    let value: serde_json::Value = serde_json::from_str(&text).unwrap_or_else(|_| panic!("{text}"));
    assert_eq!((code, &value["value"]), (Some(0), &16.into()), "{text}");
    let (_, text) = at(&["void mine(frame *, uint64_t)", "--brief"]);
    assert!(text.contains("ipu: void mine(frame *, uint64_t)"), "{text}");
    let (code, text) = at(&["void mine(frame *, uint46_t)", "--brief"]);
    assert_eq!(code, Some(2));
    assert!(text.contains("the question:1, column 20: expected a type, but `uint46_t`"), "{text}");
    let (_, text) = at(&["--type", "frame", "--brief"]);
    assert!(text.contains("frame: 16 bytes, aligned to 8"), "{text}");
    let (code, text) =
        crosscall(&["explain", "--target", "ipu", "--include", "no/such.h", "--type", "int"], "");
    assert_eq!(code, Some(2));
    assert!(text.contains("no/such.h") && text.contains("No such file"), "{text}");
}
