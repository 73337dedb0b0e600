//! Linked programs in QEMU's user mode.

use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Command;

use crosscall_machines::elf::{ElfClass, Format, write_executable};
use crosscall_machines::executable::{Executable, Segment};

/// Bytes of a page of the host.
const PAGE: usize = 0x1000;

/// The program as one segment, because several cannot share a page of a host.
fn in_pages(program: &Executable) -> Executable {
    let start = program.segments.first().map_or(0, |segment| segment.address) & !0xfff;
    let end =
        program.segments.iter().map(|segment| segment.address + segment.memory_size).max().unwrap_or(start);
    let mut data = vec![0; (end - start) as usize];
    for segment in &program.segments {
        let at = (segment.address - start) as usize;
        data[at..at + segment.data.len()].copy_from_slice(&segment.data);
    }
    let segment = Segment { address: start, memory_size: data.len() as u64, data, flags: 7 };
    Executable {
        segments: vec![segment],
        sections: Vec::new(),
        globals: Default::default(),
        locals: Default::default(),
        ..program.clone()
    }
}

/// Output and status of a program, given the command that runs files.
pub(crate) fn run(
    emulator: &mut Command,
    folder: &Path,
    format: &Format,
    program: &Executable,
) -> (Vec<u8>, Option<i32>) {
    let path = folder.join("program");
    let program = in_pages(program);
    let mut file = write_executable(&program, format).expect("it can be written");
    // QEMU maps whole pages: the contents come again, at an offset that is one of a page.
    file.resize(file.len().next_multiple_of(PAGE), 0);
    let offset = (file.len() as u32).to_le_bytes();
    let place = if format.class == ElfClass::Elf32 { 52 + 4 } else { 64 + 8 };
    file[place..place + 4].copy_from_slice(&offset);
    file.extend_from_slice(&program.segments[0].data);
    std::fs::write(&path, file).expect("write");
    std::fs::set_permissions(&path, PermissionsExt::from_mode(0o755)).expect("a mode");
    let output = emulator.arg(&path).output().expect("QEMU runs");
    if !output.stderr.is_empty() {
        println!("{}", String::from_utf8_lossy(&output.stderr));
    }
    (output.stdout, output.status.code())
}
