//! Files with recorded compilers: a line that says the format, a line with a digest of the rest, and behind them deflated
//! the length of a head (32 bits, little-endian), the head as JSON, and all object files one after the other. Files come from
//! others: nothing in them is trusted.

use super::{Product, Recorded, Recording};
use crate::error::Error;
use crate::report_folder::Digest;
use crate::store::printable;
use crate::units::Role;
use crosscall_model::Target;
use miniz_oxide::deflate::compress_to_vec;
use miniz_oxide::inflate::decompress_to_vec_with_limit;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::Path;

/// The format that this program reads and writes.
pub const FORMAT: u32 = 1;

/// First line, up to the format.
const MAGIC: &str = "crosscall recorded ";

/// Most bytes of a file behind its compression.
const LARGEST: usize = 256 << 20;

/// Level of compression: files are written once and read often.
const LEVEL: u8 = 9;

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Head {
    /// Version of crosscall that wrote it.
    crosscall: String,
    /// Version of the generator.
    generator: u32,
    compilers: Vec<Compiler>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Compiler {
    name: String,
    target: Target,
    compiler: String,
    version: String,
    date: String,
    products: Vec<Entry>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    role: Role,
    case: String,
    text: String,
    what: What,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum What {
    /// Bytes of the object file; they follow those of the entries before.
    Object(usize),
    Unsupported(String),
    Rejected(String),
    Fault(String),
}

/// The contents of a file with these compilers.
///
/// # Errors
/// [`Error::Store`] when they do not fit.
pub fn write(all: &[Recorded]) -> Result<Vec<u8>, Error> {
    let mut objects = Vec::new();
    let compilers = all.iter().map(|one| compiler(one, &mut objects)).collect();
    let head = Head {
        crosscall: env!("CARGO_PKG_VERSION").to_owned(),
        generator: crosscall_generator::VERSION,
        compilers,
    };
    let head =
        serde_json::to_vec(&head).map_err(|e| Error::Store(format!("a recording cannot be written: {e}")))?;
    let too_large = || Error::Store("a recording is too large; record fewer cases".to_owned());
    let length = u32::try_from(head.len()).map_err(|_| too_large())?;
    let mut plain = length.to_le_bytes().to_vec();
    plain.extend(head);
    plain.extend(objects);
    if plain.len() > LARGEST {
        return Err(too_large());
    }
    let packed = compress_to_vec(&plain, LEVEL);
    let mut file = format!("{MAGIC}{FORMAT}\n{}\n", digest(&packed)).into_bytes();
    file.extend(packed);
    Ok(file)
}

fn compiler(recorded: &Recorded, objects: &mut Vec<u8>) -> Compiler {
    let Recorded { name, target, compiler, version, date, digest: _, products } = recorded;
    let entry = |((role, case), Recording { text, product }): (&(Role, String), &Recording)| Entry {
        role: *role,
        case: case.clone(),
        text: text.clone(),
        what: match product {
            Product::Object(bytes) => {
                objects.extend(bytes);
                What::Object(bytes.len())
            }
            Product::Unsupported(reason) => What::Unsupported(reason.clone()),
            Product::Rejected(what) => What::Rejected(what.clone()),
            Product::Fault(what) => What::Fault(what.clone()),
        },
    };
    Compiler {
        name: name.clone(),
        target: *target,
        compiler: compiler.clone(),
        version: version.clone(),
        date: date.clone(),
        products: products.iter().map(entry).collect(),
    }
}

/// Reads a file; `path` is for messages.
///
/// # Errors
/// [`Error::Input`] for what is no such file, for one of another format or another generator, and for a damaged one.
pub fn read(path: &Path, bytes: &[u8]) -> Result<Vec<Recorded>, Error> {
    let wrong = |what: &str| Error::Input(format!("{}: {what}", path.display()));
    let line = |bytes: &[u8]| -> Option<(String, usize)> {
        let end = bytes.iter().take(80).position(|byte| *byte == b'\n')?;
        Some((String::from_utf8_lossy(bytes.get(..end)?).into_owned(), end + 1))
    };
    let (first, at) = line(bytes).ok_or_else(|| wrong("holds no recorded compilers"))?;
    let format = first.strip_prefix(MAGIC).ok_or_else(|| wrong("holds no recorded compilers"))?;
    if format != FORMAT.to_string() {
        return Err(wrong(&format!(
            "is written in format {}, and this crosscall reads format {FORMAT}; record again, or use the release that wrote it",
            printable(format)
        )));
    }
    let rest = bytes.get(at..).unwrap_or_default();
    let (sum, at) = line(rest).ok_or_else(|| wrong("is cut off"))?;
    let packed = rest.get(at..).unwrap_or_default();
    if digest(packed) != sum {
        return Err(wrong("is damaged: its digest is another one"));
    }
    let plain = decompress_to_vec_with_limit(packed, LARGEST).map_err(|_| wrong("cannot be decompressed"))?;
    read_plain(path, &plain, sum)
}

/// Reads what a file holds behind its digest, which is `sum`, and its compression.
///
/// # Errors
/// As [`read`].
pub fn read_plain(path: &Path, plain: &[u8], sum: String) -> Result<Vec<Recorded>, Error> {
    let wrong = |what: &str| Error::Input(format!("{}: {what}", path.display()));
    let (length, plain) = plain.split_first_chunk::<4>().ok_or_else(|| wrong("is cut off"))?;
    let length = usize::try_from(u32::from_le_bytes(*length)).unwrap_or(usize::MAX);
    let (head, mut objects) = plain.split_at_checked(length).ok_or_else(|| wrong("is cut off"))?;
    let head: Head = serde_json::from_slice(head)
        .map_err(|e| wrong(&format!("cannot be understood: {}", printable(&e.to_string()))))?;
    if head.generator != crosscall_generator::VERSION {
        return Err(wrong(&format!(
            "was recorded with generator {}, and this crosscall has generator {}: record again",
            head.generator,
            crosscall_generator::VERSION
        )));
    }
    let mut all = Vec::new();
    for Compiler { name, target, compiler, version, date, products } in head.compilers {
        let mut read = BTreeMap::new();
        for Entry { role, case, text, what } in products {
            let product = match what {
                What::Object(length) => {
                    let (object, rest) =
                        objects.split_at_checked(length).ok_or_else(|| wrong("is cut off"))?;
                    objects = rest;
                    Product::Object(object.to_vec())
                }
                What::Unsupported(reason) => Product::Unsupported(printable(&reason)),
                What::Rejected(what) => Product::Rejected(printable(&what)),
                What::Fault(what) => Product::Fault(printable(&what)),
            };
            read.insert((role, case), Recording { text, product });
        }
        let told = |text: String| printable(&text);
        let (name, compiler, version, date) = (told(name), told(compiler), told(version), told(date));
        all.push(Recorded { name, target, compiler, version, date, digest: sum.clone(), products: read });
    }
    Ok(all)
}

fn digest(bytes: &[u8]) -> String {
    let mut digest = Digest::default();
    digest.add(bytes);
    digest.whole()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn recorded() -> Recorded {
        let recording = |product| Recording { text: "t".to_owned(), product };
        Recorded {
            name: "mine-O2".to_owned(),
            target: Target::Nyuzi,
            compiler: "clang 9.0.0 nyuzi-elf-none".to_owned(),
            version: "clang version 9.0.0".to_owned(),
            date: "2026-11-25".to_owned(),
            digest: String::new(),
            products: [
                ((Role::Callee, "a".to_owned()), recording(Product::Object(vec![1, 2, 3]))),
                ((Role::Caller, "a".to_owned()), recording(Product::Fault("killed by signal 11".to_owned()))),
                ((Role::Layout, "a".to_owned()), recording(Product::Object(Vec::new()))),
                ((Role::Callee, "b".to_owned()), recording(Product::Unsupported("no _Complex".to_owned()))),
                ((Role::Caller, "b".to_owned()), recording(Product::Rejected("no".to_owned()))),
            ]
            .into(),
        }
    }

    #[test]
    fn what_is_written_is_read() {
        let (one, other) = (recorded(), Recorded { name: "mine-O0".to_owned(), ..recorded() });
        let bytes = write(&[one.clone(), other.clone()]).unwrap();
        let mut read = read(Path::new("a.recorded"), &bytes).unwrap();
        read.iter_mut().for_each(|recorded| recorded.digest.clear());
        assert_eq!(read, [one, other]);
    }

    #[test]
    fn no_byte_may_change() {
        let bytes = write(&[recorded()]).unwrap();
        for at in 0..bytes.len() {
            let mut changed = bytes.clone();
            changed[at] ^= 0x41;
            assert!(read(Path::new("a"), &changed).is_err(), "byte {at}");
            assert!(read(Path::new("a"), &bytes[..at]).is_err(), "cut off at {at}");
        }
    }

    /// The digest is no secret: behind it nothing is trusted either.
    #[test]
    fn a_file_with_a_right_digest_may_be_hostile() {
        let file = |plain: &[u8]| {
            let packed = compress_to_vec(plain, 1);
            let mut file = format!("{MAGIC}{FORMAT}\n{}\n", digest(&packed)).into_bytes();
            file.extend(packed);
            read(Path::new("a.recorded"), &file).unwrap_err().to_string()
        };
        let head = |text: &str| {
            let mut plain = u32::try_from(text.len()).unwrap().to_le_bytes().to_vec();
            plain.extend(text.as_bytes());
            file(&plain)
        };
        let generator = crosscall_generator::VERSION;
        let entry = r#"{"role":"Callee","case":"a","text":"t","what":{"object":18446744073709551615}}"#;
        let compiler = |entry: &str| {
            format!(
                r#"{{"crosscall":"1","generator":{generator},"compilers":[{{"name":"x\u001b[1m","target":"nyuzi","compiler":"","version":"","date":"","products":[{entry}]}}]}}"#
            )
        };
        assert!(file(&[]).contains("cut off"));
        assert!(file(&[255; 4]).contains("cut off"));
        assert!(head("{").contains("cannot be understood"));
        assert!(head(r#"{"crosscall":"1","generator":999,"compilers":[]}"#).contains("generator 999"));
        assert!(head(&compiler(entry)).contains("cut off"));
        let newer = b"crosscall recorded 7\n\n";
        assert!(read(Path::new("a"), newer).unwrap_err().to_string().contains("format 7"));
    }
}
