//! A call in plain words: the same bytes in the same places, as a signature of `unsigned int` has them.
//!
//! What of a plan is passed how is asked of the document's own rules: a call with words alone says which word lies where.

use crosscall_generator::c_unit::standalone::{Word, Words};
use crosscall_model::plan::{Extension, Passed, Piece, Place, Plan, Transfer};
use crosscall_model::{Case, Scalar, Signature, Style, Type, Value};
use crosscall_oracle::abi;
use crosscall_oracle::choose::Chooser;
use crosscall_oracle::knowledge::Knowledge;
use std::collections::BTreeMap;

/// Words that a call passes at most.
const MOST_WORDS: usize = 32;

/// Bytes of a word.
const WORD: u16 = 4;

/// Content of a word that carries nothing.
const NOTHING: u64 = 0x5a5a_5a5a;

/// A byte and the bits of it that count, by its place.
type Bytes = BTreeMap<Place, (u8, u8)>;

/// The words that put the bytes of a plan where it has them; `None` where no words do.
pub fn words_of(case: &Case, plan: &Plan, knowledge: &Knowledge) -> Option<Words> {
    let places = places_of_words(case, knowledge)?;
    let mut wanted = Bytes::new();
    let mut addresses: BTreeMap<Place, Word> = BTreeMap::new();
    for (i, passed) in plan.arguments.iter().enumerate() {
        match &passed.transfer {
            Transfer::Nothing => {}
            Transfer::Direct(pieces) => {
                pieces.iter().try_for_each(|piece| put(&mut wanted, passed, piece))?
            }
            Transfer::ByReference { pointer, .. } => {
                addresses.insert(whole_word(pointer)?, Word::Argument(i));
            }
        }
    }
    let result = match plan.result.as_ref().map(|passed| (&passed.transfer, passed)) {
        None | Some((Transfer::Nothing, _)) => None,
        Some((Transfer::Direct(_), passed)) => Some(result_in_words(case, passed, knowledge)?),
        Some((Transfer::ByReference { pointer, .. }, _)) => {
            addresses.insert(whole_word(pointer)?, Word::Room);
            None
        }
    };
    let mut arguments = Vec::new();
    for place in places {
        if wanted.is_empty() && addresses.is_empty() {
            break;
        }
        arguments.push(match addresses.remove(&place) {
            Some(word) => word,
            None => match take(&mut wanted, place, WORD) {
                (_, 0) => Word::Bits { value: NOTHING, mask: 0 },
                (value, mask) => Word::Bits { value, mask },
            },
        });
    }
    (wanted.is_empty() && addresses.is_empty()).then_some(Words { arguments, result })
}

/// Places of the words of a call that passes nothing else.
fn places_of_words(case: &Case, knowledge: &Knowledge) -> Option<Vec<Place>> {
    let word = Type::from(Scalar::UnsignedInt);
    let plan = plan_of(case, None, vec![word; MOST_WORDS], knowledge);
    let place = |passed: &Passed| match &passed.transfer {
        Transfer::Direct(pieces) => whole_word(pieces),
        _ => None,
    };
    plan.arguments.iter().map(place).collect()
}

fn plan_of(case: &Case, result: Option<Type>, parameters: Vec<Type>, knowledge: &Knowledge) -> Plan {
    let words = Case {
        target: case.target,
        arguments: vec![Value::Bits(0); parameters.len()],
        result: result.as_ref().map(|_| Value::Bits(0)),
        signature: Signature { result, parameters, variadic: None },
        style: Style::PLAIN,
    };
    abi::plan(&words, &mut Chooser::new(knowledge.catalogue(), knowledge))
}

/// The place of a value that lies as one word somewhere.
fn whole_word(pieces: &[Piece]) -> Option<Place> {
    match pieces {
        [Piece { offset: 0, len: 4, place, .. }] => Some(*place),
        _ => None,
    }
}

/// The place of a byte behind another; none in memory that only the run knows.
fn behind(place: Place, bytes: u16) -> Option<Place> {
    match place {
        Place::Register { register, byte } => Some(Place::Register { register, byte: byte + bytes }),
        Place::Stack { offset } => Some(Place::Stack { offset: offset + i64::from(bytes) }),
        Place::Pointed { .. } => None,
    }
}

