#!/usr/bin/env python3
"""libffi's `ffi_call` as a printer for crosscall: calls are made by the library, not by the C compiler that this needs.

crosscall run --target riscv64-lp64d --pairing caller --support libffi.a \\
    --printer libffi='python3 examples/printers/libffi.py riscv64-unknown-elf-gcc -O2 -Ilibffi/include'

The arguments are a C compiler for the target with its flags. libffi.a and ffi.h come from libffi's sources:

./configure --host=riscv64-unknown-elf --disable-shared CC='riscv64-unknown-elf-gcc …' && make
"""

import json
import subprocess
import sys

BASIC = {"bool": "uint8", "pointer": "pointer", "function-pointer": "pointer"}
FLOATS = {"binary32": "float", "binary64": "double", "binary128": "longdouble"}


class Refused(Exception):
    """A reason for which a case is not written."""


class Text:
    """The text of one case."""

    def __init__(self, case):
        self.case = case
        self.types = {ty["name"]: ty for ty in case["types"]}
        self.lines = []

    def type(self, name):
        """The address of libffi's description of a type."""
        ty = self.types[name]
        kind = ty["kind"]
        if kind == "struct":
            return "&" + name
        if kind in ("integer", "enum") and ty["size"] <= 8:
            return f"&ffi_type_{'s' if ty['signed'] else 'u'}int{8 * ty['size']}"
        basic = FLOATS.get(ty["format"]) if kind == "float" else BASIC.get(kind)
        if basic is None:
            what = f"integers of {ty['size']} bytes" if kind == "integer" else "type " + ty.get("format", kind)
            raise Refused("libffi has no " + what)
        return "&ffi_type_" + basic

    def members(self, name):
        """Types of the members of a structure, with those of an array one by one."""
        ty = self.types[name]
        if ty["kind"] == "array":
            return self.members(ty["element"]) * ty["length"]
        return [self.type(name)]

    def define(self, ty):
        if ty["kind"] != "struct":
            return
        plain = all("bits" not in m and "aligned" not in m and "flexible" not in m for m in ty["members"])
        if ty["packed"] or "aligned" in ty or not plain or not ty["members"]:
            raise Refused("libffi has no structures but plain ones")
        members = [address for member in ty["members"] for address in self.members(member["type"])]
        self.lines.append(f"static ffi_type *{ty['name']}_members[] = {{ {', '.join(members)}, 0 }};")
        self.lines.append(f"static ffi_type {ty['name']} = {{ 0, 0, FFI_TYPE_STRUCT, {ty['name']}_members }};")

    def array(self, name, size, contents=""):
        return f"unsigned char {name}[{max(size, 1)}] __attribute__((aligned(16))){contents};"

    def caller(self):
        case, call = self.case, self.case["call"]
        for ty in case["types"]:
            self.define(ty)
        for thing in case["objects"]:
            image = bytes.fromhex(thing["image"])
            contents = " = { " + ", ".join(str(byte) for byte in image) + " }"
            self.lines.append(self.array(thing["symbol"], len(image), contents))
        slots = case["slots"]
        if slots:
            self.lines.append(self.array(slots["symbol"], slots["count"] * slots["bytes"]))
        types = [self.type(name) for name in case["parameters"] + (case["unnamed"] or [])]
        # An integer is returned in at least the size of a register.
        size, result = 16, "&ffi_type_void"
        if case["result"]:
            size, result = max(16, self.types[case["result"]]["size"]), self.type(case["result"])
        how, counts = "", str(len(types))
        if case["unnamed"] is not None:
            how, counts = "_var", f"{len(case['parameters'])}, {len(types)}"
        self.lines += [
            f"void {call['symbol']}(void);",
            f"void {case['define']}(void)",
            "{",
            f"\tffi_type *types[] = {{ {', '.join(types + ['0'])} }};",
            f"\tvoid *values[] = {{ {', '.join(call['arguments'] + ['0'])} }};",
            "\tffi_cif cif;",
            "\t" + self.array("result", size),
            f"\tif (ffi_prep_cif{how}(&cif, FFI_DEFAULT_ABI, {counts}, {result}, types) != FFI_OK)",
            "\t\treturn;",
        ]
        self.lines += [f"\tffi_call(&cif, {call['symbol']}, result, values);"] * call["times"]
        for store in case["stores"]:
            place, count = f"{slots['symbol']} + {store['slot'] * slots['bytes']}", store["bytes"]
            if store["from"] == "constant":
                self.lines.append(f"\t*(unsigned int *)({place}) = {store['value']};")
            else:
                self.lines.append(f"\t__builtin_memcpy({place}, result + {store['offset']}, {count});")
        self.lines.append("}")
        return self.lines


def main():
    compiler = sys.argv[1:]
    if compiler[-1:] == ["--version"]:
        macros = compiler[:-1] + ["-E", "-dM", "-include", "ffi.h", "-x", "c", "/dev/null"]
        lines = subprocess.run(macros, capture_output=True, text=True, check=False).stdout.splitlines()
        versions = [line.split('"')[1] for line in lines if line.startswith("#define FFI_VERSION_STRING")]
        print("libffi", *versions)
        return
    request = json.load(sys.stdin)
    lines, refused = ["#include <ffi.h>"], []
    for case in request["cases"]:
        try:
            if request["role"] != "caller":
                raise Refused("ffi_call only calls")
            lines += Text(case).caller()
        except Refused as reason:
            refused.append({"case": case["case"], "reason": str(reason)})
    with open("unit.c", "w", encoding="ascii") as file:
        file.write("\n".join(lines) + "\n")
    status = subprocess.run(compiler + ["-c", "unit.c", "-o", request["output"]], check=False).returncode
    if status:
        sys.exit(status if status > 0 else 1)
    json.dump({"version": 1, "refused": refused}, sys.stdout)


main()
