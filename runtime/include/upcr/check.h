/* SPDX-License-Identifier: Apache-2.0 */
/* Places in the source, for code that is compiled with run-time checks (upcc -g; docs/checks.md).
 */
#pragma GCC system_header
#ifndef UPCR_CHECK_H
#define UPCR_CHECK_H

struct upcr_site {
  const char *file; /* 0: not in checked code */
  int line;
};

#endif
