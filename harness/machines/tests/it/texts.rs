//! Texts and programs that are alike for several targets.

use crate::support::calls::bytes_at;
use crosscall_machines::executable::{Executable, Segment};
use crosscall_machines::listing::Style;
use crosscall_machines::machine::Stop;
use crosscall_machines::object_file::{ObjectFile, SymbolPlace};
use crosscall_machines::source_text::{Marks, Part, check, segments, source_text};
use crosscall_machines::toolset::{ALL, Toolset, find};

/// The targets with the shared assembler and object files of 32 bits.
const SHARED: [&str; 4] = ["epiphany", "nyuzi", "dpu", "ipu"];

fn tools(name: &str) -> &'static dyn Toolset {
    find(name).expect("a target")
}

fn assembled(tools: &dyn Toolset, text: &str) -> ObjectFile {
    tools.assemble("text", text).unwrap_or_else(|error| panic!("{}: {error}", tools.name()))
}

/// An object as it comes back from its file.
fn through_a_file(tools: &dyn Toolset, object: &ObjectFile) -> ObjectFile {
    let bytes = tools.write_object(object).unwrap_or_else(|error| panic!("{}: {error}", tools.name()));
    tools.read_object(&object.name, &bytes).unwrap_or_else(|error| panic!("{}: {error}", tools.name()))
}

#[test]
fn negative_symbols_are_complements() {
    let text = "\t.data\n\t.set B,-4\n\t.long B\nhere:\t.long 7\n\t.set BEFORE,here-8\n\t.global LEAST\n\
                \t.set LEAST,-0x80000000\n\t.set MOST,0xffffffff\n\t.size here,-1\n";
    for tools in SHARED.map(tools) {
        let object = assembled(tools, text);
        assert_eq!(through_a_file(tools, &object), object, "{}", tools.name());
        let symbol = |name: &str| object.symbols.iter().find(|symbol| symbol.name == name).expect(name);
        for (name, value) in [("B", 0xffff_fffc), ("LEAST", 0x8000_0000), ("MOST", 0xffff_ffff)] {
            assert_eq!((symbol(name).value, symbol(name).place), (value, SymbolPlace::Absolute), "{name}");
        }
        assert_eq!((symbol("BEFORE").value, symbol("here").size), (0xffff_fffc, 0xffff_ffff));
        let data = object.sections.iter().find(|section| section.name == ".data").expect("data");
        assert_eq!(data.data.get(..8), Some(&[0xfc, 0xff, 0xff, 0xff, 7, 0, 0, 0][..]), "{}", tools.name());
        // Values that do not have 32 bits are still refused.
        let wide = assembled(tools, "\t.set B,-0x80000001\n\t.data\n\t.long 0\n");
        assert!(tools.write_object(&wide).is_err(), "{}", tools.name());
    }
}

/// The bits that a program sees of a negative absolute symbol of another object.
#[test]
fn negative_symbols_are_linked() {
    for tools in SHARED.map(tools) {
        let user = assembled(tools, "\t.global _start\n_start:\n\t.data\n\t.global here\nhere:\t.long B\n");
        let giver = assembled(tools, "\t.global B\n\t.set B,-4\n");
        let objects = [through_a_file(tools, &user), through_a_file(tools, &giver)];
        let program = tools.link(&[&objects[0], &objects[1]], &tools.link_options());
        if tools.name() == "ipu" {
            // As the vendor's linker, which refuses 0x8000_0000 and more.
            assert!(program.expect_err("refused").to_string().contains("outside 0..4294967295"));
            continue;
        }
        let program = program.unwrap_or_else(|error| panic!("{}: {error}", tools.name()));
        let address = program.address_of("here").expect("a symbol");
        // The DPU's relocations take the upper four bits off, which say the address space.
        let top = if tools.name() == "dpu" { 0x0f } else { 0xff };
        assert_eq!(bytes_at(&program, address, 4), [0xfc, 0xff, 0xff, top], "{}", tools.name());
    }
}

/// The instruction that returns.
fn way_back(tools: &dyn Toolset) -> &'static str {
    match tools.name() {
        "epiphany" => "rts",
        "nyuzi" | "riscv32" | "riscv64" => "ret",
        "dpu" => "jump r23",
        _ => "br $m10",
    }
}

