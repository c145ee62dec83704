/* SPDX-License-Identifier: Apache-2.0 */
/* Shared parts of the conduits: addresses as bytes, messages in order, interfaces. */
#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../test.h"
#include "net/conduit_blob.h"
#include "net/conduit.h"
#include "net/conduit_interface.h"
#include "net/conduit_order.h"
#include "net/tcp/tcp.h"

static void test_numbers(void) {
  static const uint64_t numbers[] = {0, 1, 127, 128, 300, UINT32_MAX, 1ull << 63, UINT64_MAX};
  enum { COUNT = sizeof numbers / sizeof *numbers };
  unsigned char bytes[200];
  uint64_t back[COUNT];
  struct upcr_blob blob = {.at = bytes, .end = bytes + sizeof bytes};
  for (int i = 0; i < COUNT; i++)
    upcr_blob_write_number(&blob, numbers[i]);
  upcr_blob_write_numbers(&blob, numbers, COUNT);
  CHECK(!blob.full);
  blob.at = bytes;
  for (int i = 0; i < COUNT; i++)
    CHECK(upcr_blob_read_number(&blob) == numbers[i]);
  upcr_blob_read_numbers(&blob, back, COUNT);
  CHECK(memcmp(back, numbers, sizeof back) == 0 && !blob.full);
}

/* The bases of the segments of a process with many threads. */
static void test_steps(void) {
  enum { COUNT = 256 };
  unsigned char bytes[UPCR_CONDUIT_ADDRESS_MAX];
  uint64_t bases[COUNT], back[COUNT];
  struct upcr_blob blob = {.at = bytes, .end = bytes + sizeof bytes};
  for (uint64_t i = 0; i < COUNT; i++)
    bases[i] = 0x7f0012340000 + i * (17ull << 30);
  upcr_blob_write_numbers(&blob, bases, COUNT);
  CHECK(!blob.full && blob.at - bytes < COUNT + 20);
  blob.at = bytes;
  upcr_blob_read_numbers(&blob, back, COUNT);
  CHECK(memcmp(back, bases, sizeof back) == 0);
}

static void test_full(void) {
  unsigned char bytes[4] = {255, 255, 255, 255};
  struct upcr_blob blob = {.at = bytes, .end = bytes + sizeof bytes};
  CHECK(upcr_blob_read_number(&blob) == 0 && blob.full);
  blob = (struct upcr_blob){.at = bytes, .end = bytes + sizeof bytes};
  CHECK(!upcr_blob_read(&blob, 5) && blob.full);
  blob = (struct upcr_blob){.at = bytes, .end = bytes + sizeof bytes};
  upcr_blob_write_number(&blob, UINT32_MAX);
  CHECK(blob.full);
}

static int came[8], came_count;
static void receive(int peer, const void *message, size_t bytes) {
  CHECK(peer == 1 && bytes == sizeof(int));
  memcpy(&came[came_count++], message, sizeof(int));
}

/* Numbers 0 to 5 in another order, around the end of 32 bits. */
static void test_order(void) {
  static const int order_of_arrival[] = {1, 2, 0, 5, 4, 3};
  struct upcr_order order;
  CHECK(upcr_order_open(&order, 2, 0, receive) == 0);
  order.received[1] = UINT32_MAX - 1;
  for (int i = 0; i < 6; i++)
    upcr_order_arrived(&order,
                       (struct upcr_order_head){1, UINT32_MAX - 1 + (uint32_t)order_of_arrival[i]},
                       &order_of_arrival[i], sizeof(int));
  CHECK(came_count == 6);
  for (int i = 0; i < came_count; i++)
    CHECK(came[i] == i);
  CHECK(!order.held && upcr_order_next(&order, 1).number == 0 &&
        upcr_order_next(&order, 1).number == 1);
  upcr_order_arrived(&order, (struct upcr_order_head){1, 100}, "held", 4);
  upcr_order_close(&order);
}

static struct sockaddr_in ip(const char *text) {
  struct sockaddr_in address = {.sin_family = AF_INET};
  inet_pton(AF_INET, text, &address.sin_addr);
  return address;
}

static void test_interfaces(void) {
  char name[UPCR_INTERFACE_NAME_MAX], why[300];
  struct sockaddr_in loopback = ip("127.0.0.1"), local = ip("169.254.3.4"),
                     other = ip("192.0.2.77");
#define ADDRESS(a) ((const struct sockaddr *)(const void *)&(a))
  CHECK(upcr_interface_is_loopback(ADDRESS(loopback)) &&
        !upcr_interface_is_loopback(ADDRESS(other)));
  CHECK(upcr_interface_is_link_local(ADDRESS(local)) &&
        !upcr_interface_is_link_local(ADDRESS(other)));
  CHECK(upcr_interface_name("127.0.0.1", name, why, sizeof why) == 0 && strcmp(name, "lo") == 0);
  CHECK(upcr_interface_matches("lo", ADDRESS(loopback)) &&
        !upcr_interface_matches("lo", ADDRESS(other)));
  CHECK(upcr_interface_name("none0", name, why, sizeof why) != 0 && strstr(why, "'none0'") &&
        strstr(why, "lo"));
}

static void test_environment(void) {
  static const struct upcr_environment_setting settings[] = {{"UPCR_TEST_A", "1", false},
                                                             {"UPCR_TEST_B", "2", false}};
  setenv("UPCR_TEST_B", "mine", 1);
  unsigned made = upcr_environment_set(settings, 2);
  CHECK(made == 1 && strcmp(getenv("UPCR_TEST_A"), "1") == 0 &&
        strcmp(getenv("UPCR_TEST_B"), "mine") == 0);
  upcr_environment_reset(settings, made);
  CHECK(!getenv("UPCR_TEST_A") && getenv("UPCR_TEST_B"));
}

