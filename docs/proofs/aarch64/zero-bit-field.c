/* AARCH64-LAYOUT-18: a bit-field of width zero does not keep a structure from being an HFA. */
#include "proof.h"

struct plain { float first, second; };
struct parted { float first; int : 0; float second; };

#ifdef CALLER
word callee(struct parted);
struct parted value = { 1, 2 };
int main(void)
{
	return tell("the second float", 0x40000000, callee(value));
}
#else
word callee(struct plain plain)
{
	unsigned bits;
	__builtin_memcpy(&bits, &plain.second, sizeof bits);
	return bits;
}
#endif
