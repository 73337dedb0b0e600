//! Reads static libraries: archives of object files (`!<arch>`).

use object::read::archive::ArchiveFile;

use super::ElfError;

/// One file of an archive.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Member<'a> {
    /// Its name, without a folder.
    pub name: &'a str,
    /// Offset of its contents in the archive, in bytes.
    pub offset: u64,
    /// Its contents.
    pub data: &'a [u8],
}

/// Returns whether bytes begin as an archive does.
pub fn is_archive(bytes: &[u8]) -> bool {
    bytes.starts_with(&object::archive::MAGIC)
}

/// Lists the files of an archive, in their order, without the index of symbols. `name` is used in errors.
///
/// # Errors
///
/// The bytes are no archive, the archive is damaged, or a name is not UTF-8.
pub fn read_archive<'a>(name: &str, bytes: &'a [u8]) -> Result<Vec<Member<'a>>, ElfError> {
    let fail = |offset: u64, text: String| ElfError { file: name.to_string(), offset, text };
    let archive = ArchiveFile::parse(bytes).map_err(|error| fail(0, error.to_string()))?;
    let mut members = Vec::new();
    let mut at = 0;
    for member in archive.members() {
        let member = member.map_err(|error| fail(at, error.to_string()))?;
        let data = member.data(bytes).map_err(|error| fail(at, error.to_string()))?;
        (at, _) = member.file_range();
        let text = std::str::from_utf8(member.name());
        let name = text.map_err(|_| fail(at, "the name of a member is not UTF-8".to_string()))?;
        members.push(Member { name, offset: at, data });
    }
    Ok(members)
}
