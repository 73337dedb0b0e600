//! Starting an Epiphany function as the loader does.

use super::{DOCUMENT, EPIPHANY, GCC};
use crate::support::Readings;
use crosscall_model::Target;
use crosscall_oracle::abi;
use crosscall_oracle::abi::epiphany::start::{self, Request, StartError};

fn request() -> Request {
    Request {
        function: 0x1234,
        args: 0x404,
        spill: 0x500,
        data: 0x601,
        bss_cleared: false,
        workgroup: [1, 2, 3, 4, 5, 6, 7, 8, 9],
        external_memory: [0xa, 0x8e00_0000],
    }
}

fn prepared(text: &str, permits: &Readings, request: &Request) -> Result<String, StartError> {
    let plan = abi::plan(&EPIPHANY.case(text), &mut EPIPHANY.chooser(permits));
    let preparation = start::prepare(&plan, request)?;
    let line = |(at, bytes): &(u32, Vec<u8>)| {
        let words = bytes.chunks(4).map(|w| w.iter().rev().map(|b| format!("{b:02x}")).collect::<String>());
        format!("{at:#x}: {}", words.collect::<Vec<_>>().join(" "))
    };
    let mut lines: Vec<_> = preparation.writes.iter().map(line).collect();
    lines.extend(preparation.result.map(|at| format!("result at {at:#x}")));
    Ok(lines.join("\n"))
}

#[test]
fn what_the_loader_writes() {
    let text = "void f(signed char, long long, int, short)";
    expect_test::expect![[r#"
        0x28: 00000001 00000002 00000003 00000004 00000005 00000006 00000007 00000008 00000009 00000000
        0x50: 0000000a 8e000000
        0x58: 00000002 00000000 00000404 00000000
        0x404: ffffff81 d9d9d9d9 05040302 89080706 00001234 00000000 00000008 00000000 00000500 00000000
        0x500: 8d0c0b0a ffff8f0e"#]]
    .assert_eq(&prepared(text, &DOCUMENT, &request()).unwrap_or_else(|e| e.to_string()));
}

#[test]
fn composites_and_results_in_memory() {
    let text =
        "struct { int a, b, c; } f(struct { char a[3]; }, struct { int a[4]; }, int, int, signed char)";
    let request = Request { bss_cleared: true, ..request() };
    expect_test::expect![[r#"
        0x28: 00000001 00000002 00000003 00000004 00000005 00000006 00000007 00000008 00000009 00000000
        0x50: 0000000a 8e000000
        0x58: 00000003 00000000 00000404 00000000
        0x404: 00000614 00000601 00000604 97161514 00001234 00000000 00000008 00000000 00000500 00000000
        0x500: 9b1a1918 ffffff9c
        0x601: 838281
        0x604: 87060504 8b0a0908 8f0e0d0c 93121110
        result at 0x614"#]]
    .assert_eq(&prepared(text, &DOCUMENT, &request).unwrap_or_else(|e| e.to_string()));
    // By GCC's layout the structures are aligned to 8.
    assert!(prepared(text, &GCC, &request).is_ok_and(|t| t.ends_with("result at 0x618")));
}

#[test]
fn what_the_function_finds() {
    let five = abi::plan(
        &EPIPHANY.case("void f(int, int, int, int, signed char)"),
        &mut EPIPHANY.chooser(&DOCUMENT),
    );
    let expected = |permits: &Readings| {
        start::expected_start(&five, &request(), &mut EPIPHANY.chooser(permits))
            .expect("a plan that can be started")
    };
    let copied = expected(&DOCUMENT);
    assert_eq!((copied.pc, copied.sp, copied.sp_align), (0x1234, None, 8));
    let registers: Vec<_> = copied.registers.iter().map(|(r, v)| (r.0, *v)).collect();
    assert_eq!(registers, [(0, 0x8403_0201), (1, 0x8807_0605), (2, 0x8c0b_0a09), (3, 0x900f_0e0d)]);
    assert_eq!(copied.stack, (8, vec![0x91, 0xff, 0xff, 0xff, 0xd9, 0xd9, 0xd9, 0xd9]));
    assert!(!copied.bss_survives);
    let in_place = expected(&EPIPHANY.readings(&[("EPIPHANY-MEM-17/spill", "R2")]));
    assert_eq!(in_place.sp, Some(0x500 - 8));
    assert_eq!(in_place.stack, copied.stack);
}

#[test]
fn misaligned_requests_are_refused() {
    let refused =
        |request: Request| prepared("void f(int)", &DOCUMENT, &request).err().map(|e| e.to_string());
    assert_eq!(
        refused(Request { spill: 0x504, ..request() }).as_deref(),
        Some("the stack spill is not aligned to 8 bytes")
    );
    assert_eq!(
        refused(Request { args: 0x402, ..request() }).as_deref(),
        Some("the block of arguments is not aligned to 4 bytes")
    );
    assert_eq!(refused(request()), None);
}

/// The document gives every field an address; its own layout rules must lead to the same places.
#[test]
fn documented_structures_agree_with_the_layout_rules() {
    let mut ends = Vec::new();
    for documented in abi::documented_structs(Target::Epiphany) {
        let layout = abi::layout(Target::Epiphany, &documented.ty, &mut EPIPHANY.chooser(&DOCUMENT));
        let offsets: Vec<_> = layout.members.iter().map(|m| m.bit_offset / 8).collect();
        let expected: Vec<_> = documented.fields.iter().map(|(_, offset)| *offset).collect();
        assert_eq!(offsets, expected, "{}", documented.name);
        assert_eq!(layout.size, documented.size, "{}", documented.name);
        assert!(documented.align.is_none_or(|align| align == layout.align), "{}", documented.name);
        ends.extend(documented.address.map(|at| (at, at + documented.size)));
    }
    // The four structures with addresses follow each other without gaps from 0 to 0x68.
    assert_eq!(ends, [(0, 0x28), (0x28, 0x50), (0x50, 0x58), (0x58, 0x68)]);
}
