/* AARCH64-S14: the copy of a structure of more than 16 bytes, whose address travels. It is the parameter of the function called, and that one
   is aligned to 64 by C. The calls are made at several depths of the stack. */
#include "proof.h"

struct aligned { int numbers[8]; } __attribute__((aligned(64)));

word callee(struct aligned);

#ifdef CALLER
struct aligned value;
__attribute__((noinline)) word deeper(int depth)
{
	word low = callee(value);
	if (depth > 0)
		low |= deeper(depth - 1);
	__asm__ volatile("" : "+r"(low));
	return low;
}
__attribute__((noinline)) word with_more(int depth)
{
	char more[16];
	__asm__ volatile("" : : "r"(more) : "memory");
	return callee(value) | (depth > 0 ? with_more(depth - 1) : 0);
}
int main(void)
{
	return tell("low bits of the addresses", 0, deeper(3) | with_more(3));
}
#else
word callee(struct aligned aligned)
{
	word at = (word)&aligned;
	__asm__ volatile("" : "+r"(at));
	return at & 63;
}
#endif
