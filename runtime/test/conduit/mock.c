/* SPDX-License-Identifier: Apache-2.0 */
/* The conduit over libfabric on a mock provider that does everything that the manual allows: each
 * combination of the bits of mr_mode, random refusals (FI_EAGAIN), completions out of order, short
 * queues and small messages. One process, which is its own peer. The mock checks every key,
 * address, descriptor and access right. */
#define _GNU_SOURCE
#include <rdma/fabric.h>
#include <rdma/fi_cm.h>
#include <rdma/fi_domain.h>
#include <rdma/fi_endpoint.h>
#include <rdma/fi_errno.h>
#include <rdma/fi_rma.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "../test.h"
#include "net/conduit.h"
#include "topo/loader.h"

enum {
  MODES = 32,
  REGIONS = 3,
  REGION = 1 << 18,
  LARGEST = 20000, /* of one operation */
  INJECT = 64,
  QUEUE = 24, /* operations under way */
  MRS = 4096,
  OPS = 1024
};

static const uint64_t mode_bits[] = {FI_MR_LOCAL, FI_MR_VIRT_ADDR, FI_MR_ALLOCATED, FI_MR_PROV_KEY,
                                     FI_MR_ENDPOINT};

static uint64_t state = 88172645463325252u;
static uint64_t draw(void) {
  return state ^= state << 13, state ^= state >> 7, state ^= state << 17;
}

static _Noreturn void wrong(const char *what) {
  fprintf(stderr, "mock: %s\n", what);
  exit(1);
}

static int mode, live_mrs, live_fids, refusals, early;

static bool refuse(void) {
  bool now = draw() % 4 == 0;
  refusals += now;
  return now;
}

/* Memory registrations. */

struct mr {
  struct fid_mr mr;
  const unsigned char *base;
  size_t bytes;
  uint64_t access;
  bool live, bound, usable;
};
static struct mr mrs[MRS];

static int mr_close(struct fid *fid) {
  struct mr *mr = (struct mr *)(void *)fid;
  mr->live = mr->usable = false;
  live_mrs--;
  return 0;
}

static int mr_bind(struct fid *fid, struct fid *to, uint64_t flags) {
  (void)flags;
  ((struct mr *)(void *)fid)->bound = to->fclass == FI_CLASS_EP;
  return 0;
}

static int mr_control(struct fid *fid, int command, void *arg) {
  struct mr *mr = (struct mr *)(void *)fid;
  (void)arg;
  if (command != FI_ENABLE || !mr->bound)
    return -FI_EINVAL;
  mr->usable = true;
  if (mode & FI_MR_PROV_KEY)
    mr->mr.key = draw();
  return 0;
}

static struct fi_ops mr_ops = {
    .size = sizeof mr_ops, .close = mr_close, .bind = mr_bind, .control = mr_control};

static void check_resident(const void *base, size_t bytes) {
  static unsigned char there[(1 << 20) / 4096];
  uintptr_t from = (uintptr_t)base & ~(uintptr_t)4095,
            to = ((uintptr_t)base + bytes + 4095) & ~(uintptr_t)4095;
  if (to - from > 1 << 20 || mincore((void *)from, to - from, there) != 0)
    wrong("memory that is not mapped is registered");
  for (size_t i = 0; i < (to - from) / 4096; i++)
    if (!(there[i] & 1))
      wrong("a page is not there although FI_MR_ALLOCATED was asked for");
}

static int reg(struct fid *fid, const void *base, size_t bytes, uint64_t access, uint64_t offset,
               uint64_t key, uint64_t flags, struct fid_mr **out, void *context) {
  (void)fid, (void)context;
  int at = 0;
  while (at < MRS && mrs[at].live)
    at++;
  if (at == MRS || offset || flags)
    wrong("too many registrations, or an offset or flags");
  for (int i = 0; !(mode & FI_MR_PROV_KEY) && i < MRS; i++)
    if (mrs[i].live && mrs[i].mr.key == key)
      wrong("a key is used twice");
  if (mode & FI_MR_ALLOCATED)
    check_resident(base, bytes);
  mrs[at] = (struct mr){.mr.fid = {.fclass = FI_CLASS_MR, .ops = &mr_ops},
                        .base = base,
                        .bytes = bytes,
                        .access = access,
                        .live = true,
                        .usable = !(mode & FI_MR_ENDPOINT)};
  mrs[at].mr.mem_desc = &mrs[at];
  mrs[at].mr.key = mode & FI_MR_PROV_KEY ? (mode & FI_MR_ENDPOINT ? FI_KEY_NOTAVAIL : draw()) : key;
  live_mrs++;
  *out = &mrs[at].mr;
  return 0;
}

