/* RISCV-STACK-14: nothing is kept below the stack pointer. A frame of a little more than 2032 bytes is taken in two steps, and all
   registers are saved after the first one. */
#include "proof.h"
#include "guarded-stack.h"

#ifndef CALLER
word callee(word argument)
{
	/* With the twelve registers a little less than 2048 bytes. */
	volatile unsigned char room[2048 - 12 * __riscv_flen / 8 - 12];
	room[0] = (unsigned char)argument;
	__asm__ volatile("" : : : "fs0", "fs1", "fs2", "fs3", "fs4", "fs5", "fs6", "fs7", "fs8", "fs9", "fs10", "fs11");
	return room[0];
}
#endif
