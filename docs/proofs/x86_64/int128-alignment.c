/* X86-ARG-17: an __int128 in memory is aligned to 16, on the stack as well. */
#include "proof.h"

unsigned long callee(int, int, int, int, int, int, int, __int128);

#ifdef CALLER
int main(void)
{
	__int128 wide = (__int128)0x1112131415161718 << 64 | 0x2122232425262728;
	return tell("lower half", 0x2122232425262728, callee(1, 2, 3, 4, 5, 6, 7, wide));
}
#else
unsigned long callee(int a, int b, int c, int d, int e, int f, int g, __int128 found)
{
	return (unsigned long)found;
}
#endif
