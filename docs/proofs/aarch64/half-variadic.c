/* AARCH64-VAR-15: va_arg takes an HFA of two _Float16 from the saved SIMD registers. */
#include "proof.h"

struct halves { _Float16 first, second; };

word callee(int, ...);

#ifdef CALLER
struct halves value = { 1, 2 };
int main(void)
{
	return tell("the two", 0x40003c00, callee(1, value));
}
#else
word callee(int count, ...)
{
	__builtin_va_list list;
	__builtin_va_start(list, count);
	struct halves got = __builtin_va_arg(list, struct halves);
	__builtin_va_end(list);
	unsigned bits;
	__builtin_memcpy(&bits, &got, sizeof bits);
	return bits;
}
#endif
