#!/usr/bin/env python3
"""A GCC for the Epiphany that is broken on purpose: broken.py GCC FAULTS OPTIONS...

FAULTS are joined by `+`, or `none`. Each is made in the source that the compiler reads or in the assembly that it
writes; all else is the compiler's own. Faults of called functions are made in f0, f1, ...:

  destroy:R           register R is another one at return
  drop:R              the last restore of register R is left out
  result:SIZE         a scalar result of SIZE bytes is one more
  result-byte:N       byte N of a word result is inverted
  argument:SIZE       a first scalar argument of SIZE bytes is taken for one more
  argument-byte:N     byte N of a first argument of a word is inverted
  member:N            member N of a composite argument is taken for one more

and those of calling ones, and of constants, elsewhere:

  passed:SIZE         a first scalar argument of SIZE bytes is passed as one more
  passed-byte:N       byte N of a first argument of a word is passed inverted
  taken:SIZE          a scalar result of SIZE bytes is taken for one more
  offset:N            the offset of member N is 4 more than it is
"""
import hashlib
import os
import re
import shutil
import sys

SIZES = {
    "char": 1, "signed char": 1, "unsigned char": 1, "short": 2, "unsigned short": 2,
    "int": 4, "unsigned int": 4, "long": 4, "unsigned long": 4, "long long": 8, "unsigned long long": 8,
}


def size(text):
    """Size of an integer type, with or without a parameter's name; None for any other type."""
    return SIZES.get(re.sub(r"\s+a\d+$", "", text.strip()))


def functions(source):
    """Sizes of the result and of the first argument of each function that is declared."""
    out = {}
    for result, name, parameters in re.findall(r"^([a-z][\w ]*?) (f\d+)\((.*)\);?$", source, re.M):
        # A result in memory takes the first register.
        is_plain = result == "void" or size(result) is not None
        first = parameters.split(",")[0]
        out["_" + name] = (size(result), size(first) if is_plain else None)
    return out


def inverted(byte):
    mask = 0x55 << (8 * byte)
    return [f"mov r16,#{mask & 0xFFFF:#x}", f"movt r16,#{mask >> 16:#x}", "eor r0,r0,r16"]


def change(number, size_of, what, fault, byte_fault):
    """Instructions that change what is in r0, if this is what the fault is made in."""
    if what == fault and size_of == number:
        return ["add r0,r0,#1"]
    if what == byte_fault and size_of == 4:
        return inverted(number)
    return []


def without_restore(lines, register):
    """The body of a function without the last restore of a register."""
    for at in range(len(lines) - 1, -1, -1):
        found = re.match(r"\s*(ldrd?)\s+r(\d+),\[(sp|fp),#(\d+)\]$", lines[at])
        if not found:
            continue
        first, base, offset = int(found[2]), found[3], int(found[4])
        is_pair = found[1] == "ldrd"
        if not is_pair and first == register:
            return lines[:at] + lines[at + 1:]
        if is_pair and register in (first, first + 1):
            other = 2 * first + 1 - register
            word = 2 * offset + other - first
            return lines[:at] + [f"\tldr r{other},[{base},#{word}]"] + lines[at + 1:]
    return lines


def body(name, lines, declared, what, number):
    result, first = declared.get(name, (None, None))
    out = []
    if what == "drop" and name in declared:
        lines = without_restore(lines, number)
    if name in declared:
        out += change(number, first, what, "argument", "argument-byte")
    target = {}
    for line in lines:
        words = line.replace(",", " ").split()
        symbol = re.search(r"%low\((_f\d+)\)", line)
        if symbol:
            target[words[1]] = symbol[1]
        called = target.get(words[1]) if len(words) > 1 and words[0] in ("jalr", "jr") else None
        if called in declared:
            out += change(number, declared[called][1], what, "passed", "passed-byte")
        if words[:1] == ["rts"] and name in declared:
            if what == "destroy":
                out.append(f"mov r{number},#85")
            out += change(number, result, what, "result", "result-byte")
        out.append(line)
        if called in declared and words[0] == "jalr":
            out += change(number, declared[called][0], what, "taken", "taken-byte")
    return out


def assembly(text, declared, what, number):
    out, name, lines = [], None, []
    for line in text.splitlines():
        label = re.match(r"(_\w+):$", line)
        if name and re.match(r"\s*\.size\s", line):
            out += body(name, lines, declared, what, number)
            name, lines = None, []
        (lines if name else out).append(line)
        if label and not name:
            name = label[1]
    return "\n".join(out + lines) + "\n"


def source_text(text, what, number):
    if what == "offset":
        return re.sub(rf"(__builtin_offsetof \(.*, m{number}\)),", r"\1 + 4,", text)
    if what == "member":
        return re.sub(rf"(received\d+\[\d+\]\.v\d+ = a\d+\.m{number});", r"\1 + 1;", text)
    return text


def run(command):
    """Exit code of a command."""
    return os.spawnvp(os.P_WAIT, command[0], command)


def main():
    gcc, faults, options = sys.argv[1], sys.argv[2], sys.argv[3:]
    given = [word for word in options if word.endswith(".c")]
    if "-c" not in options or len(given) != 1:
        os.execvp(gcc, [gcc] + options)
    with open(given[0], encoding="utf-8") as file:
        source = file.read()
    output = options[options.index("-o") + 1]
    # The same text is compiled in many runs: it is kept beside this script.
    of_what = "\0".join([gcc, *sorted(faults.split("+")), *options, source])
    kept = os.path.join(os.path.dirname(sys.argv[0]), hashlib.sha256(of_what.encode()).hexdigest() + ".o")
    if not os.path.exists(kept):
        status = compile_text(gcc, faults, options, given[0], source, output)
        if status:
            sys.exit(status)
        partial = f"{kept}.{os.getpid()}"
        shutil.copyfile(output, partial)
        os.replace(partial, kept)
    else:
        shutil.copyfile(kept, output)


def compile_text(gcc, faults, options, name, source, output):
    """Compiles a text with these faults; the exit code."""
    if faults == "none":
        return run([gcc] + options)
    # Beside the object file, in a folder that is removed by whoever compiles.
    folder = output + ".broken"
    os.makedirs(folder, exist_ok=True)
    changed, listing = os.path.join(folder, name), os.path.join(folder, "listing.s")
    chosen = [(what, int(number)) for what, number in (one.split(":") for one in faults.split("+"))]
    text = source
    for what, number in chosen:
        text = source_text(text, what, number)
    with open(changed, "w", encoding="utf-8") as file:
        file.write(text)
    swap = {"-c": "-S", name: changed, output: listing}
    status = run([gcc] + [swap.get(word, word) for word in options])
    if status:
        return status
    with open(listing, encoding="utf-8") as file:
        text = file.read()
    for what, number in chosen:
        text = assembly(text, functions(source), what, number)
    with open(listing, "w", encoding="utf-8") as file:
        file.write(text)
    return run([gcc, "-c", "-o", output, listing])


if __name__ == "__main__":
    main()
