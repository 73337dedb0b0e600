//! Shards: the part of a campaign that one of several machines runs.

use std::fmt;
use std::str::FromStr;

/// Part I of N of a campaign. The batches that settle readings belong to each of them; of the others it has every N-th.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Shard {
    /// Number of the shard, from 1.
    number: u64,
    /// Number of all shards.
    of: u64,
}

impl Shard {
    /// The only shard.
    pub const WHOLE: Shard = Shard { number: 1, of: 1 };

    /// Shard `number`, from 1, of so many; none if there is no such shard.
    pub fn new(number: u64, of: u64) -> Option<Shard> {
        (1..=of).contains(&number).then_some(Shard { number, of })
    }

    /// Number of the shard, from 1.
    pub fn number(self) -> u64 {
        self.number
    }

    /// Number of all shards.
    pub fn of(self) -> u64 {
        self.of
    }

    /// True if it is a campaign by itself.
    pub fn is_whole(self) -> bool {
        self.of == 1
    }

    /// True if a batch that settles nothing belongs to it.
    pub fn has(self, batch: u64) -> bool {
        batch % self.of == self.number - 1
    }
}

impl Default for Shard {
    fn default() -> Shard {
        Shard::WHOLE
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.of)
    }
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Shard, String> {
        let parts =
            text.split_once('/').and_then(|(number, of)| Some((number.parse().ok()?, of.parse().ok()?)));
        let shard = parts.and_then(|(number, of)| Shard::new(number, of));
        shard.ok_or_else(|| format!("`{text}` is not a shard: say I/N, with I from 1 to N, such as 2/4"))
    }
}

/// Variables of a task of a Slurm job array: its number, the first and the last one, the distance between two, and how
/// many there are.
const SLURM: [&str; 5] = [
    "SLURM_ARRAY_TASK_ID",
    "SLURM_ARRAY_TASK_MIN",
    "SLURM_ARRAY_TASK_MAX",
    "SLURM_ARRAY_TASK_STEP",
    "SLURM_ARRAY_TASK_COUNT",
];

/// Variable of a pod of a Kubernetes indexed job: its number, from 0. How many there are stands nowhere.
const KUBERNETES: &str = "JOB_COMPLETION_INDEX";

/// A shard as the command line asks for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ShardChoice {
    /// This one.
    Given(Shard),
    /// The one that the job system gives, of so many where that is said.
    Auto(Option<u64>),
}

impl ShardChoice {
    /// The shard; `variable` gives the value of a variable of the environment.
    ///
    /// # Errors
    /// A message, when the job system does not give it.
    pub fn shard(self, variable: impl Fn(&str) -> Option<String>) -> Result<Shard, String> {
        let of = match self {
            ShardChoice::Given(shard) => return Ok(shard),
            ShardChoice::Auto(of) => of,
        };
        let [task, ..] = SLURM;
        match (variable(task), variable(KUBERNETES)) {
            (Some(_), None) => of_slurm(of, variable),
            (None, Some(index)) => of_kubernetes(of, &index),
            (None, None) => Err(format!(
                "--shard {self}: this is no task of a Slurm job array ({task}) and no pod of a Kubernetes indexed job \
                 ({KUBERNETES}); say --shard I/N"
            )),
            (Some(_), Some(_)) => Err(format!(
                "--shard {self}: both {task} and {KUBERNETES} are set; say --shard I/N, or unset one of them"
            )),
        }
    }
}

