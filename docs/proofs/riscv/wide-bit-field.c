/* RISCV-ARG-49: a real and a bit-field have a register each. By -mabi=lp64f and lp64d the type of this one is no wider than a register. */
#include "proof.h"
#include "bit-field.h"

#ifdef CALLER
int main(void)
{
	struct s s = { 1, 1 };
	return tell("the bit-field", 1, callee(s));
}
#endif
