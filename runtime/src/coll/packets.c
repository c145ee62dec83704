#include "packets.h"

#include "buffer.h"
#include "edge.h"

static bool is_of_call(const struct upcr_algorithm *algorithm) { return algorithm->needs & UPCR_BUFFER_OF_CALL; }

size_t upcr_packet_bytes(const struct upcr_algorithm *algorithm, size_t n) {
  return is_of_call(algorithm) ? n + !n : (size_t)algorithm->parameter;
}

size_t upcr_room_for_block(const struct upcr_call *call, const struct upcr_algorithm *algorithm) {
  return upcr_packet_bytes(algorithm, call->nbytes);
}

size_t upcr_room_for_all(const struct upcr_call *call, const struct upcr_algorithm *algorithm) {
  return upcr_packet_bytes(algorithm, call->nbytes * (size_t)upcr_self.threads);
}

size_t upcr_room_of_root(const struct upcr_call *call, const struct upcr_algorithm *algorithm) {
  return upcr_self.mythread == call->root ? upcr_room_for_all(call, algorithm) : 0;
}

static size_t length_at(size_t at, size_t n, size_t packet) { return n - at < packet ? n - at : packet; }

static void offer_buffer(const struct upcr_call *call, int from) {
  upcr_pts_t own = upcr_buffer();
  upcr_send_letter(call, from, &own, sizeof own);
}

static void put_packet(const struct upcr_call *call, int to, upcr_pts_t src, size_t n) {
  upcr_pts_t theirs;
  upcr_take_letter(call, to, &theirs, sizeof theirs);
  upcr_move(theirs, src, n);
  upcr_signal(call, to);
}

static void unpack(const struct upcr_call *call, int from, upcr_pts_t dst, size_t n) {
  upcr_wait_signal(call, from);
  upcr_move(dst, upcr_buffer(), n);
}

void upcr_send_packets(const struct upcr_call *call, int to, upcr_pts_t src, size_t n, size_t packet) {
  for (size_t at = 0; at < n; at += packet)
    put_packet(call, to, src + at, length_at(at, n, packet));
}

void upcr_receive_packets(const struct upcr_call *call, int from, upcr_pts_t dst, size_t n, size_t packet) {
  for (size_t at = 0; at < n; at += packet) {
    offer_buffer(call, from);
    unpack(call, from, dst + at, length_at(at, n, packet));
  }
}

void upcr_shift_packets(const struct upcr_call *call, int to, upcr_pts_t src, int from, upcr_pts_t dst, size_t n,
                        size_t packet) {
  for (size_t at = 0; at < n; at += packet) {
    size_t length = length_at(at, n, packet);
    offer_buffer(call, from);
    put_packet(call, to, src + at, length);
    unpack(call, from, dst + at, length);
  }
}
