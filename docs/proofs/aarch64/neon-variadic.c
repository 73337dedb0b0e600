/* AARCH64-VAR-15: va_arg gathers an HVA from the saved SIMD registers. float32x4x2_t is one of the types of arm_neon.h. */
#include <arm_neon.h>
#include "proof.h"

word callee(int, ...);

#ifdef CALLER
float32x4x2_t value = { { { 1, 2, 3, 4 }, { 5, 6, 7, 8 } } };
int main(void)
{
	return tell("the first lane", 0x3f800000, callee(1, value));
}
#else
word callee(int count, ...)
{
	__builtin_va_list list;
	__builtin_va_start(list, count);
	float32x4x2_t got = __builtin_va_arg(list, float32x4x2_t);
	__builtin_va_end(list);
	float first = vgetq_lane_f32(got.val[0], 0);
	unsigned bits;
	__builtin_memcpy(&bits, &first, sizeof bits);
	return bits;
}
#endif
