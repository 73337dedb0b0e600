// expect m0=0x1a
// Counts the letters of a text, byte by byte, through ldz8step, and calls memcpy on the way.
        .globl main
main:   add $m11, $m11, -8
        st32 $m10, $m11, 0
        setzi $m0, copy
        setzi $m1, text
        setzi $m2, 27
        call $m10, memcpy
        zero $m1
        ldconst $m3, -1
count:  add $m3, $m3, 1
        ldz8step $m2, $m0, $m1+=, 1
        brnz $m2, count
        mov $m0, $m3
        ld32 $m10, $m11, 0
        add $m11, $m11, 8
        br $m10
        .section .rodata
text:   .asciz "abcdefghijklmnopqrstuvwxyz"
        .bss
copy:   .space 32
