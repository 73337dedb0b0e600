//! Since which compiler a finding shows: the search, and the command with compilers that are stand-ins.

use crate::common::{READ_ARGUMENTS, RISCV, World, cases};
use crosscall_campaign::bisection::{Answer, By, Conclusion, Step, Why, next};
use crosscall_embedded::{Fault, Options};
use crosscall_engine::unit::Role;
use crosscall_model::{About, Style, Target};
use crosscall_toolchain::case_file::CaseFile;
use crosscall_toolchain::units::assembly_text;
use expect_test::expect;
use proptest::prelude::*;

/// Answers that the compilers of a list would give; nothing for one that cannot be tested.
type Truth = Vec<Option<bool>>;

fn answer(is_bad: Option<bool>) -> Answer {
    match is_bad {
        Some(true) => Answer::Bad,
        Some(false) => Answer::Good,
        None => Answer::Untestable("no".to_owned()),
    }
}

/// The conclusion, and how many were tried.
fn search(truth: &Truth, people: &[(usize, bool)], all: bool) -> (Conclusion, usize) {
    let mut answers = vec![None; truth.len()];
    for (at, is_bad) in people {
        answers[*at] = Some((answer(Some(*is_bad)), By::Person));
    }
    let mut tried = 0;
    loop {
        match next(&answers, all) {
            Step::Done(conclusion) => return (conclusion, tried),
            Step::Try(at) => {
                assert!(answers[at].is_none(), "{at} was tried before");
                answers[at] = Some((answer(truth[at]), By::Run));
                tried += 1;
            }
        }
    }
}

/// The conclusion that is true of a list with a person's answers in it.
fn expected(truth: &Truth, people: &[(usize, bool)]) -> Option<Conclusion> {
    let mut all = truth.clone();
    people.iter().for_each(|(at, is_bad)| all[*at] = Some(*is_bad));
    let first_bad = all.iter().position(|one| *one == Some(true));
    let last_good = all.iter().rposition(|one| *one == Some(false));
    match (last_good, first_bad) {
        (Some(good), Some(bad)) if good + 1 == bad => {
            Some(Conclusion::Since { last_good: good, first_bad: bad })
        }
        (None, Some(0)) => Some(Conclusion::AllBad),
        (Some(good), None) if good + 1 == all.len() => Some(Conclusion::AllGood),
        _ => None,
    }
}

fn is_certain(conclusion: &Conclusion) -> bool {
    !matches!(conclusion, Conclusion::Unsure { .. })
}

/// A list that is good before a place and bad from it on, with some that cannot be tested.
fn monotone() -> impl Strategy<Value = Truth> {
    (1usize..40).prop_flat_map(|len| {
        (0..=len, proptest::collection::vec(prop::bool::weighted(0.2), len)).prop_map(|(place, gaps)| {
            gaps.iter().enumerate().map(|(at, is_gap)| (!is_gap).then_some(at >= place)).collect()
        })
    })
}

