//! Programs of the embedded code generator: callers and functions of random signatures. Nothing is found in them.

use super::super::correct::dialect;
use super::{Asked, names, targets};
use crosscall_embedded::{Options, callee_unit, caller_unit};
use crosscall_engine::machine;
use crosscall_model::{Form, Style, Target, unit};
use crosscall_toolchain::cases::Source;

/// Programs of a target.
const PROGRAMS: usize = 20;

fn nothing_is_found(target: Target) {
    let source = Source::new(target, 23);
    let options = Options::new(target);
    let dialect = dialect(&options);
    let (mut audited, mut returns) = (0, 0);
    for number in source.directed()..source.directed() + 4000 {
        let mut case = source.case(number);
        if case.style.form != Form::Prototype {
            continue;
        }
        case.style = Style::PLAIN;
        let caller = caller_unit(&[(0, &case)], &options);
        let callee = callee_unit(&[(0, &case)], &options);
        let (Ok(caller), Ok(callee)) = (caller, callee) else { continue };
        let units = [caller, callee].map(|text| machine::assemble(target, "unit", &text).unwrap());
        let [caller, callee] = &units;
        let Ok(program) = machine::link(target, &[caller, callee]) else { continue };
        let asked = Asked { dialect: &dialect, ..Asked::plain(target, "") };
        let entry = program.address_of(&machine::symbol(target, &unit::caller(0))).unwrap();
        let crosscall_reports::audit::program::ProgramEnd::Ran(ran) = asked.audit_of(program, entry).end
        else {
            continue;
        };
        assert!(
            ran.findings.is_empty(),
            "{target} {number}: {:?}\n{:#?}",
            names(&ran.findings),
            ran.findings
        );
        audited += 1;
        returns += ran.returns;
        if audited == PROGRAMS {
            break;
        }
    }
    println!("{target}: {audited} programs, {returns} calls");
    assert!(
        audited == PROGRAMS && returns >= PROGRAMS as u64,
        "{target}: {audited} programs, {returns} calls"
    );
}

#[test]
fn of_the_embedded_code_generator() {
    // The others have no such generator.
    targets().filter(|target| crosscall_embedded::knows(*target)).for_each(nothing_is_found);
}
