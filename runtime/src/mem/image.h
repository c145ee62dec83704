/* SPDX-License-Identifier: Apache-2.0 */
/* Initial values of large private statics under -pthreads (docs/abi.md section 5):
 * upcr_init_private. */
#ifndef UPCR_MEM_IMAGE_H
#define UPCR_MEM_IMAGE_H

/* After the start-up records of the calling thread: closes the executable. */
void upcr_images_done(void);

#endif
