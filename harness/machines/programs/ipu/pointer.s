// expect m0=42
// A call through a table of addresses, as the vendor's compiler makes it: the return address is set by hand.
        .globl main
main:   add $m11, $m11, -8
        st32 $m10, $m11, 0
        setzi $m1, table
        ld32 $m2, $m1, 1
        setzi $m0, 6
        setzi $m10, after
        br $m2
after:  ld32 $m10, $m11, 0
        add $m11, $m11, 8
        br $m10
twice:  shl $m0, $m0, 1
        br $m10
seven:  mul $m0, $m0, 7
        br $m10
        .section .rodata
        .align 4
table:  .long twice, seven
