/* AARCH64-S09: a vector of one float, of which the document says nothing. With one compiler on both sides it arrives. */
#include "proof.h"

typedef float one __attribute__((vector_size(4)));

word callee(one, int);

#ifdef CALLER
one value = { 2 };
int main(void)
{
	return tell("the float", 0x40000000, callee(value, 1));
}
#else
word callee(one vector, int next)
{
	unsigned bits;
	__builtin_memcpy(&bits, &vector, sizeof bits);
	(void)next;
	return bits;
}
#endif
