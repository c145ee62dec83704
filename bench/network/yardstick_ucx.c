/* SPDX-License-Identifier: Apache-2.0 */
/* The same operations by direct calls of UCX: cc -O2 -I../include yardstick_ucx.c -lucp -lucs */
#include "yardstick.h"

#include <ucp/api/ucp.h>

static ucp_context_h context;
static ucp_worker_h worker;
static ucp_ep_h ep;
static ucp_mem_h mapped;
static ucp_rkey_h key;
static uint64_t other_base;
static unsigned char *memory;

static void check(ucs_status_t status, const char *what) {
  if (status < 0)
    quit(what, ucs_status_string(status));
}

static void progress(void) { after_poll(ucp_worker_progress(worker) != 0); }

static void finish(ucs_status_ptr_t request, const char *what) {
  if (!UCS_PTR_IS_PTR(request)) {
    check(UCS_PTR_STATUS(request), what);
    return;
  }
  while (ucp_request_check_status(request) == UCS_INPROGRESS)
    progress();
  check(ucp_request_check_status(request), what);
  ucp_request_free(request);
}

/* Puts since the last flush, and outstanding gets. UCX does not count puts, so a whole window is
 * flushed. */
static size_t unflushed, getting;

static void on_put(void *request, ucs_status_t status, void *user_data) {
  (void)user_data;
  check(status, "put");
  ucp_request_free(request);
}

static void on_got(void *request, ucs_status_t status, void *user_data) {
  (void)user_data;
  check(status, "get");
  ucp_request_free(request);
  getting--;
}

static void put_start(size_t offset, const void *from, size_t n) {
  ucp_request_param_t param = {.op_attr_mask = UCP_OP_ATTR_FIELD_CALLBACK, .cb.send = on_put};
  ucs_status_ptr_t request = ucp_put_nbx(ep, from, n, other_base + offset, key, &param);
  if (!UCS_PTR_IS_PTR(request))
    check(UCS_PTR_STATUS(request), "put");
  unflushed++;
}

static void get_start(size_t offset, void *to, size_t n) {
  ucp_request_param_t param = {.op_attr_mask = UCP_OP_ATTR_FIELD_CALLBACK, .cb.send = on_got};
  ucs_status_ptr_t request = ucp_get_nbx(ep, to, n, other_base + offset, key, &param);
  if (UCS_PTR_IS_PTR(request))
    getting++;
  else
    check(UCS_PTR_STATUS(request), "get");
}

static void wait_for(size_t left) {
  ucp_request_param_t param = {0};
  while (getting > left)
    progress();
  if (unflushed <= left)
    return;
  finish(ucp_ep_flush_nbx(ep, &param), "flush");
  unflushed = 0;
}

static void open_worker(void) {
  ucp_params_t params = {.field_mask = UCP_PARAM_FIELD_FEATURES,
                         .features = UCP_FEATURE_RMA | UCP_FEATURE_AM};
  ucp_worker_params_t worker_params = {.field_mask = UCP_WORKER_PARAM_FIELD_THREAD_MODE,
                                       .thread_mode = UCS_THREAD_MODE_SINGLE};
  ucp_mem_map_params_t map = {.field_mask =
                                  UCP_MEM_MAP_PARAM_FIELD_ADDRESS | UCP_MEM_MAP_PARAM_FIELD_LENGTH,
                              .address = memory,
                              .length = MEMORY};
  ucp_config_t *config;
  check(ucp_config_read(0, 0, &config), "read the configuration");
  check(ucp_config_modify(config, "TLS", provider ? provider : "tcp,self"), "choose transports");
  check(ucp_config_modify(config, "NET_DEVICES", interface_name ? interface_name : "lo"),
        "choose the interface");
  check(ucp_init(&params, config, &context), "open a context");
  ucp_config_release(config);
  check(ucp_worker_create(context, &worker_params, &worker), "make a worker");
  check(ucp_mem_map(context, &map, &mapped), "map memory");
}

static void connect_other(void) {
  struct {
    uint64_t base, address_bytes, key_bytes;
    unsigned char address[1024], key[256];
  } mine = {.base = (uintptr_t)memory}, theirs;
  ucp_address_t *address;
  size_t address_bytes, key_bytes;
  void *packed;
  check(ucp_worker_get_address(worker, &address, &address_bytes), "get the address");
  check(ucp_rkey_pack(context, mapped, &packed, &key_bytes), "get a key");
  if (address_bytes > sizeof mine.address || key_bytes > sizeof mine.key)
    quit("the address", "is too long");
  memcpy(mine.address, address, address_bytes);
  memcpy(mine.key, packed, key_bytes);
  exchange(&mine, &theirs, sizeof mine);
  ucp_rkey_buffer_release(packed);
  ucp_worker_release_address(worker, address);
  ucp_ep_params_t params = {.field_mask = UCP_EP_PARAM_FIELD_REMOTE_ADDRESS,
                            .address = (ucp_address_t *)(void *)theirs.address};
  check(ucp_ep_create(worker, &params, &ep), "connect");
  check(ucp_ep_rkey_unpack(ep, theirs.key, &key), "use a key");
  other_base = theirs.base;
}

int main(int argc, char **argv) {
  begin(argc, argv);
  memory = aligned_alloc(4096, MEMORY);
  open_worker();
  connect_other();
  struct library own = {memory, progress, put_start, get_start, wait_for};
  measure(&own);
  meet();
  ucp_rkey_destroy(key);
  ucp_worker_destroy(worker);
  ucp_mem_unmap(context, mapped);
  ucp_cleanup(context);
  return end();
}
