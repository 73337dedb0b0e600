/* RISCV-ARG-34: an empty union is ignored, and the structure holds a real and an integer, or two reals. */
#include "proof.h"

struct s {
	float first;
	union {
	} nothing;
	float second;
};

word callee(struct s s);

#ifdef CALLER
int main(void)
{
	struct s s = { 1, {}, 2 };
	return tell("the second member", bits_of(2), callee(s));
}
#else
word callee(struct s s)
{
	return bits_of(s.second);
}
#endif
