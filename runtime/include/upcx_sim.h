/* SPDX-License-Identifier: Apache-2.0 */
/* Simulated jobs (upcrun -sim): an extension of Partita's. */
#ifndef UPCX_SIM_H
#define UPCX_SIM_H

#ifdef __cplusplus
extern "C" {
#endif

/* The calling thread computes for `seconds` on the simulated machine: advances its virtual time.
 * Does nothing in a job that is not simulated, or if `seconds` is not positive. */
void upcx_sim_compute(double seconds);

/* 1 in a simulated job, else 0. */
int upcx_sim_active(void);

#ifdef __cplusplus
}
#endif

#endif
