/* SPDX-License-Identifier: Apache-2.0 */
/* A program without any of the runtime's sections. */
#include <mem/job.h>
#include <mem/statics.h>

#include "test.h"

int main(void) {
  char err[512];
  struct upcr_job_config config = {.threads = 2, .pthreads_per_process = 1};
  CHECK(upcr_job_create(&config, err, sizeof err) == 0);
  CHECK(upcr_static_shared_bytes() == 0 && upcr_large_private_bytes() == 0 &&
        upcr_job->coll_base == 4096);
  upcr_run_start_records();
  return test_report();
}
