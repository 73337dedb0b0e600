//! Maps as sequences of pairs, for `#[serde(with)]`: JSON has no keys but strings.

use serde::de::{Deserialize, Deserializer, Error};
use serde::ser::{Serialize, Serializer};

/// Writes a map as a sequence of its pairs, in the order of the map.
///
/// # Errors
/// Those of the serializer.
pub fn serialize<'a, M, K, V, S>(map: &'a M, to: S) -> Result<S::Ok, S::Error>
where
    &'a M: IntoIterator<Item = (&'a K, &'a V)>,
    K: Serialize + 'a,
    V: Serialize + 'a,
    S: Serializer,
{
    to.collect_seq(map)
}

/// Reads a map from a sequence of pairs.
///
/// # Errors
/// Anything but pairs of keys and values; a key that occurs twice.
pub fn deserialize<'de, M, K, V, D>(from: D) -> Result<M, D::Error>
where
    M: FromIterator<(K, V)>,
    for<'a> &'a M: IntoIterator,
    K: Deserialize<'de>,
    V: Deserialize<'de>,
    D: Deserializer<'de>,
{
    let pairs = Vec::<(K, V)>::deserialize(from)?;
    let count = pairs.len();
    let map: M = pairs.into_iter().collect();
    if (&map).into_iter().count() < count {
        return Err(D::Error::custom("a key occurs twice"));
    }
    Ok(map)
}

#[cfg(test)]
mod tests {
    use crate::target::Register;
    use crate::{Pairing, Target};
    use serde::{Deserialize, Serialize};
    use std::collections::{BTreeMap, HashMap};

    #[derive(Debug, PartialEq, Serialize, Deserialize)]
    struct Maps {
        #[serde(with = "super")]
        ordered: BTreeMap<(Target, Register), Option<Pairing>>,
        #[serde(with = "super")]
        hashed: HashMap<u128, String>,
    }

    #[test]
    fn maps_with_any_keys_survive() {
        let maps = Maps {
            ordered: [
                ((Target::Epiphany, Register(3)), Some(Pairing::Cross)),
                ((Target::Dpu, Register(0)), None),
            ]
            .into(),
            hashed: [(u128::MAX, "most".to_owned())].into(),
        };
        let json = serde_json::to_string(&maps).unwrap();
        assert_eq!(
            json,
            r#"{"ordered":[[["epiphany",3],"cross"],[["dpu",0],null]],"hashed":[[340282366920938463463374607431768211455,"most"]]}"#
        );
        assert_eq!(serde_json::from_str::<Maps>(&json).unwrap(), maps);
    }

    #[test]
    fn a_key_occurs_once() {
        let json = r#"{"ordered":[[["dpu",0],null],[["dpu",0],"tool"]],"hashed":[]}"#;
        let error = serde_json::from_str::<Maps>(json).unwrap_err().to_string();
        assert!(error.starts_with("a key occurs twice"), "{error}");
    }
}
