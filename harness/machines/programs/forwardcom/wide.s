// expect r0=57 exit=57
// High part of a product of 64 bits: 0x123456789ABCDEF0 * 0x10 gives 1, then 56 from a quotient.
code section read execute ip
__entry_point function public
int64 r1 = 0x123456789ABCDEF0
int64 r2 = 0x10
int64 r0 = mul_hi_u(r1, r2)
int64 r3 = 0x123456789ABCDEF0 
int64 r4 = 0x51D1FAB3B4E6B0
uint64 r5 = r3 / r4
int64 r0 = r0 + r5
sys_call(1, 0x10)
__entry_point end
code end
