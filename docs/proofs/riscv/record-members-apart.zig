// The call of record-members-apart.c in Zig.
const Pair = extern struct { real: f32, whole: c_int };

extern fn callee(a: usize, b: usize, c: usize, d: usize, e: usize, f: usize, g: usize, h: usize, last: Pair) callconv(.c) usize;
export var value: Pair = .{ .real = 2.1725, .whole = 0x0f0e0d0c };
export fn call() callconv(.c) usize {
	return callee(1, 2, 3, 4, 5, 6, 7, 8, value);
}
