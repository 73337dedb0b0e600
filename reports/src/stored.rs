//! Forms in which a report is kept, of types that have none by themselves. What is kept is all of a report; what people's
//! programs read is in [`crate::json`].

/// Numbers of seconds as their bits: text would lose the last one.
pub(crate) mod seconds {
    use serde::{Deserialize, Deserializer, Serializer};

    pub(crate) fn serialize<S: Serializer>(seconds: &f64, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_u64(seconds.to_bits())
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<f64, D::Error> {
        u64::deserialize(from).map(f64::from_bits)
    }
}

/// Questions without a single answer.
pub(crate) mod unsettled {
    use crosscall_model::interned::{self, Text};
    use crosscall_oracle::standing::{Unsettled, Why};
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    #[derive(Serialize, Deserialize)]
    #[serde(remote = "Unsettled")]
    struct Question {
        #[serde(deserialize_with = "interned::text")]
        clause: Text,
        #[serde(deserialize_with = "interned::text")]
        question: Text,
        #[serde(with = "Reason")]
        why: Why,
    }

    #[derive(Serialize, Deserialize)]
    #[serde(remote = "Why")]
    enum Reason {
        Several(#[serde(deserialize_with = "interned::list")] Vec<Text>),
        DoesNotArise(String),
        NotExercised,
        Contradicted(#[serde(deserialize_with = "ways")] Vec<(Vec<Text>, u64)>),
    }

    #[derive(Deserialize)]
    struct Fitting(#[serde(deserialize_with = "interned::list")] Vec<Text>);

    fn ways<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<(Vec<Text>, u64)>, D::Error> {
        let ways = Vec::<(Fitting, u64)>::deserialize(from)?;
        Ok(ways.into_iter().map(|(Fitting(readings), first)| (readings, first)).collect())
    }

    #[derive(Serialize)]
    struct Written<'a>(#[serde(with = "Question")] &'a Unsettled);

    #[derive(Deserialize)]
    struct Read(#[serde(with = "Question")] Unsettled);

    pub(crate) fn serialize<S: Serializer>(all: &[Unsettled], to: S) -> Result<S::Ok, S::Error> {
        to.collect_seq(all.iter().map(Written))
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<Unsettled>, D::Error> {
        Ok(Vec::<Read>::deserialize(from)?.into_iter().map(|Read(one)| one).collect())
    }
}

#[cfg(test)]
mod tests {
    use crate::known::Titles;
    use crate::run::{Enough, Gone, RunReport};
    use crate::sample::contradicted;
    use crate::text::Shown;
    use crate::{github, json, junit, matrix, sample, text};
    use crosscall_model::Pairing;
    use crosscall_model::finding::{Beside, Finding, Fingerprint, Follower};
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;

    fn read_back(report: &RunReport) -> RunReport {
        serde_json::from_str(&serde_json::to_string(report).unwrap()).unwrap()
    }

    /// A report in which no list is empty.
    fn full() -> RunReport {
        let mut report = sample::report();
        report.seconds = 0.1 + 0.2;
        report.compiler_seconds = f64::from_bits(0x3ff0_0000_0000_0001);
        report.seed = u64::MAX;
        report.signal = Some(-1);
        report.gone.push(Gone {
            id: "MINE-1".to_owned(),
            title: "it was wrong\u{1b}".to_owned(),
            toolchains: vec!["epiphany-elf-gcc-O2".to_owned()],
            strict: true,
            fixed_since: Some("gcc 13.1.0".to_owned()),
        });
        let subject = &mut report.targets[0];
        subject.incidents.push(sample::incident());
        subject.unsettled.push(contradicted());
        let found = &mut subject.findings[0];
        let detail = found.mismatches[0].detail();
        found.under = found.deviations.clone();
        found.readings = found.deviations.clone();
        found.sightings[0].details.insert(detail.clone());
        found.sightings[0].with.insert(Beside { fingerprint: "EPIPHANY-S06=R2".to_owned(), detail });
        found.followers.push(Follower {
            fingerprint: Fingerprint::Deviation(found.deviations[0]),
            pairing: Some(Pairing::Cross),
            times: 1,
            index: 2,
            sightings: found.sightings.clone(),
        });
        report
    }

    #[test]
    fn nothing_of_a_report_is_lost() {
        let mut first = sample::several_subjects();
        first.enough = Some(Enough::FirstFinding);
        for report in [full(), first, sample::report_without_dumps(), RunReport::default()] {
            assert_eq!(read_back(&report), report);
        }
    }

    #[test]
    fn every_form_of_a_report_is_the_same_as_before() {
        let report = full();
        let again = read_back(&report);
        let titles = Titles::default();
        let forms = |report: &RunReport| {
            [
                json::render(report),
                junit::render(report, &titles),
                github::render(report, &titles),
                matrix::matrices(report, &titles),
                text::render(report, &titles, Shown::default()),
            ]
        };
        assert_eq!(forms(&again), forms(&report));
    }

    #[test]
    fn no_finding_is_lost_by_its_path() {
        let mut found = sample::finding();
        found.case_path = Some(OsStr::from_bytes(b"cases/\xff.toml").into());
        let json = serde_json::to_string(&found).unwrap();
        let again: Finding = serde_json::from_str(&json).unwrap();
        assert_eq!(json::finding_line(&again), json::finding_line(&found));
    }

    /// Form in which a finding is kept on disk: whoever changes it gives the store another version.
    #[test]
    fn a_finding_as_it_is_kept() {
        expect_test::expect![[r#"{"fingerprint":"EPIPHANY-RET-06:memory=R5","kind":"Violation","clauses":["EPIPHANY-RET-06"],"pairing":"callee","toolchains":["epiphany-elf-gcc-O2"],"described":[],"case":{"Call":{"target":"epiphany","signature":{"result":[{"Record":{"kind":"Struct","packed":false,"align":null,"members":[{"bits":null,"named":true,"align":null},{"bits":null,"named":true,"align":null}]}},{"Scalar":"Int"},{"Scalar":"Int"}],"parameters":[[{"Scalar":"Int"}]],"variadic":null},"arguments":[{"Bits":17}],"result":{"List":[{"Bits":303240213},{"Bits":555885348}]},"style":{"calls":false,"live":0,"locals":0,"address_taken":false,"held":0,"rounds":0,"dynamic":0,"written":false,"recursive":false,"pointer":false,"others":false,"tail":false,"computed":false,"returns":0,"form":"Prototype"}}},"mismatches":[{"target":"epiphany","clauses":["EPIPHANY-RET-06"],"topic":{"Value":{"value":"Result","path":"","taking":"Plain","inner":false}},"expected":{"InMemory":{"image":{"bytes":[21,20,19,18,36,35,34,33],"mask":[255,255,255,255,255,255,255,255]},"at":36608,"pointer":[{"Register":{"register":0,"byte":0}}]}},"observed":{"Held":[[90,90,90,90,90,90,90,90]]},"found":{"In":{"Copies":[{"Run":[0,1]}]}}}],"deviations":[{"clause":"EPIPHANY-RET-06","question":"memory","reading":"R5"}],"under":[],"readings":[],"confirmed":"Alone","generator":5,"seed":1,"index":77,"occurrences":12,"sightings":[{"pairing":"callee","subjects":["epiphany-elf-gcc-O2"],"fingerprint":"EPIPHANY-RET-06:memory=R5","trials":9,"special":0,"details":[],"with":[]},{"pairing":"caller","subjects":["epiphany-elf-gcc-O2"],"fingerprint":"EPIPHANY-RET-06:memory=R5","trials":3,"special":0,"details":[],"with":[]}],"special_values":[],"consequences":0,"with_itself":0,"followers":[],"case_text":"format = 5\n","case_path":"reports/cases/epiphany/0123.toml","known":[],"accepted":[],"source":"struct s0 { int m0; int m1; };\nstruct s0 f0(int a0);\n","message":null,"dumps":{"before":["entry","r0 0x11\nr1 0x5a5a5a5a\nr4 0xa4a4a4a4\n"],"after":["return","r0 0x12131415\nr1 0x21222324\nr4 0xa4a4a4a4\n"]},"code":[{"title":"epiphany-elf-gcc-O2, the callee","text":"00000400 <cc0_f>:\n |      400  0b 00 02 12   mov r0,0x1415\n>>      40c  4f 19         rts   <- here control goes back\n"}]}"#]].assert_eq(&serde_json::to_string(&sample::finding()).unwrap());
    }
}
