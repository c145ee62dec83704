/* SPDX-License-Identifier: Apache-2.0 */
/* Simulated jobs (upcrun -sim): an extension of Partita's. */
#ifndef UPCX_SIM_H
#define UPCX_SIM_H

#ifdef __cplusplus
extern "C" {
#endif

/* The calling thread computes for `seconds` on the simulated machine: its virtual time goes on by
 * as much. Nothing in a job that is not simulated, nor for a number that is not positive. */
void upcx_sim_compute(double seconds);

/* 1 in a simulated job, else 0. */
int upcx_sim_active(void);

#ifdef __cplusplus
}
#endif

#endif
