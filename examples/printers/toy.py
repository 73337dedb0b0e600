#!/usr/bin/env python3
"""A compiler for functions of integers on 64-bit RISC-V, as a printer for crosscall.

crosscall run --target riscv64-lp64d --printer toy='python3 examples/printers/toy.py'
"""

import json
import sys

LOADS = {(1, True): "lb", (1, False): "lbu", (2, True): "lh", (2, False): "lhu"}
STORES = {1: "sb", 2: "sh", 4: "sw", 8: "sd"}
REGISTERS = 8  # a0 to a7


class Refused(Exception):
    """A reason for which a case is not compiled."""


def load(ty):
    """The instruction that loads a value into a register, extended as the calling convention wants it there."""
    # Values of 32 bits are extended by their highest bit whether they have a sign or not.
    return {4: "lw", 8: "ld"}.get(ty["size"]) or LOADS[ty["size"], ty.get("signed", False)]


class Function:
    """The code and the data of one case."""

    def __init__(self, case):
        self.case = case
        self.types = {ty["name"]: ty for ty in case["types"]}
        self.code = []
        self.data = []
        if case["unnamed"] is not None:
            raise Refused("no variadic functions")
        for name in case["parameters"] + [case["result"]] * (case["result"] is not None):
            self.check(self.types[name])

    def check(self, ty):
        if ty["kind"] not in ("bool", "integer", "enum", "pointer", "function-pointer"):
            raise Refused("no values of kind " + ty["kind"])
        if ty["size"] > 8:
            raise Refused("no integers of more than 8 bytes")

    def emit(self, *lines):
        self.code += ["\t" + line for line in lines]

    def begin(self, frame):
        name = self.case["define"]
        self.code += ["\t.text", f"\t.globl {name}", f"\t.type {name}, @function", f"{name}:"]
        self.emit(f"addi sp, sp, -{frame}", f"sd ra, {frame - 8}(sp)")

    def end(self, frame):
        name = self.case["define"]
        self.emit(f"ld ra, {frame - 8}(sp)", f"addi sp, sp, {frame}", "ret", f".size {name}, .-{name}")

    def objects(self):
        for thing in self.case["objects"]:
            image = bytes.fromhex(thing["image"])
            self.place(thing["symbol"], ".byte " + ", ".join(str(byte) for byte in image), len(image))
        if self.case["slots"]:
            size = self.case["slots"]["count"] * self.case["slots"]["bytes"]
            self.place(self.case["slots"]["symbol"], f".zero {size}", size)

    def place(self, name, contents, size):
        self.data += [
            f"\t.data\n\t.balign 16\n\t.globl {name}\n\t.type {name}, @object\n\t.size {name}, {size}",
            f"{name}:\t{contents}",
        ]

    def store(self, find):
        """Fills the slots; `find` writes code that gets an argument or the result into t0."""
        for store in self.case["stores"]:
            if store["from"] == "constant":
                self.emit(f"li t0, {store['value']}")
            else:
                find(store)
            to = store["slot"] * self.case["slots"]["bytes"]
            self.emit(f"la t1, {self.case['slots']['symbol']} + {to}", f"{STORES[store['bytes']]} t0, 0(t1)")

    def callee(self):
        count = len(self.case["parameters"])
        frame = (8 * min(count, REGISTERS) + 8 + 15) // 16 * 16
        self.begin(frame)
        for i in range(min(count, REGISTERS)):
            self.emit(f"sd a{i}, {8 * i}(sp)")
        if self.case["call"]:
            self.emit(*["call " + self.case["call"]["symbol"]] * self.case["call"]["times"])

        def find(store):
            if store["from"] == "result":
                self.emit(f"la t0, {self.case['return']}", f"{load(self.types[store['type']])} t0, 0(t0)")
                return
            i, ty = store["argument"], self.types[store["type"]]
            at = 8 * i if i < REGISTERS else frame + 8 * (i - REGISTERS)
            # An unsigned enumeration is the one type that is not widened as it is passed.
            wide = ty["size"] == 4 and not ty.get("signed") and store["from"] == "widened"
            self.emit(f"{'lwu' if wide else load(ty)} t0, {at}(sp)")

        self.store(find)
        if self.case["return"]:
            self.emit(f"la a0, {self.case['return']}", f"{load(self.types[self.case['result']])} a0, 0(a0)")
        self.end(frame)

    def caller(self):
        call = self.case["call"]
        count = len(call["arguments"])
        stack = 8 * max(count - REGISTERS, 0)
        frame = (stack + 8 + 15) // 16 * 16
        self.begin(frame)
        for _ in range(call["times"]):
            for i, (name, ty) in enumerate(zip(call["arguments"], self.case["parameters"])):
                ty = self.types[ty]
                to = f"a{i}" if i < REGISTERS else "t0"
                self.emit(f"la {to}, {name}", f"{load(ty)} {to}, 0({to})")
                if i >= REGISTERS:
                    self.emit(f"sd t0, {8 * (i - REGISTERS)}(sp)")
            self.emit("call " + call["symbol"])
        self.store(lambda store: self.emit("mv t0, a0"))
        self.end(frame)


def compile_case(role, case):
    function = Function(case)
    if role == "layout":
        raise Refused("no constants of layouts")
    function.objects()
    getattr(function, role)()
    return function.code + function.data


def main():
    if sys.argv[1:] == ["--version"]:
        print("toy 1.0")
        return
    request = json.load(sys.stdin)
    if request["version"] != 1 or not request["target"].startswith("riscv64-"):
        sys.exit("toy: this is a compiler for riscv64 and requests of version 1")
    lines, refused = [], []
    for case in request["cases"]:
        try:
            lines += compile_case(request["role"], case)
        except Refused as reason:
            refused.append({"case": case["case"], "reason": str(reason)})
    with open(request["output"], "w", encoding="ascii") as file:
        file.write("\n".join(lines) + "\n")
    json.dump({"version": 1, "refused": refused}, sys.stdout)


main()
