//! Ways to run a case again.
//!
//! | who asks | what for | where |
//! |---|---|---|
//! | everybody | one case with one subject or pair, under given knowledge: its verdict, or each instruction of the call | [`single`] |
//! | a campaign, before it reports | each finding's case alone and made smaller, or in its batch | [`minimise`] |
//! | a campaign, `minimize` | a case at which a compiler stops, alone and made smaller | [`crash`] |
//! | `repro`, `minimize` | a case from a file, with what directed cases teach about its subjects | [`again`], as far as the verdict needs it ([`retrial`]) |
//! | `run`, at its end | the cases of known findings that the run itself has not shown | [`recheck`] |
//!
//! `explain` compares a call of a real compiler with its drawing through [`single::Call`], and [`listing`] has the code around
//! a call from `single::trace_one`.

pub mod again;
pub mod crash;
pub mod listing;
pub mod minimise;
pub mod recheck;
pub mod retrial;
pub mod single;
