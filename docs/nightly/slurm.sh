#!/usr/bin/env bash
# A campaign as a Slurm job array, a shard a task; see ../nightly.md. Every night:
#
#   night=$(($(cat stores/night 2>/dev/null || echo 0) + 1)); mkdir -p stores; echo "$night" >stores/night
#   job=$(sbatch --parsable slurm.sh --cases $((night * 100000)) --target nyuzi)
#   sbatch --dependency="afterany:$job" --wrap 'crosscall report --format text stores/shard-*'
#
# Options behind the name of this file are those of `crosscall run`, and have to be the same in every night, but for --cases: each night
# adds as many cases as the first one had.
#SBATCH --job-name=crosscall
#SBATCH --array=1-4
#SBATCH --cpus-per-task=2
#SBATCH --mem-per-cpu=2G
#SBATCH --time=08:30:00
#SBATCH --output=crosscall-%A-%a.log
# A TERM some time before the end: the batches at work are finished and reported.
#SBATCH --signal=B:TERM@600
#SBATCH --requeue
set -u

stores=${STORES:-stores}
mkdir -p -- "$stores"
# In the background, so that the signal reaches it at once.
crosscall run --store "$stores/shard-$SLURM_ARRAY_TASK_ID" --shard auto --quiet "$@" &
run=$!
trap 'kill -TERM "$run"' TERM
code=0
wait "$run" || code=$?
# A trapped signal ends the first wait.
if kill -0 "$run" 2>/dev/null; then
    code=0
    wait "$run" || code=$?
fi
# Findings are no failure of the task: the merged report counts them.
[ "$code" -eq 1 ] && code=0
exit "$code"