static struct fi_ops_mr domain_mr = {.size = sizeof domain_mr, .reg = reg};

static void check_local(const void *local, size_t n, const void *desc, uint64_t access) {
  const struct mr *mr = desc;
  if (!(mode & FI_MR_LOCAL) || n == 0)
    return;
  if (!mr || !mr->live || !mr->usable || !(mr->access & access))
    wrong("local memory without a registration for this access");
  if ((const unsigned char *)local < mr->base ||
      (const unsigned char *)local + n > mr->base + mr->bytes)
    wrong("local memory outside its registration");
}

static unsigned char *remote_memory(uint64_t address, size_t n, uint64_t key, uint64_t access) {
  for (int i = 0; i < MRS; i++)
    if (mrs[i].live && mrs[i].mr.key == key) {
      uint64_t offset = mode & FI_MR_VIRT_ADDR ? address - (uintptr_t)mrs[i].base : address;
      if (!mrs[i].usable || !(mrs[i].access & access) || offset > mrs[i].bytes ||
          n > mrs[i].bytes - offset)
        wrong("remote memory outside its registration, or without the right");
      return (unsigned char *)(uintptr_t)mrs[i].base + offset;
    }
  wrong("an unknown key");
}

/* The endpoint: what is sent waits for a posted buffer; what is complete waits to be read, in any
 * order. */

struct op {
  void *context, *local;
  size_t bytes;
  bool write, read;
  unsigned char *remote;
};
static struct op receives[OPS], done[OPS];
static struct {
  size_t bytes;
  unsigned char data[LARGEST];
} sent[OPS];
static int receive_count, sent_count, done_count, under_way;

static void finish(void *context, size_t bytes, bool write, bool read, unsigned char *remote,
                   void *local) {
  if (done_count == OPS)
    wrong("the completion queue overflows");
  done[done_count++] = (struct op){context, local, bytes, write, read, remote};
}

static void match(void) {
  while (receive_count && sent_count) {
    memcpy(receives[0].local, sent[0].data, sent[0].bytes);
    finish(receives[0].context, sent[0].bytes, false, false, 0, 0);
    memmove(receives, receives + 1, (size_t)--receive_count * sizeof *receives);
    memmove(sent, sent + 1, (size_t)--sent_count * sizeof *sent);
  }
}

static void accept_message(const void *data, size_t n) {
  if (sent_count == OPS || n > LARGEST)
    wrong("more messages than anybody may send");
  sent[sent_count].bytes = n;
  memcpy(sent[sent_count++].data, data, n);
  match();
}

static void begin(void) {
  if (++under_way > QUEUE)
    wrong("more operations than the queue has room for");
}

static ssize_t do_recv(struct fid_ep *ep, void *at, size_t n, void *desc, fi_addr_t from,
                       void *context) {
  (void)ep;
  if (refuse())
    return -FI_EAGAIN;
  if (from != FI_ADDR_UNSPEC || receive_count == OPS)
    wrong("receives");
  check_local(at, n, desc, FI_RECV);
  receives[receive_count++] = (struct op){.context = context, .local = at, .bytes = n};
  match();
  return 0;
}

static ssize_t do_send(struct fid_ep *ep, const void *data, size_t n, void *desc, fi_addr_t to,
                       void *context) {
  (void)ep, (void)to;
  if (refuse())
    return -FI_EAGAIN;
  check_local(data, n, desc, FI_SEND);
  begin();
  accept_message(data, n);
  finish(context, 0, false, false, 0, (void *)1);
  return 0;
}

static ssize_t do_inject(struct fid_ep *ep, const void *data, size_t n, fi_addr_t to) {
  (void)ep, (void)to;
  if (n > INJECT)
    wrong("too much for an inject");
  if (refuse())
    return -FI_EAGAIN;
  accept_message(data, n);
  return 0;
}

/* The bytes move when the completion is read. */
static ssize_t transfer(const struct fi_msg_rma *message, bool write) {
  const struct iovec *local = message->msg_iov;
  if (refuse())
    return -FI_EAGAIN;
  if (message->iov_count != 1 || message->rma_iov_count != 1 || local->iov_len > LARGEST ||
      local->iov_len != message->rma_iov->len)
    wrong("a transfer of other sizes");
  check_local(local->iov_base, local->iov_len, message->desc[0], write ? FI_WRITE : FI_READ);
  begin();
  finish(message->context, local->iov_len, write, !write,
         remote_memory(message->rma_iov->addr, local->iov_len, message->rma_iov->key,
                       write ? FI_REMOTE_WRITE : FI_REMOTE_READ),
         local->iov_base);
  return 0;
}

