//! Compilers that keep to what the vendors' public sources show, and that cannot be had: a stand-in takes the place of each.
//! It refuses what the vendor's compiler refuses, takes the spelling that the vendor's compiler takes, and answers each unit
//! with the code that the embedded code generator writes for its cases under the vendor's dialect.

use crate::common::{Answer, READ_ARGUMENTS, World};
use crosscall_embedded::{Fault, Options, Readings};
use crosscall_engine::machine;
use crosscall_engine::unit::Role;
use crosscall_model::target::riscv::Abi;
use crosscall_model::{Case, Target};
use crosscall_toolchain::capability::{Feature, needs};
use crosscall_toolchain::cases::Source;
use crosscall_toolchain::language::Language;
use crosscall_toolchain::units::assembly_text;
use std::collections::BTreeSet;

/// Cases in a run: all directed ones, and some that are generated.
const CASES: u64 = 640;

/// Cases in a run that only looks for one thing.
const FEW: u64 = 320;

/// Cases in a unit.
const BATCH: usize = 64;

/// Cases in a unit of which two do not fit into the memory of a DPU.
const LARGE_BATCH: usize = 320;

/// The pairings of a run in which the compiler meets nobody but probes.
const WITH_PROBES: &[&str] =
    &["--pairing=caller", "--pairing=callee", "--pairing=layout", "--pairing=object"];

/// A compiler of a vendor.
struct Compiler {
    target: Target,
    /// Its dialect beside the vendor's.
    readings: &'static str,
    /// Words of C that it refuses.
    refuses: &'static [&'static str],
    /// Features that the compiler lacks without that line.
    lacks: &'static [Feature],
    /// Our spelling of a keyword and the compiler's own, where they differ.
    spells: Option<(&'static str, &'static str)>,
    /// What it says of its version.
    version: &'static str,
    /// Its machine; empty where it does not say.
    machine: &'static str,
}

/// Version of the vendors' compilers, as far as it matters.
const CLANG: &str = "clang version 12.0.0";

/// UPMEM's clang refuses memory of unknown size on the stack, and passes the address of every composite.
const DPU: Compiler = Compiler {
    target: Target::Dpu,
    readings: "",
    refuses: &["__builtin_alloca", "a[n]"],
    lacks: &[Feature::Alloca, Feature::VariableArray],
    spells: None,
    version: CLANG,
    machine: "",
};

/// Graphcore's clang splits scalars of 64 bits into two places of 4 bytes on the stack, and spells half `__fp16`.
/// Vertices are left out, because no embedded caller has one.
const IPU: Compiler = Compiler {
    target: Target::Ipu,
    readings: "",
    refuses: &["_Float16", "colossus_vertex"],
    lacks: &[Feature::Vertex],
    spells: Some(("_Float16", "__fp16")),
    version: CLANG,
    machine: "",
};

/// [`IPU`] with a dialect in which doubles are aligned to 4 and every value of 64 bits is in places of 4 bytes.
const IPU_WORDS: Compiler =
    Compiler { readings: "IPU-TYPE-01 double=R4,IPU-ARG-05 slot=R6,IPU-ARG-07 stack=R5", ..IPU };

const ROLES: [(Role, &str); 3] =
    [(Role::Callee, "callee"), (Role::Caller, "caller"), (Role::Layout, "layout")];

impl Compiler {
    fn options(&self) -> Options {
        let mut readings = Readings::toolchain(self.target);
        if self.machine == RISCV {
            readings = Readings::defaults(self.target);
        }
        for one in self.readings.split(',').filter(|one| !one.is_empty()) {
            let (key, number) = one.rsplit_once("=R").expect("a reading");
            readings.set(key, number.parse().expect("its number")).expect("a known one");
        }
        Options { readings, ..Options::new(self.target) }
    }

