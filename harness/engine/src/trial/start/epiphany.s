; Start-up code as the loader configuration at 0x58 asks for it: custom arguments only, there is no main.
; @AREA@ bytes at the stack pointer belong to the function that is called.
        .section .text
        .balign 4
        .global @ENTRY@
@ENTRY@:
        mov     r4, #0x58
        ldr     r5, [r4]                ; flags
        mov     r6, #1                  ; bit 0: .bss is clear already
        and     r6, r5, r6
        bne     2f
        mov     r0, %low(___bss_start)
        movt    r0, %high(___bss_start)
        mov     r1, %low(_end)
        movt    r1, %high(_end)
        mov     r2, #0
1:      sub     r3, r0, r1
        bgteu   2f
        strb    r2, [r0], #1
        b       1b
2:      mov     r6, #2                  ; bit 1: custom arguments
        and     r6, r5, r6
        bne     3f
        trap    5                       ; nothing to start
3:      ldr     r4, [r4, #2]            ; the block of arguments
        ldr     r5, [r4, #6]            ; bytes of stack arguments
        ldr     r6, [r4, #8]            ; and where they are
        sub     sp, sp, r5
        mov     r7, sp                  ; their place
        mov     r8, #@AREA@
        sub     sp, sp, r8
        add     r5, r5, #0
        beq     5f
4:      ldrd    r2, [r6], #1
        strd    r2, [r7], #1
        sub     r5, r5, #8
        bne     4b
5:      ldr     r8, [r4, #4]            ; the function
        ldr     r0, [r4]
        ldr     r1, [r4, #1]
        ldr     r2, [r4, #2]
        ldr     r3, [r4, #3]
        jalr    r8
        .global @BACK@
@BACK@:
        trap    3
