here=$(dirname "$0")
out=$(mktemp -d) || exit 2
trap 'rm -rf "$out"' EXIT

have() { command -v "$1" >/dev/null 2>&1; }
missing() {
	echo "$1 is missing: $2" >&2
	exit 77
}

# A compiler that somebody names without the ABI gets it.
with_abi() {
	case $1 in
	*-mabi=* | *--target=* | *rustc*) echo "$1" ;;
	*clang*) echo "$1 $of_clang" ;;
	*) echo "$1${of_gcc:+ $of_gcc}" ;;
	esac
}
caller=$(with_abi "${CALLER_CC:-$caller}")
callee=$(with_abi "${CALLEE_CC:-$callee}")
# The program of a command, which may begin with a variable of its environment.
program() {
	name=${1#env [A-Z]*=* }
	echo "${name%% *}"
}
for side in caller callee; do
	eval "name=\$(program \"\$$side\")"
	variable=$(echo "$side" | tr a-z A-Z)_CC
	have "$name" || missing "$name" "it compiles the $side; name another compiler with its options in $variable"
done
# The start of the program is in C.
case $caller in
*rustc*) starter=$callee ;;
*) starter=$caller ;;
esac
case $starter in
*rustc*) starter="${prefix}gcc${of_gcc:+ $of_gcc}" ;;
esac
# The processor itself runs the program, or qemu.
runner=${QEMU:-}
if [ -z "$runner" ] && [ "$(uname -s -m)" != "Linux $machine" ]; then
	runner=qemu-$machine
fi
[ -z "$runner" ] || have "${runner%% *}" || missing "${runner%% *}" "it runs the program; Debian's package qemu-user has it"

# The commands are several words.
# shellcheck disable=SC2086
compile() {
	case $2 in
	# The assembly text is about every register that a processor has. One with few has no floating-point registers.
	*.s)
		if [ -n "$few_registers" ]; then
			sed '/^	f[lmrs]/d' "$here/$2"
		else
			cat "$here/$2"
		fi >"$out/$2"
		$starter $assembler -Wno-unused-command-line-argument -c -o "$out/${2%.*}.o" "$out/$2"
		;;
	start.c) $1 $flags $defines -o "$out/start.o" "$here/start.c" ;;
	*.rs) $1 $rust_flags -o "$out/${2%.*}.o" "$here/$2" ;;
	*) $1 $flags -o "$out/${2%.*}.o" "$here/$2" ;;
	esac
}
# The judged compiler compiles the function or the call that is wrong, and the start is no part of that.
compile "$starter" start.c || exit 2
for file in $files; do
	case ${file%%:*} in
	caller) compiler=$caller ;;
	*) compiler=$callee ;;
	esac
	compile "$compiler" "${file#*:}" && continue
	[ "$kind" = layout ] || exit 2
	echo "expected: every assertion of standalone.c holds"
	echo "seen: the compiler says that one does not, or it does not take the file"
	exit 1
done

# The compiler's own linker is tried first: GNU ld for GCC, ld.lld for clang. One that does not know an object is passed over.
linkers() {
	if [ -n "${LD:-}" ]; then
		echo "$LD"
		return
	fi
	for command in "$caller" "$callee"; do
		case $command in
		*clang*) $command -print-prog-name=ld.lld ;;
		*) $command -print-prog-name=ld ;;
		esac
	done 2>/dev/null | grep -v '^ld$'
	printf '%s\n' "${prefix}ld" "$machine-linux-gnu-ld" ld.lld
}
# What a compiler calls for arithmetic that the processor does not have.
runtime() {
	for command in "$caller" "$callee" "${prefix}gcc${of_gcc:+ $of_gcc}"; do
		library=$($command -print-libgcc-file-name 2>/dev/null) && [ -f "$library" ] && echo "$library" && return
	done
}
library=$(runtime)
objects=
for object in "$out"/*.o; do objects="$objects $object"; done
linked=
tried=
for linker in $(linkers); do
	have "$linker" || continue
	tried=$linker
	# shellcheck disable=SC2086
	if "$linker" $linking -o "$out/program" $objects ${library:+"$library"} 2>"$out/said"; then
		linked=$linker
		break
	fi
done
[ -n "$tried" ] || missing "a linker for $platform" "install ld.lld or ${prefix}ld, or name one in LD"
if [ -z "$linked" ]; then
	cat "$out/said" >&2
	exit 2
fi

limit=
if have timeout; then limit="timeout 20"; fi
status=0
$limit $runner "$out/program" || status=$?
echo "expected: $expected"
case $status in
0) echo "seen: main returns 0" ;;
? | ??) echo "seen: main returns $status: $(meaning "$status")" ;;
124) echo "seen: the program does not come to its end" ;;
*) echo "seen: the program ends with status $status before it has said all" ;;
esac
[ "$status" -ne 0 ] || exit 0
[ -z "$told" ] || echo "with the compiler of the finding: $told"
exit 1
