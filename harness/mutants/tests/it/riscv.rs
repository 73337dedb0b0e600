//! Edits of what GCC 12 and clang 19 write for RISC-V at -O2: `samples/` has their text of one case, whose units in C are the
//! generator's.

use super::edits::difference_of;
use crosscall_model::Target;
use crosscall_model::target::riscv::Abi;
use crosscall_mutants::facts::{self, Facts, Side, TypeClass};
use crosscall_mutants::fault::{Carried, Fault, Narrow, Returned};
use crosscall_mutants::language::{self, Language, Operation};
use crosscall_mutants::splice::Which::All;
use crosscall_mutants::{apply, edits, listing};

const SOURCE: &str = "/* case 0: long f(double, long, long, int, int, int, int, int, int, long) */\n";
const GCC: &str = include_str!("samples/riscv64-gcc.s");
const CLANG: &str = include_str!("samples/riscv64-clang.s");

fn of(abi: Abi) -> &'static dyn Language {
    language::of(Target::Riscv(abi)).unwrap()
}

fn lp64d() -> &'static dyn Language {
    of(Abi::Lp64d)
}

#[test]
fn real_text_is_written_down_as_it_was_read() {
    for text in [GCC, CLANG] {
        assert_eq!(listing::write(&listing::read(text)), text);
    }
}

#[test]
fn saved_registers_are_found_in_real_text() {
    let made = |text, fault| difference_of(lp64d(), fault, Side::Callee, SOURCE, text);
    for (text, comma) in [(GCC, ","), (CLANG, ", ")] {
        assert_eq!(made(text, Fault::RestoreLost(8, All)), ["+mv t3,s0", "+mv s0,t3"]);
        assert_eq!(made(text, Fault::RestoreLost(40, All)), ["+fmv.d ft11,fs0", "+fmv.d fs0,ft11"]);
        assert_eq!(made(text, Fault::SaveLost(9)), ["+sd t3,72(sp)"]);
        assert_eq!(made(text, Fault::RestoredFrom(8, 8)), ["+ld s0,88(sp)"]);
        assert_eq!(made(text, Fault::RestoreLost(27, All)), [""; 0], "s11 is not in use");
        let kept = made(text, Fault::Kept(9, 31));
        assert!(
            kept.iter().any(|line| line.starts_with("+mv\tt6,") || line.starts_with("+mv t6,")),
            "{kept:?}"
        );
        let moved = made(text, Fault::StackArguments(8));
        let from = |line: &String| line.starts_with("-ld") && line.ends_with(&format!("{comma}96(sp)"));
        assert!(matches!(&moved[..], [old, new] if from(old) && new.ends_with(",104(sp)")), "{moved:?}");
    }
}

#[test]
fn faults_of_all_places_are_made_in_real_text() {
    for text in [GCC, CLANG] {
        let callee = |fault| difference_of(lp64d(), fault, Side::Callee, SOURCE, text);
        let caller = |fault| difference_of(lp64d(), fault, Side::Caller, SOURCE, text);
        assert_eq!(callee(Fault::Changed(9, Operation::Set(85), All)), ["+li s1,85"]);
        assert_eq!(
            callee(Fault::Changed(59, Operation::Flip(3), All)),
            ["+fmv.x.d t3,fs11", "+xori t3,t3,8", "+fmv.d.x fs11,t3"]
        );
        assert_eq!(callee(Fault::StackAtReturn(-16)), ["+addi sp,sp,-16"]);
        assert_eq!(callee(Fault::ResultIn(Returned::Word, 11)), ["+mv a1,a0", "+li a0,85"]);
        assert_eq!(callee(Fault::ArgumentsSwapped(0, 1)), ["+mv t3,a0", "+mv a0,a1", "+mv a1,t3"]);
        assert_eq!(caller(Fault::ArgumentsSwapped(0, 1)), ["+mv t4,a0", "+mv a0,a1", "+mv a1,t4"]);
        assert_eq!(caller(Fault::StackArguments(16)), ["+addi sp,sp,-16", "+addi sp,sp,16"]);
        assert_eq!(caller(Fault::StackArguments(8)), [""; 0], "not by so little: the stack stays aligned");
        assert_eq!(caller(Fault::ArgumentComputed(0, Operation::Add(1), Carried::Word)), ["+addi a0,a0,1"]);
    }
}

fn facts(abi: Abi, text: &str) -> Facts {
    let language = of(abi);
    facts::read(&format!("/* case 0: {text} */\n"), language.placement()).remove(&0).unwrap()
}

