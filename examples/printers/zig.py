#!/usr/bin/env python3
"""Zig as a printer for crosscall: writes Zig and compiles it with `zig build-obj`.

crosscall run --target riscv64-lp64d --printer zig='python3 examples/printers/zig.py -OReleaseFast'

The compiler is `zig`, or the command in the environment variable ZIG, such as `python3 -m ziglang`. Arguments are passed on to it.
"""

import json
import os
import shlex
import subprocess
import sys

ZIG = shlex.split(os.environ.get("ZIG", "zig"))
# Zig takes the ABI of RISC-V from the features of the processor.
FEATURES = {"ilp32e": "e+m+a+c"}
FEATURES |= dict.fromkeys(["ilp32", "lp64"], "m+a+c")
FEATURES |= dict.fromkeys(["ilp32f", "lp64f"], "m+a+f+c")
FEATURES |= dict.fromkeys(["ilp32d", "lp64d"], "m+a+f+d+c")
OTHERS = {"x86_64": ["-target", "x86_64-linux-none"], "aarch64": ["-target", "aarch64-linux-none"]}
FUNCTION_POINTER = "?*align(1) const fn () callconv(.c) void"


def options_of(target):
    """The options that choose a target; none of a target that Zig is not asked for."""
    processor, _, abi = target.partition("-")
    if abi in FEATURES:
        generic = f"generic_{processor.replace('riscv', 'rv')}+{FEATURES[abi]}"
        return ["-target", f"{processor}-freestanding-none", f"-mcpu={generic}"]
    return OTHERS.get(target)


class Refused(Exception):
    """A reason for which a case is not written."""