    /// The compiler with an object file for every unit of a run, and for halves of those that are large.
    fn install(&self, count: u64, batch: usize, fault: Option<&'static Fault>) -> World {
        let world = World::new();
        std::fs::create_dir(world.path("units")).expect("a folder");
        let tools = machine::tools(self.target);
        let object = |name: &str, text: &str| {
            let object = machine::assemble(self.target, name, text).unwrap_or_else(|e| panic!("{name}: {e}"));
            world.write(&format!("units/{name}.o"), tools.write_object(&object).expect("an object file"));
        };
        object("capability", "\t.text\n\t.global nothing\nnothing:\n");
        let source = Source::new(self.target, 1);
        let cases: Vec<Case> = (0..count).map(|i| source.case(i)).collect();
        let options = Options { fault, ..self.options() };
        let has_all = |case: &Case| needs(case).iter().all(|feature| !self.lacks.contains(feature));
        let numbered = cases.chunks(batch).map(|cases| cases.iter().enumerate());
        let mut units: Vec<Vec<_>> =
            numbered.map(|cases| cases.filter(|(_, case)| has_all(case)).collect()).collect();
        let mut number = 0;
        while let Some(cases) = units.pop() {
            number += 1;
            for (role, name) in ROLES {
                let Ok(text) = assembly_text(role, &cases, &options) else { continue };
                object(&format!("{name}{number}"), &text);
                let c = Language::C.text(role, &cases);
                let c = self.spells.map_or(c.clone(), |(ours, own)| c.replace(ours, own));
                world.write(&format!("units/{name}{number}.c"), c);
            }
            if cases.len() > BATCH / 2 {
                let (first, second) = cases.split_at(cases.len() / 2);
                units.extend([first.to_vec(), second.to_vec()]);
            }
        }
        let refused: Vec<String> = self.refuses.iter().map(|word| format!("-e '{word}'")).collect();
        let script = format!(
            "#!/bin/sh\nhere={here:?}\ncase \"$*\" in *--version) echo '{version}'; exit 0;; *-dumpmachine) {machine}; esac\n\
             {READ_ARGUMENTS}\
             if grep -qF -e 'nothing of this' {refused} \"$source\"; then echo \"$source:1:1: error: not supported\" >&2; exit 1; fi\n\
             case $source in capability*) cp \"$here/units/capability.o\" \"$out\"; exit 0;; esac\n\
             for unit in \"$here\"/units/${{source%.c}}*.c; do\n\
             if cmp -s \"$unit\" \"$source\"; then cp \"${{unit%.c}}.o\" \"$out\"; exit 0; fi\ndone\n\
             echo \"error: no such unit\" >&2; exit 1\n",
            here = world.path("").display().to_string(),
            refused = refused.join(" "),
            version = self.version,
            machine = match self.machine {
                "" => "exit 1;".to_owned(),
                machine => format!("echo {machine}; exit 0;"),
            },
        );
        world.write_program("cc", script);
        world
    }

    fn run(&self, world: &World, count: u64, batch: usize, pairings: &[&str]) -> Answer {
        let (cases, batch) = (count.to_string(), batch.to_string());
        let cc = world.path("cc").display().to_string();
        #[rustfmt::skip]
        let mut arguments = vec![
            "run", "--target", self.target.name(), "--subject", "vendor", "--cc", &cc, "--kind", "clang",
            "--minimize", "0", "--cases", &cases, "--batch", &batch, "--timeout=60", "--format", "json",
        ];
        arguments.extend(pairings);
        world.run(&arguments)
    }
}

/// The clauses on where values are, on who keeps what and on the stack.
fn is_placement(clause: &str) -> bool {
    ["-ARG-", "-RET-", "-VAR-", "-REG-", "-STACK-", "-CALL-", "-LAYOUT-"]
        .iter()
        .any(|area| clause.contains(area))
}

/// Asserts that the run finds nothing and exercises every clause on places that a call shows, except those in
/// `otherwise`.
fn conforms(compiler: &Compiler, otherwise: &[&str], reasons: &[String]) {
    let world = compiler.install(CASES, BATCH, None);
    let answer = compiler.run(&world, CASES, BATCH, WITH_PROBES);
    let report = answer.json();
    let [subject] = report["subjects"].as_array().expect("subjects").as_slice() else { panic!("{report}") };
    let findings: Vec<String> = subject["findings"]
        .as_array()
        .into_iter()
        .flatten()
        .map(|f| format!("{} {} {} {}", f["signature"], f["what"], f["expected"], f["observed"]))
        .collect();
    assert_eq!((answer.code, findings), (0, Vec::new()), "{}", answer.err);
    let trials = &subject["trials"];
    assert_eq!((&trials["failed"], &trials["violations"]), (&0.into(), &0.into()), "{trials}");
    let reported: Vec<&str> =
        subject["reasons"].as_object().expect("reasons").keys().map(String::as_str).collect();
    assert_eq!(reported, reasons, "one line for each reason and pairing");
    // Clauses that no trial can contradict are counted separately.
    let counted = ["clauses", "apart"].map(|key| subject[key].as_object().expect("clauses"));
    let exercised: BTreeSet<&str> =
        counted.into_iter().flat_map(|clauses| clauses.keys()).map(String::as_str).collect();
    let catalogue = crosscall_oracle::clause::catalogue(compiler.target);
    let by_a_call = |o: &crosscall_oracle::clause::Observed| {
        use crosscall_oracle::clause::Observed::{Entry, Exit, Layout, Trace};
        matches!(o, Entry | Exit | Layout | Trace)
    };
    let missing: Vec<&str> = catalogue
        .clauses
        .iter()
        .filter(|clause| is_placement(&clause.id) && clause.observed.iter().any(by_a_call))
        .map(|clause| clause.id.as_str())
        .filter(|id| !exercised.contains(*id))
        .collect();
    assert_eq!(missing, otherwise);
}

