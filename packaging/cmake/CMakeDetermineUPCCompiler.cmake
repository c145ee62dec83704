# enable_language(UPC), first step: which compiler. In order: CMAKE_UPC_COMPILER, UPCC in the
# environment, the upcc of this tree.
if(NOT CMAKE_UPC_COMPILER AND NOT "$ENV{UPCC}" STREQUAL "")
  get_filename_component(CMAKE_UPC_COMPILER "$ENV{UPCC}" PROGRAM)
  if(NOT CMAKE_UPC_COMPILER)
    message(FATAL_ERROR
      "UPCC is '$ENV{UPCC}', which is no command: give the path of upcc, or unset it")
  endif()
endif()
if(NOT CMAKE_UPC_COMPILER)
  get_filename_component(CMAKE_UPC_COMPILER "${CMAKE_CURRENT_LIST_DIR}/../../../bin/upcc" ABSOLUTE)
endif()
set(CMAKE_UPC_COMPILER "${CMAKE_UPC_COMPILER}" CACHE FILEPATH "UPC compiler")
mark_as_advanced(CMAKE_UPC_COMPILER)

# The C compiler that upcc runs has the archiver, if no other language has looked for one.
include(CMakeFindBinUtils)
set(CMAKE_UPC_COMPILER_ENV_VAR UPCC)
configure_file("${CMAKE_CURRENT_LIST_DIR}/CMakeUPCCompiler.cmake.in"
  "${CMAKE_PLATFORM_INFO_DIR}/CMakeUPCCompiler.cmake" @ONLY)
