//! Files with recorded compilers: a line that says the format, a line with a digest of the rest, a line of JSON with the
//! compilers' labels, and deflated the length of their answers (32 bits, little-endian), the answers as JSON, and all object
//! files one after the other. What compilers made of the same text lies together, which halves the file. Files come from
//! others: nothing in them is trusted.

use super::{Label, Product, Products, Recorded, Recording, Recordings, WhenAsked};
use crosscall_base::digest::Digest;
use crosscall_base::error::Error;
use crosscall_engine::unit::Role;
use crosscall_reports::printable::{printable, visible};
use miniz_oxide::deflate::compress_to_vec;
use miniz_oxide::inflate::decompress_to_vec_with_limit;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

/// The format that this program reads and writes.
pub const FORMAT: u32 = 4;

/// First line, up to the format.
const MAGIC: &str = "crosscall recorded ";

/// Most bytes of the line with the labels.
const LONGEST_LINE: usize = 1 << 20;

/// Most bytes of a file, and of what is behind its compression.
pub const LARGEST: u64 = 256 << 20;

/// Level of compression: files are written once and read often.
const LEVEL: u8 = 9;

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Head {
    /// Version of crosscall that wrote it.
    crosscall: String,
    /// Version of the generator.
    generator: u32,
    compilers: Vec<Label>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    role: Role,
    case: String,
    text: String,
    /// Answer of each compiler, in the order of their labels; `None` where it was not recorded.
    what: Vec<Option<What>>,
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
    let unwritable = |e: serde_json::Error| Error::Store(format!("a recording cannot be written: {e}"));
    let head = Head {
        crosscall: env!("CARGO_PKG_VERSION").to_owned(),
        generator: crosscall_generator::VERSION,
        compilers: all.iter().map(|recorded| recorded.label.clone()).collect(),
    };
    let mut objects = Vec::new();
    let answers = entries(all, &mut objects);
    let answers = serde_json::to_vec(&answers).map_err(unwritable)?;
    let too_large = || Error::Store("a recording is too large; record fewer cases".to_owned());
    let length = u32::try_from(answers.len()).map_err(|_| too_large())?;
    let plain = [&length.to_le_bytes()[..], &answers, &objects].concat();
    if plain.len() as u64 > LARGEST {
        return Err(too_large());
    }
    let mut rest = serde_json::to_vec(&head).map_err(unwritable)?;
    rest.push(b'\n');
    rest.extend(compress_to_vec(&plain, LEVEL));
    Ok(with_digest(&rest))
}

/// A file of what is behind the digest.
pub fn with_digest(rest: &[u8]) -> Vec<u8> {
    let head = format!("{MAGIC}{FORMAT}\n{}\n", Digest::of(rest).text());
    [head.as_bytes(), rest].concat()
}

/// The answers of all compilers; their object files go to `objects`.
fn entries(all: &[Recorded], objects: &mut Vec<u8>) -> Vec<Entry> {
    let mut by_text: BTreeMap<_, Vec<Option<&Product>>> = BTreeMap::new();
    for (at, recorded) in all.iter().enumerate() {
        for ((role, case), Recording { text, product }) in recorded.products.iter() {
            let products = by_text.entry((*role, case, text)).or_insert_with(|| vec![None; all.len()]);
            if let Some(own) = products.get_mut(at) {
                *own = Some(product);
            }
        }
    }
    let mut what = |product: &Product| match product {
        Product::Object(bytes) => {
            objects.extend(bytes);
            What::Object(bytes.len())
        }
        Product::Unsupported(reason) => What::Unsupported(reason.clone()),
        Product::Rejected(what) => What::Rejected(what.clone()),
        Product::Fault(what) => What::Fault(what.clone()),
    };
    let mut entries = Vec::new();
    for ((role, case, text), products) in by_text {
        let what = products.into_iter().map(|product| product.map(&mut what)).collect();
        entries.push(Entry { role, case: case.clone(), text: text.clone(), what });
    }
    entries
}

/// Reads a file; `path` is for messages.
///
/// # Errors
/// [`Error::Input`] for what is no such file, for one of another format or another generator, and for a damaged one.
pub fn read(path: &Path, bytes: &[u8]) -> Result<Vec<Recorded>, Error> {
    let (labels, digest, packed) = opened(path, bytes)?;
    let plain = unpacked(path, packed)?;
    let answers = read_answers(path, &plain, labels.len())?;
    let all = labels.into_iter().zip(answers);
    Ok(all.map(|(label, own)| Recorded { label, digest: digest.clone(), products: own.into() }).collect())
}

