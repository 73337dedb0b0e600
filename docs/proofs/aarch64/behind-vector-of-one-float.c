/* AARCH64-ARG-32: an int on the stack, where the last of the registers is for a vector of one float (AARCH64-S09). */
#include "proof.h"

typedef float one __attribute__((vector_size(4)));

word callee(int, int, int, int, int, int, int, one, int);

#ifdef CALLER
one value = { 2 };
int main(void)
{
	return tell("the int", 0x2b, callee(1, 2, 3, 4, 5, 6, 7, value, 0x2b));
}
#else
word callee(int a, int b, int c, int d, int e, int f, int g, one vector, int last)
{
	(void)a, (void)b, (void)c, (void)d, (void)e, (void)f, (void)g, (void)vector;
	return last;
}
#endif
