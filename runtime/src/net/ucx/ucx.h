/* SPDX-License-Identifier: Apache-2.0 */
/* The conduit over UCX, which carries it over TCP, InfiniBand or RoCE.
 *
 * One worker a process, one endpoint for each peer that was spoken to, one mutex around all calls
 * of the library. Files: load (the library), configure (transports and devices), worker, regions
 * (mapped memory, remote keys), operations (records of what is under way), messages, transfers,
 * progress, conduit (the table). */
#ifndef UPCR_NET_UCX_UCX_H
#define UPCR_NET_UCX_UCX_H

#include <pthread.h>
#include <ucp/api/ucp.h>

#include "../conduit.h"
#include "../conduit_order.h"

enum {
  UPCR_UCX_BUFFER =
      UPCR_CONDUIT_MESSAGE_MAX + sizeof(struct upcr_order_head) /* bytes of a message */
};

#define UPCR_UCX_FUNCTIONS(F)                                                                      \
  F(ucp_get_version)                                                                               \
  F(ucp_get_version_string)                                                                        \
  F(ucp_config_read)                                                                               \
  F(ucp_config_modify)                                                                             \
  F(ucp_config_release)                                                                            \
  F(ucp_init_version)                                                                              \
  F(ucp_cleanup)                                                                                   \
  F(ucp_worker_create)                                                                             \
  F(ucp_worker_destroy)                                                                            \
  F(ucp_worker_query)                                                                              \
  F(ucp_worker_release_address)                                                                    \
  F(ucp_worker_progress)                                                                           \
  F(ucp_worker_get_efd)                                                                            \
  F(ucp_worker_arm)                                                                                \
  F(ucp_worker_set_am_recv_handler)                                                                \
  F(ucp_am_data_release)                                                                           \
  F(ucp_mem_map)                                                                                   \
  F(ucp_mem_unmap)                                                                                 \
  F(ucp_rkey_pack)                                                                                 \
  F(ucp_rkey_buffer_release)                                                                       \
  F(ucp_ep_rkey_unpack)                                                                            \
  F(ucp_rkey_destroy)                                                                              \
  F(ucp_ep_create)                                                                                 \
  F(ucp_ep_flush_nbx)                                                                              \
  F(ucp_am_send_nbx)                                                                               \
  F(ucp_put_nbx)                                                                                   \
  F(ucp_get_nbx)                                                                                   \
  F(ucp_request_free)                                                                              \
  F(ucs_status_string)

struct upcr_ucx_library {
  void *handle;
#define DECLARE(name) __typeof__(name) *name;
  UPCR_UCX_FUNCTIONS(DECLARE)
#undef DECLARE
};
extern struct upcr_ucx_library upcr_ucx_library;
/* A function of the library. */
#define UCX(name) (upcr_ucx_library.name)

/* Loads UCX. Returns 0, or -1 after writing why. */
int upcr_ucx_load(char *err, size_t errlen);
/* Writes cause and UCX's text of the status to err. Returns -1. */
int upcr_ucx_fail(char *err, size_t errlen, const char *what, ucs_status_t status);
/* Ends the job where the status is an error. */
void upcr_ucx_expect(ucs_status_t status, const char *what, int peer);

/* UCX's configuration: the user's, with what the wish and this conduit add. */
int upcr_ucx_configure(const struct upcr_conduit_wish *wish, ucp_config_t **config, char *err,
                       size_t errlen);

enum upcr_ucx_kind { UPCR_UCX_SEND, UPCR_UCX_PUT, UPCR_UCX_GET };

/* An operation under way: a message with its buffer, a get, or a put that waits for a flush. */
struct upcr_ucx_op {
  struct upcr_ucx_op *next; /* in a list of free ones, or of puts */
  enum upcr_ucx_kind kind;
  int peer;
  unsigned char *buffer; /* UPCR_UCX_BUFFER bytes, 0 for those without */
  struct upcr_conduit_transfer *transfer;
};