static ssize_t do_write(struct fid_ep *ep, const struct fi_msg_rma *message, uint64_t flags) {
  (void)ep;
  if (!(flags & FI_DELIVERY_COMPLETE))
    wrong("a put that does not ask for delivery");
  return transfer(message, true);
}

static ssize_t do_read(struct fid_ep *ep, const struct fi_msg_rma *message, uint64_t flags) {
  (void)ep, (void)flags;
  return transfer(message, false);
}

static ssize_t cq_read(struct fid_cq *cq, void *to, size_t most) {
  struct fi_cq_msg_entry *entries = to;
  size_t count = 0;
  (void)cq;
  while (done_count && count < most && draw() % 8) {
    int at = (int)(draw() % (uint64_t)done_count);
    struct op op = done[at];
    early += at > 0;
    done[at] = done[--done_count];
    if (op.write)
      memcpy(op.remote, op.local, op.bytes);
    if (op.read)
      memcpy(op.local, op.remote, op.bytes);
    under_way -= op.local != 0;
    entries[count++] = (struct fi_cq_msg_entry){.op_context = op.context, .len = op.bytes};
  }
  return count ? (ssize_t)count : -FI_EAGAIN;
}

/* The objects. */

static int fid_close(struct fid *fid) {
  if (fid->fclass == FI_CLASS_EP && (mode & FI_MR_ENDPOINT) && live_mrs)
    wrong("the endpoint is closed before the registrations that are bound to it");
  if (fid->fclass == FI_CLASS_DOMAIN && (live_mrs || live_fids != 2))
    wrong("the domain is closed before what is in it");
  live_fids--;
  return 0;
}

static int fid_bind(struct fid *fid, struct fid *to, uint64_t flags) {
  return (void)fid, (void)to, (void)flags, 0;
}
static int fid_control(struct fid *fid, int command, void *arg) {
  (void)arg;
  return fid->fclass == FI_CLASS_EP && command == FI_ENABLE ? 0 : -FI_ENOSYS;
}

static int getname_(struct fid *fid, void *name, size_t *length) {
  (void)fid;
  memcpy(name, "mock", 4);
  *length = 4;
  return 0;
}

static int insert(struct fid_av *av, const void *name, size_t count, fi_addr_t *to, uint64_t flags,
                  void *context) {
  (void)av, (void)flags, (void)context;
  *to = 0;
  return count == 1 && memcmp(name, "mock", 4) == 0 ? 1 : -FI_EINVAL;
}

static struct fi_ops fid_ops = {
    .size = sizeof fid_ops, .close = fid_close, .bind = fid_bind, .control = fid_control};
static struct fi_ops_msg ep_msg = {
    .size = sizeof ep_msg, .recv = do_recv, .send = do_send, .inject = do_inject};
static struct fi_ops_rma ep_rma = {.size = sizeof ep_rma, .writemsg = do_write, .readmsg = do_read};
static struct fi_ops_cm ep_cm = {.size = sizeof ep_cm, .getname = getname_};
static struct fi_ops_av av_ops = {.size = sizeof av_ops, .insert = insert};
static struct fi_ops_cq cq_ops = {.size = sizeof cq_ops, .read = cq_read};
static struct fid_ep the_ep = {
    .fid = {.fclass = FI_CLASS_EP, .ops = &fid_ops}, .cm = &ep_cm, .msg = &ep_msg, .rma = &ep_rma};
static struct fid_av the_av = {.fid = {.fclass = FI_CLASS_AV, .ops = &fid_ops}, .ops = &av_ops};
static struct fid_cq the_cq = {.fid = {.fclass = FI_CLASS_CQ, .ops = &fid_ops}, .ops = &cq_ops};

static int open_av(struct fid_domain *domain, struct fi_av_attr *attr, struct fid_av **av,
                   void *context) {
  (void)domain, (void)attr, (void)context;
  live_fids++;
  *av = &the_av;
  return 0;
}

static int open_cq(struct fid_domain *domain, struct fi_cq_attr *attr, struct fid_cq **cq,
                   void *context) {
  (void)domain, (void)context;
  if (attr->wait_obj != FI_WAIT_NONE)
    return -FI_ENOSYS;
  live_fids++;
  *cq = &the_cq;
  return 0;
}