/// No chip but ForwardCom's protects memory from execution: a program whose flags do not speak of it runs.
#[test]
fn programs_without_the_execute_flag_run() {
    for tools in SHARED.map(tools) {
        let text = format!("\t.global _start\n_start:\n\t{}\n\t.data\n\t.long 1\n", way_back(tools));
        let object = assembled(tools, &text);
        let program = tools.link(&[&object], &tools.link_options()).expect("it links");
        let run = |program: &Executable| {
            let mut machine = tools.machine().expect("the map is valid");
            machine.load(program).expect("it fits");
            let back = machine.begin_call(program.entry);
            (machine.run(100), Stop::Breakpoint(back))
        };
        let strip = |segment: &Segment| Segment { flags: segment.flags & !1, ..segment.clone() };
        let segments = program.segments.iter().map(strip).collect();
        let bytes = tools.write_executable(&Executable { segments, ..program }).expect("it can be written");
        let program = tools.read_executable("program", &bytes).expect("it can be read");
        assert!(program.segments.iter().all(|segment| segment.flags & 1 == 0));
        let (stop, back) = run(&program);
        assert_eq!(stop, back, "{}", tools.name());
    }
}

/// If flags speak of execution, a jump into data is still wild.
#[test]
fn data_of_a_program_with_flags_is_no_code() {
    for tools in ALL {
        let text = match tools.name() {
            "forwardcom" => {
                "code section execute\n_start: nop\ncode end\ndata section read write datap\nhere: int32 0\ndata end\npublic _start: function, here\n".to_owned()
            }
            _ => format!("\t.global _start, here\n_start:\n\t{}\n\t.data\nhere:\t.long 0\n", way_back(tools)),
        };
        let object = assembled(tools, &text);
        let program = tools.link(&[&object], &tools.link_options()).expect("it links");
        let mut machine = tools.machine().expect("the map is valid");
        machine.load(&program).expect("it fits");
        machine.set_pc(program.address_of("here").expect("a symbol"));
        let stop = machine.run(1);
        let Stop::Fault(fault) = stop else { panic!("{}: {stop:?}", tools.name()) };
        assert_eq!(fault.kind, crosscall_machines::machine::FaultKind::WildJump, "{}", tools.name());
    }
}

/// The parts of an object, with its symbols and a note.
fn parts(object: &ObjectFile) -> Vec<Part<'_>> {
    let part = |(index, section)| {
        let mut marks = Marks::default();
        for symbol in object.symbols.iter().filter(|symbol| symbol.place == SymbolPlace::Section(index)) {
            marks.labels.entry(symbol.value).or_default().push(symbol.name.clone());
        }
        marks.notes.entry(0).or_default().push("a note\nof two lines */".to_owned());
        Part { section, address: 0, marks }
    };
    object.sections.iter().enumerate().map(part).collect()
}

/// Every program of the machines becomes a text that assembles to the same bytes, as an object and linked.
#[test]
fn programs_become_texts_that_assemble() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    for tools in ALL {
        let mut count = 0;
        // Both widths of a target have the same programs.
        let name = tools.name().trim_end_matches(|letter: char| letter.is_ascii_digit());
        let programs = std::fs::read_dir(folder.join("programs").join(name));
        let mut paths: Vec<_> =
            programs.into_iter().flatten().map(|entry| entry.expect("an entry").path()).collect();
        if tools.name() == "epiphany" {
            paths.push(folder.join("tests/vectors/epiphany_directives.s"));
        }
        for path in paths {
            let object = assembled(tools, &std::fs::read_to_string(&path).expect("a text"));
            let objects = parts(&object);
            let text = source_text(tools, &objects);
            check(tools, &text, &objects).unwrap_or_else(|why| panic!("{}: {why}\n{text}", path.display()));
            count += 1;
            let Ok(program) = tools.link(&[&object], &tools.link_options()) else { continue };
            let sections = segments(&program);
            let marks = || {
                let mut marks = Marks::default();
                for (name, symbol) in &program.globals {
                    marks.labels.entry(symbol.address).or_default().push(name.clone());
                }
                marks
            };
            let linked: Vec<Part<'_>> =
                sections.iter().map(|(at, section)| Part { section, address: *at, marks: marks() }).collect();
            let text = source_text(tools, &linked);
            check(tools, &text, &linked).unwrap_or_else(|why| panic!("{}: {why}\n{text}", path.display()));
        }
        assert!(count > 5 || tools.name() == "epiphany", "{}", tools.name());
        assert!(count > 0);
    }
}

