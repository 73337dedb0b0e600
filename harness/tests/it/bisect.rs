//! Finding the guilty ones among many cases in one unit.

use crate::common::{READ_ARGUMENTS, World};
use crosscall_base::process::Limits;
use crosscall_model::{Scalar, Target};
use crosscall_toolchain::bisect::{Batch, Bench, compile_batch};
use crosscall_toolchain::capability::{self, Feature};
use crosscall_toolchain::compile::{CompileFailure, FailureKind};
use crosscall_toolchain::{Toolchain, ToolchainKind};
use proptest::prelude::*;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// A compiler that reads the source into `$text` and does what the shell text says.
fn toolchain(world: &World, script: &str) -> Toolchain {
    let head = format!("{READ_ARGUMENTS}text=$(cat \"$source\")\n");
    let object = world.object("good.o", ".global _nothing\n_nothing: rts\n");
    let script = format!("{head}{script}\ncp {:?} \"$out\"\n", object.display());
    let script = world.write("fake.sh", script);
    Toolchain {
        name: "fake".into(),
        kind: ToolchainKind::Gcc,
        cc: vec!["sh".into(), script.display().to_string()],
        ..Toolchain::embedded(Target::Epiphany)
    }
}

/// With more time than a busy machine takes to start a shell.
fn compile(world: &World, script: &str, count: usize) -> Result<Batch, CompileFailure> {
    compile_within(Duration::from_secs(60), world, script, count)
}

fn compile_within(
    time: Duration,
    world: &World,
    script: &str,
    count: usize,
) -> Result<Batch, CompileFailure> {
    let toolchain = toolchain(world, script);
    let limits = Limits { time, ..Limits::default() };
    let stop = AtomicBool::new(false);
    let work_dir = world.path("");
    let bench =
        Bench { toolchain: &toolchain, work_dir: &work_dir, unit_name: "unit", limits: &limits, stop: &stop };
    let indices: Vec<usize> = (0..count).collect();
    compile_batch(bench, &indices, &|chosen| {
        chosen.iter().map(|k| format!("/* case {k}: none */\n<{k}>\n")).collect()
    })
}

/// Shell text for a compiler that stops at the first of the guilty in an order of lines, says so as GCC does, but names
/// the line that `named` makes of `line`, and counts how often it is run.
fn stops_at(guilty: &[usize], order: &str, named: &str) -> String {
    let patterns: Vec<String> = guilty.iter().map(|k| format!("^<{k}>$")).collect();
    let pattern = if guilty.is_empty() { "^none$".to_owned() } else { patterns.join("|") };
    format!(
        "echo >>../runs\nline=$(grep -nE '{pattern}' \"$source\" | {order} -n 1 | cut -d : -f 1)\n\
         if [ -n \"$line\" ]; then echo \"$source:$(({named})):1: internal compiler error: in f\" >&2; exit 1; fi"
    )
}

/// Times that the compiler of [`stops_at`] was run.
fn runs(world: &World) -> usize {
    let runs = world.read("runs");
    std::fs::remove_file(world.path("runs")).unwrap();
    runs.lines().count()
}

/// Indices in units, ascending, and indices that failed, ascending.
fn sorted(batch: &Batch) -> (Vec<usize>, Vec<usize>) {
    let mut good: Vec<usize> = batch.units.iter().flat_map(|(ks, _)| ks.clone()).collect();
    let mut bad: Vec<usize> = batch.failures.iter().map(|(k, _)| *k).collect();
    good.sort_unstable();
    bad.sort_unstable();
    (good, bad)
}

