/* SPDX-License-Identifier: Apache-2.0 */
/* <upc_strict.h> (UPC 6.7.1): every inclusion asserts the pragma, so nothing here is guarded. */
#pragma GCC system_header
#pragma upc upc_code
#include <upc.h>
#pragma upc strict