#[test]
fn values_are_placed_as_the_document_says() {
    use TypeClass::{Double, Large, Narrow, Small, Word};
    let int = Narrow { signed: true, bits: 32 };
    let places = |abi, text| {
        let places = facts(abi, text).places();
        assert!(places.is_whole, "{text}");
        (places.words, places.reals)
    };
    let many = "void f(int, double, float, long long)";
    assert_eq!(places(Abi::Lp64d, many), (vec![(int, 0), (Word, 1)], vec![(8, 0), (4, 1)]));
    assert_eq!(places(Abi::Lp64f, many), (vec![(int, 0), (Word, 1), (Word, 2)], vec![(4, 0)]));
    assert_eq!(places(Abi::Lp64, many), (vec![(int, 0), (Word, 1), (Small(4), 2), (Word, 3)], vec![]));
    assert_eq!(places(Abi::Ilp32, many), (vec![(Word, 0), (Double, 1), (Word, 3), (Double, 4)], vec![]));
    // Split between the last register and the stack by ILP32, and by ILP32E, too.
    let split = "void f(int, int, int, int, int, long long, int, long long)";
    let of_ints = |n| (0..n).map(|i| (Word, i)).collect::<Vec<_>>();
    assert_eq!(
        places(Abi::Ilp32e, split).0,
        [of_ints(5), vec![(Double, 5), (Word, 7), (Double, 8)]].concat()
    );
    assert_eq!(places(Abi::Ilp32, split).0, [of_ints(5), vec![(Double, 5), (Word, 7), (Double, 8)]].concat());
    let aligned = "void f(int, int, int, int, int, int, int, int, int, long long)";
    assert_eq!(places(Abi::Ilp32, aligned).0.last(), Some(&(Double, 10)));
    assert_eq!(places(Abi::Ilp32e, aligned).0.last(), Some(&(Double, 9)));
    // Unnamed pairs are even, and unnamed reals are in integer registers.
    assert_eq!(places(Abi::Ilp32d, "void f(int, ..., double, int)").0, [(Word, 0), (Double, 2), (Word, 4)]);
    assert_eq!(places(Abi::Ilp32e, "void f(int, ..., double, int)").0, [(Word, 0), (Double, 1), (Word, 3)]);
    assert_eq!(
        places(Abi::Lp64d, "void f(int, ..., double, long double)").0,
        [(int, 0), (Word, 1), (Double, 2)]
    );
    // By address: what is larger than two registers, unless it is of two reals.
    assert_eq!(places(Abi::Ilp32d, "void f(long double)").0, [(Large, 0)]);
    assert_eq!(places(Abi::Lp64d, "void f(struct { long m0[3]; })").0, [(Large, 0)]);
    assert_eq!(places(Abi::Lp64d, "void f(struct { double m0; })").1, [(8, 0)]);
    assert!(!facts(Abi::Ilp32d, "void f(struct { double m0; double m1; })").places().is_whole);
    assert_eq!(places(Abi::Lp64d, "long double f(int)").0, [(int, 0)]);
    assert_eq!(places(Abi::Ilp32, "long double f(int)").0, [(Word, 1)]);
}

/// The sign of an upper half is extended whatever the type says, by ABIs with registers of 64 bits.
#[test]
fn results_of_32_bits_are_extended_by_their_sign() {
    let source = "/* case 0: unsigned int f(int) */\n";
    let fault = Fault::ResultExtended(Narrow { signed: false, bits: 32 });
    let made = difference_of(lp64d(), fault, Side::Callee, source, GCC);
    assert_eq!(made, ["+slli a0,a0,32", "+srli a0,a0,32"]);
}

/// An edit is in the words of each ABI, and is not there where the ABI has no such registers.
#[test]
fn edits_are_spelled_by_their_abi() {
    let made = |abi, name: &str| {
        let edit = edits(Target::Riscv(abi)).into_iter().find(|edit| edit.name == name)?;
        let done =
            apply::apply(of(abi), &edit, "/* case 0: float f(float) */\n", "f0:\n\tret\n\t.size\tf0, .-f0\n");
        Some(done.text.lines().filter_map(|line| line.strip_prefix('\t')).collect::<Vec<_>>().join("; "))
    };
    let body = |code: &str| Some(format!("{code}; .size\tf0, .-f0"));
    assert_eq!(made(Abi::Lp64d, "save-below"), body("sd s1,-64(sp); ld s1,-64(sp); ret"));
    assert_eq!(made(Abi::Ilp32e, "save-below"), body("sw s1,-64(sp); lw s1,-64(sp); ret"));
    assert_eq!(made(Abi::Ilp32f, "real-result-in-fa1"), body("fmv.s fa1,fa0; li t3,85; fmv.w.x fa0,t3; ret"));
    assert_eq!(made(Abi::Lp64, "real-result-in-fa1"), None);
    assert_eq!(made(Abi::Ilp32e, "flags-raised"), None);
    assert_eq!(made(Abi::Lp64d, "clobber-s4"), body("xori s4,s4,16; ret"));
}
