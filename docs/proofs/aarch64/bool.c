/* AARCH64-ARG-13: bits of a register above a _Bool are unspecified. The called half counts with it. `pass` gets a structure in x0 whose
   first byte is the _Bool: a compiler may leave the rest where it is. */
#include "proof.h"

word callee(_Bool);

#ifdef CALLER
struct record { _Bool flag; unsigned char more[7]; };

__attribute__((noinline)) word pass(struct record record)
{
	return callee(record.flag);
}
struct record value = { 1, { 2, 3, 4, 5, 6, 7, 8 } };
int main(void)
{
	return tell("the _Bool", 1, pass(value));
}
#else
word callee(_Bool flag)
{
	return flag;
}
#endif
