// The caller of the same function: its frame holds the list at sp-64, a copy of the record at sp-48, the unnamed int at
// sp-16 and at sp-8 the stack pointer that it was entered with.
extern _f0: function
code section read execute ip
_call0 function public, reguse = 0, 0
	int64 r6 = sp
	int64 sp = sp + 96
	int64 r7 = address([_arg0_4])
	int64 r1 = [r7]
	int64 [sp-48] = r1
	int64 r1 = [r7+8]
	int64 [sp-40] = r1
	int64 r1 = sp - 48
	int64 [sp-64] = r1
	int64 r7 = address([_arg0_5])
	int64 r1 = [r7]
	int64 [sp-56] = r1
	int64 r7 = address([_arg0_6])
	int32 r1 = [r7]
	int32 r1 = sign_extend(r1)
	int64 [sp-16] = r1
	int64 [sp-8] = r6
	int64 r7 = address([_arg0_0])
	int64 r1 = [r7]
	int64 r7 = address([_arg0_1])
	int32 r2 = sign_extend([r7])
	int64 r7 = address([_arg0_2])
	float v0 = [r7, scalar]
	int64 r7 = address([_arg0_3])
	int64 r3 = [r7]
	int64 r0 = sp - 64
	int64 r5 = address([back])
	uint64 r5 = r5 >> 2
	call _f0
back:
	int64 r6 = address([_returned0])
	int64 [r6] = r0
	int64 sp = sp - 96
	return
_call0 end
code end
data section read write datap
	align (16)
_arg0_0: int64 @a0@
_arg0_1: int64 @a1@
_arg0_2: int64 @a2@
_arg0_3: int64 @a3@
_arg0_4: int64 @a4@
int64 @a4b@
_arg0_5: int64 @a5@
_arg0_6: int64 @v0@
data end
bss section read write datap uninitialized
	align (16)
int64 _returned0[2]
bss end
public _returned0: datap
