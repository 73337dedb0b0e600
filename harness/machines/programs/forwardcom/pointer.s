// expect r0=42 exit=42
// Calls a function by its address.
code section read execute ip
__entry_point function public
int64 r8 = address([twice])
int64 r0 = 21
call r8
sys_call(1, 0x10)
__entry_point end
twice function
int64 r0 = r0 + r0
return
twice end
code end
