/* SPDX-License-Identifier: Apache-2.0 */
/* What tells one build of a program from another. */
#ifndef UPCR_BASE_PROGRAM_ID_H
#define UPCR_BASE_PROGRAM_ID_H

enum { UPCR_PROGRAM_ID = 80 };

/* Writes a word for the running executable: "build-id:" and the linker's build id, or where it made
 * none "checksum:" and one of the segments that are not written to. */
void upcr_program_id(char text[UPCR_PROGRAM_ID]);

#endif