/// A text that gives other bytes is noticed.
#[test]
fn a_text_of_other_bytes_is_noticed() {
    for tools in SHARED.map(tools) {
        let object = assembled(tools, "\t.data\n\t.byte 1, 2, 3, 4\n");
        let parts = parts(&object);
        assert_eq!(check(tools, "\t.data\n\t.byte 1, 2, 3, 4\n", &parts), Ok(()));
        for text in ["\t.data\n\t.byte 1, 2, 3, 5\n", "\t.data\n\t.space 100\n", "", "\tnonsense at all\n"] {
            assert!(check(tools, text, &parts).is_err(), "{}: {text}", tools.name());
        }
    }
}

/// Sections that a text can only make under another name, and names that cannot be labels.
#[test]
fn odd_sections_and_names_become_texts() {
    for tools in SHARED.map(tools) {
        let mut object =
            assembled(tools, "\t.data\n\t.byte 1, 2, 3, 4\n\t.text\n\t.space 3\n\t.bss\nb:\t.space 9\n");
        for section in &mut object.sections {
            section.flags |= 7;
            (section.kind, section.size) = (1, section.data.len() as u64);
        }
        let mut twice = object.sections[0].clone();
        twice.name = ".data".to_owned();
        object.sections.push(twice);
        let mut parts = parts(&object);
        for (part, name) in parts.iter_mut().zip(["a b", "*/", "x\n.byte 1", "x"]) {
            let labels = &mut part.marks.labels;
            labels.entry(0).or_default().extend([name.to_owned(), "same".to_owned(), "r0".to_owned()]);
            labels.entry(1).or_default().push("inside".to_owned());
        }
        let text = source_text(tools, &parts);
        check(tools, &text, &parts).unwrap_or_else(|why| panic!("{}: {why}\n{text}", tools.name()));
    }
}

/// Behind data the listing is in step again where a symbol stands.
#[test]
fn listings_are_in_step_again_at_symbols() {
    // Data that looks like the first half of something longer.
    let bundle = assembled(tools("ipu"), "\t{ nop ; fnop }\n");
    let half = bundle.sections.iter().find_map(|section| section.data.first_chunk::<4>()).expect("a bundle");
    let ipu = format!("data:\t.long {:#x}\nnext:\t{{ nop ; fnop }}\n", u32::from_le_bytes(*half));
    let cases = [
        ("epiphany", "\tmov r1,#40\ndata:\t.hword 0x001f\nnext:\trts\n", "rts"),
        ("ipu", ipu.as_str(), "{ nop ; fnop }"),
    ];
    for (target, text, next) in cases {
        let tools = tools(target);
        let object = assembled(tools, text);
        let place =
            |name: &str| object.symbols.iter().find(|symbol| symbol.name == name).expect("a symbol").value;
        let code = &object.sections.iter().find(|section| section.flags & 4 != 0).expect("code").data;
        let starts = [place("data"), place("next")];
        for style in [Style::Vendor, Style::Source] {
            let lines = tools.disassemble_from(code, 0, &starts, style);
            let line = lines.iter().find(|line| line.address == place("next")).expect("a line");
            assert_eq!(line.text.trim(), next, "{target} {style:?}");
        }
        let lost = tools.disassemble(code, 0, Style::Vendor);
        assert!(
            lost.iter().all(|line| line.address != place("next")),
            "{target} is not lost without symbols"
        );
    }
}

/// The same for ForwardCom, whose assembler takes no data in code: the first word of two, then another
/// instruction. Jumps find their labels from piece to piece.
#[test]
fn forwardcom_is_in_step_again_at_symbols() {
    let tools = tools("forwardcom");
    let code = |text: &str| -> Vec<u8> {
        let object = assembled(tools, &format!("code section execute\n{text}code end\n"));
        object.sections.iter().find(|section| section.flags & 4 != 0).expect("code").data.clone()
    };
    let long = code("int32 r1 = 0x12345678\n");
    assert_eq!(long.len(), 8);
    let next = code("a: int32 r2 = r3 + r4\njump a\n");
    let all = [&long[..4], &next].concat();
    let lines = tools.disassemble_from(&all, 0, &[4], Style::Source);
    let texts: Vec<(u64, String)> = lines
        .iter()
        .map(|line| (line.address, line.text.split_whitespace().collect::<Vec<_>>().join(" ")))
        .collect();
    assert_eq!(texts[1..], [(4, "L_4: int32 r2 = add(r3, r4)".to_owned()), (8, "jump L_4".to_owned())]);
    assert!(tools.disassemble(&all, 0, Style::Vendor).iter().all(|line| line.address != 4));
}

