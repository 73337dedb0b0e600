/* AARCH64-S09, AARCH64-VAR-01: a vector of one float without a name, of which the document says only that it travels as one with a name. */
#include "proof.h"

typedef float one __attribute__((vector_size(4)));

word callee(int, ...);

#ifdef CALLER
one value = { 2 };
int main(void)
{
	return tell("the float", 0x40000000, callee(1, value, 0x2b));
}
#else
word callee(int count, ...)
{
	__builtin_va_list list;
	__builtin_va_start(list, count);
	one vector = __builtin_va_arg(list, one);
	__builtin_va_end(list);
	unsigned bits;
	__builtin_memcpy(&bits, &vector, sizeof bits);
	return bits;
}
#endif