struct upcr_ucx_peer {
  ucp_ep_h ep;                  /* 0: not spoken to yet */
  void *address;                /* of its worker */
  struct upcr_ucx_op *fresh;    /* puts since the last flush began */
  struct upcr_ucx_op *flushing; /* puts that the flush under way completes */
  bool flush_under_way;
};

/* A thread's segment as peers access it. The packed key is in `keys` of the whole job. */
struct upcr_ucx_target {
  uint64_t base;
  const void *packed;
  ucp_rkey_h key; /* 0: not unpacked yet */
};

struct upcr_ucx_exposed {
  struct upcr_conduit_region region;
  ucp_mem_h memory;
};

/* A message that came. Its bytes are UCX's until they are given back. */
struct upcr_ucx_arrival {
  void *data;
  size_t bytes;
};

struct upcr_ucx {
  pthread_mutex_t mutex; /* around everything below but `order.received` and `order.held`, which
                            `progressing` keeps */
  atomic_bool progressing;

  ucp_context_h context;
  ucp_worker_h worker;
  int descriptor;
  bool closing;
  char transports[128], description[256];

  struct upcr_ucx_exposed *exposed;
  int exposed_count;
  struct upcr_ucx_target *targets; /* [threads] by thread */
  int threads;

  struct upcr_ucx_peer *peers;
  unsigned char *addresses; /* of all peers, as they published them */
  int peer_count;
  struct upcr_order order;
  upcr_conduit_receive *receive;

  struct upcr_ucx_slab *slabs;
  struct upcr_ucx_op *free_ops, *free_buffers;
  struct upcr_ucx_arrival *arrivals; /* since the last progress */
  size_t arrived, arrivals_room;
  bool did; /* an operation completed since the last progress */
};
extern struct upcr_ucx upcr_ucx;

/* Opens and closes the worker. Returns 0, or -1 after writing why. */
int upcr_ucx_worker_open(const struct upcr_conduit_wish *wish, char *err, size_t errlen);
void upcr_ucx_worker_close(void);
/* The endpoint of a peer, which connects when it is first used. */
ucp_ep_h upcr_ucx_endpoint(int peer);

/* Registers the regions; ends that. Returns 0, or -1 after writing why. */
int upcr_ucx_expose(const struct upcr_conduit_region *regions, int count, char *err, size_t errlen);
void upcr_ucx_unexpose(void);

/* The address of this worker, with all that peers need to access its regions; reads those of all
 * peers. Return 0, or -1 after writing why. */
int upcr_ucx_write_address(void *address, size_t *length, char *err, size_t errlen);
int upcr_ucx_read_addresses(const void *addresses, size_t stride, char *err, size_t errlen);

/* The key by which `peer` lets others access the segment of `thread`. */
ucp_rkey_h upcr_ucx_key(int peer, int thread);

/* A record, with a buffer if wanted; ends the job if memory is short. */
struct upcr_ucx_op *upcr_ucx_take(bool with_buffer);
void upcr_ucx_give(struct upcr_ucx_op *op);
void upcr_ucx_free_ops(void);

/* Sets the handlers of messages. Returns 0, or -1 after writing why. */
int upcr_ucx_listen(char *err, size_t errlen);

/* The functions of the conduit's table (conduit.h) for messages and transfers. */
void upcr_ucx_send(int peer, const void *head, size_t head_bytes, const void *body,
                   size_t body_bytes);
void upcr_ucx_put(int peer, int thread, uint64_t offset, const void *from, size_t n,
                  struct upcr_conduit_transfer *transfer);
void upcr_ucx_get(int peer, int thread, uint64_t offset, void *to, size_t n,
                  struct upcr_conduit_transfer *transfer);

/* The functions of the conduit's table (conduit.h) for progress. */
bool upcr_ucx_progress(void);
bool upcr_ucx_is_taken(void);
int upcr_ucx_descriptors(int fds[UPCR_CONDUIT_DESCRIPTORS]);
bool upcr_ucx_arm(void);

#endif