/// Adds the bytes of a piece, and those above a narrow value.
fn put(wanted: &mut Bytes, passed: &Passed, piece: &Piece) -> Option<()> {
    let bytes = bytes_of(passed, piece).filter(|bytes| !bytes.is_empty())?;
    for (i, byte) in (0..).zip(bytes) {
        wanted.insert(behind(piece.place, i)?, byte);
    }
    Some(())
}

/// The bytes of a piece with those above a narrow value, each with the bits of it that count.
pub(super) fn bytes_of(passed: &Passed, piece: &Piece) -> Option<Vec<(u8, u8)>> {
    let (from, len) = (usize::try_from(piece.offset).ok()?, usize::try_from(piece.len).ok()?);
    let bytes = passed.image.bytes.get(from..from + len)?.iter().copied();
    let mask = passed.image.mask.get(from..from + len)?.iter().copied();
    let mut all: Vec<(u8, u8)> = bytes.zip(mask).collect();
    let is_negative = all.last().is_some_and(|(byte, _)| byte & 0x80 != 0);
    let (filled, fill) = match piece.rest {
        Extension::Zero(filled) => (filled, 0),
        Extension::Sign(filled) => (filled, if is_negative { 0xff } else { 0 }),
        Extension::Ones(filled) => (filled, 0xff),
        Extension::Unspecified | Extension::Length(_) => (0, 0),
    };
    all.resize(len.max(filled.into()), (fill, 0xff));
    Some(all)
}

/// Takes the bytes from a place on out of those that are wanted: their bits, and those that count.
fn take(wanted: &mut Bytes, place: Place, bytes: u16) -> (u64, u64) {
    let found = (0..bytes).filter_map(|i| Some((i, wanted.remove(&behind(place, i)?)?)));
    found.fold((0, 0), |(value, mask), (i, (byte, counts))| {
        (value | u64::from(byte) << (8 * i), mask | u64::from(counts) << (8 * i))
    })
}

