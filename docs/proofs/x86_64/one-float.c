/* X86-S15: a vector of one float is in no list of the document; by some compilers it is passed as an integer, by others in memory. */
#include "proof.h"

typedef float one __attribute__((vector_size(4)));

one callee(one);

#ifdef CALLER
int main(void)
{
	one given = { 2 };
	one seen = callee(given);
	return tell("twice the number", 4, (unsigned long)seen[0]);
}
#else
one callee(one found)
{
	return found + found;
}
#endif
