//! Fields of instructions and data: the numbers that they hold, and where the bits of a number go.
//!
//! `signed [7:0]@20 [11:8]@32`: a number with a sign whose bits 7 to 0 are in the field from bit 20 on. `signed`, `unsigned`
//! and `either` hold what so many bits hold, in multiples of the lowest one, `whole` every number, `0..15 by 4` what it says.
//! To a piece `[31:12]~` the bits below are added as a number with a sign. A name stands for the pieces of another field.
//! `sign 24` is the bit of a negative number, `scale 0` the lowest bit of the count of zeros that are left out.

use super::words::{Outcome, list, number};
use std::collections::BTreeMap;

/// A piece: where it goes, which bit of the number is its lowest, its width, and whether it is rounded.
type Piece = (u8, u8, u8, bool);

/// A constant for each field.
pub(super) fn constants(fields: &BTreeMap<String, String>) -> Outcome<String> {
    let constant = |(name, text): (&String, &String)| {
        let field = field(fields, text).map_err(|e| format!("field {name}: {e}"))?;
        Ok(format!("pub(super) const {name}: Field = {field};\n"))
    };
    fields.iter().map(constant).collect()
}

fn field(fields: &BTreeMap<String, String>, text: &str) -> Outcome<String> {
    let mut words = text.split_whitespace();
    let range = words.next().unwrap_or_default();
    let (mut pieces, mut unit, mut sign, mut scale) =
        (Vec::new(), None, "None".to_owned(), "None".to_owned());
    while let Some(word) = words.next() {
        let mut next = || number::<i64>(words.next().unwrap_or_default());
        match word {
            "by" => unit = Some(next()?),
            "sign" => sign = format!("Some({})", next()?),
            "scale" => scale = format!("Some({})", next()?),
            _ => pieces.extend(pieces_of(fields, word)?),
        }
    }
    let width = pieces.iter().map(|(_, from, width, _)| from + width).max().unwrap_or_default();
    let lowest = pieces.iter().map(|(_, from, ..)| *from).min().unwrap_or_default();
    let (low, high, own) = range_of(range, width, lowest)?;
    let unit = unit.unwrap_or(own);
    let bits = list(pieces.iter().map(|(to, from, width, rounded)| {
        format!("Bits {{ to: {to}, from: {from}, width: {width}, rounded: {rounded} }}")
    }));
    Ok(format!(
        "Field {{ bits: &{bits}, low: {low}, high: {high}, unit: {unit}, sign: {sign}, scale: {scale} }}"
    ))
}

/// Least and greatest number, and the unit.
fn range_of(text: &str, width: u8, lowest: u8) -> Outcome<(String, String, i64)> {
    let (unit, size) = (1i128 << lowest, 1i128 << width);
    // A field of 64 bits holds every number that there is.
    let range = |low: i128, high: i128| (low.to_string(), high.min(i64::MAX.into()).to_string(), 1 << lowest);
    Ok(match text {
        "unsigned" => range(0, size - unit),
        "signed" => range(-size / 2, size / 2 - unit),
        "either" => range(-size / 2, size - unit),
        "whole" => ("i64::MIN".to_owned(), "i64::MAX".to_owned(), 1),
        _ => {
            let (low, high) = text.split_once("..").ok_or_else(|| format!("{text} is no range"))?;
            (number::<i64>(low)?.to_string(), number::<i64>(high)?.to_string(), 1)
        }
    })
}

/// The pieces of `[7:0]@20`, or those of a field.
fn pieces_of(fields: &BTreeMap<String, String>, word: &str) -> Outcome<Vec<Piece>> {
    if let Some(text) = fields.get(word) {
        let parts = text.split_whitespace().skip(1);
        let lists: Outcome<Vec<_>> = parts.map(|part| pieces_of(fields, part)).collect();
        return lists.map(|lists| lists.concat());
    }
    let piece = word.strip_prefix('[').and_then(|rest| rest.split_once(']'));
    let (bits, to) = piece.ok_or_else(|| format!("{word} is no piece of a field"))?;
    let (rounded, to) = match to.strip_prefix('~') {
        Some(to) => (true, to),
        None => (false, to),
    };
    let to = number(to.strip_prefix('@').ok_or_else(|| format!("{word} does not say where it goes"))?)?;
    let (high, low) = bits.split_once(':').unwrap_or((bits, bits));
    let (high, low) = (number::<u8>(high)?, number::<u8>(low)?);
    let width = high.checked_sub(low).ok_or_else(|| format!("{word} ends before it begins"))? + 1;
    Ok(vec![(to, low, width, rounded)])
}