/// Reads the labels of a file that is part of the program, and all else when it is asked for.
///
/// # Errors
/// As for [`read`], but for what is behind the labels.
pub(super) fn read_when_asked(path: &'static Path, bytes: &'static [u8]) -> Result<Vec<Recorded>, Error> {
    let (labels, digest, packed) = opened(path, bytes)?;
    let compilers = labels.len();
    // A test reads all of it.
    let answers = move || {
        unpacked(path, packed).and_then(|plain| read_answers(path, &plain, compilers)).unwrap_or_default()
    };
    let of_file = Arc::new(WhenAsked::new(Box::new(answers)));
    let recorded = |(at, label)| {
        let products = Products { of_file: Arc::clone(&of_file), at };
        Recorded { label, digest: digest.clone(), products }
    };
    Ok(labels.into_iter().enumerate().map(recorded).collect())
}

fn wrong(path: &Path, what: &str) -> Error {
    Error::Input(format!("{}: {what}", path.display()))
}

/// Labels, digest, and what is behind them, of a file of this format and generator whose digest is right.
fn opened<'b>(path: &Path, bytes: &'b [u8]) -> Result<(Vec<Label>, String, &'b [u8]), Error> {
    let (first, rest) =
        line(bytes, MAGIC.len() + 20).ok_or_else(|| wrong(path, "holds no recorded compilers"))?;
    let first = String::from_utf8_lossy(first);
    let format = first.strip_prefix(MAGIC).ok_or_else(|| wrong(path, "holds no recorded compilers"))?;
    if format != FORMAT.to_string() {
        return Err(wrong(
            path,
            &format!(
                "is written in format {}, and this crosscall reads format {FORMAT}; record again, or use the release that wrote \
                 it",
                printable(format)
            ),
        ));
    }
    let (sum, rest) = line(rest, 40).ok_or_else(|| wrong(path, "is cut off"))?;
    let sum = String::from_utf8_lossy(sum).into_owned();
    if Digest::of(rest).text() != sum {
        return Err(wrong(path, "is damaged: its digest is another one"));
    }
    let (head, packed) = line(rest, LONGEST_LINE).ok_or_else(|| wrong(path, "is cut off"))?;
    let head: Head = understood(path, head)?;
    let is_older = |label: &Label| head.generator < crosscall_generator::recorded_since(label.target);
    if head.generator > crosscall_generator::VERSION || head.compilers.iter().any(is_older) {
        return Err(wrong(
            path,
            &format!(
                "was recorded with generator {}, and this crosscall has generator {}: record again",
                head.generator,
                crosscall_generator::VERSION
            ),
        ));
    }
    let reported = |label: Label| {
        let [name, compiler, version, date] =
            [label.name, label.compiler, label.version, label.date].map(|text| printable(&text));
        Label { name, target: label.target, compiler, version, date }
    };
    Ok((head.compilers.into_iter().map(reported).collect(), sum, packed))
}

/// The first line of bytes, of so many at most, and what is behind it.
fn line(bytes: &[u8], longest: usize) -> Option<(&[u8], &[u8])> {
    let end = bytes.iter().take(longest).position(|byte| *byte == b'\n')?;
    let (line, rest) = bytes.split_at_checked(end)?;
    Some((line, rest.get(1..)?))
}

fn understood<T: DeserializeOwned>(path: &Path, json: &[u8]) -> Result<T, Error> {
    serde_json::from_slice(json)
        .map_err(|e| wrong(path, &format!("cannot be understood: {}", printable(&e.to_string()))))
}

fn unpacked(path: &Path, packed: &[u8]) -> Result<Vec<u8>, Error> {
    decompress_to_vec_with_limit(packed, usize::try_from(LARGEST).unwrap_or(usize::MAX))
        .map_err(|_| wrong(path, "cannot be decompressed"))
}