/// The shard of a task of a Slurm job array.
fn of_slurm(of: Option<u64>, variable: impl Fn(&str) -> Option<String>) -> Result<Shard, String> {
    let choice = ShardChoice::Auto(of);
    let read = |name: &str| {
        let value =
            variable(name).ok_or_else(|| format!("--shard {choice}: {name} is not set; say --shard I/N"))?;
        let number = value.trim().parse::<u64>();
        number.map_err(|_| format!("--shard {choice}: {name} is not a number; say --shard I/N"))
    };
    let [task, min, max, step, count] = SLURM;
    let (task, min, max, count) = (read(task)?, read(min)?, read(max)?, read(count)?);
    // An array of one task has no distance.
    let step = if variable(step).is_some() { read(step)?.max(1) } else { 1 };
    if let Some(of) = of.filter(|of| *of != count) {
        return Err(format!(
            "--shard {choice}: the job array has {count} tasks, not {of}; say --shard I/{of} for each task that is run again"
        ));
    }
    let last = count.checked_sub(1).and_then(|steps| steps.checked_mul(step)?.checked_add(min));
    let steps = task.checked_sub(min).filter(|_| task <= max && last == Some(max));
    let number = steps.filter(|steps| steps % step == 0).and_then(|steps| (steps / step).checked_add(1));
    number.and_then(|number| Shard::new(number, count)).ok_or_else(|| {
        format!(
            "--shard {choice}: {count} tasks from {min} to {max}, of which this is {task}, are not in even steps (--array is a \
             list with gaps), so that their order is not known; use a range such as --array=1-{count}, or say --shard I/N"
        )
    })
}

/// The shard of a pod of a Kubernetes indexed job.
fn of_kubernetes(of: Option<u64>, index: &str) -> Result<Shard, String> {
    let Some(of) = of else {
        return Err(format!(
            "--shard auto: {KUBERNETES} does not tell how many pods the job has; say --shard auto/N, with the N of \
             `completions: N`"
        ));
    };
    let number = index.trim().parse::<u64>().ok().and_then(|index| index.checked_add(1));
    number.and_then(|number| Shard::new(number, of)).ok_or_else(|| {
        format!("--shard auto/{of}: {KUBERNETES} is not a number from 0 to {}", of.saturating_sub(1))
    })
}

impl Default for ShardChoice {
    fn default() -> ShardChoice {
        ShardChoice::Given(Shard::WHOLE)
    }
}

impl fmt::Display for ShardChoice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ShardChoice::Given(shard) => shard.fmt(f),
            ShardChoice::Auto(None) => f.write_str("auto"),
            ShardChoice::Auto(Some(of)) => write!(f, "auto/{of}"),
        }
    }
}

impl FromStr for ShardChoice {
    type Err = String;

