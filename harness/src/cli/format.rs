//! The forms of answers and reports.

use clap::ValueEnum;

/// The form of an answer.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// For people.
    #[default]
    Text,
    /// For programs.
    Json,
}

/// The form of a list of clauses.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum ClausesFormat {
    /// For people.
    Text,
    /// For programs.
    Json,
    /// A page with a column for each compiler of the reports given with --coverage.
    Markdown,
}

/// The form of a run's report.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum ReportFormat {
    /// For people.
    Text,
    /// For programs.
    Json,
    /// For CI servers.
    Junit,
    /// For the workflows of GitHub: annotations.
    Github,
    /// For servers that show results of static analysis beside the code: SARIF 2.1.0.
    Sarif,
    /// For one comment on a pull request.
    Markdown,
    /// For people, in a browser: one page that needs nothing beside it.
    Html,
}

/// The form of what `repro` finds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum ReproFormat {
    /// For people.
    Text,
    /// For programs.
    Json,
    /// For CI servers.
    Junit,
    /// For the workflows of GitHub: annotations.
    Github,
    /// For a bug tracker, in Markdown.
    Issue,
}
