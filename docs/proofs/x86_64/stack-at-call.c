/* X86-STACK-04: rsp + 8 is a multiple of 16 where a function is called, one of the same file among them. */
#include "proof.h"

unsigned long callee(int);

#ifdef CALLER
int main(void)
{
	return tell("(rsp + 8) % 16 at the entry", 0, callee(1));
}
#else
/* Its frame begins 16 bytes below what rsp + 8 was at its entry. */
__attribute__((noinline)) unsigned long where(int given)
{
	return (unsigned long)__builtin_frame_address(0) + given;
}

unsigned long callee(int given)
{
	volatile unsigned long found = where(given) - given;
	return found % 16;
}
#endif