static volatile sig_atomic_t taken_by_program, taken_by_library;
static void program_handler(int number) { taken_by_program = number; }
static void library_handler(int number) { taken_by_library = number; }

/* A signal that arrives while a library is loaded gets the program's handler, not the library's. */
static void test_signals(void) {
  struct upcr_signals signals;
  signal(SIGTERM, program_handler);
  upcr_signals_save(&signals);
  signal(SIGTERM, library_handler);
  raise(SIGTERM);
  CHECK(taken_by_program == 0 && taken_by_library == 0);
  upcr_signals_restore(&signals);
  CHECK(taken_by_program == SIGTERM && taken_by_library == 0);
  taken_by_program = 0;
  raise(SIGTERM);
  CHECK(taken_by_program == SIGTERM);
}

/* Connects to the endpoint of this process, says that hello, and lets it answer: the connection if
 * it stays open, else -1. */
static int come(struct upcr_tcp_hello hello, size_t bytes) {
  struct sockaddr_in own;
  socklen_t length = sizeof own;
  char byte;
  int fd = socket(AF_INET, SOCK_STREAM, 0);
  CHECK(getsockname(upcr_tcp.listener.fd, (struct sockaddr *)&own, &length) == 0);
  CHECK(connect(fd, (struct sockaddr *)&own, length) == 0);
  CHECK(send(fd, &hello, bytes, 0) == (ssize_t)bytes);
  if (bytes < sizeof hello)
    shutdown(fd, SHUT_WR);
  for (int i = 0; i < 100; i++)
    upcr_conduit_tcp->progress();
  if (recv(fd, &byte, 1, 0) > 0)
    return fd;
  close(fd);
  return -1;
}

/* The conduit as process `own` of two, whose peer is at that socket. */
static void open_tcp(int own, int peer_socket) {
  struct upcr_conduit_wish wish = {.local = true};
  unsigned char addresses[2][UPCR_CONDUIT_ADDRESS_MAX];
  struct sockaddr_in other;
  socklen_t bytes = sizeof other;
  char why[300];
  size_t length;
  CHECK(upcr_conduit_tcp->open(&wish, 0, 0, receive, addresses[own], &length, why, sizeof why) ==
        0);
  CHECK(getsockname(peer_socket, (struct sockaddr *)&other, &bytes) == 0);
  struct upcr_blob blob = {.at = addresses[1 - own], .end = addresses[1 - own] + sizeof *addresses};
  upcr_blob_write_number(&blob, 17);
  upcr_blob_write_number(&blob, bytes);
  upcr_blob_write(&blob, &other, bytes);
  CHECK(upcr_conduit_tcp->connect(2, own, addresses, sizeof *addresses, why, sizeof why) == 0);
}

/* Anyone on the network may connect to the port: only a process of the job is let in, once. */
static void test_strangers(int peer_socket) {
  open_tcp(0, peer_socket);
  struct upcr_tcp_hello good = {upcr_tcp.token, 1, UPCR_TCP_VERSION}, other = good;
  CHECK(come(good, 3) < 0);
  other.token++;
  CHECK(come(other, sizeof other) < 0);
  for (uint32_t peer = 0; peer < 4; peer++)
    CHECK(peer == 1 ||
          come((struct upcr_tcp_hello){upcr_tcp.token, peer, UPCR_TCP_VERSION}, sizeof good) < 0);
  CHECK(upcr_tcp.open == 0);
  int in = come(good, sizeof good);
  CHECK(in >= 0 && upcr_tcp.peers[1].state == UPCR_TCP_OPEN && upcr_tcp.open == 1);
  CHECK(come(good, sizeof good) < 0);
  upcr_conduit_tcp->close();
  close(in);
}

/* Two processes call each other: the call of the lower number counts. */
static void test_crossing(int peer_socket) {
  for (int own = 0; own < 2; own++) {
    open_tcp(own, peer_socket);
    struct upcr_tcp_peer *peer = &upcr_tcp.peers[1 - own];
    upcr_conduit_tcp->send(1 - own, "x", 1, 0, 0);
    CHECK(peer->state == UPCR_TCP_CALLING);
    int in = come((struct upcr_tcp_hello){upcr_tcp.token, 1 - (uint32_t)own, UPCR_TCP_VERSION},
                  sizeof(struct upcr_tcp_hello));
    CHECK((in >= 0) == (own == 1));
    CHECK(peer->state == (own == 1 ? UPCR_TCP_OPEN : UPCR_TCP_GREETED));
    CHECK(upcr_tcp.open == 1);
    upcr_conduit_tcp->close();
    close(in);
  }
}

/* Where the system lets this process choose BBR. */
static void test_pacing(void) {
  char name[16] = "";
  socklen_t length = sizeof name - 1;
  int fd = socket(AF_INET, SOCK_STREAM, 0);
  setsockopt(fd, IPPROTO_TCP, TCP_CONGESTION, "bbr", 3);
  upcr_tcp_not_paced(fd);
  CHECK(getsockopt(fd, IPPROTO_TCP, TCP_CONGESTION, name, &length) == 0);
  CHECK(name[0] && strncmp(name, "bbr", 3) != 0);
  close(fd);
}

static void test_tcp(void) {
  struct sockaddr_in any = ip("127.0.0.1");
  int listener = socket(AF_INET, SOCK_STREAM, 0);
  CHECK(bind(listener, ADDRESS(any), sizeof any) == 0 && listen(listener, 4) == 0);
  test_pacing();
  test_strangers(listener);
  test_crossing(listener);
  close(listener);
}

int main(void) {
  test_signals();
  test_numbers();
  test_steps();
  test_full();
  test_order();
  test_interfaces();
  test_environment();
  test_tcp();
  return test_report();
}
