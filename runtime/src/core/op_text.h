/* SPDX-License-Identifier: Apache-2.0 */
/* Operations and operand types in messages, as a program spells them. */
#ifndef UPCR_CORE_OP_TEXT_H
#define UPCR_CORE_OP_TEXT_H

enum { UPCR_OPS_TEXT = 256 };

/* "UPC_GET | UPC_ADD"; bits that name no operation as a number. Gives `text`. */
const char *upcr_ops_text(int ops, char text[UPCR_OPS_TEXT]);

/* "UPC_INT32". */
const char *upcr_type_text(int type);

/* Ends the job: `function` has no such operation for the type of its operands. `rule`: "
 * (UPC 7.4.3)", or "". */
_Noreturn void upcr_no_such_op(const char *function, int op, const char *rule);

#endif