/// A jump to where no instruction begins has no label of its own, and still assembles to the same bytes.
#[test]
fn forwardcom_jumps_out_of_the_listing() {
    let tools = tools("forwardcom");
    let object =
        assembled(tools, "code section execute\nextern f: function\nnop\ncall f\njump f\ncode end\n");
    let parts = parts(&object);
    let text = source_text(tools, &parts);
    check(tools, &text, &parts).unwrap_or_else(|why| panic!("{why}\n{text}"));
}

/// Bytes of `.text`.
fn code(tools: &dyn Toolset, text: &str) -> Vec<u8> {
    let object = assembled(tools, text);
    object.sections.into_iter().find(|section| section.name == ".text").expect("code").data
}

/// An instruction that was assembled before is not looked at again; what it means is still what its surroundings say.
#[test]
fn instructions_that_were_seen_before_mean_what_they_say_now() {
    let adds = [("epiphany", "add r1,r1,", "mov r1,r2"), ("nyuzi", "add_i s1, s1, ", "move s1, s2")];
    for (tools, add, copy) in adds.map(|(name, add, copy)| (tools(name), add, copy)) {
        let four = code(tools, &format!("\t{add}4\n"));
        let eight = code(tools, &format!("\t{add}8\n"));
        assert_ne!(four, eight);
        let both = [four.clone(), eight].concat();
        for _ in 0..2 {
            assert_eq!(code(tools, &format!("\t{add}4\n\t{add}8\n")), both);
            assert_eq!(code(tools, &format!(".set n,4\n\t{add}n\n.set n,8\n\t{add}n\n")), both);
            assert_eq!(code(tools, &format!("here: {add}4\n there:\t{add}8\n")), both);
            // A macro of the name of an instruction, from where it is defined on.
            let name = copy.split(' ').next().expect("a mnemonic");
            let shadowed = format!("\t{copy}\n\t.macro {name} a,b\n\t{add}4\n\t.endm\n\t{copy}\n");
            assert_eq!(code(tools, &shadowed), [code(tools, &format!("\t{copy}\n")), four.clone()].concat());
            let skipped = format!("\t.if 0\n\t{copy}\n\t.endif\n\t{add}4\n");
            assert_eq!(code(tools, &skipped), four);
            let error = tools.assemble("text", &format!("\t.bss\n\t{copy}\n")).expect_err("no contents");
            assert!(error.to_string().contains("text:2:"), "{error}");
        }
    }
}

/// So it is with symbols, as long as nothing gives them another meaning; blanks make a text that was not seen.
#[test]
fn instructions_with_symbols_mean_what_the_symbols_mean_now() {
    let uses = [
        ("epiphany", "mov r1,%low(there)"),
        ("epiphany", "bl there"),
        ("nyuzi", "call there"),
        ("dpu", "move r1, there"),
        ("ipu", "setzi $m0, there"),
    ];
    for (name, text) in uses {
        let tools = tools(name);
        let anew = text.replacen(' ', "  ", 1);
        let same = |before: &str, between: &str, after: &str| {
            let object = |second: &str| {
                assembled(tools, &format!("{before}\t{text}\n{between}\t{second}\n{after}"))
                    .sections
                    .into_iter()
                    .map(|section| (section.name, section.data, section.relocations))
                    .collect::<Vec<_>>()
            };
            assert_eq!(object(text), object(&anew), "{name}: {text}: {before}{between}{after}");
        };
        same("", "", "");
        same("there:\n", "", "");
        same("", "there:\n", "");
        same("", "", "there:\n");
        same("", "\t.section .other,\"ax\"\n", "");
        same(".set there,there2\n", "", "there2:\n");
        if !text.contains("l there") {
            same(".set there,4\n", ".set there,8\n", "");
            same("", ".set there,8\n", "");
        }
    }
}
