/* RISCV-ARG-38: in C an array of empty structures is ignored, and the structure holds two reals. */
#include "proof.h"

struct s {
	float first;
	struct {
	} nothing[2];
	float second;
};

#include "second-member.h"
