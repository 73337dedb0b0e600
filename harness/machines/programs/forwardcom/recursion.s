// expect r0=120 exit=120
// 5! by recursion; the return addresses lie on the call stack, the numbers on the data stack.
code section read execute ip
__entry_point function public
int64 r0 = 5
call factorial
sys_call(1, 0x10)
__entry_point end
factorial function
if (int64 r0 <= 1) {
    int64 r0 = 1
    return
}
push(sp, r0)
int64 r0 = r0 - 1
call factorial
pop(sp, r1)
int64 r0 = r0 * r1
return
factorial end
code end
