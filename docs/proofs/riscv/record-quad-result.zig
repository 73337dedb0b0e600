// The call of record-quad-result.c in Zig.
const Quad = extern struct { real: f128 align(64) };

extern fn callee() callconv(.c) Quad;
export fn call() callconv(.c) usize {
	const result = callee();
	const words: [4]u32 = @bitCast(result.real);
	return words[3];
}