proptest! {
    #[test]
    fn the_exact_place_is_found(len in 1usize..200, place in 0usize..200) {
        let place = place.min(len);
        let truth: Truth = (0..len).map(|at| Some(at >= place)).collect();
        let (conclusion, tried) = search(&truth, &[], false);
        prop_assert_eq!(Some(conclusion), expected(&truth, &[]));
        prop_assert!(tried <= 3 + len.ilog2() as usize, "{} of {}", tried, len);
    }

    #[test]
    fn gaps_are_named(truth in monotone(), all: bool) {
        let (conclusion, _) = search(&truth, &[], all);
        match expected(&truth, &[]) {
            Some(certain) => prop_assert_eq!(conclusion, certain),
            None => match conclusion {
                Conclusion::Unsure { why: Why::Nothing, .. } => prop_assert!(truth.iter().all(Option::is_none)),
                Conclusion::Unsure { last_good, first_bad, why: Why::Gap(gap) } => {
                    prop_assert!(!gap.is_empty() && gap.iter().all(|at| truth[*at].is_none()));
                    prop_assert_eq!(last_good, truth.iter().rposition(|one| *one == Some(false)));
                    prop_assert_eq!(first_bad, truth.iter().position(|one| *one == Some(true)));
                }
                other => prop_assert!(false, "{:?}", other),
            },
        }
    }

    /// Whatever a person says: an answer that sounds certain fits everything that is known and that would be found.
    #[test]
    fn a_person_is_never_made_wrong(
        truth in monotone(),
        people in proptest::collection::vec((0usize..40, any::<bool>()), 0..4),
        all: bool,
    ) {
        let mut people: Vec<(usize, bool)> = people;
        people.retain(|(at, _)| *at < truth.len());
        people.sort_unstable();
        people.dedup_by_key(|(at, _)| *at);
        let (conclusion, _) = search(&truth, &people, all);
        match expected(&truth, &people) {
            Some(certain) => prop_assert_eq!(conclusion, certain),
            None => prop_assert!(!is_certain(&conclusion), "{:?}", conclusion),
        }
    }

    /// Of a list in no order nothing certain is said that its own answers contradict.
    #[test]
    fn a_list_in_no_order_is_reported_where_all_are_tried(truth in proptest::collection::vec(any::<bool>(), 1..20)) {
        let truth: Truth = truth.into_iter().map(Some).collect();
        let (conclusion, _) = search(&truth, &[], true);
        match expected(&truth, &[]) {
            Some(certain) => prop_assert_eq!(conclusion, certain),
            None => {
                let is_reported = matches!(&conclusion, Conclusion::Unsure { why: Why::NotMonotone { bad, good }, .. } if bad < good);
                prop_assert!(is_reported, "{:?}", conclusion);
            }
        }
    }
}

const TARGET: Target = Target::Epiphany;

/// A folder with the case `void f(int, int)` and compilers that have its object files: sound ones, and with a fault.
struct Shop {
    world: World,
}

impl Shop {
    fn new() -> Shop {
        let world = World::new();
        let case = cases::call(TARGET, "void f(int, int)", 0x11, Style::PLAIN);
        let file = CaseFile { case: About::Call(case.clone()), found: None };
        world.write("case.toml", file.to_text());
        for (name, fault) in
            [("good", None), ("bad", Some("arguments-swapped")), ("other", Some("stack-pointer"))]
        {
            let fault = fault.map(|fault| Fault::by_name(TARGET, fault).unwrap());
            let options = Options { fault, ..Options::new(TARGET) };
            for role in [Role::Callee, Role::Caller, Role::Layout] {
                let text = assembly_text(role, &[(0, &case)], &options).unwrap();
                world.object(&format!("{name}-{}.o", role.unit_name()), &text);
            }
            let copy =
                format!("cat {:?}-\"${{source%.c}}.o\" > \"$out\"", world.path(name).display().to_string());
            world.write_program(name, script(&copy));
        }
        world.write_program("broken", script("echo 'internal error' >&2; exit 1"));
        // Sound until it has compiled as often as a file says.
        let [count, most] = ["count", "most"].map(|name| world.path(name).display().to_string());
        let [good, bad] = ["good", "bad"].map(|name| world.path(name).display().to_string());
        let changes = format!(
            "echo >> {count:?}; of={good:?}; [ $(wc -l < {count:?}) -gt $(cat {most:?}) ] && of={bad:?}\n\
             cat \"$of-${{source%.c}}.o\" > \"$out\""
        );
        world.write_program("changes", script(&changes));
        Shop { world }
    }

    fn bisect(&self, compilers: &[&str], more: &[&str]) -> crate::common::Answer {
        let mut arguments = vec!["bisect", "case.toml", "--pairing", "callee", "--quiet"];
        let commands: Vec<String> = compilers.iter().map(|name| format!("./{name}")).collect();
        commands.iter().for_each(|command| arguments.extend(["--cc", command]));
        self.world.run(&[&arguments, more].concat())
    }

    fn says(&self, compilers: &[&str], more: &[&str]) -> String {
        let answer = self.bisect(compilers, more);
        format!("exit {}\n{}{}", answer.code, answer.out, answer.err)
    }
}

