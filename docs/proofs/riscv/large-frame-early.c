/* RISCV-STACK-14: nothing is kept below the stack pointer. A large frame with a frame pointer is taken in two steps. */
#include "proof.h"
#include "guarded-stack.h"

#ifndef CALLER
word callee(word argument)
{
	volatile word room[2160 / sizeof(word)];
	volatile unsigned char more[argument];
	room[3] = argument;
	more[0] = 1;
	return room[3] + more[0];
}
#endif