#[test]
fn the_guilty_ones_are_found_and_the_others_compiled() {
    let world = World::new();
    let script =
        "case \"$text\" in *'<3>'*) echo 'u.c:1: error: no' >&2; exit 1;; *'<9>'*) kill -ABRT $$;; esac";
    let batch = compile(&world, script, 12).unwrap();
    let (good, bad) = sorted(&batch);
    assert_eq!(bad, [3, 9]);
    assert_eq!(good, [0, 1, 2, 4, 5, 6, 7, 8, 10, 11]);
    assert!(batch.together.is_empty());
    for (k, failure) in &batch.failures {
        let expected = if *k == 3 { FailureKind::Rejected(1) } else { FailureKind::Signal(6) };
        assert_eq!(failure.kind, expected);
        let source = failure.source.as_ref().unwrap();
        assert_eq!(std::fs::read_to_string(source.path()).unwrap(), format!("/* case {k}: none */\n<{k}>\n"));
    }
    drop(batch);
    assert_eq!(world.files(), ["fake.sh", "good.o"], "temporary folders are gone");
}

#[test]
fn a_crash_that_needs_two_cases_is_not_lost() {
    let world = World::new();
    let batch = compile(&world, "case \"$text\" in *'<1>'*'<6>'*) kill -SEGV $$;; esac", 8).unwrap();
    assert_eq!(sorted(&batch), ((0..8).collect(), vec![]));
    let [(ks, failure)] = &batch.together[..] else { panic!("{batch:?}") };
    assert_eq!((ks.len(), failure.kind), (8, FailureKind::Signal(11)));
}

#[test]
fn whoever_is_named_is_tried_alone_and_the_others_without_it() {
    let world = World::new();
    for order in ["head", "tail"] {
        let batch = compile(&world, &stops_at(&[3, 9, 10], order, "line"), 64).unwrap();
        let (good, bad) = sorted(&batch);
        assert_eq!((good.len(), bad), (61, vec![3, 9, 10]));
        assert_eq!(batch.units.len(), 1);
        // All, and then each of the guilty and those that are left.
        assert_eq!(runs(&world), 1 + 3 * 2);
        let kinds: Vec<FailureKind> = batch.failures.iter().map(|(_, failure)| failure.kind).collect();
        assert_eq!(kinds, [FailureKind::InternalError; 3]);
        let source = batch.failures[1].1.source.as_ref().unwrap();
        assert_eq!(std::fs::read_to_string(source.path()).unwrap(), "/* case 9: none */\n<9>\n");
    }
}

#[test]
fn all_that_are_refused_are_named_at_once() {
    let world = World::new();
    let script = "echo >>../runs\nrefused=$(grep -nE '^<[2468]>$' \"$source\" | cut -d : -f 1)\n\
                  for line in $refused; do echo \"$source:$line:1: error: no <$line>\" >&2; done; [ -z \"$refused\" ] || exit 1";
    let batch = compile(&world, script, 32).unwrap();
    assert_eq!(sorted(&batch).1, [2, 4, 6, 8]);
    // What is said of them alone is not what was said before, so each is tried once more.
    assert_eq!(runs(&world), 1 + 4 * 2 + 1);
    let batch = compile(&world, &script.replace("no <$line>", "no"), 32).unwrap();
    assert_eq!(sorted(&batch).1, [2, 4, 6, 8]);
    assert_eq!(runs(&world), 1 + 4 + 1);
}

#[test]
fn a_message_that_names_the_wrong_ones_costs_one_run() {
    let world = World::new();
    let count = |named: &str| {
        let batch = compile(&world, &stops_at(&[3, 9], "head", named), 16).unwrap();
        let (good, bad) = sorted(&batch);
        assert_eq!((good.len(), bad), (14, vec![3, 9]));
        assert!(batch.together.is_empty() && batch.unrepeated.is_empty());
        runs(&world)
    };
    let halves = count("0");
    assert_eq!(count("1"), halves + 1, "the first");
    assert_eq!(count("line + 2"), halves + 1, "the next");
    assert_eq!(count("1000"), halves, "none");
}

