// The call of record-packed-result.c in Zig.
const Packed = extern struct { first: u8, real: f32 align(1) };

extern fn callee() callconv(.c) Packed;
export fn call() callconv(.c) usize {
	const result = callee();
	return @as(u32, @bitCast(result.real));
}