/// A result that is a word or two of them.
fn result_in_words(case: &Case, passed: &Passed, knowledge: &Knowledge) -> Option<(&'static str, u64, u64)> {
    let Transfer::Direct(pieces) = &passed.transfer else { return None };
    let mut wanted = Bytes::new();
    pieces.iter().try_for_each(|piece| put(&mut wanted, passed, piece))?;
    [Scalar::UnsignedInt, Scalar::UnsignedLongLong].into_iter().find_map(|scalar| {
        let plan = plan_of(case, Some(scalar.into()), Vec::new(), knowledge);
        let Transfer::Direct(pieces) = &plan.result?.transfer else { return None };
        let mut wanted = wanted.clone();
        let (mut value, mut mask) = (0, 0);
        for piece in pieces {
            let (bits, counts) = take(&mut wanted, piece.place, u16::try_from(piece.len).ok()?);
            value |= bits << (8 * piece.offset);
            mask |= counts << (8 * piece.offset);
        }
        wanted.is_empty().then_some((scalar.c_name(), value, mask))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crosscall_generator::c_unit::standalone;
    use crosscall_model::About;
    use crosscall_toolchain::case_file::CaseFile;
    use expect_test::expect;
    use std::path::Path;

    fn case(declaration: &str, arguments: &[&str], result: Option<&str>) -> Case {
        let mut text = format!("crosscall = 1\ntarget = \"epiphany\"\nsignature = \"{declaration}\"\n");
        text += &format!("arguments = {arguments:?}\n");
        if let Some(result) = result {
            text += &format!("result = \"{result}\"\n");
        }
        match CaseFile::parse(&text, Path::new("case.toml")).unwrap().case {
            About::Call(case) => case,
            other => panic!("{other:?}"),
        }
    }

    fn words(case: &Case) -> Option<Words> {
        let knowledge = Knowledge::new(crosscall_oracle::clause::catalogue(case.target));
        let plan = abi::plan(case, &mut Chooser::new(knowledge.catalogue(), &knowledge));
        words_of(case, &plan, &knowledge)
    }

    #[test]
    fn bytes_lie_in_words() {
        let bits = |value, mask| Word::Bits { value, mask };
        let one = case("char f(int, signed char)", &["0x11121314", "0x85"], Some("0x7f"));
        let found = words(&one).unwrap();
        assert_eq!(found.arguments[0], bits(0x1112_1314, 0xffff_ffff));
        assert_eq!(found.arguments.len(), 2);
        assert_eq!(found.result.map(|(ty, value, _)| (ty, value & 0xff)), Some(("unsigned int", 0x7f)));
        let two = case("long long f(int, long long)", &["0x1", "0x200000003"], Some("0x400000005"));
        let found = words(&two).unwrap();
        // A double word begins in an even register.
        assert_eq!(found.arguments[1], bits(NOTHING, 0));
        assert_eq!(found.arguments[2..], [bits(3, 0xffff_ffff), bits(2, 0xffff_ffff)]);
        assert_eq!(found.result, Some(("unsigned long long", 0x4_0000_0005, u64::MAX)));
        let large = case("struct { int a[4]; } f(void)", &[], Some("{{1, 2, 3, 4}}"));
        assert_eq!(words(&large).unwrap(), Words { arguments: vec![Word::Room], result: None });
    }

    #[test]
    fn both_units_of_a_call() {
        let case = case(
            "struct { signed char m0; signed char m1; } f(int, double)",
            &["0x11", "0x3ff8000000000000"],
            Some("{0x12, 0x13}"),
        );
        let words = words(&case).unwrap();
        let units = [
            standalone::caller_in_words(&case, &words),
            standalone::function(&case),
            standalone::caller(&case),
            standalone::function_in_words(&case, &words),
        ];
        expect![[r#"
            struct t0_0 {
            	signed char m0;
            	signed char m1;
            };
            unsigned int f0(unsigned int, unsigned int, unsigned int, unsigned int);
            extern int wrong;
            int verdict;

            int main(void)
            {
            	unsigned int r = f0(0x11u, 0x5a5a5a5au, 0x0u, 0x3ff80000u);
            	if (wrong)
            		verdict |= 1;
            	if ((r & 0xffffu) != 0x1312u)
            		verdict |= 2;
            	return verdict;
            }

            ----
            struct t0_0 {
            	signed char m0;
            	signed char m1;
            };
            int wrong;
            struct t0_0 result = { (signed char)0x12u, (signed char)0x13u };
            int want0 = (int)0x11u;
            double want1 = 0x1.8p+0;

            struct t0_0 f0(int arg0, double arg1)
            {
            	if (arg0 != want0)
            		wrong = 1;
            	if (arg1 != want1)
            		wrong = 1;
            	return result;
            }

            ----
            struct t0_0 {
            	signed char m0;
            	signed char m1;
            };
            struct t0_0 f0(int, double);
            extern int wrong;
            int verdict;
            int x0 = (int)0x11u;
            double x1 = 0x1.8p+0;
            struct t0_0 want = { (signed char)0x12u, (signed char)0x13u };

            int main(void)
            {
            	struct t0_0 r = f0(x0, x1);
            	if (wrong)
            		verdict |= 1;
            	if (r.m0 != want.m0)
            		verdict |= 2;
            	if (r.m1 != want.m1)
            		verdict |= 2;
            	return verdict;
            }

            ----
            struct t0_0 {
            	signed char m0;
            	signed char m1;
            };
            int wrong;

            unsigned int f0(unsigned int w0, unsigned int w1, unsigned int w2, unsigned int w3)
            {
            	if ((w0 & 0xffffffffu) != 0x11u)
            		wrong = 1;
            	if ((w2 & 0xffffffffu) != 0x0u)
            		wrong = 1;
            	if ((w3 & 0xffffffffu) != 0x3ff80000u)
            		wrong = 1;
            	return 0x1312u;
            }
        "#]]
        .assert_eq(&units.join("\n----\n"));
    }
}
