; The captures of tree-sitter-c's queries, then those of UPC. The query file of tree-sitter-c is
; named in tree-sitter.json before this one.

["shared" "strict" "relaxed"] @keyword

["upc_forall" "upc_barrier" "upc_notify" "upc_wait" "upc_fence"] @keyword

["upc_localsizeof" "upc_blocksizeof" "upc_elemsizeof"] @keyword

((identifier) @constant.builtin
 (#any-of? @constant.builtin "THREADS" "MYTHREAD" "UPC_MAX_BLOCK_SIZE"))

((type_identifier) @type
 (#match? @type "^(upc|bupc)_.*_t$"))

(call_expression
  function: (identifier) @function
  (#match? @function "^b?upc_"))
