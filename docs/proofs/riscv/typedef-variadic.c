/* RISCV-S15: which alignment counts for an unnamed argument, that of its typedef or that of the type? The document does not say, but
   both halves have to take it in the same way. */
#include "proof.h"

#if __riscv_xlen == 64
typedef long number __attribute__((aligned(16)));
#else
typedef long long number __attribute__((aligned(4)));
#endif

word callee(int, ...);

#ifdef CALLER
int main(void)
{
	number given = 0x1234;
	return tell("the argument", 0x1234, callee(1, given));
}
#else
word callee(int first, ...)
{
	__builtin_va_list list;
	__builtin_va_start(list, first);
	number found = __builtin_va_arg(list, number);
	__builtin_va_end(list);
	return (word)found;
}
#endif
