/* AARCH64-LAYOUT-14: half-precision values of two formats are of one fundamental data type, so that a structure of both is an HFA. The called
   half takes a structure of two __fp16, which nobody doubts to be one. */
#include "proof.h"

struct mixed { __fp16 first; __bf16 second; };
struct halves { __fp16 first, second; };

#ifdef CALLER
word callee(struct mixed);
unsigned value = 0x40033c01;
int main(void)
{
	struct mixed mixed;
	__builtin_memcpy(&mixed, &value, sizeof mixed);
	return tell("the two", value, callee(mixed));
}
#else
word callee(struct halves halves)
{
	unsigned bits;
	__builtin_memcpy(&bits, &halves, sizeof bits);
	return bits;
}
#endif
