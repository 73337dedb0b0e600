//! The `crosscall` command.

fn main() -> std::process::ExitCode {
    crosscall::cli::main()
}
