//! RISC-V: what the document says of its ABIs, against the embedded code generator, a separate reading of it.

mod options;
mod tools;

use crate::common::{World, campaigns, is_installed};
use crosscall_engine::machine;
use crosscall_model::target::riscv::Abi;
use crosscall_model::{Pairing, Target};
use crosscall_toolchain::Toolchain;

/// Cases of a campaign, the directed ones among them.
const CASES: u64 = 600;

const PAIRINGS: [Pairing; 5] =
    [Pairing::Caller, Pairing::Callee, Pairing::Cross, Pairing::Layout, Pairing::Object];

/// The embedded code generator conforms by each ABI in every pairing; in the one of two subjects it calls itself.
#[test]
fn campaigns_by_every_abi() {
    for abi in Abi::ALL {
        let target = Target::Riscv(abi);
        let again = Toolchain { name: "again".to_owned(), ..Toolchain::embedded(target) };
        let subjects = vec![Toolchain::embedded(target), again];
        let report = campaigns::report(&campaigns::settings(target, subjects, &PAIRINGS, CASES));
        let reported: Vec<&str> = report.findings().map(|finding| finding.fingerprint.as_str()).collect();
        assert_eq!(reported, Vec::<&str>::new(), "{target}");
        for subject in &report.targets {
            let counts = subject.counts;
            assert_eq!(counts.conforming, counts.run, "{target}: {counts:?}");
            assert_eq!((counts.failed, counts.skipped), (0, 0), "{target}: {counts:?}");
            assert!(counts.run > 9 * counts.planned / 10, "{target}: {counts:?}");
        }
    }
}

/// Assembly text does not say the ABI, so that the target does; the linker reports whose objects do not go together.
#[test]
fn objects_of_different_abis_do_not_link() {
    let object = |abi: Abi| {
        let text = "\t.text\n\t.global f\nf:\tret\n";
        machine::assemble(Target::Riscv(abi), abi.facts().name, text).expect("an object file")
    };
    let linked = |first: Abi, second: Abi| {
        let objects = [object(first), object(second)];
        machine::link(Target::Riscv(first), &[&objects[0], &objects[1]])
            .map_err(|error| error.to_string())
            .err()
    };
    let refused = |first, second| linked(first, second).expect("they do not link");
    expect_test::expect![[r#"
        lp64f: it is made for the single-float ABI, and `lp64d` for the double-float ABI
        ilp32: it is made for an ABI for 32 registers, and `ilp32e` for the ABI for the base E, of 16 registers"#]]
    .assert_eq(&[refused(Abi::Lp64d, Abi::Lp64f), refused(Abi::Ilp32e, Abi::Ilp32)].join("\n"));
}

/// Whoever links the programs, verdicts are the same.
#[test]
fn programs_that_binutils_link() {
    const LINKER: &str = "riscv64-binutils-lp64d";
    if !is_installed(LINKER) {
        return;
    }
    let world = World::new();
    let run =
        ["run", "--toolchain", "embedded-riscv64-lp64d", "--cases", "12", "--batch", "6", "--format", "json"];
    let own = world.run(&run);
    let other = world.run(&[&run[..], &["--linker", LINKER]].concat());
    assert_eq!((own.code, other.code), (0, 0), "{}", other.err);
    let (mut own, mut other) = (own.json(), other.json());
    assert_eq!(other["run"]["linker"], LINKER);
    for report in [&mut own, &mut other] {
        report.as_object_mut().expect("an object").remove("run");
    }
    assert!(own["trials"]["run"].as_u64().is_some_and(|run| run > 50));
    assert_eq!(own, other);
}
