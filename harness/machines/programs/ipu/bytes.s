// expect m0=0x00332211
// Stores a string byte by byte with the runtime function that the processor needs for that.
        .globl main
main:   add $m11, $m11, -8
        st32 $m10, $m11, 0
        setzi $m0, place
        setzi $m1, 0x11
        call $m10, __st8
        setzi $m0, place + 1
        setzi $m1, 0x22
        call $m10, __st8
        setzi $m0, place + 2
        setzi $m1, 0x33
        call $m10, __st16
        setzi $m0, place
        ld32 $m0, $m0, 0
        ld32 $m10, $m11, 0
        add $m11, $m11, 8
        br $m10
        .data
        .align 4
place:  .long 0xffffffff