    fn from_str(text: &str) -> Result<ShardChoice, String> {
        if text == "auto" {
            return Ok(ShardChoice::Auto(None));
        }
        if let Some(of) = text.strip_prefix("auto/") {
            let of = of.parse().ok().filter(|of| *of > 0);
            return of
                .map(|of| ShardChoice::Auto(Some(of)))
                .ok_or_else(|| format!("`{text}` names no number of shards: say auto/N, such as auto/4"));
        }
        text.parse().map(ShardChoice::Given)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_batch_belongs_to_one_shard() {
        for of in 1..9 {
            let shards: Vec<Shard> = (1..=of).filter_map(|number| Shard::new(number, of)).collect();
            assert_eq!(shards.len() as u64, of);
            for batch in 0..40 {
                assert_eq!(shards.iter().filter(|shard| shard.has(batch)).count(), 1);
            }
        }
    }

    #[test]
    fn shards_are_counted_from_one() {
        for text in ["0/4", "5/4", "1", "1/0", "a/b", "-1/2", "1/2/3", ""] {
            assert!(text.parse::<Shard>().is_err(), "{text}");
        }
        assert_eq!("2/4".parse::<Shard>().map(|shard| shard.to_string()), Ok("2/4".to_owned()));
        assert_eq!("1/1".parse::<Shard>(), Ok(Shard::WHOLE));
    }

    /// The shard that `auto` is in an environment.
    fn auto(text: &str, set: &[(&str, &str)]) -> Result<String, String> {
        let variable =
            |name: &str| set.iter().find(|(n, _)| *n == name).map(|(_, value)| (*value).to_owned());
        text.parse::<ShardChoice>()?.shard(variable).map(|shard| shard.to_string())
    }

    /// The shard in a job array of Slurm: task, first, last, distance, number of tasks.
    fn slurm(text: &str, values: [&str; 5]) -> Result<String, String> {
        auto(text, &std::array::from_fn::<_, 5, _>(|i| (SLURM[i], values[i])))
    }

    #[test]
    fn a_job_array_may_start_anywhere_and_have_steps() {
        for (values, shard) in [
            (["1", "1", "4", "1", "4"], "1/4"),
            (["0", "0", "3", "1", "4"], "1/4"),
            (["3", "0", "3", "1", "4"], "4/4"),
            (["17", "10", "24", "7", "3"], "2/3"),
            (["9", "9", "9", "1", "1"], "1/1"),
            (["9", "9", "9", "0", "1"], "1/1"),
        ] {
            assert_eq!(slurm("auto", values).as_deref(), Ok(shard), "{values:?}");
        }
        assert_eq!(slurm("auto/4", ["2", "1", "4", "1", "4"]).as_deref(), Ok("2/4"));
        let set = [SLURM[0], SLURM[1], SLURM[2], SLURM[4]].map(|name| (name, "1"));
        assert_eq!(auto("auto", &set).as_deref(), Ok("1/1"));
    }

    #[test]
    fn a_job_array_that_does_not_tell_the_order_is_refused() {
        for values in [
            ["4", "1", "9", "1", "3"],
            ["2", "1", "9", "4", "3"],
            ["0", "1", "4", "1", "4"],
            ["5", "1", "4", "1", "4"],
            ["1", "1", "1", "1", "0"],
            [
                "18446744073709551615",
                "0",
                "18446744073709551615",
                "18446744073709551615",
                "18446744073709551615",
            ],
        ] {
            let message = slurm("auto", values).unwrap_err();
            assert!(message.contains("list with gaps") && message.contains("--shard I/N"), "{message}");
        }
        let message = slurm("auto/4", ["3", "3", "3", "1", "1"]).unwrap_err();
        assert!(message.contains("1 tasks, not 4") && message.contains("--shard I/4"), "{message}");
        let message = slurm("auto", ["x", "1", "4", "1", "4"]).unwrap_err();
        assert!(message.contains("SLURM_ARRAY_TASK_ID is not a number"), "{message}");
        let message = auto("auto", &[(SLURM[0], "1")]).unwrap_err();
        assert!(message.contains("SLURM_ARRAY_TASK_MIN is not set"), "{message}");
    }

    #[test]
    fn pods_are_counted_from_zero_and_do_not_know_their_number() {
        assert_eq!(auto("auto/4", &[(KUBERNETES, "0")]).as_deref(), Ok("1/4"));
        assert_eq!(auto("auto/4", &[(KUBERNETES, "3")]).as_deref(), Ok("4/4"));
        assert!(auto("auto", &[(KUBERNETES, "0")]).unwrap_err().contains("say --shard auto/N"));
        for index in ["4", "-1", "", "18446744073709551615"] {
            assert!(auto("auto/4", &[(KUBERNETES, index)]).unwrap_err().contains("from 0 to 3"), "{index}");
        }
    }

    #[test]
    fn one_job_system_shows_the_shard() {
        assert!(auto("auto", &[]).unwrap_err().contains("no task of a Slurm job array"));
        let both = [(SLURM[0], "1"), (KUBERNETES, "0")];
        assert!(
            auto("auto/4", &both).unwrap_err().contains("both SLURM_ARRAY_TASK_ID and JOB_COMPLETION_INDEX")
        );
        assert_eq!(auto("2/4", &both).as_deref(), Ok("2/4"), "nobody is asked");
        for text in ["auto/", "auto/0", "auto/x", "Auto"] {
            assert!(text.parse::<ShardChoice>().is_err(), "{text}");
        }
        for text in ["auto", "auto/4", "2/4"] {
            assert_eq!(text.parse::<ShardChoice>().map(|choice| choice.to_string()).as_deref(), Ok(text));
        }
    }
}