#[test]
fn a_message_does_not_hide_a_crash_that_needs_two_cases() {
    let world = World::new();
    let script = "case \"$text\" in *'<1>'*'<6>'*) echo \"$source:2:1: internal compiler error: no\" >&2; exit 4;; esac";
    let batch = compile(&world, script, 8).unwrap();
    assert_eq!(sorted(&batch), ((0..8).collect(), vec![]));
    let [(ks, failure)] = &batch.together[..] else { panic!("{batch:?}") };
    assert_eq!((ks.len(), failure.kind), (8, FailureKind::InternalError));
    // With one that is refused, which is named beside it.
    let script = format!(
        "case \"$text\" in *'<3>'*) echo \"$source:$(grep -n '<3>' \"$source\" | cut -d : -f 1):1: error: no\" >&2; refused=1;; esac\n\
         {script}\n[ -z \"$refused\" ] || exit 1"
    );
    let batch = compile(&world, &script, 8).unwrap();
    assert_eq!(sorted(&batch), (vec![0, 1, 2, 4, 5, 6, 7], vec![3]));
    let kinds: Vec<_> = batch.together.iter().map(|(ks, failure)| (ks.len(), failure.kind)).collect();
    assert_eq!(kinds, [(7, FailureKind::InternalError)]);
}

#[test]
fn a_failure_that_does_not_come_again_keeps_no_case_from_being_tested() {
    let world = World::new();
    let once = |how: &str| format!("if [ ! -e ../seen ]; then touch ../seen; {how}; fi");
    for (count, how, kind) in [
        (1, "kill -SEGV $$", FailureKind::Signal(11)),
        (1, "exit 1", FailureKind::Rejected(1)),
        (8, "kill -SEGV $$", FailureKind::Signal(11)),
        (8, "exit 1", FailureKind::Rejected(1)),
        (8, "echo \"$source:4:1: error: no\" >&2; exit 1", FailureKind::Rejected(1)),
    ] {
        let batch = compile(&world, &once(how), count).unwrap();
        assert_eq!(sorted(&batch), ((0..count).collect(), vec![]));
        assert!(batch.together.is_empty());
        // The failure is reported all the same.
        let [(ks, failure)] = &batch.unrepeated[..] else { panic!("{batch:?}") };
        assert_eq!((ks.len(), failure.kind), (count, kind));
        std::fs::remove_file(world.path("seen")).unwrap();
    }
}

#[test]
fn one_that_is_slow_once_is_no_failure() {
    let world = World::new();
    let slow = "if [ ! -e ../seen ]; then touch ../seen; sleep 1000; fi";
    let batch = compile_within(Duration::from_secs(2), &world, slow, 1).unwrap();
    assert_eq!(sorted(&batch), (vec![0], vec![]));
    assert!(batch.unrepeated.is_empty());
}

#[test]
fn a_refusal_that_needs_two_cases_is_reported_too() {
    let world = World::new();
    let batch = compile(&world, "case \"$text\" in *'<1>'*'<6>'*) exit 1;; esac", 8).unwrap();
    assert_eq!(sorted(&batch), ((0..8).collect(), vec![]));
    let [(ks, failure)] = &batch.together[..] else { panic!("{batch:?}") };
    assert_eq!((ks.len(), failure.kind), (8, FailureKind::Rejected(1)));
}

#[test]
fn a_compiler_that_always_hangs_is_given_up_soon() {
    let world = World::new();
    let begin = std::time::Instant::now();
    let batch = compile_within(Duration::from_millis(500), &world, "sleep 1000", 32).unwrap();
    assert!(begin.elapsed() < Duration::from_secs(200), "{:?}", begin.elapsed());
    let (good, bad) = sorted(&batch);
    assert_eq!((good.len(), bad.len()), (0, 32));
    let hangs = batch.failures.iter().filter(|(_, f)| f.kind == FailureKind::TimedOut).count();
    assert_eq!(hangs, 2);
    assert!(!FailureKind::NotTried.is_compiler_fault());
}

