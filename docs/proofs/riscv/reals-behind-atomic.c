/* RISCV-ARG-47: one floating-point register is left for a structure of two reals, which travels in integer registers then. */
#include "proof.h"

struct reals {
	float first, second;
};

int callee(float, float, float, float, float, float, _Atomic float, struct reals);

#ifdef CALLER
int main(void)
{
	struct reals given = { 1, 2 };
	return tell("the second member", 2, callee(1, 1, 1, 1, 1, 1, 1, given));
}
#else
int callee(float a, float b, float c, float d, float e, float f, _Atomic float g, struct reals found)
{
	return (int)found.second;
}
#endif