class Text:
    """The text of one case."""

    def __init__(self, case):
        self.case = case
        self.types = {ty["name"]: ty for ty in case["types"]}
        self.lines = []

    def integer(self, ty):
        return f"{'i' if ty['signed'] else 'u'}{8 * ty['size']}"

    def bits(self, ty):
        """Bits of a number, which its bytes may have more of."""
        return 80 if ty.get("format") == "binary80" else 8 * ty["size"]

    def type(self, name):
        """A type as Zig has it; records and enumerations have names of their own."""
        ty = self.types[name]
        kind = ty["kind"]
        if kind == "integer":
            return self.integer(ty)
        if kind == "float" and ty["format"] != "bfloat16":
            return f"f{self.bits(ty)}"
        if kind == "array":
            return f"[{ty['length']}]{self.type(ty['element'])}"
        words = {"bool": "bool", "pointer": "?*anyopaque", "function-pointer": FUNCTION_POINTER}
        if kind in ("struct", "union", "enum"):
            return name
        if kind not in words:
            raise Refused(f"Zig has no {ty.get('format', kind)} of C")
        return words[kind]

    def symbol(self, name):
        """A name that may be one of Zig's own, as `f32` is."""
        return f'@"{name}"'

    def define(self, ty):
        if ty["kind"] == "enum":
            tags = [f"e{i} = {value}" for i, value in enumerate(dict.fromkeys(ty["constants"]))]
            self.lines.append(f"const {ty['name']} = enum({self.integer(ty)}) {{ {', '.join(tags)}, _ }};")
        elif ty["kind"] in ("struct", "union"):
            members = [self.member(ty, i, member) for i, member in enumerate(ty["members"])]
            if not members and ty["kind"] == "union":
                raise Refused("Zig has no unions without members")
            self.lines.append(f"const {ty['name']} = extern {ty['kind']} {{ {', '.join(members)} }};")

    def member(self, ty, number, member):
        if "bits" in member:
            raise Refused("Zig has no bit-fields of C")
        if "flexible" in member:
            raise Refused("Zig has no flexible array members")
        align = 1 if ty["packed"] else self.types[member["type"]]["align"]
        align = max(align, member.get("aligned", 1), ty.get("aligned", 1) if number == 0 else 1)
        return f"{member['name']}: {self.type(member['type'])} align({align})"

    def value(self, name, value):
        ty = self.types[name]
        kind = ty["kind"]
        if isinstance(value, dict):
            member = next(m for m in ty["members"] if m["name"] == value["member"])
            return f".{{ .{member['name']} = {self.value(member['type'], value['value'])} }}"
        if kind == "array":
            return ".{ " + ", ".join(self.value(ty["element"], item) for item in value) + " }"
        if isinstance(value, list):
            items = zip(ty["members"], value)
            return ".{ " + ", ".join(f".{m['name']} = {self.value(m['type'], item)}" for m, item in items) + " }"
        if kind == "bool":
            return str(value != "0x0").lower()
        if kind in ("pointer", "function-pointer"):
            return "null" if value == "0x0" else f"@ptrFromInt({value})"
        bits = f"@as(u{self.bits(ty)}, {value})"
        if kind == "enum":
            return f"@enumFromInt(@as({self.integer(ty)}, @bitCast({bits})))"
        return f"@bitCast({bits})"

    def head(self, name):
        """The function that is tested, without its body."""
        parameters = [f"a{i}: {self.type(ty)}" for i, ty in enumerate(self.case["parameters"])]
        parameters += ["..."] * (self.case["unnamed"] is not None)
        result = self.type(self.case["result"]) if self.case["result"] else "void"
        return f"fn {self.symbol(name)}({', '.join(parameters)}) callconv(.c) {result}"

    def store(self, store):
        bytes_, value = store["bytes"], f"a{store.get('argument')}"
        if store["from"] == "constant":
            ty, value = f"u{8 * bytes_}", store["value"]
        elif store["from"] == "widened":
            own = self.types[store["type"]]
            ty = "i64" if own.get("signed") else "u64"
            value = {"bool": f"@intFromBool({value})", "enum": f"@intFromEnum({value})"}.get(own["kind"], value)
        else:
            ty = self.type(store["type"])
            value = (self.case["return"] or "r") if store["from"] == "result" else value
            value += "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in store["path"])
        slots = self.case["slots"]
        place = f"&{slots['symbol']}[{store['slot'] * slots['bytes']}]"
        self.lines.append(f"    @as(*{ty}, @ptrCast(@alignCast({place}))).* = {value};")

    def write(self, role):
        case = self.case
        for ty in case["types"]:
            self.type(ty["name"])
            self.define(ty)
        for thing in case["objects"]:
            if self.types[thing["type"]]["size"] == 0:
                raise Refused("Zig exports no objects without bytes")
            value = self.value(thing["type"], thing["value"])
            self.lines.append(f"export var {thing['symbol']}: {self.type(thing['type'])} = {value};")
        if case["numbers"]:
            numbers = ", ".join(self.number(number) for number in case["numbers"]["of"])
            count = len(case["numbers"]["of"])
            self.lines.append(f"export var {case['numbers']['symbol']} = [{count}]u32{{ {numbers} }};")
        if case["slots"]:
            size = case["slots"]["count"] * case["slots"]["bytes"]
            self.lines.append(f"export var {case['slots']['symbol']}: [{size}]u8 align(16) = @splat(0);")
        if role == "callee":
            self.callee()
        elif role == "caller":
            self.caller()
        return self.lines

    def callee(self):
        case = self.case
        if case["unnamed"] is not None:
            raise Refused("Zig has no definitions of variadic functions on this target")
        if case["call"]:
            self.lines.append(f"extern fn {case['call']['symbol']}() callconv(.c) void;")
        used = {store.get("argument") for store in case["stores"]}
        self.lines += ["export " + self.head(case["define"]) + " {", "    @setRuntimeSafety(false);"]
        self.lines += [f"    _ = a{i};" for i in range(len(case["parameters"])) if i not in used]
        if case["call"]:
            self.lines += [f"    {case['call']['symbol']}();"] * case["call"]["times"]
        for store in case["stores"]:
            self.store(store)
        if case["return"]:
            self.lines.append(f"    return {case['return']};")
        self.lines.append("}")

    def caller(self):
        case, call = self.case, self.case["call"]
        self.lines.append("extern " + self.head(call["symbol"]) + ";")
        self.lines += [f"export fn {case['define']}() callconv(.c) void {{", "    @setRuntimeSafety(false);"]
        statement = f"{self.symbol(call['symbol'])}({', '.join(call['arguments'])});"
        uses_result = any(store["from"] == "result" for store in case["stores"])
        first = "_ = " if case["result"] else ""
        last = "const r = " if uses_result else first
        self.lines += [f"    {first}{statement}"] * (call["times"] - 1) + [f"    {last}{statement}"]
        for store in case["stores"]:
            self.store(store)
        self.lines.append("}")

    def number(self, number):
        ty = self.type(number["type"])
        if number["what"] == "offset" and self.types[number["type"]]["kind"] == "union":
            return "0"
        if number["what"] == "signed":
            return str(int(self.types[number["type"]]["signed"]))
        words = {"size": "@sizeOf", "align": "@alignOf", "offset": "@offsetOf"}
        member = f', "{number["member"]}"' if "member" in number else ""
        return f"{words[number['what']]}({ty}{member})"


def main():
    if sys.argv[-1] == "--version":
        version = subprocess.run(ZIG + ["version"], capture_output=True, text=True, check=True)
        print("zig " + version.stdout.strip())
        return
    request = json.load(sys.stdin)
    target = options_of(request["target"])
    if request["version"] != 1 or not target:
        sys.exit("zig.py: requests of version 1 are understood, for RISC-V, x86-64 and AArch64")
    lines, refused = [], []
    for case in request["cases"]:
        try:
            lines += Text(case).write(request["role"])
        except Refused as reason:
            refused.append({"case": case["case"], "reason": str(reason)})
    with open("unit.zig", "w", encoding="ascii") as file:
        file.write("\n".join(lines) + "\n")
    options = target + ["-fno-stack-check", "-fstrip", "--cache-dir", "."]
    command = ZIG + ["build-obj", "unit.zig", f"-femit-bin={request['output']}"] + options + sys.argv[1:]
    # What the compiler prints is for people.
    status = subprocess.run(command, stdout=sys.stderr, check=False).returncode
    if status:
        sys.exit(status if status > 0 else 1)
    json.dump({"version": 1, "refused": refused}, sys.stdout)


main()