/// Reads what a file of so many compilers holds behind its labels and its compression: the answers of each.
///
/// # Errors
/// As for [`read`].
pub fn read_answers(path: &Path, plain: &[u8], compilers: usize) -> Result<Vec<Recordings>, Error> {
    let cut_off = || wrong(path, "is cut off");
    let (length, plain) = plain.split_first_chunk::<4>().ok_or_else(cut_off)?;
    let length = usize::try_from(u32::from_le_bytes(*length)).unwrap_or(usize::MAX);
    let (answers, mut objects) = plain.split_at_checked(length).ok_or_else(cut_off)?;
    let answers: Vec<Entry> = understood(path, answers)?;
    let mut all = vec![Recordings::new(); compilers];
    for Entry { role, case, text, what } in answers {
        if what.len() != compilers {
            return Err(wrong(path, "does not have an answer for each of its compilers"));
        }
        for (own, what) in all.iter_mut().zip(what) {
            let Some(what) = what else { continue };
            let product = match what {
                What::Object(length) => {
                    let (object, rest) = objects.split_at_checked(length).ok_or_else(cut_off)?;
                    objects = rest;
                    Product::Object(object.to_vec())
                }
                What::Unsupported(reason) => Product::Unsupported(visible(&reason).into_owned()),
                What::Rejected(what) => Product::Rejected(visible(&what).into_owned()),
                What::Fault(what) => Product::Fault(visible(&what).into_owned()),
            };
            own.insert((role, case.clone()), Recording { text: text.clone(), product });
        }
    }
    Ok(all)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crosscall_model::Target;

    fn recorded(name: &str) -> Recorded {
        let recording = |product| Recording { text: "t".to_owned(), product };
        let label = Label {
            name: name.to_owned(),
            target: Target::Nyuzi,
            compiler: "clang 9.0.0 nyuzi-elf-none".to_owned(),
            version: "clang version 9.0.0".to_owned(),
            date: "2026-11-25".to_owned(),
        };
        Recorded {
            label,
            digest: String::new(),
            products: Recordings::from([
                ((Role::Callee, "a".to_owned()), recording(Product::Object(vec![1, 2, 3]))),
                ((Role::Caller, "a".to_owned()), recording(Product::Fault("killed by signal 11".to_owned()))),
                ((Role::Layout, "a".to_owned()), recording(Product::Object(Vec::new()))),
                ((Role::Callee, "b".to_owned()), recording(Product::Unsupported("no _Complex".to_owned()))),
                ((Role::Caller, "b".to_owned()), recording(Product::Rejected("no".to_owned()))),
            ])
            .into(),
        }
    }

    #[test]
    fn what_is_written_is_read() {
        let (one, mut other) = (recorded("mine-O2"), recorded("mine-O0"));
        // What was not recorded of one of them, and what was made of another text.
        let mut products = (*other.products).clone();
        products.remove(&(Role::Callee, "b".to_owned()));
        products.get_mut(&(Role::Callee, "a".to_owned())).unwrap().text = "u".to_owned();
        other.products = products.into();
        let bytes = write(&[one.clone(), other.clone()]).unwrap();
        let mut read = read(Path::new("a.recorded"), &bytes).unwrap();
        read.iter_mut().for_each(|recorded| recorded.digest.clear());
        assert_eq!(read, [one, other]);
    }

    #[test]
    fn no_byte_may_change() {
        let bytes = write(&[recorded("mine-O2")]).unwrap();
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
        let file = |rest: &[u8]| read(Path::new("a.recorded"), &with_digest(rest)).unwrap_err().to_string();
        let generator = crosscall_generator::VERSION;
        let label = r#"{"name":"x\u001b[1m","target":"nyuzi","compiler":"","version":"","date":""}"#;
        let head = format!(r#"{{"crosscall":"1","generator":{generator},"compilers":[{label}]}}"#);
        let behind = |plain: &[u8]| file(&[head.as_bytes(), b"\n", &compress_to_vec(plain, 1)].concat());
        let answers = |text: &str| {
            let length = u32::try_from(text.len()).unwrap().to_le_bytes();
            behind(&[&length[..], text.as_bytes()].concat())
        };
        assert!(file(b"").contains("cut off"));
        assert!(file(b"{\n").contains("cannot be understood"));
        assert!(
            file(b"{\"crosscall\":\"1\",\"generator\":999,\"compilers\":[]}\n").contains("generator 999")
        );
        assert!(file(format!("{head}\nno deflate").as_bytes()).contains("cannot be decompressed"));
        assert!(behind(&[]).contains("cut off"));
        assert!(behind(&[255; 4]).contains("cut off"));
        assert!(answers("{").contains("cannot be understood"));
        let entry = |what: &str| format!(r#"[{{"role":"Callee","case":"a","text":"t","what":[{what}]}}]"#);
        assert!(answers(&entry("")).contains("an answer for each of its compilers"));
        assert!(answers(&entry("null,null")).contains("an answer for each of its compilers"));
        assert!(answers(&entry(r#"{"object":18446744073709551615}"#)).contains("cut off"));
        let newer = b"crosscall recorded 7\n\n";
        assert!(read(Path::new("a"), newer).unwrap_err().to_string().contains("format 7"));
    }
}
