/* SPDX-License-Identifier: Apache-2.0 */
/* Configures UCX: transports and devices, by its own configuration, so that the environment of
 * what the program starts stays as it is. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../base/log.h"
#include "../conduit_interface.h"
#include "ucx.h"

static bool is_set(const char *text) { return text && *text; }

/* Never the transports of shared memory: nodes are taken to share nothing. */
static const char *transports(const struct upcr_conduit_wish *wish) {
  if (is_set(wish->provider))
    return wish->provider;
  if (getenv("UCX_TLS"))
    return 0;
  return !wish->local && upcr_interface_has_adapter(0) ? "ib,tcp,self" : "tcp,self";
}

/* UCX 1.20 finds no route from loopback to loopback (openucx/ucx pull request 11202). Left to
 * itself it then takes another interface, on which a host reaches itself as well. */
static bool loopback_works(void) {
  unsigned major, minor, release;
  UCX(ucp_get_version)(&major, &minor, &release);
  return major == 1 && minor < 19;
}

/* UCX's name of the device; "" leaves the choice to UCX or the user. */
static int device(const struct upcr_conduit_wish *wish, char name[UPCR_INTERFACE_NAME_MAX],
                  char *err, size_t errlen) {
  name[0] = 0;
  if (!is_set(wish->interface)) {
    if (wish->local && !getenv("UCX_NET_DEVICES") && loopback_works())
      snprintf(name, UPCR_INTERFACE_NAME_MAX, "lo");
    return 0;
  }
  char adapter[UPCR_INTERFACE_NAME_MAX];
  snprintf(adapter, sizeof adapter, "%.*s", (int)strcspn(wish->interface, ":"), wish->interface);
  if (!upcr_interface_has_adapter(adapter))
    return upcr_interface_name(wish->interface, name, err, errlen);
  snprintf(name, UPCR_INTERFACE_NAME_MAX, "%s%s", wish->interface,
           strchr(wish->interface, ':') ? "" : ":1");
  return 0;
}

static int set(ucp_config_t *config, const char *name, const char *value, char *err,
               size_t errlen) {
  ucs_status_t status = value && *value ? UCX(ucp_config_modify)(config, name, value) : UCS_OK;
  if (status == UCS_OK)
    return 0;
  return upcr_fail(err, errlen, "UCX does not take %s=%s: %s", name, value,
                   UCX(ucs_status_string)(status));
}

int upcr_ucx_configure(const struct upcr_conduit_wish *wish, ucp_config_t **config, char *err,
                       size_t errlen) {
  char name[UPCR_INTERFACE_NAME_MAX];
  const char *chosen = transports(wish), *user = getenv("UCX_TLS");
  ucs_status_t status = UCX(ucp_config_read)(0, 0, config);
  if (status != UCS_OK)
    return upcr_ucx_fail(err, errlen, "read its configuration", status);
  if (device(wish, name, err, errlen) == 0 && set(*config, "TLS", chosen, err, errlen) == 0 &&
      set(*config, "NET_DEVICES", name, err, errlen) == 0) {
    snprintf(upcr_ucx.transports, sizeof upcr_ucx.transports, "transports %s%s%s",
             chosen ? chosen : user, name[0] ? " on " : "", name);
    return 0;
  }
  UCX(ucp_config_release)(*config);
  return -1;
}
