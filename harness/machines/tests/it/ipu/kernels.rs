//! Ways of writing that the vendor's hand-written kernels have and GNU as does not take.

use crosscall_machines::ipu::assemble;
use crosscall_machines::object_file::{Binding, SymbolPlace};
use crosscall_machines::{dpu, nyuzi};

/// A size of a symbol that the object file does not have is not looked at, whatever it is counted from.
#[test]
fn sizes_of_unused_symbols_are_ignored() {
    let text = "\t.text\nf:\tbr $m10\n\t.size g, . - g_START\n\t.size f, . - f\n";
    let object = assemble("sizes", text).expect("it assembles");
    assert!(object.symbols.iter().all(|symbol| symbol.name != "g"));
    let f = object.symbols.iter().find(|symbol| symbol.name == "f").expect("a symbol");
    assert_eq!(f.size, 4);
    // One that it has must have a size that is known.
    for text in ["f:\t.size f, . - g\n", "\t.global g\n\t.size g, . - h\n"] {
        let error = assemble("sizes", text).expect_err(text).to_string();
        assert!(error.contains("size of `"), "{error}");
    }
    // Other assemblers look at all of them.
    let unused = "\t.size g, . - h\n";
    assert!(dpu::assemble("sizes", unused).is_err() && nyuzi::assemble("sizes", unused).is_err());
}

/// `.globl name, @function`: LLVM takes the second word for another symbol.
#[test]
fn a_word_with_an_at_sign_is_a_symbol() {
    let object = assemble("globl", "\t.globl f, @function\nf:\tbr $m10\n").expect("it assembles");
    let symbol = |name: &str| object.symbols.iter().find(|symbol| symbol.name == name).expect("a symbol");
    assert_eq!((symbol("f").binding, symbol("f").place), (Binding::Global, SymbolPlace::Section(0)));
    assert_eq!(symbol("@function").place, SymbolPlace::Undefined);
    assert!(assemble("globl", "\t.globl f, @\n").is_err());
    assert!(nyuzi::assemble("globl", "\t.globl f, @function\n").is_err());
}

/// GNU cpp leaves a blank between a backslash and a parameter's name that is a macro of its own.
#[test]
fn a_blank_behind_the_backslash_of_a_parameter() {
    let text = "\t.macro M a6\n\tf16v4sub $a4:5, $\\ a6:BL, $a2:3\n\t.endm\n\tM a7\n";
    let direct = "\tf16v4sub $a4:5, $a7:BL, $a2:3\n";
    let code = |text: &str| assemble("macro", text).expect("it assembles").sections[0].data.clone();
    assert_eq!(code(text), code(direct));
    // Text that is no parameter stays as it is.
    assert!(
        assemble("macro", "\t.macro M x\n\tf16v4sub $a4:5, $\\ a6:BL, $a2:3\n\t.endm\n\tM a7\n").is_err()
    );
}

/// A supervisor starts its workers, waits for them and goes on.
#[test]
fn exchange_belongs_to_the_supervisor() {
    for line in ["sync 2", "sans 0", "delay 3", "send 0, 0, 1", "put $CR, $m1"] {
        assert!(assemble("mode", &format!("\t.supervisor\n\t{line}\n")).is_ok(), "{line}");
        let error = assemble("mode", &format!("\t{line}\n")).expect_err(line).to_string();
        assert!(error.contains("worker mode") || error.contains("needs supervisor mode"), "{error}");
    }
    for line in
        ["sync 256", "sans -1", "delay 0x80000", "send 64, 0, 1", "send 0, 0x40000, 0", "send 0, 0, 8"]
    {
        let error = assemble("range", &format!("\t.supervisor\n\t{line}\n")).expect_err(line).to_string();
        assert!(error.contains("expected a value of 0 to"), "{error}");
    }
}