static int open_ep(struct fid_domain *domain, struct fi_info *info, struct fid_ep **ep,
                   void *context) {
  (void)domain, (void)info, (void)context;
  live_fids++;
  *ep = &the_ep;
  return 0;
}

static struct fi_ops_domain domain_ops = {
    .size = sizeof domain_ops, .av_open = open_av, .cq_open = open_cq, .endpoint = open_ep};
static struct fid_domain the_domain = {
    .fid = {.fclass = FI_CLASS_DOMAIN, .ops = &fid_ops}, .ops = &domain_ops, .mr = &domain_mr};

static int open_domain(struct fid_fabric *fabric, struct fi_info *info, struct fid_domain **domain,
                       void *context) {
  (void)fabric, (void)context;
  if ((int)info->domain_attr->mr_mode != mode)
    wrong("another mr_mode than was offered");
  live_fids++;
  *domain = &the_domain;
  return 0;
}

static struct fi_ops_fabric fabric_ops = {.size = sizeof fabric_ops, .domain = open_domain};
static struct fid_fabric the_fabric = {.fid = {.fclass = FI_CLASS_FABRIC, .ops = &fid_ops},
                                       .ops = &fabric_ops};

/* The library's symbols. */

static int mock_fabric(struct fi_fabric_attr *attr, struct fid_fabric **fabric, void *context) {
  (void)attr, (void)context;
  live_fids++;
  *fabric = &the_fabric;
  return 0;
}

static struct fi_info *mock_dupinfo(const struct fi_info *from) {
  struct all {
    struct fi_info info;
    struct fi_tx_attr tx;
    struct fi_rx_attr rx;
    struct fi_ep_attr ep;
    struct fi_domain_attr domain;
    struct fi_fabric_attr fabric;
  } *to = calloc(1, sizeof *to);
  if (from)
    memcpy(to, from, sizeof *to);
  to->info.tx_attr = &to->tx;
  to->info.rx_attr = &to->rx;
  to->info.ep_attr = &to->ep;
  to->info.domain_attr = &to->domain;
  to->info.fabric_attr = &to->fabric;
  to->info.next = 0;
  return &to->info;
}

static void mock_freeinfo(struct fi_info *info) { free(info); }

static int mock_getinfo(uint32_t version, const char *node, const char *service, uint64_t flags,
                        const struct fi_info *hints, struct fi_info **info) {
  (void)version, (void)node, (void)service, (void)flags;
  if (((int)hints->domain_attr->mr_mode & mode) != mode)
    return -FI_ENODATA;
  *info = mock_dupinfo(hints);
  (*info)->domain_attr->mr_mode = mode;
  (*info)->domain_attr->name = (char *)(uintptr_t) "mock0";
  (*info)->fabric_attr->prov_name = (char *)(uintptr_t) "cxi";
  (*info)->ep_attr->max_msg_size = LARGEST;
  (*info)->tx_attr->inject_size = INJECT;
  (*info)->tx_attr->size = QUEUE;
  (*info)->rx_attr->size = 32;
  return 0;
}

static const char *mock_strerror(int error) { return strerror(error); }
static uint32_t mock_version(void) { return FI_VERSION(1, 17); }

static void *load(const char *name) { return strstr(name, "libfabric") ? &mode : 0; }
static int unload(void *library) { return (void)library, 0; }
static void *find(void *library, const char *symbol) {
  static const struct {
    const char *name;
    void (*function)(void);
  } symbols[] = {{"fi_getinfo", (void (*)(void))mock_getinfo},
                 {"fi_freeinfo", (void (*)(void))mock_freeinfo},
                 {"fi_dupinfo", (void (*)(void))mock_dupinfo},
                 {"fi_fabric", (void (*)(void))mock_fabric},
                 {"fi_strerror", (void (*)(void))mock_strerror},
                 {"fi_version", (void (*)(void))mock_version}};
  (void)library;
  for (size_t i = 0; i < sizeof symbols / sizeof *symbols; i++)
    if (strcmp(symbols[i].name, symbol) == 0)
      return (void *)(uintptr_t)symbols[i].function;
  return 0;
}

const struct upcr_loader upcr_loader = {load, find,
                                        unload}; /* the library's own is not linked then */

/* The tests. */

static const struct upcr_conduit *conduit;
static unsigned char *regions[REGIONS];
static uint64_t expected;

