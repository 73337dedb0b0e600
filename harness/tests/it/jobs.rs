//! Runs as job systems start them: shards that the environment gives, `status` from outside, and what a killed run leaves.

use crate::common::{Answer, World};
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

/// A run of a few cases with a store.
const RUN: [&str; 6] =
    ["run", "--toolchain=embedded-epiphany", "--cases=8", "--quiet", "--store=nights", "--pairing=callee"];

/// Variables of a task of a Slurm job array.
fn task(id: &str, min: &str, max: &str, step: &str, count: &str) -> Vec<(String, String)> {
    let values = [("ID", id), ("MIN", min), ("MAX", max), ("STEP", step), ("COUNT", count)];
    values.map(|(name, value)| (format!("SLURM_ARRAY_TASK_{name}"), value.to_owned())).to_vec()
}

fn run(world: &World, more: &[&str], environment: &[(String, String)]) -> Answer {
    let mut command = world.command(&[&RUN[..], more].concat());
    for (name, _) in task("", "", "", "", "") {
        command.env_remove(name);
    }
    world.answer(command.env_remove("JOB_COMPLETION_INDEX").envs(environment.iter().cloned()))
}

#[test]
fn a_job_system_shows_the_shard() {
    let world = World::new();
    let answer = run(&world, &["--shard", "auto"], &[]).exits(2);
    assert!(answer.err.contains("no task of a Slurm job array"), "{answer:?}");
    let gaps = run(&world, &["--shard", "auto"], &task("4", "1", "9", "1", "3")).exits(2);
    assert!(gaps.err.contains("list with gaps"), "{gaps:?}");
    assert!(!world.path("nights").exists(), "nothing is begun");
    let index = ("JOB_COMPLETION_INDEX".to_owned(), "2".to_owned());
    let both = [task("12", "10", "16", "2", "4"), vec![index.clone()]].concat();
    assert_eq!(run(&world, &["--shard", "auto/4"], &both).code, 2);
    run(&world, &["--shard", "auto"], &task("14", "10", "16", "2", "4")).exits(0);
    // The same shard by another name goes on with the store.
    run(&world, &["--shard", "auto/4"], &[index]).exits(0);
    let status = world.run(&["status", "nights", "--format", "json"]).exits(0).json();
    assert_eq!((&status["shard"], &status["night"]["number"]), (&"3/4".into(), &2.into()), "{status}");
    assert_eq!(
        (&status["state"], &status["writer"]),
        (&"ended".into(), &serde_json::Value::Null),
        "{status}"
    );
    let lines: Vec<&str> =
        status["log"].as_array().unwrap().iter().filter_map(|line| line.as_str()).collect();
    assert_eq!(lines.len(), 4, "{lines:?}");
    assert!(
        lines[2].contains(" night 2 begins, process ") && lines[3].contains(" night 2 ends: "),
        "{lines:?}"
    );
}

#[test]
fn what_is_no_store_has_no_status() {
    let world = World::new();
    let answer = world.run(&["status", "nights"]).exits(2);
    assert!(answer.err.contains("nights: holds no store of crosscall"), "{answer:?}");
}

/// A run that was killed while its compiler worked, and a compiler that waits for it to be.
fn killed(world: &World, arguments: &[&str]) {
    let mut child: Child =
        world.command(arguments).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    let begin = Instant::now();
    let mark = || std::fs::read_to_string(world.path("mark")).unwrap_or_default();
    while !mark().ends_with('\n') {
        assert!(begin.elapsed() < Duration::from_secs(120), "the compiler was never started");
        std::thread::sleep(Duration::from_millis(20));
    }
    if arguments.contains(&"--store") {
        let status = world.run(&["status", "nights"]);
        assert!(status.out.contains(&format!("process {} on ", child.id())), "{status:?}");
    }
    // SIGKILL.
    child.kill().unwrap();
    child.wait().unwrap();
    let compiler = mark().trim().to_owned();
    assert!(std::process::Command::new("kill").args(["-KILL", &compiler]).status().unwrap().success());
    std::fs::remove_file(world.path("mark")).unwrap();
}

#[test]
fn the_next_run_sweeps_what_a_killed_one_has_left() {
    let world = World::new();
    let script = format!(
        "case \"$*\" in *--version*) echo 'fake compiler 1.0'; exit 0;; *capability*) ;; *) exit 0;; esac\n\
         echo $$ > {:?}/mark\nexec sleep 600\n",
        world.path("").display().to_string()
    );
    let script = world.write("fake.sh", script);
    world.configure("fake", "epiphany", "gcc", &["sh", &script.display().to_string()]);
    let left = || world.files().iter().filter(|name| name.starts_with("crosscall-")).count();
    for store in [&[][..], &["--store", "nights"]] {
        killed(&world, &[&["run", "--toolchain", "fake", "--cases", "2", "--quiet"], store].concat());
        assert!(left() > 0, "{:?}", world.files());
        if !store.is_empty() {
            let status = world.run(&["status", "nights"]);
            assert!(status.out.contains("; was killed: "), "{status:?}");
        }
        world.run(&["run", "--toolchain", "embedded-epiphany", "--cases", "2", "--quiet"]).exits(0);
        assert_eq!(left(), 0, "{:?}", world.files());
    }
}
