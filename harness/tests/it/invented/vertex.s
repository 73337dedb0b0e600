// void f(void), which nobody calls: it leaves whatever it likes, and ends the program.
code section read execute ip
_f0 function public
	int64 r9 = 1
	int64 r31 = r31 + 16
	sys_call(1, 0x10)
_f0 end
code end
bss section read write datap uninitialized
	align (16)
int64 _received0[2]
bss end
public _received0: datap
