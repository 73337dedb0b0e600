/* RISCV-ARG-24: nothing is passed for an empty structure, whatever its alignment is. */
#include "proof.h"

struct __attribute__((aligned(16))) empty {
};

int last(int, int, int, int, int, int, int, int, int, struct empty, int);

#ifdef CALLER
int main(void)
{
	struct empty nothing = {};
	return tell("behind an empty structure", 0x2b, last(1, 2, 3, 4, 5, 6, 7, 8, 9, nothing, 0x2b));
}
#else
int last(int a, int b, int c, int d, int e, int f, int g, int h, int i, struct empty nothing, int behind)
{
	return behind;
}
#endif
