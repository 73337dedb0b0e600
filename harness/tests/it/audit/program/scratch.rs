//! A value that is kept in a scratch register over a call is found, with the register and the instruction that uses it; one
//! that is only saved again is none.

use super::super::corrupters::syntax;
use super::super::registers::rules;
use super::callers::{call, calling};
use super::{Asked, names, symbol, targets};
use crate::common::RISCV;
use crosscall_model::Target;
use crosscall_model::plan::Preservation;
use crosscall_model::target::Register;

/// Instructions that bring a register's value to where an `int` comes back; `None` where there are none.
fn give_back(target: Target, register: Register) -> Option<String> {
    let info = target.register(register)?;
    Some(match (target, info.file, info.name) {
        (Target::Epiphany, _, name) => format!("\tmov r0, {name}\n"),
        (Target::Nyuzi, "v", name) => format!("\tgetlane s0, {name}, 0\n"),
        (Target::Nyuzi, _, name) => format!("\tmove s0, {name}\n"),
        (Target::Dpu, _, name) => format!("\tmove r0, {name}\n"),
        (Target::Ipu, _, name) if name.starts_with('m') => format!("\tmov $m0, ${name}\n"),
        (Target::ForwardCom, "r", name) => format!("\tint64 r0 = {name}\n"),
        (Target::ForwardCom, _, name) => format!("\tint64 r0 = vec2gp({name})\n"),
        (Target::Riscv(_), "x", name) => format!("\tmv a0, {name}\n"),
        (Target::Riscv(_), _, name) => format!("\tfmv.x.w a0, {name}\n"),
        (Target::X86_64, "r", name) => format!("\tmovq %{name}, %rax\n"),
        (Target::X86_64, "xmm", name) => format!("\tmovd %{name}, %eax\n"),
        (Target::Aarch64, "x", name) => format!("\tmov x0, {name}\n"),
        (Target::Aarch64, "v", name) => format!("\tfmov x0, {}\n", name.replace('v', "d")),
        _ => return None,
    })
}

#[test]
fn each_register_is_traced() {
    for target in targets() {
        let (main, g) = (symbol(target, "main"), symbol(target, "g"));
        let mut traced = 0;
        for rule in rules(target) {
            let name = target.register(rule.register).unwrap().name;
            let is_scratch = rule.preservation == Preservation::Scratch && target.is_general(rule.register);
            if !is_scratch || rule.clauses.is_empty() {
                continue;
            }
            let Some(set) = syntax(target).overwrite(rule.register) else { continue };
            let Some(use_it) = give_back(target, rule.register) else { continue };
            let code = format!("{set}{}{use_it}", call(target, "g"));
            let text = calling(target, "main", &code) + &syntax(target).function("g", "");
            let ran = Asked::plain(target, &text).ran();
            let kept = Asked { keeps_scratch: true, ..Asked::plain(target, &text) }.ran();
            assert!(kept.findings.is_empty(), "{target}: {:#?}", kept.findings);
            let Some(found) = ran.findings.first() else {
                // It may hold a result.
                continue;
            };
            assert_eq!(
                names(&ran.findings),
                [format!("{main}: keeps {name} over a call")],
                "{target}\n{text}"
            );
            assert!(rule.clauses.contains(&found.fault.clause()), "{target}: {found:#?}");
            assert_eq!(found.function, main, "{target}: {found:#?}");
            let place = found.fault.place.as_ref().unwrap_or_else(|| panic!("{target}: {found:#?}\n{text}"));
            assert!(place.address > found.site.as_ref().unwrap().address, "{target}: {found:#?}");
            let accepted = Asked { exceptions: &[&format!("{g}: *")], ..Asked::plain(target, &text) }.ran();
            assert!(accepted.findings.is_empty(), "{target}: {:#?}", accepted.findings);
            traced += 1;
        }
        println!("{target}: {traced} registers");
        assert!(traced >= 3, "{target}: {traced}");
    }
}

/// A function saves a scratch register that it does not need, and gives it back: nobody uses what is in it.
#[test]
fn saving_is_no_use() {
    let text = "\t.globl main\nmain:\taddi sp, sp, -16\n\tsd ra, 8(sp)\n\tli t3, 5\n\tcall g\n\tcall h\n\tld ra, 8(sp)\n\
                \taddi sp, sp, 16\n\tli a0, 0\n\tret\ng:\tret\nh:\taddi sp, sp, -16\n\tsd t3, 0(sp)\n\tli t3, 7\n\tld t3, 0(sp)\n\
                \taddi sp, sp, 16\n\tret\n";
    let ran = Asked::plain(RISCV, text).ran();
    assert!(ran.findings.is_empty(), "{:#?}", ran.findings);
}

/// Of many returns the one that matters is found, and what is used there.
#[test]
fn the_one_return_of_many_is_found() {
    let text = "\t.globl main\nmain:\taddi sp, sp, -16\n\tsd ra, 8(sp)\n\tsd s1, 0(sp)\n\tli s1, 1000\n1:\tcall g\n\taddi s1, s1, -1\n\
                \tbnez s1, 1b\n\tli t3, 0\n\tli a0, 0\n\tcall g\n\tmv a0, t3\n\tld s1, 0(sp)\n\tld ra, 8(sp)\n\taddi sp, sp, 16\n\
                \tret\ng:\tret\n";
    let ran = Asked::plain(RISCV, text).ran();
    assert_eq!(names(&ran.findings), ["main: keeps t3 over a call"], "{:#?}", ran.findings);
    let found = &ran.findings[0];
    assert_eq!(found.fault.place.as_ref().unwrap().text, "addi a0,t3,0", "{found:#?}");
}

/// What a function calls inside of itself is its own business, as picolibc's `memset` does it; with a symbol it is another one's.
#[test]
fn calls_inside_a_function_are_its_own() {
    let inside = "\t.globl f\n\t.type f, @function\nf:\tmv t1, ra\n\tjal 1f\n\tmv ra, t1\n\tret\n1:\tli a0, 3\n\tret\n\t.size f, .-f\n\
                  \t.globl main\nmain:\taddi sp, sp, -16\n\tsd ra, 0(sp)\n\tcall f\n\tld ra, 0(sp)\n\taddi sp, sp, 16\n\tret\n";
    let ran = Asked::plain(RISCV, inside).ran();
    assert!(ran.findings.is_empty(), "{:#?}", ran.findings);
    let outside = inside.replace("jal 1f", "jal g").replace("1:\tli", "\t.globl g\ng:\tli");
    assert_eq!(names(&Asked::plain(RISCV, &outside).ran().findings), ["f: keeps t1 over a call"]);
}
