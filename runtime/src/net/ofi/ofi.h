/* SPDX-License-Identifier: Apache-2.0 */
/* The conduit over libfabric, which carries it over TCP, InfiniBand, Slingshot, Omni-Path or EFA.
 *
 * One reliable-datagram endpoint a process, one completion queue, one mutex around all calls of the
 * library: the provider then needs no locks (FI_THREAD_DOMAIN). Files: load (the library), choose
 * (provider and interface), endpoint, regions (registration of memory, keys), operations (records
 * of what is under way), backlog (what the provider did not take), messages, transfers, progress,
 * conduit (the table). */
#ifndef UPCR_NET_OFI_OFI_H
#define UPCR_NET_OFI_OFI_H

#include <pthread.h>
#include <rdma/fabric.h>
#include <rdma/fi_cm.h>
#include <rdma/fi_domain.h>
#include <rdma/fi_endpoint.h>
#include <rdma/fi_errno.h>
#include <rdma/fi_rma.h>

#include "../conduit.h"
#include "../conduit_order.h"

enum {
  UPCR_OFI_BUFFER =
      UPCR_CONDUIT_MESSAGE_MAX + sizeof(struct upcr_order_head), /* bytes of a message's buffer */
  UPCR_OFI_RECEIVES = 256,                                       /* buffers posted, at most */
  UPCR_OFI_BATCH = 32                                            /* completions read at once */
};

/* Writes to a peer one after the other, messages after earlier writes. */
#define UPCR_OFI_IN_ORDER (FI_ORDER_WAW | FI_ORDER_SAW)

/* libfabric's functions that are symbols; all others are in tables that these fill. */
struct upcr_ofi_library {
  void *handle;
  bool kept; /* loaded for processes to be forked */
  __typeof__(fi_getinfo) *getinfo;
  __typeof__(fi_freeinfo) *freeinfo;
  __typeof__(fi_dupinfo) *dupinfo;
  __typeof__(fi_fabric) *fabric;
  __typeof__(fi_strerror) *strerror;
  __typeof__(fi_version) *version;
};
extern struct upcr_ofi_library upcr_ofi_library;

/* Loads libfabric, unloads it, prepares it (conduit.h). load: 0, or -1 after writing why. */
int upcr_ofi_load(char *err, size_t errlen);
void upcr_ofi_unload(void);
void upcr_ofi_prepare(void);
/* libfabric's offers for the hints, 0 for any; the caller frees them. Returns 0, or libfabric's
 * error. */
int upcr_ofi_getinfo(const struct fi_info *hints, struct fi_info **all);
/* Writes cause and libfabric's text of -error to err. Returns -1. */
int upcr_ofi_fail(char *err, size_t errlen, const char *what, long error);

/* The best of what libfabric offers for the wish; the caller frees it. 0 after writing to err. */
struct fi_info *upcr_ofi_choose(const struct upcr_conduit_wish *wish, char *err, size_t errlen);
/* The offers to choose from, as libfabric orders them; the caller frees them. 0: none, or out of
 * memory.
 */
struct fi_info *upcr_ofi_offers(const struct upcr_conduit_wish *wish);
struct fi_info *upcr_ofi_best(struct fi_info *all, const struct upcr_conduit_wish *wish);
/* Rank among the preferred providers; -1: used only on request. */
int upcr_ofi_rank(const char *provider, const struct upcr_conduit_wish *wish);
/* Suitability of an offer's interface; 0: unusable. */
int upcr_ofi_suits(const struct fi_info *info, const struct upcr_conduit_wish *wish);
/* The IP address of an offer as text, or "". */
void upcr_ofi_address_text(const struct fi_info *info, char *text, size_t n);
bool upcr_ofi_show(const struct upcr_conduit_wish *wish, FILE *out);

/* A put completes at its target, a write locally. */
enum upcr_ofi_kind { UPCR_OFI_RECEIVE, UPCR_OFI_SEND, UPCR_OFI_PUT, UPCR_OFI_WRITE, UPCR_OFI_GET };

/* An operation under way, or waiting in a backlog. */
struct upcr_ofi_op {
  /* First: the provider's while under way, which gives its address back. */
  struct fi_context2 context;
  enum upcr_ofi_kind kind;
  bool has_buffer;
  int peer;
  struct upcr_ofi_op *next; /* in a list of free ones, or of a backlog */
  unsigned char *buffer;    /* UPCR_OFI_BUFFER bytes: message or bounce buffer */
  void *buffer_desc;        /* of the buffer's registration */
  uint64_t local_key; /* for a registration of the local memory, unique among those that live */
  size_t bytes;       /* of the message, or of this piece of a transfer */
  struct upcr_conduit_transfer *transfer;
  void *local, *user; /* memory for the provider; where a get is copied to afterwards, or 0 */
  void *local_desc;
  struct fid_mr *local_mr; /* of this piece alone, else 0 */
  uint64_t remote, key;
};

struct upcr_ofi_list {
  struct upcr_ofi_op *first, *last;
};

