// expect r0=36 exit=36
// Copies eight numbers by index and adds up the copy: 1 + 2 + ... + 8.
data section read write datap
source: int64 1, 2, 3, 4, 5, 6, 7, 8
data end
bss section read write datap uninitialized
int64 copied[8]
bss end
code section read execute ip
__entry_point function public
int64 r1 = address([source])
int64 r2 = address([copied])
int64 r3 = 0
while (int64 r3 < 8) {
    int64 r4 = [r1 + r3*8]
    int64 [r2 + r3*8] = r4
    int64 r3++
}
int64 r0 = 0
int64 r3 = 0
while (int64 r3 < 8) {
    int64 r0 += [r2 + r3*8]
    int64 r3++
}
sys_call(1, 0x10)
__entry_point end
code end
