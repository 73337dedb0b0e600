/* RISCV-ARG-38: in C an array of empty structures is ignored, and the structure holds two reals. */
#include "proof.h"

struct s {
	float first;
	struct {
	} nothing[2];
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
