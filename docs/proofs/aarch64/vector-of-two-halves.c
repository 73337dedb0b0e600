/* AARCH64-S09: a vector of two __fp16, of which the document says nothing. */
#include "proof.h"

typedef __fp16 halves __attribute__((vector_size(4)));

word callee(halves, int);

#ifdef CALLER
halves value = { 1, 2 };
int main(void)
{
	return tell("the two", 0x40003c00, callee(value, 1));
}
#else
word callee(halves vector, int next)
{
	unsigned bits;
	__builtin_memcpy(&bits, &vector, sizeof bits);
	(void)next;
	return bits;
}
#endif