#[test]
fn a_compiler_that_cannot_start_is_an_error_of_another_kind() {
    let world = World::new();
    let mut toolchain = toolchain(&world, "");
    toolchain.cc = vec!["/nonexistent/cc".into()];
    let (limits, stop, work_dir) = (Limits::default(), AtomicBool::new(false), world.path(""));
    let bench =
        Bench { toolchain: &toolchain, work_dir: &work_dir, unit_name: "unit", limits: &limits, stop: &stop };
    let failure = compile_batch(bench, &[0, 1], &|_| String::new()).unwrap_err();
    assert_eq!(failure.kind, FailureKind::NotRun);
    assert_eq!(capability::probe(bench).unwrap_err().kind, FailureKind::NotRun);
}

#[test]
fn capabilities_are_what_compiles() {
    let probed = |script: &str| {
        let world = World::new();
        let toolchain = toolchain(&world, script);
        let (limits, stop, work_dir) = (Limits::default(), AtomicBool::new(false), world.path(""));
        let unit_name = "unit";
        let bench =
            Bench { toolchain: &toolchain, work_dir: &work_dir, unit_name, limits: &limits, stop: &stop };
        capability::probe(bench).unwrap()
    };
    // Features for which there is no C text on this target, or that none of its cases needs, are not asked for.
    let everything = probed("");
    let unasked = [Feature::Vertex, Feature::Method, Feature::Pair, Feature::VariableVector];
    assert!(unasked.iter().all(|feature| everything.unsupported.contains(feature)));
    assert!(everything.unsupported.contains(&Feature::Scalar(Scalar::Int128)));

    let found = probed("case \"$text\" in *'long double'*|*packed*) echo 'error: sorry' >&2; exit 1;; esac");
    let missing: Vec<Feature> = found.unsupported.difference(&everything.unsupported).copied().collect();
    let of_long_double =
        [Feature::Scalar, Feature::Atomic, Feature::Complex, Feature::Vector].map(|f| f(Scalar::LongDouble));
    assert_eq!(missing, [&of_long_double[..], &[Feature::Packed]].concat());
    let all = capability::Capabilities::all().supported.len();
    assert_eq!((found.supported.len() + of_long_double.len() + 1, everything.supported.len()), (all, all));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]
    #[test]
    fn every_case_is_in_exactly_one_place(guilty in proptest::collection::btree_set(0usize..16, 0..5)) {
        let world = World::new();
        let patterns: Vec<String> = guilty.iter().map(|k| format!("*'<{k}>'*")).collect();
        let script = match patterns.is_empty() {
            true => String::new(),
            false => format!("case \"$text\" in {}) exit 1;; esac", patterns.join("|")),
        };
        let (good, bad) = sorted(&compile(&world, &script, 16).unwrap());
        prop_assert_eq!(&bad, &guilty.iter().copied().collect::<Vec<_>>());
        prop_assert_eq!(good, (0..16).filter(|k| !guilty.contains(k)).collect::<Vec<_>>());
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]
    #[test]
    fn whatever_a_message_names_every_case_is_in_exactly_one_place(
        guilty in proptest::collection::btree_set(0usize..16, 0..5),
        from_the_end: bool,
        named in prop_oneof![Just("line"), Just("line - 2"), Just("line + 5"), Just("1"), Just("line * 7 % 32")],
    ) {
        let world = World::new();
        let guilty: Vec<usize> = guilty.into_iter().collect();
        let order = if from_the_end { "tail" } else { "head" };
        let batch = compile(&world, &stops_at(&guilty, order, named), 16).unwrap();
        let (good, bad) = sorted(&batch);
        prop_assert!(batch.together.is_empty() && batch.unrepeated.is_empty());
        prop_assert_eq!(good, (0..16).filter(|k| !guilty.contains(k)).collect::<Vec<_>>());
        prop_assert_eq!(bad, guilty);
    }
}
