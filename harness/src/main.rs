//! The `crosscall` command.

/// Plans, probes and listings are many short-lived small objects: a third of the program's own time goes
/// with the system's allocator.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> std::process::ExitCode {
    crosscall::commands::main()
}
