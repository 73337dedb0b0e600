//! Lines that the assemblers record for code, on every target.

use crosscall_machines::object_file::{ObjectFile, SourceLine};
use crosscall_machines::toolset::{self, Toolset};

fn assembled(tools: &dyn Toolset, text: &str) -> ObjectFile {
    let with_lines = tools.assemble_with_lines("dir/a b.s", text);
    let with_lines = with_lines.unwrap_or_else(|e| panic!("{}: {e:?}", tools.name()));
    // Nothing else depends on whether lines are asked for.
    let mut plain = tools.assemble("dir/a b.s", text).unwrap();
    assert!(plain.annotations.lines.is_empty());
    plain.annotations.lines.clone_from(&with_lines.annotations.lines);
    assert_eq!(plain, with_lines);
    with_lines
}

/// Section, offset and line of each entry.
fn reported(object: &ObjectFile) -> Vec<(&str, u64, u32)> {
    let one = |line: &'_ SourceLine| {
        assert_eq!(&*line.file, "dir/a b.s");
        (line.section, line.offset, line.line)
    };
    let named =
        |(section, offset, line): (usize, u64, u32)| (object.sections[section].name.as_str(), offset, line);
    object.annotations.lines.iter().map(one).map(named).collect()
}

#[test]
fn every_target_distinguishes_them() {
    for tools in toolset::ALL {
        let (text, name) = match tools.name() {
            "forwardcom" => (
                "code section execute\n_f function public\n\n nop\n\n nop\n return\n_f end\ncode end\n",
                "code",
            ),
            _ => ("\t.text\nf:\n\n\tnop\n\n\tnop\n", ".text"),
        };
        let object = assembled(tools, text);
        let reported = reported(&object);
        assert!(reported.len() >= 2, "{}: {reported:?}", tools.name());
        let step = reported[1].1;
        assert_eq!(reported[..2], [(name, 0, 4), (name, step, 6)], "{}", tools.name());
        assert!(step > 0);
    }
}

/// Sizes that are settled late, other sections, parts that are joined, macros, and data between code.
#[test]
fn offsets_are_those_of_the_object() {
    let tools = toolset::find("epiphany").unwrap();
    let text = "\t.text\n\
                f:\tnop\n\
                \tb far\n\
                \tnop\n\
                \t.data\n\
                \t.word 1\n\
                \t.text 1\n\
                \tnop\n\
                \t.text\n\
                \t.macro two\n\
                \tnop\n\
                \tnop\n\
                \t.endm\n\
                \ttwo\n\
                \t.section .other, \"ax\"\n\
                \tnop\n\
                \t.text\n\
                \t.space 4096\n\
                far:\tnop\n";
    let object = assembled(tools, text);
    assert_eq!(
        reported(&object),
        [
            (".text", 0, 2),
            (".text", 2, 3),
            // A jump that is far takes four bytes.
            (".text", 6, 4),
            (".text", 8, 11),
            (".text", 10, 12),
            (".text", 12, 18),
            (".text", 4108, 19),
            (".text", 4110, 8),
            (".other", 0, 16),
        ]
    );
}
