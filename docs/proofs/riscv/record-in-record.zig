// The call of record-in-record.c in Zig.
const Two = extern struct { reals: [2]f32 };

extern fn callee(argument: Two) callconv(.c) usize;
export var value: Two = .{ .reals = .{ 1.5, 2.5 } };
export fn call() callconv(.c) usize {
	return callee(value);
}
