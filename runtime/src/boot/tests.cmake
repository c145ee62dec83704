# Tests of start, supervision and end; included by runtime/test/CMakeLists.txt.
upcr_test(boot_unit upcr boot_unit.c)
add_test(NAME boot_unit COMMAND boot_unit)

foreach(kind processes pthreads)
  set(library upcr)
  set(wraps -Wl,--wrap=main)
  if(kind STREQUAL pthreads)
    set(library upcr-pthreads)
    list(APPEND wraps -Wl,--wrap=exit -Wl,--wrap=atexit)
  endif()
  upcr_test(boot_program_${kind} ${library} boot_program.c)
  target_link_options(boot_program_${kind} PRIVATE ${wraps})
  add_test(NAME boot_jobs_${kind}
           COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/boot_jobs.sh
              $<TARGET_FILE:boot_program_${kind}> ${kind})
  set_tests_properties(boot_jobs_${kind} PROPERTIES TIMEOUT 120)
endforeach()

# How the processes that a launcher started find each other; launchers that are not installed are
# skipped by name.
upcr_test(bootstrap upcr bootstrap.c)
add_test(NAME bootstrap COMMAND bootstrap)
upcr_test(bootstrap_program upcr bootstrap_program.c)
foreach(launcher mpirun hydra srun)
  add_test(NAME bootstrap_${launcher}
           COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/bootstrap_launchers.sh ${launcher}
              $<TARGET_FILE:bootstrap_program>)
  set_tests_properties(bootstrap_${launcher} PROPERTIES TIMEOUT 120 SKIP_RETURN_CODE 77)
endforeach()
