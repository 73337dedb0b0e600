#!/bin/bash -eu
# Builds all fuzz targets with their seeds and dictionaries into $OUT, as ClusterFuzzLite and OSS-Fuzz call it: in the
# repository's folder, with cargo-fuzz and the engine's flags set.
cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.."
: "${OUT:?is the folder for what is built}"

cargo fuzz build -O
for target in $(cargo fuzz list); do
    cp -- "fuzz/target/$(rustc -vV | sed -n 's/^host: //p')/release/$target" "$OUT/" 2>/dev/null ||
        cp -- "target/$(rustc -vV | sed -n 's/^host: //p')/release/$target" "$OUT/"
    [ ! -f "fuzz/dictionaries/$target.dict" ] || cp -- "fuzz/dictionaries/$target.dict" "$OUT/"
    seeds=$(mktemp -d)
    cargo run --release --package crosscall-fuzz --example seeds -- "$target" "$seeds"
    if [ -n "$(ls -A -- "$seeds")" ]; then
        (cd -- "$seeds" && zip -q -r - .) >"$OUT/${target}_seed_corpus.zip"
    fi
    rm -rf -- "$seeds"
done