static size_t size_of(uint64_t number) {
  return number * 2654435761u % (number % 3 ? 100 : UPCR_CONDUIT_MESSAGE_MAX + 1);
}

static void receive(int peer, const void *message, size_t bytes) {
  const unsigned char *at = message;
  bool right = peer == 0 && bytes == size_of(expected);
  for (size_t i = 0; right && i < bytes; i++)
    right = at[i] == (unsigned char)(expected + i);
  if (!right)
    wrong("a message has other bytes, or came out of order");
  expected++;
}

static void send_messages(void) {
  unsigned char bytes[UPCR_CONDUIT_MESSAGE_MAX];
  expected = 0;
  for (uint64_t number = 0; number < 300; number++) {
    size_t n = size_of(number);
    for (size_t i = 0; i < n; i++)
      bytes[i] = (unsigned char)(number + i);
    conduit->send(0, bytes, n / 2, bytes + n / 2, n - n / 2);
    if (number % 20 == 0)
      conduit->progress();
  }
  while (expected < 300)
    conduit->progress();
}

static void wait_transfer(struct upcr_conduit_transfer *transfer) {
  while (atomic_load_explicit(&transfer->pending, memory_order_acquire))
    conduit->progress();
}

/* Between the parts of a region that only origins and only targets use. */
static void move(int thread, size_t n, unsigned char *from, unsigned char *to) {
  struct upcr_conduit_transfer transfer = {0};
  size_t offset = REGION / 2 + draw() % (REGION / 2 - n);
  for (size_t i = 0; i < n; i++)
    from[i] = (unsigned char)draw();
  conduit->put(0, 7 + thread, offset, from, n, &transfer);
  wait_transfer(&transfer);
  if (memcmp(regions[thread] + offset, from, n) != 0)
    wrong("a put wrote other bytes");
  memset(to, 0, n);
  conduit->get(0, 7 + thread, offset, to, n, &transfer);
  wait_transfer(&transfer);
  if (memcmp(regions[thread] + offset, to, n) != 0)
    wrong("a get brought other bytes");
}

static void move_all(void) {
  static const size_t sizes[] = {1,
                                 7,
                                 64,
                                 65,
                                 UPCR_CONDUIT_MESSAGE_MAX,
                                 UPCR_CONDUIT_MESSAGE_MAX + 8,
                                 UPCR_CONDUIT_MESSAGE_MAX + 9,
                                 LARGEST,
                                 LARGEST + 1,
                                 3 * LARGEST,
                                 65537};
  unsigned char *memory = malloc(2 * REGION);
  for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
    for (int place = 0; place < 4; place++)
      move((int)draw() & 1 ? 2 : 0, sizes[i], place & 1 ? memory + 1 : regions[1] + 3,
           place & 2 ? memory + REGION : regions[0] + 5);
  free(memory);
}

static void test_mode(int bits) {
  struct upcr_conduit_region exposed[REGIONS];
  struct upcr_conduit_wish wish = {0};
  unsigned char address[UPCR_CONDUIT_ADDRESS_MAX];
  size_t length;
  char why[512] = "";
  mode = 0;
  for (int i = 0; i < 5; i++)
    mode |= bits >> i & 1 ? (int)mode_bits[i] : 0;
  for (int t = 0; t < REGIONS; t++) {
    regions[t] = mmap(0, REGION, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    exposed[t] = (struct upcr_conduit_region){.thread = 7 + t, .base = regions[t], .bytes = REGION};
  }
  if (CHECK(conduit->open(&wish, exposed, REGIONS, receive, address, &length, why, sizeof why) ==
            0) &&
      CHECK(conduit->connect(1, 0, address, sizeof address, why, sizeof why) == 0)) {
    int none[UPCR_CONDUIT_DESCRIPTORS];
    CHECK(conduit->descriptors(none) == 0 && conduit->arm());
    send_messages();
    move_all();
    CHECK(under_way == 0 && sent_count == 0);
    conduit->close();
  } else
    fprintf(stderr, "%s\n", why);
  CHECK(live_mrs == 0 && live_fids == 0);
  receive_count = done_count = sent_count = 0;
  for (int t = 0; t < REGIONS; t++)
    munmap(regions[t], REGION);
}

int main(void) {
  conduit = upcr_conduit_ofi;
  for (int bits = 0; bits < MODES; bits++)
    test_mode(bits);
  CHECK(refusals > 1000 && early > 1000); /* else nothing was tested */
  return test_report();
}