struct upcr_ofi_peer {
  fi_addr_t address;
  struct upcr_ofi_list backlog;
  int next_behind; /* in the list of peers with a backlog; -1: the last */
};

/* Address and key by which peers access a thread's segment. */
struct upcr_ofi_target {
  uint64_t base, key;
};

/* A segment of this process. */
struct upcr_ofi_exposed {
  struct upcr_conduit_region region;
  struct fid_mr *mr;
};

struct upcr_ofi {
  pthread_mutex_t mutex; /* around everything below but `order.received` and `order.held`, which
                            `progressing` keeps */
  atomic_bool progressing;

  struct fi_info *info;
  struct fid_fabric *fabric;
  struct fid_domain *domain;
  struct fid_av *av;
  struct fid_cq *cq;
  struct fid_ep *ep;
  char description[256];

  int cq_fd, timer; /* both -1 if the provider has no descriptor */
  bool timer_set;   /* wakes the progress thread every millisecond while operations are kept */

  struct upcr_ofi_exposed *exposed;
  int exposed_count;
  uint64_t next_key;               /* keys that have been given to registrations */
  struct upcr_ofi_target *targets; /* [threads] by thread */
  int threads;

  struct upcr_ofi_peer *peers;
  int peer_count;
  struct upcr_order order;
  upcr_conduit_receive *receive;

  struct upcr_ofi_slab *slabs;
  struct upcr_ofi_op *free_ops, *free_buffers;
  size_t under_way, under_way_max; /* sends and transfers that the provider has */
  int first_behind;                /* peers with a backlog; -1: none */
  int last_behind;
  struct upcr_ofi_list unposted; /* receives that the provider did not take yet */
};
extern struct upcr_ofi upcr_ofi;

/* Opens and closes the endpoint with all that belongs to it. Returns 0, or -1 after writing why. */
int upcr_ofi_endpoint_open(char *err, size_t errlen);
void upcr_ofi_endpoint_close(void);

/* Registers memory as the provider requires, with our key if keys are the user's choice. */
int upcr_ofi_register(const void *base, size_t bytes, uint64_t access, uint64_t key,
                      struct fid_mr **mr);
int upcr_ofi_expose(const struct upcr_conduit_region *regions, int count, char *err, size_t errlen);
void upcr_ofi_unexpose(void);
/* The descriptor of local memory that lies in an exposed region; false: it does not. */
bool upcr_ofi_find_exposed(const void *local, size_t n, void **desc);
/* The address of this endpoint, with all that peers need to access its regions. */
int upcr_ofi_write_address(void *address, size_t *length, char *err, size_t errlen);
int upcr_ofi_read_addresses(const void *addresses, size_t stride, char *err, size_t errlen);

/* A record, with a buffer if wanted; ends the job if memory is short. */
struct upcr_ofi_op *upcr_ofi_take(bool with_buffer);
void upcr_ofi_give(struct upcr_ofi_op *op);
/* Makes records with buffers ahead. Returns 0, or libfabric's error. */
int upcr_ofi_make_buffers(void);
void upcr_ofi_free_ops(void);

/* Appends an operation to a list. */
void upcr_ofi_append(struct upcr_ofi_list *list, struct upcr_ofi_op *op);
/* Gives the operation to the provider, or to its peer's backlog. */
void upcr_ofi_submit(struct upcr_ofi_op *op);
/* Retries kept operations. True if the provider took one. */
bool upcr_ofi_retry(void);
bool upcr_ofi_has_kept(void);

/* Posts the first receives. Returns 0, or -1 after writing why. */
int upcr_ofi_post_receives(char *err, size_t errlen);
/* Posts a receive, or keeps it. */
void upcr_ofi_post_receive(struct upcr_ofi_op *op);
/* Both give the operation to the provider: 0, or libfabric's error. */
ssize_t upcr_ofi_post_send(struct upcr_ofi_op *op);
ssize_t upcr_ofi_post_transfer(struct upcr_ofi_op *op);
void upcr_ofi_complete_transfer(struct upcr_ofi_op *op);
void upcr_ofi_send(int peer, const void *head, size_t head_bytes, const void *body,
                   size_t body_bytes);
void upcr_ofi_put(int peer, int thread, uint64_t offset, const void *from, size_t n,
                  struct upcr_conduit_transfer *transfer);
void upcr_ofi_write(int peer, int thread, uint64_t offset, const void *from, size_t n,
                    struct upcr_conduit_transfer *transfer);
void upcr_ofi_get(int peer, int thread, uint64_t offset, void *to, size_t n,
                  struct upcr_conduit_transfer *transfer);

/* The functions of the conduit's table (conduit.h) for progress. */
bool upcr_ofi_progress(void);
bool upcr_ofi_is_taken(void);
int upcr_ofi_descriptors(int fds[UPCR_CONDUIT_DESCRIPTORS]);
bool upcr_ofi_arm(void);
/* Makes the progress thread wake soon, and repeatedly: work is left that the provider's descriptor
 * does not show. */
void upcr_ofi_wake_soon(void);

#endif
