/* X86-ARG-21: a structure of 9 bytes is passed with all of them, in memory or, taken by its typedef, in two registers. */
#include "proof.h"

typedef long long lowered __attribute__((aligned(1)));

struct __attribute__((packed)) nine {
	char first;
	lowered second;
};

unsigned long callee(struct nine);

#ifdef CALLER
int main(void)
{
	struct nine given = { 1, 0x1112131415161718 };
	return tell("the member", 0x1112131415161718, callee(given));
}
#else
unsigned long callee(struct nine found)
{
	return found.second;
}
#endif
