#!/bin/bash -eu
# Builds all fuzz targets with their seeds and dictionaries into $OUT, as ClusterFuzzLite and OSS-Fuzz call it: with
# cargo-fuzz and a nightly compiler, and the flags of their engine in the environment. Elsewhere a stable compiler will do
# with SANITIZER=none.
cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.."
: "${OUT:?is the folder for what is built}"

# In a build for coverage their cargo builds in its own way, and takes no notice of the rest of the line.
cargo fuzz build -O --debug-assertions --sanitizer "${SANITIZER:-address}"

host=$(rustc -vV | sed -n 's/^host: //p')
folder=$(cargo metadata --format-version 1 --no-deps | sed -n 's/.*"target_directory":"\([^"]*\)".*/\1/p')
seeds=$(mktemp -d)
for source in fuzz/fuzz_targets/*.rs; do
    target=$(basename -- "$source" .rs)
    cp -- "$folder/$host/release/$target" "$OUT/"
    [ ! -f "fuzz/dictionaries/$target.dict" ] || cp -- "fuzz/dictionaries/$target.dict" "$OUT/"
    # It is an ordinary program: with the engine's flags it could not be linked.
    env -u RUSTFLAGS -u CFLAGS -u CXXFLAGS \
        cargo run --quiet --package crosscall-fuzz --example seeds -- "$target" "$seeds/$target"
    if [ -n "$(ls -A -- "$seeds/$target")" ]; then
        rm -f -- "$OUT/${target}_seed_corpus.zip"
        (cd -- "$seeds/$target" && zip -q -r "$seeds/$target.zip" .)
        mv -- "$seeds/$target.zip" "$OUT/${target}_seed_corpus.zip"
    fi
done
rm -rf -- "$seeds"
