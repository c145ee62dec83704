/* SPDX-License-Identifier: Apache-2.0 */
/* <gasp_c.h>: the events of C programs for a tool of <gasp.h>. Plain C. */
#ifndef GASP_C_H
#define GASP_C_H

#define GASP_C_VERSION 1

/* Start and end; const char *name of the function. With `upcc -inst-functions`; the line is that of
 * the body's beginning. */
#define GASP_C_FUNC 0x1

#endif
