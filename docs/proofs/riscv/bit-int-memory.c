/* RISCV-LAYOUT-08: in memory, too, the bits above a signed _BitInt are copies of its sign. */
#include "proof.h"

#ifdef CALLER
_BitInt(7) number = -26;
int main(void)
{
	return tell("the byte", 0xe6, *(volatile unsigned char *)&number);
}
#endif