#[test]
fn upmems_clang() {
    let without = |feature: &str| {
        ["callee", "caller", "layout", "object"].map(|pairing| format!("{pairing}: vendor has no {feature}"))
    };
    let mut reasons = [without("__builtin_alloca"), without("array of variable size")].concat();
    reasons.sort();
    // C promotes unnamed arguments by itself.
    conforms(&DPU, &["DPU-VAR-01"], &reasons);
}

#[test]
fn graphcores_clang() {
    let reasons =
        ["callee", "caller", "layout", "object"].map(|pairing| format!("{pairing}: vendor has no vertex"));
    // Of the way in which vertices end.
    conforms(&IPU, &["IPU-CALL-02"], &reasons);
    conforms(&IPU_WORDS, &["IPU-CALL-02"], &reasons);
}

/// A compiler that leaves the stack arguments of 64 bits where the vendor's does not is distinguished from it.
#[test]
fn another_place_on_the_stack_is_another_reading() {
    let world = IPU.install(FEW, BATCH, None);
    let report: serde_json::Value = IPU.run(&world, FEW, BATCH, WITH_PROBES).json();
    let answers = report["subjects"][0]["dialect"].to_string();
    assert!(answers.contains("IPU-ARG-05:slot") && answers.contains("R5"), "{answers}");
}

/// Vectors of bytes are widened by the vendor's compiler: that is known from what it does, and it is distinguished from a
/// compiler that leaves them as they are in memory.
#[test]
fn bytes_of_vectors_in_wider_lanes_are_another_reading() {
    const MEMORY: Compiler = Compiler { readings: "IPU-S04 bytes=R7", ..IPU };
    for (compiler, reading) in [(IPU, "R8"), (MEMORY, "R7")] {
        let world = compiler.install(CASES, BATCH, None);
        let answer = compiler.run(&world, CASES, BATCH, WITH_PROBES);
        let report = answer.json();
        let answers = &report["subjects"][0]["dialect"];
        assert_eq!((answer.code, answers["IPU-S04:bytes"].as_str()), (0, Some(reading)), "{answers}");
    }
}

/// Callers cannot widen the bytes for the functions that they call and read them unwidened from memory.
#[test]
fn bytes_of_vectors_that_only_callees_widen_are_found() {
    const MEMORY: Compiler = Compiler { readings: "IPU-S04 bytes=R7", ..IPU };
    let fault = Fault::of(Target::Ipu).iter().find(|fault| fault.name == "byte-lanes").expect("a fault");
    let world = MEMORY.install(CASES, BATCH, Some(fault));
    let answer = MEMORY.run(&world, CASES, BATCH, WITH_PROBES);
    let report = answer.json();
    let findings = report["subjects"][0]["findings"].to_string();
    assert_eq!(answer.code, 1, "{findings}");
    assert!(findings.contains("IPU-S04"), "{findings}");
}

/// A mistake in one of these compilers is found in spite of the vendor's dialect.
#[test]
fn a_mistake_of_such_a_compiler_is_found() {
    for (compiler, fault) in [(DPU, "arguments-shifted"), (IPU, "arguments-shifted")] {
        let all = Fault::of(compiler.target);
        let fault = all.iter().find(|f| f.name == fault).unwrap_or_else(|| panic!("{fault}"));
        let world = compiler.install(FEW, BATCH, Some(fault));
        compiler.run(&world, FEW, BATCH, WITH_PROBES).exits(1);
    }
}

/// The data of two units are more than a DPU has room for: smaller ones are compiled, and nothing is left out.
#[test]
fn what_is_too_large_for_the_memory_is_compiled_in_halves() {
    let world = DPU.install(FEW, LARGE_BATCH, None);
    let answer = DPU.run(&world, FEW, LARGE_BATCH, &["--pairing=cross"]);
    let report = answer.json();
    let trials = &report["subjects"][0]["trials"];
    assert_eq!(
        (answer.code, &trials["failed"], &trials["violations"]),
        (0, &0.into(), &0.into()),
        "{trials}"
    );
    let count = |key: &str| trials[key].as_u64().unwrap_or_else(|| panic!("{key}: {trials}"));
    assert_eq!((count("planned"), count("run") + count("unsupported")), (FEW, FEW), "{trials}");
    assert!(count("unsupported") < FEW / 8, "{trials}");
}

