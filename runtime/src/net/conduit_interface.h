/* SPDX-License-Identifier: Apache-2.0 */
/* Network interfaces of this host, by name or by address. */
#ifndef UPCR_NET_CONDUIT_INTERFACE_H
#define UPCR_NET_CONDUIT_INTERFACE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <sys/socket.h>

enum { UPCR_INTERFACE_NAME_MAX = 64 }; /* bytes of an interface's name or of an address as text */

/* True if peers on other hosts cannot reach the address: loopback and link-local ones. */
bool upcr_interface_is_loopback(const struct sockaddr *address);
bool upcr_interface_is_link_local(const struct sockaddr *address);

/* True if `wanted`, an address as text or the name of an interface, denotes `address`. */
bool upcr_interface_matches(const char *wanted, const struct sockaddr *address);

/* Writes the name of the interface that `wanted` names by itself or by an address of it. Returns 0,
 * or -1 after writing to err[errlen] that there is none, and which there are. */
int upcr_interface_name(const char *wanted, char name[UPCR_INTERFACE_NAME_MAX], char *err,
                        size_t errlen);

/* Prints the interfaces that are up with their addresses, and the adapters, a line each. */
void upcr_interface_show(FILE *out);

/* True if the host has an adapter, of that name if given, that accesses remote memory by itself. */
bool upcr_interface_has_adapter(const char *name);

/* Writes the address without its port; "" if it is neither IPv4 nor IPv6. */
void upcr_interface_text(const struct sockaddr *address, char text[UPCR_INTERFACE_NAME_MAX]);

#endif
