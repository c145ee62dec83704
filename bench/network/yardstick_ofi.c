/* SPDX-License-Identifier: Apache-2.0 */
/* The same operations by direct calls of libfabric: cc -O2 -I../include yardstick_ofi.c -lfabric */
#include "yardstick.h"

#include <rdma/fabric.h>
#include <rdma/fi_cm.h>
#include <rdma/fi_domain.h>
#include <rdma/fi_endpoint.h>
#include <rdma/fi_errno.h>
#include <rdma/fi_rma.h>

static struct fi_info *info;
static struct fid_fabric *fabric;
static struct fid_domain *domain;
static struct fid_av *av;
static struct fid_cq *cq;
static struct fid_ep *ep;
static struct fid_mr *mr;
static fi_addr_t other;
static uint64_t other_base, other_key;
static size_t under_way;
static unsigned char *memory;

static void check(int status, const char *what) {
  if (status < 0)
    quit(what, fi_strerror(-status));
}

static void progress(void) {
  struct fi_cq_entry entries[16];
  ssize_t n = fi_cq_read(cq, entries, 16);
  if (n > 0)
    under_way -= (size_t)n;
  else if (n != -FI_EAGAIN)
    quit("an operation", "failed");
  after_poll(n > 0);
}

static void wait_for(size_t left) {
  while (under_way > left)
    progress();
}

static void start(bool is_put, size_t offset, void *local, size_t n) {
  struct iovec iov = {.iov_base = local, .iov_len = n};
  struct fi_rma_iov remote = {.addr = other_base + offset, .len = n, .key = other_key};
  void *desc = fi_mr_desc(mr);
  struct fi_msg_rma message = {.msg_iov = &iov,
                               .desc = &desc,
                               .iov_count = 1,
                               .addr = other,
                               .rma_iov = &remote,
                               .rma_iov_count = 1};
  ssize_t status;
  while ((status = is_put ? fi_writemsg(ep, &message, FI_COMPLETION | FI_DELIVERY_COMPLETE)
                          : fi_readmsg(ep, &message, FI_COMPLETION)) == -FI_EAGAIN)
    progress();
  check((int)status, is_put ? "put" : "get");
  under_way++;
}

static void put_start(size_t offset, const void *from, size_t n) {
  start(true, offset, (void *)(uintptr_t)from, n);
}

static void get_start(size_t offset, void *to, size_t n) { start(false, offset, to, n); }

static void choose(void) {
  struct fi_info *hints = fi_allocinfo();
  hints->ep_attr->type = FI_EP_RDM;
  hints->caps = FI_MSG | FI_RMA;
  hints->domain_attr->mr_mode = FI_MR_LOCAL | FI_MR_VIRT_ADDR | FI_MR_ALLOCATED | FI_MR_PROV_KEY;
  hints->domain_attr->threading = FI_THREAD_DOMAIN;
  hints->domain_attr->control_progress = hints->domain_attr->data_progress = FI_PROGRESS_MANUAL;
  hints->fabric_attr->prov_name = strdup(provider ? provider : "tcp;ofi_rxm");
  hints->domain_attr->name = strdup(interface_name ? interface_name : "lo");
  check(fi_getinfo(FI_VERSION(1, 11), 0, 0, 0, hints, &info), "find a provider");
  fi_freeinfo(hints);
}

static void open_endpoint(void) {
  struct fi_cq_attr cq_attr = {.size = 4096, .format = FI_CQ_FORMAT_CONTEXT};
  struct fi_av_attr av_attr = {.type = FI_AV_TABLE};
  check(fi_fabric(info->fabric_attr, &fabric, 0), "open the fabric");
  check(fi_domain(fabric, info, &domain, 0), "open the domain");
  check(fi_av_open(domain, &av_attr, &av, 0), "open an address vector");
  check(fi_cq_open(domain, &cq_attr, &cq, 0), "open a queue");
  check(fi_endpoint(domain, info, &ep, 0), "open an endpoint");
  check(fi_ep_bind(ep, &av->fid, 0), "bind");
  check(fi_ep_bind(ep, &cq->fid, FI_TRANSMIT | FI_RECV), "bind");
  check(fi_enable(ep), "enable the endpoint");
  check(fi_mr_reg(domain, memory, MEMORY, FI_REMOTE_READ | FI_REMOTE_WRITE | FI_READ | FI_WRITE, 0,
                  1, 0, &mr, 0),
        "register memory");
}

static void connect_other(void) {
  struct {
    uint64_t base, key;
    unsigned char name[256];
  } mine = {0}, theirs;
  size_t length = sizeof mine.name;
  mine.base = info->domain_attr->mr_mode & FI_MR_VIRT_ADDR ? (uintptr_t)memory : 0;
  mine.key = fi_mr_key(mr);
  check(fi_getname(&ep->fid, mine.name, &length), "get the address");
  exchange(&mine, &theirs, sizeof mine);
  other_base = theirs.base;
  other_key = theirs.key;
  if (fi_av_insert(av, theirs.name, 1, &other, 0, 0) != 1)
    quit("the other's address", "not accepted");
}

int main(int argc, char **argv) {
  begin(argc, argv);
  memory = aligned_alloc(4096, MEMORY);
  choose();
  open_endpoint();
  connect_other();
  struct library own = {memory, progress, put_start, get_start, wait_for};
  measure(&own);
  meet();
  fi_close(&ep->fid);
  fi_close(&mr->fid);
  fi_close(&cq->fid);
  fi_close(&av->fid);
  fi_close(&domain->fid);
  fi_close(&fabric->fid);
  fi_freeinfo(info);
  return end();
}
