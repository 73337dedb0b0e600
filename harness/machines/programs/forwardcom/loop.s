// expect r0=5050 exit=5050
// The sum of 1 to 100 in a counting loop.
code section read execute ip
__entry_point function public
int64 r0 = 0
for (int64 r1 = 1; r1 <= 100; r1++) {
    int64 r0 += r1
}
sys_call(1, 0x10)
__entry_point end
code end
