// long f(long, int, float, long, struct { char a; long b; }, long, ..., int): r1, r2, v0, r3, and in the list whose
// address is in r0 the address of the record and the last long; the unnamed int is on the stack. It changes r16 and
// says so.
code section read execute ip
_f0 function public, reguse = 0x10000, 0
	int64 r6 = address([_received0])
	int64 [r6] = r1
	int32 [r6+16] = r2
	float [r6+32, scalar] = v0
	int64 [r6+48] = r3
	int64 r7 = [r0]
	int8 r16 = [r7]
	int8 [r6+64] = r16
	int64 r16 = [r7+8]
	int64 [r6+80] = r16
	int64 r16 = [r0+8]
	int64 [r6+96] = r16
	int32 r16 = [sp-16]
	int32 [r6+112] = r16
	int64 r7 = address([_result0])
	int64 r0 = [r7]
	return
_f0 end
code end
data section read write datap
	align (8)
_result0: int64 @result@
public _result0: datap
data end
bss section read write datap uninitialized
	align (16)
int64 _received0[16]
bss end
public _received0: datap