/// A file of 64 bits for a processor whose document wants 32: it is read, and that is what is reported of it.
#[test]
fn a_file_of_another_class_is_a_finding_of_its_own() {
    use crosscall_machines::elf::{ElfClass, Format, write_object};
    let world = DPU.install(FEW, BATCH, None);
    let tools = crosscall_machines::toolset::find(DPU.target.name()).expect("its tools");
    for file in std::fs::read_dir(world.path("units")).expect("a folder") {
        let path = file.expect("a file").path();
        if path.extension().is_some_and(|extension| extension == "o") {
            let bytes = std::fs::read(&path).expect("an object file");
            let object = tools.read_object("unit", &bytes).expect("its own");
            let wide = Format { class: ElfClass::Elf64, ..*tools.format() };
            std::fs::write(&path, write_object(&object, &wide).expect("another file")).expect("written");
        }
    }
    let answer = DPU.run(&world, FEW, BATCH, WITH_PROBES);
    let report = answer.json();
    let findings = report["subjects"][0]["findings"].as_array().expect("findings");
    let clauses: BTreeSet<String> = findings.iter().map(|f| f["clauses"][0].to_string()).collect();
    assert_eq!((answer.code, clauses), (1, BTreeSet::from(["\"DPU-OBJ-01\"".to_owned()])), "{}", answer.out);
}

/// Machine of GCC for RISC-V.
const RISCV: &str = "riscv64-unknown-elf";

/// GCC 12 for RISC-V as far as vectors go: it aligns them to their size, and `_Alignof` gives 16 at most.
const GCC_12: Compiler = Compiler {
    target: Target::Riscv(Abi::Lp64d),
    readings: "RISCV-LAYOUT-03=R2,RISCV-LAYOUT-03 alignof=R5,RISCV-TYPE-27=R1",
    refuses: &[],
    lacks: &[],
    spells: None,
    version: "gcc (GCC) 12.2.0",
    machine: RISCV,
};

/// One of which no entry is aligns them to their size up to 16.
const GCC_11: Compiler = Compiler { readings: "RISCV-LAYOUT-03=R3", version: "gcc (GCC) 11.1.0", ..GCC_12 };

/// What is known of GCC 12 says nothing of GCC 11, whose vectors of 32 bytes lie elsewhere: their layouts are told apart, and the
/// run says that code of one cannot use structures of the other.
#[test]
fn vectors_of_two_versions_that_lie_elsewhere() {
    let (old, new) = (GCC_12.install(VECTORS, BATCH, None), GCC_11.install(VECTORS, BATCH, None));
    let subject = |name: &str, world: &World| format!("{name}={}", world.path("cc").display());
    let (old, new) = (subject("gcc-12", &old), subject("gcc-11", &new));
    let count = VECTORS.to_string();
    for pairings in [&["--pairing=layout"][..], &["--pairing=callee"], &[]] {
        #[rustfmt::skip]
        let mut arguments = vec![
            "run", "--target", GCC_12.target.name(), "--kind", "gcc", "--subject", &old, "--subject", &new, "--minimize", "0",
            "--cases", &count, "--timeout=60", "--format", "json",
        ];
        arguments.extend(pairings);
        let world = World::new();
        let answer = world.run(&arguments);
        let report = answer.json();
        let findings = |name: &str| -> BTreeSet<(String, String)> {
            let subjects = report["subjects"].as_array().expect("subjects");
            let own = subjects.iter().find(|s| s["subject"] == name).unwrap_or_else(|| panic!("{report}"));
            let findings = own["findings"].as_array().expect("findings").iter();
            findings.map(|f| (f["fingerprint"].to_string(), f["known"].to_string())).collect()
        };
        let finding = |fingerprint: &str, known: &str| (format!("\"{fingerprint}\""), known.to_owned());
        assert_eq!(findings("gcc-11"), [finding("RISCV-LAYOUT-03=R3", "[]")].into(), "{pairings:?}");
        let known = findings("gcc-12");
        assert!(
            known.contains(&finding("RISCV-LAYOUT-03=R2", "[\"RISCV-CC-01\"]")),
            "{pairings:?}: {known:?}"
        );
        assert!(known.iter().all(|(_, known)| known != "[]"), "{pairings:?}: {known:?}");
        let apart = report["incompatible"].to_string();
        assert!(
            apart.contains(r#"{"first":["R2"],"question":"RISCV-LAYOUT-03","second":["R3"]}"#),
            "{apart}"
        );
        assert_eq!(answer.code, 1, "{}", answer.err);
    }
}

/// Cases among which are the directed ones on vectors.
const VECTORS: u64 = 576;
