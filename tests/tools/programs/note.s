# The note of a UPC executable, for C programs that upcrun is to start.
.section .note.upc,"a",%note
.long 4, 2f - 1f, 1
.asciz "UPC"
1: .asciz "abi=1", "mode=process", "threads=0", "upc=1", "file=a.upc"
2: .balign 4
.section .note.GNU-stack,"",%progbits
