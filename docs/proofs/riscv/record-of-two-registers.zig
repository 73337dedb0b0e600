// The call of record-of-two-registers.c in Zig.
const Five = extern struct { bytes: [5]u8 };

extern fn callee(argument: Five, behind: c_int) callconv(.c) usize;
export var value: Five = .{ .bytes = .{ 1, 2, 3, 4, 5 } };
export fn call() callconv(.c) usize {
	return callee(value, 0x15141312);
}