/// A compiler that reports its version and does what the shell text says with `$source` and `$out`.
fn script(text: &str) -> String {
    let version = "case \"$*\" in *--version*) echo 'cc (GCC) 1.0'; exit 0;; esac\n";
    format!("#!/bin/sh\n{version}{READ_ARGUMENTS}{text}\n")
}

#[test]
fn the_first_bad_compiler_is_reported() {
    let shop = Shop::new();
    expect![[r#"
        exit 0
        case.toml: EPIPHANY-ARG-01:argument

          compiler  answer
          --------  ---------
          cc-1      good
          cc-2      good
          cc-3      good
          cc-4      bad
          cc-5      not tried
          cc-6      not tried
          cc-7      bad

        shows since cc-4; the last that does not show it is cc-3
    "#]]
    .assert_eq(&shop.says(&["good", "good", "good", "bad", "bad", "bad", "bad"], &[]));
    expect![[r#"
        exit 0
        case.toml: any finding

          compiler  answer
          --------  ------
          cc-1      good
          cc-2      good

        none of them shows it
    "#]]
    .assert_eq(&shop.says(&["good", "good"], &[]));
    let newest = ["--fingerprint", "EPIPHANY-ARG-01:argument"];
    expect![[r#"
        exit 1
        case.toml: EPIPHANY-ARG-01:argument

          compiler  answer
          --------  ---------
          cc-1      bad
          cc-2      not tried
          cc-3      bad

        all of them show it; name older ones than cc-1
    "#]]
    .assert_eq(&shop.says(&["bad", "bad", "bad"], &newest));
    let json = shop.bisect(&["good", "bad"], &["--format", "json"]).json();
    assert_eq!(
        (&json["answer"], &json["last_good"], &json["first_bad"]),
        (&"since".into(), &"cc-1".into(), &"cc-2".into())
    );
}

/// A fault of a compiler is told in its own words, and not by its fingerprint.
#[test]
fn a_fault_is_told_in_words() {
    let shop = Shop::new();
    let object = shop.world.object_for(RISCV, "riscv.o", "\t.global f\nf:\tret\n");
    let copy = format!("cat {:?} > \"$out\"", object.display().to_string());
    shop.world.write_program("foreign", script(&copy));
    // Wherever lines end.
    let told = |compilers: &[&str]| {
        let answer = shop.bisect(compilers, &[]);
        (answer.code, answer.out.split_whitespace().collect::<Vec<_>>().join(" "))
    };
    let (code, text) = told(&["foreign", "bad"]);
    assert!(code == 3 && text.contains("cc-1 untestable cc-1: wrote an object file"), "{code}: {text}");
    // One that stops at this case alone shows another finding.
    let good = shop.world.path("good").display().to_string();
    let stops = format!(
        "case $source in nothing*) cat {good:?}-callee.o > \"$out\"; exit 0;; esac\n\
         echo 'u.c:1:2: internal compiler error: in f, at x86-64.c:77' >&2; exit 1"
    );
    shop.world.write_program("stops", script(&stops));
    let (code, text) = told(&["good", "stops"]);
    assert!(code == 0 && text.contains("shows since cc-2") && text.contains("x86-64.c:77"), "{code}: {text}");
    assert!(!text.contains('#'), "{text}");
}

#[test]
fn what_is_not_certain_is_unsure() {
    let shop = Shop::new();
    expect![[r#"
        exit 3
        case.toml: EPIPHANY-ARG-01:argument

          compiler  answer      why
          --------  ----------  -----------------------------------------------------------------
          cc-1      good
          cc-2      untestable  callee: cc-2: rejected the source (exit status 1): internal error
          cc-3      other       EPIPHANY-REG-09:stack pointer
          cc-4      bad

        unsure: no answer from cc-2 (untestable), cc-3 (other); last good: cc-1; first bad: cc-4
    "#]]
    .assert_eq(&shop.says(&["good", "broken", "other", "bad"], &[]));
    expect![[r#"
        exit 3
        case.toml: EPIPHANY-ARG-01:argument

          compiler  answer
          --------  ------
          cc-1      good
          cc-2      bad
          cc-3      good
          cc-4      bad

        unsure: cc-2 shows it, and cc-3, which comes later, does not; last good: cc-1; first bad: cc-2
    "#]]
    .assert_eq(&shop.says(&["good", "bad", "good", "bad"], &["--all"]));
    expect![[r#"
        exit 3
        case.toml: any finding

          compiler  answer      why
          --------  ----------  -----------------------------------------------------------------
          cc-1      untestable  callee: cc-1: rejected the source (exit status 1): internal error
          cc-2      untestable  callee: cc-2: rejected the source (exit status 1): internal error

        unsure: none of them gave an answer; last good: none; first bad: none
    "#]]
    .assert_eq(&shop.says(&["broken", "broken"], &[]));
}

/// A compiler that is good in one run and bad in the next.
#[test]
fn what_does_not_come_again_is_no_answer() {
    let shop = Shop::new();
    let list = ["good", "changes", "bad"];
    shop.world.write("most", "1000000");
    assert_eq!(shop.bisect(&list, &["--format", "json"]).json()["first_bad"], "cc-3");
    let compiled = std::fs::read(shop.world.path("count")).unwrap().len();
    std::fs::remove_file(shop.world.path("count")).unwrap();
    // The second run compiles the case, and nothing to get to know the compiler.
    shop.world.write("most", (compiled - 1).to_string());
    let answer = shop.bisect(&list, &["--format", "json"]).exits(3);
    assert_eq!(answer.json()["compilers"][1]["answer"], "unrepeatable");
}

#[test]
fn a_person_overrules() {
    let shop = Shop::new();
    let all = ["good", "broken", "other", "bad"];
    expect![[r#"
        exit 0
        case.toml: EPIPHANY-ARG-01:argument

          compiler  answer  why
          --------  ------  -----------------
          cc-1      good
          cc-2      good    given by a person
          cc-3      bad     given by a person
          cc-4      bad

        shows since cc-3; the last that does not show it is cc-2
    "#]]
    .assert_eq(&shop.says(&all, &["--good", "cc-2", "--bad", "cc-3"]));
    // What a run contradicts is not certain.
    expect![[r#"
        exit 3
        case.toml: EPIPHANY-ARG-01:argument

          compiler  answer     why
          --------  ---------  -----------------
          cc-1      good
          cc-2      bad        given by a person
          cc-3      good
          cc-4      not tried
          cc-5      bad

        unsure: cc-2 (as a person says) shows it, and cc-3, which comes later, does not; last good: cc-1;
        first bad: cc-2
    "#]]
    .assert_eq(&shop.says(&["good", "good", "good", "good", "bad"], &["--bad", "cc-2"]));
    expect![[r#"
        exit 3
        case.toml: EPIPHANY-ARG-01:argument

          compiler  answer      why
          --------  ----------  -----------------
          cc-1      good
          cc-2      untestable  given by a person
          cc-3      bad

        unsure: no answer from cc-2 (as a person says) (untestable); last good: cc-1; first bad: cc-3
    "#]]
    .assert_eq(&shop.says(&["good", "bad", "bad"], &["--skip", "cc-2"]));
}

#[test]
fn what_is_no_list_is_refused() {
    let shop = Shop::new();
    for more in [
        &["--good", "cc-9"][..],
        &["--good", "cc-1", "--bad", "cc-1"],
        &["--flags=-O2"],
        &["--pairing", "tool"],
    ] {
        shop.bisect(&["good", "bad"], more).exits(2);
    }
    assert_eq!(shop.bisect(&["good"], &[]).code, 2);
    assert_eq!(shop.world.run(&["bisect", "case.toml"]).code, 2);
    assert_eq!(shop.world.run(&["bisect", "case.toml", "--over", "nothing,embedded-epiphany"]).code, 2);
    // One that is not there is reported, and the others go on.
    shop.bisect(&["./good", "nothing-of-this-name", "bad"], &[]).exits(3);
}
