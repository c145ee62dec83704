/* SPDX-License-Identifier: Apache-2.0 */
/* Relaxed updates of far memory: `a[i] += x` is one message, which nobody waits for. */
#ifndef UPCR_CORE_UPDATE_H
#define UPCR_CORE_UPDATE_H

/* Before the process's threads start. */
void upcr_update_start(void);

#endif
