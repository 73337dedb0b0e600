//! Plans of ForwardCom calls, beside the places of values (`calls.txt`).

use super::{DOCUMENT, FORWARDCOM};
use crosscall_model::Form;
use crosscall_model::plan::Link;
use crosscall_model::target::Register;
use crosscall_oracle::abi;

/// The last words of a plan's places, and the register that holds the list's address.
fn tail(
    text: &str,
    readings: &'static [(&'static str, &'static str)],
    count: usize,
) -> (String, Option<Register>, u64) {
    let permits = FORWARDCOM.readings(readings);
    let plan = abi::plan(&FORWARDCOM.case(text), &mut FORWARDCOM.chooser(&permits));
    let all = FORWARDCOM.places(&plan);
    let all: Vec<&str> = all.split(", ").collect();
    let list = plan.list.as_ref();
    (all[all.len() - count..].join(", "), list.map(|l| l.pointer), list.map_or(0, |l| l.bytes))
}

#[test]
fn sixteen_and_more() {
    assert_eq!(tail("void f(16*long)", &[], 2), ("a14 r14, a15 r15".to_owned(), None, 0));
    let seventeen = ("a14 r14, a15 [r15+0], a16 [r15+8]".to_owned(), Some(Register(15)), 16);
    assert_eq!(tail("void f(17*long)", &[], 3), seventeen);
    // The address of the result is the first of the sixteen.
    let (places, pointer, bytes) = tail("struct { int a; float b; } f(16*long)", &[], 4);
    assert_eq!(places, "a13 r14, a14 [r15+0], a15 [r15+8], result *r0 back in r0 writable align 4");
    assert_eq!((pointer, bytes), (Some(Register(15)), 16));
    assert_eq!(tail("void f(16*float)", &[], 1), ("a15 v15/4 of length 4".to_owned(), None, 0));
    let vectors = tail("void f(2*long, 17*float, long)", &[], 2);
    assert_eq!(vectors, ("a18 [r3+0]/4, a19 r2".to_owned(), Some(Register(3)), 8));
    let in_place = tail("void f(2*long, 17*float, long)", &[("FORWARDCOM-ARG-20/next", "R2")], 2);
    assert_eq!(in_place, ("a18 [r2+0]/4, a19 r3".to_owned(), Some(Register(2)), 8));
    // Sixteen general ones, and a list for another reason.
    let both = tail("void f(16*long, 17*float)", &[], 1);
    assert_eq!(both, ("a32 [r15+8]/4".to_owned(), Some(Register(15)), 16));
}

#[test]
fn unnamed_arguments() {
    assert_eq!(
        tail("void f(int, ..., int, double)", &[], 3),
        ("a0 r0/4, v0 [r1+0]/4, v1 [r1+8]".to_owned(), Some(Register(1)), 16)
    );
    assert_eq!(
        tail("void f(16*long, ..., int)", &[], 3),
        ("a14 r14, a15 [r15+0], v0 [r15+8]/4".to_owned(), Some(Register(15)), 16)
    );
    // A list in which nothing is has an address, or there is none.
    assert_eq!(tail("void f(int, ...)", &[], 1), ("a0 r0/4".to_owned(), Some(Register(1)), 0));
    let without = tail("void f(int, ...)", &[("FORWARDCOM-ARG-19/empty", "R4")], 1);
    assert_eq!(without, ("a0 r0/4".to_owned(), None, 0));
    // The fifteen registers before r15 are not enough for sixteen, whether anything else comes.
    let sixteen = tail("void f(16*long, ...)", &[("FORWARDCOM-ARG-19/empty", "R4")], 1);
    assert_eq!(sixteen, ("a15 [r15+0]".to_owned(), Some(Register(15)), 8));
}

#[test]
fn entries_of_the_list() {
    let text =
        "void f(int, ..., v4, struct { int a, b; }, struct { int a, b, c; }, struct { int a; float b; }, v8)";
    let plan = abi::plan(&FORWARDCOM.case(text), &mut FORWARDCOM.chooser(&DOCUMENT));
    assert_eq!(
        FORWARDCOM.places(&plan),
        "a0 r0/4, v0 *[r1+8] writable align 8, v1 [r1+16], v2 *[r1+32] writable align 8, \
         v3 *[r1+40] writable align 4, v4 *[r1+48] writable align 4"
    );
    let lengths: Vec<Link> = plan.linkage.iter().map(|linkage| linkage.link).collect();
    assert_eq!(lengths, [Link::Length(16), Link::Length(12)]);
    assert_eq!(plan.list.map(|list| (list.bytes, list.align, list.callee_may_write)), Some((56, 8, true)));
    let readings =
        FORWARDCOM.readings(&[("FORWARDCOM-ARG-27/tuples", "R2"), ("FORWARDCOM-ARG-27/long", "R3")]);
    let plan = abi::plan(&FORWARDCOM.case(text), &mut FORWARDCOM.chooser(&readings));
    let lengths: Vec<Link> = plan.linkage.iter().map(|linkage| linkage.link).collect();
    assert_eq!(lengths, [Link::Length(16), Link::Length(32)]);
}

#[test]
fn methods_pairs_and_variable_vectors() {
    let places_in = |form, text: &str, readings| {
        let permits = FORWARDCOM.readings(readings);
        FORWARDCOM.places(&abi::plan(&FORWARDCOM.case_in(form, text), &mut FORWARDCOM.chooser(&permits)))
    };
    assert_eq!(places_in(Form::Method, "int f(void *, int)", &[]), "a0 r0, a1 r1/4, result r0/4");
    let large = "struct { int a; float b; } f(void *)";
    assert_eq!(places_in(Form::Method, large, &[]), "a0 r1, result *r0 back in r0 writable align 4");
    let pair = |text: &str| places_in(Form::Pair, text, &[]);
    assert_eq!(pair("struct { int a, b; } f(void)"), "result v0/8 of length 8");
    assert_eq!(pair("struct { int a; float b; } f(void)"), "result r0/4:v0/4 of length 4");
    assert_eq!(pair("struct { v4 a, b; } f(void)"), "result v0/16 of length 16:v1/16 of length 16");
    assert_eq!(pair("struct { void *a, *b; } f(void)"), "result r0:r1");
    assert_eq!(pair("struct { int a; v8 b; } f(void)"), "result *r0 back in r0 writable align 4");
    let apart = places_in(Form::Pair, "struct { int a, b; } f(void)", &[("FORWARDCOM-RET-02", "R2")]);
    assert_eq!(apart, "result r0/4:r1/4");
    let variable = places_in(Form::Variable, "v8 f(v4, int, v8)", &[]);
    assert_eq!(variable, "a0 v0/16 of length 16, a1 r0/4, a2 v1/32 of length 32, result v0/32 of length 32");
}
