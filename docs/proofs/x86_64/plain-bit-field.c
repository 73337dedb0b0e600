/* X86-LAYOUT-07: a bit-field whose type says neither signed nor unsigned has no negative values. */
#include "proof.h"

struct s {
	int plain : 3;
};

int callee(struct s);

#ifdef CALLER
int main(void)
{
	struct s given;
	unsigned char byte = 0x07;
	memset(&given, 0, sizeof given);
	memcpy(&given, &byte, 1);
	return tell("a bit-field of 3 bits, caller", 7, given.plain) | tell("the same, called", 7, callee(given));
}
#else
int callee(struct s found)
{
	return found.plain;
}
#endif
