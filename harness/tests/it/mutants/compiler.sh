# What a compiler for the Nyuzi is told and gives. `here` holds the texts that it knows, `crosscall` is the program.
out= source= way=-c
for word; do
	case $word in
	--version) echo 'clang version 9.0.0 (a stand-in)'; exit 0 ;;
	-dumpmachine) exit 1 ;;
	-S) way=-S ;;
	esac
done
while [ $# -gt 0 ]; do
	case $1 in
	-o) out=$2; shift ;;
	*.c | *.s) source=$1 ;;
	esac
	shift
done
case $source in
*.s) text=$source ;;
capability*) text=$here/capability.s ;;
*)
	name=${source##*/}
	declarations=$(grep '^/\* case [0-9]*: ' "$source")
	if [ "$(printf '%s\n' "$declarations" | wc -l)" -gt 1 ]; then
		folder=all
	else
		folder=alone$(grep -nxF "$declarations" "$here/declarations" | head -n 1 | cut -d: -f1)
	fi
	text=$here/$folder/${name%.c}.s
	;;
esac
[ -e "$text" ] || { echo "error: $source: nobody knows it" >&2; exit 1; }
if [ "$way" = -S ]; then
	cp "$text" "$out"
else
	"$crosscall" machine asm --target nyuzi -o "$out" "$text"
fi
