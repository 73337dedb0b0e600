# expect s0=10 s1=0
# Ten increments by load_sync and store_sync; then one that fails, because a store came between.
        .globl main
main:   lea s2, counter
        move s3, 10
1:      load_sync s0, (s2)
        add_i s0, s0, 1
        move s4, s0
        store_sync s4, (s2)
        bz s4, 1b
        sub_i s3, s3, 1
        bnz s3, 1b
        load_sync s0, (s2)
        store_32 s0, 16(s2)
        add_i s1, s0, 1
        store_sync s1, (s2)
        load_32 s0, (s2)
        ret
        .data
        .align 64
counter: .long 0, 0, 0, 0, 0
