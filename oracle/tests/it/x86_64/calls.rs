//! Plans of x86-64 calls, beside the places of values (`calls.txt`).

use super::{DOCUMENT, X86_64};
use crosscall_model::plan::{Link, Linkage, Place, Plan, Preservation};
use crosscall_model::target::Register;
use crosscall_model::{Case, Form};
use crosscall_oracle::abi;

fn planned(case: &Case, readings: &'static [(&'static str, &'static str)]) -> Plan {
    abi::plan(case, &mut X86_64.chooser(&X86_64.readings(readings)))
}

fn plan_of(text: &str, readings: &'static [(&'static str, &'static str)]) -> Plan {
    planned(&X86_64.case(text), readings)
}

/// Names of the registers with a fate.
fn with_fate(plan: &Plan, preservation: Preservation) -> String {
    let rules = plan.registers.iter().filter(|rule| rule.preservation == preservation);
    let name = |register| X86_64.target.register(register).map_or("", |info| info.name);
    rules.map(|rule| name(rule.register)).collect::<Vec<_>>().join(" ")
}

#[test]
fn what_survives() {
    let plan = plan_of("void f(void)", &[]);
    assert_eq!(with_fate(&plan, Preservation::Preserved), "rbx rbp r12 r13 r14 r15 rflags mxcsr fpcw");
    assert_eq!(with_fate(&plan, Preservation::Unspecified), "rsp");
    let scratch = with_fate(&plan, Preservation::Scratch);
    assert!(scratch.starts_with("rax rcx rdx rsi rdi r8 r9 r10 r11 xmm0"), "{scratch}");
    assert!(scratch.ends_with("st6 st7 fpsw"), "{scratch}");
    let free = plan_of("void f(void)", &[("REG-20", "R2"), ("REG-22", "R2")]);
    assert_eq!(with_fate(&free, Preservation::Preserved), "rbx rbp r12 r13 r14 r15 rflags");
}

#[test]
fn the_stack() {
    let stack = plan_of("void f(7*long)", &[]).stack;
    assert_eq!((stack.align_always.0, stack.align_at_call.0, stack.align_for_arguments.0), (1, 16, 1));
    assert_eq!((stack.link_bytes, stack.argument_bytes, stack.red_zone), (8, 16, 128));
    assert!(stack.callee_may_write_arguments);
    assert_eq!(stack.no_access_beyond.map(|rule| rule.may_write), Some(false));
    let other = plan_of("void f(7*long)", &[("STACK-09", "R2"), ("S25", "R2")]).stack;
    assert!(!other.callee_may_write_arguments);
    assert_eq!(other.no_access_beyond.map(|rule| rule.may_write), Some(true));
    assert_eq!(plan_of("void f(int)", &[]).stack.argument_bytes, 8);
}

/// The stack pointer is aligned as the arguments on the stack are.
#[test]
fn alignment_for_arguments() {
    let wide = "struct __attribute__((aligned(64))) { char a; }";
    let align = |text: &str, readings| plan_of(text, readings).stack.align_for_arguments.0;
    assert_eq!(align(&format!("void f({wide})"), &[]), 64);
    assert_eq!(align(&format!("void f({wide})"), &[("S04", "R2")]), 1);
    assert_eq!(align(&format!("{wide} f(void)"), &[]), 1);
    assert_eq!(align("void f(int __attribute__((vector_size(32))))", &[]), 32);
    assert_eq!(align("void f(int __attribute__((vector_size(32))))", &[("S16/argument", "R2")]), 1);
    assert_eq!(align("void f(long double)", &[]), 1);
}

/// The return address, and in al the number of vector registers that carry arguments.
#[test]
fn what_a_call_passes_beside_its_values() {
    let rax = Place::Register { register: Register(0), byte: 0 };
    let back = (Link::ReturnAddress, Place::Stack { offset: 0 });
    let shown = |plan: &Plan| {
        plan.linkage.iter().map(|Linkage { link, place, .. }| (*link, *place)).collect::<Vec<_>>()
    };
    let links = |text: &str, readings| shown(&plan_of(text, readings));
    assert_eq!(links("void f(double)", &[]), [back]);
    let text = "void f(double, ..., int, double, struct { float a, b, c; }, long double)";
    assert_eq!(links(text, &[]), [back, (Link::Count(4, 8), rax)]);
    assert_eq!(links(text, &[("VAR-02", "R2")]), [back, (Link::Count(4, 4), rax)]);
    assert_eq!(links("void f(8*double, ..., double)", &[]), [back, (Link::Count(8, 8), rax)]);
    assert_eq!(links("void f(int, ...)", &[("VAR-02", "R2")]), [back, (Link::Count(0, 0), rax)]);
    let case = X86_64.case_in(Form::Unprototyped, "void f(double, int)");
    assert_eq!(shown(&planned(&case, &[])), [back, (Link::Count(1, 8), rax)]);
    assert_eq!(X86_64.places(&planned(&case, &[])), "a0 xmm0/8, a1 rdi/4");
}

/// What a `_BitInt` does not use is anything, or copies of its sign.
#[test]
fn unused_bits() {
    let masks = |readings| {
        let plan = plan_of("_BitInt(40) f(unsigned _BitInt(17))", readings);
        let ones = |mask: &[u8]| mask.iter().map(|byte| byte.count_ones()).sum::<u32>();
        (ones(&plan.arguments[0].image.mask), plan.result.map(|result| ones(&result.image.mask)))
    };
    assert_eq!(masks(&[]), (17, Some(40)));
    assert_eq!(masks(&[("S19/unused", "R8")]), (17, Some(40)));
    assert_eq!(masks(&[("S19/register", "R10")]), (32, Some(64)));
    assert_eq!(masks(&[("S19/register", "R11")]), (32, Some(40)));
}

#[test]
fn a_long_double_has_ten_bytes() {
    let plan = abi::plan(&X86_64.case("long double f(long double)"), &mut X86_64.chooser(&DOCUMENT));
    let values = plan.arguments.iter().chain(&plan.result);
    for passed in values {
        assert_eq!(passed.image.mask, [[0xff; 10].as_slice(), &[0; 6]].concat());
    }
}
