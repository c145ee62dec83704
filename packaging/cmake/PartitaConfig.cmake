# find_package(Partita): makes enable_language(UPC) work, and says where the tools are.
#
#   project(squares LANGUAGES C)
#   find_package(Partita REQUIRED)
#   enable_language(UPC)
#   enable_testing()
#   add_executable(squares squares.upc)
#   add_test(NAME squares COMMAND ${Partita_UPCRUN} -n 4 $<TARGET_FILE:squares>)
#
# Partita_UPCC, Partita_UPCRUN: the tools of the tree that this file lies in. CMAKE_UPC_COMPILER, or
# UPCC in the environment, names another compiler.
get_filename_component(Partita_UPCC "${CMAKE_CURRENT_LIST_DIR}/../../../bin/upcc" ABSOLUTE)
get_filename_component(Partita_UPCRUN "${CMAKE_CURRENT_LIST_DIR}/../../../bin/upcrun" ABSOLUTE)

if(NOT EXISTS "${Partita_UPCC}")
  set(Partita_FOUND FALSE)
  set(Partita_NOT_FOUND_MESSAGE "there is no ${Partita_UPCC}: was the tree moved in part?")
  return()
endif()
if(NOT CMAKE_CURRENT_LIST_DIR IN_LIST CMAKE_MODULE_PATH)
  list(APPEND CMAKE_MODULE_PATH "${CMAKE_CURRENT_LIST_DIR}")
endif()
