/* X86-ARG-43: of a _Bool's register the lowest eight bits count; the others are unspecified. */
#include "proof.h"

#ifdef CALLER
/* The caller is assembly that gives true, with ones above bit 7: `long callee(_Bool)`. */
long call_with_ones(void);
__asm__(
	".text\n"
	"call_with_ones:\n\t"
	"mov $0xffffff01, %edi\n\t"
	"jmp callee\n");

int main(void)
{
	return tell("true as a long", 1, call_with_ones());
}
#else
long callee(_Bool found)
{
	return found;
}
#endif
