/* SPDX-License-Identifier: Apache-2.0 */
/* <gasp.h>: the Global Address Space Performance interface, version 1.5. A tool defines these
 * functions and is linked with a program that was compiled and linked with `upcc -inst`.
 * <gasp_upc.h> has the events. Plain C. */
#ifndef GASP_H
#define GASP_H

#include <stdarg.h>

#define GASP_VERSION 20060914

typedef enum {
  GASP_MODEL_UPC,
  GASP_MODEL_TITANIUM,
  GASP_MODEL_CAF,
  GASP_MODEL_MPI,
  GASP_MODEL_SHMEM
} gasp_model_t;
typedef enum { GASP_START, GASP_END, GASP_ATOMIC } gasp_evttype_t;

/* The tool's state of a thread; the runtime passes it with each event. */
typedef struct _gasp_context_S *gasp_context_t;

#ifdef __cplusplus
extern "C" {
#endif

/* Called once by each thread, before main. */
gasp_context_t gasp_init(gasp_model_t srcmodel, int *argc, char ***argv);

/* An event at a place in the program; linenum counts from 1, colnum is 0 if unknown. The arguments
 * of each event are in <gasp_upc.h>; they are valid during the call. */
void gasp_event_notify(gasp_context_t context, unsigned int evttag, gasp_evttype_t evttype,
                       const char *filename, int linenum, int colnum, ...);
void gasp_event_notifyVA(gasp_context_t context, unsigned int evttag, gasp_evttype_t evttype,
                         const char *filename, int linenum, int colnum, va_list varargs);

/* pupc_control: measure or not; returns the previous state. */
int gasp_control(gasp_context_t context, int on);

/* pupc_create_event: a tag from GASP_UPC_USEREVT_START to GASP_UPC_USEREVT_END. */
unsigned int gasp_create_event(gasp_context_t context, const char *name, const char *desc);

#ifdef __cplusplus
}
#endif

#endif
