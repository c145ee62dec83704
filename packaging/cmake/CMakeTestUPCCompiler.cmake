# enable_language(UPC), third step: does the compiler work?
if(CMAKE_UPC_COMPILER_FORCED OR CMAKE_UPC_COMPILER_WORKS)
  return()
endif()
include(CMakeTestCompilerCommon)
PrintTestCompilerStatus(UPC "")
set(_upc_source "${CMAKE_BINARY_DIR}/CMakeFiles/CMakeTmp/testUPCCompiler.upc")
file(WRITE "${_upc_source}" "#include <upc.h>\nshared int x[THREADS];\n"
  "int main(void) { x[MYTHREAD] = 0; upc_barrier; return 0; }\n")
try_compile(CMAKE_UPC_COMPILER_WORKS "${CMAKE_BINARY_DIR}" "${_upc_source}"
  OUTPUT_VARIABLE _upc_output)
if(NOT CMAKE_UPC_COMPILER_WORKS)
  PrintTestCompilerResult(CHECK_FAIL "broken")
  message(FATAL_ERROR "The UPC compiler\n  ${CMAKE_UPC_COMPILER}\n"
    "cannot compile and link a simple program:\n${_upc_output}")
endif()
PrintTestCompilerResult(CHECK_PASS "works")
unset(_upc_source)
unset(_upc_output)
