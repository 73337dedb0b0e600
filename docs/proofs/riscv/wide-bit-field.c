/* RISCV-ARG-49: a real and a bit-field have a register each. By -mabi=lp64f and lp64d the type of this one is no wider than a register. */
#include "proof.h"

struct s {
	float real;
	long long field : 2;
};

word callee(struct s s);

#ifdef CALLER
int main(void)
{
	struct s s = { 1, 1 };
	return tell("the bit-field", 1, callee(s));
}
#else
word callee(struct s s)
{
	return (word)(s.field & 3);
}
#endif
