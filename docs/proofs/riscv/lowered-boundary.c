/* A double whose typedef lowers its alignment to 4 lies across a boundary at which the upper part of an address changes. */
#include "proof.h"

typedef double number __attribute__((aligned(4)));

#ifdef CALLER
word callee(void);
__asm__(".pushsection .data\n.balign 4096\n.zero 6140\n.globl across\nacross:\n.word 0x01020304, 0x05060708\n.popsection\n");
int main(void)
{
	return tell("the upper half", 0x05060708, callee());
}
#else
extern number across;
word callee(void)
{
	number copy = across;
	word halves[8 / sizeof(word)];
	__builtin_memcpy(halves, &copy, sizeof copy);
	return sizeof(word) == 8 ? (unsigned long long)halves[0] >> 32 : halves[8 / sizeof(word) - 1];
}
#endif
