//! The demands of the fuzz targets on a few inputs at random: `cargo fuzz` tries more of them.

use crosscall_selftest::fuzzing;
use proptest::prelude::*;

/// Demand of a fuzz target on bytes.
type Demand = fn(&[u8]) -> Result<(), String>;

/// By the name of its fuzz target.
const DEMANDS: [(&str, Demand); 12] = [
    ("assembler", fuzzing::assembler),
    ("audit", fuzzing::audit),
    ("case_file", fuzzing::case_file),
    ("config_file", fuzzing::config_file),
    ("declaration", fuzzing::declaration),
    ("known_list", fuzzing::known_list),
    ("machine_decode", fuzzing::machine_decode),
    ("machine_link", fuzzing::machine_link),
    ("machine_run", fuzzing::machine_run),
    ("pipeline", fuzzing::pipeline),
    ("recorded", fuzzing::recorded),
    ("store", fuzzing::store),
];

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(2) })]

    #[test]
    fn every_demand_is_met_by_bytes_at_random(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        for (name, demand) in DEMANDS {
            prop_assert_eq!(demand(&bytes), Ok(()), "{}", name);
        }
    }
}
