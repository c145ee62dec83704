/* SPDX-License-Identifier: Apache-2.0 */
/* The name of the machine's processors, for people and to tell machines apart. */
#ifndef UPCR_TOPO_PROCESSOR_H
#define UPCR_TOPO_PROCESSOR_H

#include <stddef.h>

/* Writes the model to name[n], such as "AMD EPYC 7763 64-Core Processor"; where the system tells
 * none, the architecture with the processor's part number. Never empty. */
const char *upcr_processor_name(char *name, size_t n);

/* The same from the text of /proc/cpuinfo; 0: it has neither. */
const char *upcr_processor_name_in(const char *cpuinfo, char *name, size_t n);

#endif
