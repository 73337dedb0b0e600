/* X86-ARG-45: the last integer register, which does not suffice for an __int128, takes the int behind it; X86-ARG-44: the
   __int128 is on the stack as a whole, X86-ARG-09: at a multiple of 16. */
#include "proof.h"

int callee(int, int, int, int, int, __int128, int, unsigned long *);

#ifdef CALLER
int main(void)
{
	unsigned long parts[2];
	__int128 wide = (__int128)0x1112131415161718 << 64 | 0x2122232425262728;
	int wrong = tell("the int", 0x77, callee(1, 2, 3, 4, 5, wide, 0x77, parts));
	wrong |= tell("lower half", 0x2122232425262728, parts[0]);
	return wrong | tell("upper half", 0x1112131415161718, parts[1]);
}
#else
int callee(int a, int b, int c, int d, int e, __int128 wide, int found, unsigned long *parts)
{
	parts[0] = (unsigned long)wide;
	parts[1] = (unsigned long)(wide >> 64);
	return found;
}
#endif
