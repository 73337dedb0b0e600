/* No clause: a vector of one float that is kept from one block of code to another stops the compiler of the called half. */
#include "proof.h"

typedef float one __attribute__((vector_size(4)));
struct s {
	long first;
	one vector;
	long more[9];
};

struct s given(void);
word callee(unsigned times);

#ifdef CALLER
#include "memory.h"

struct s given(void)
{
	struct s s = { 1, { 2 } };
	return s;
}
int main(void)
{
	return tell("the float", bits_of(2), callee(3));
}
#else
float out;
word callee(unsigned times)
{
	struct s r;
	do
		r = given();
	while (--times != 0);
	out = r.vector[0];
	return bits_of(out);
}
#endif
