#include "round.h"

#include "topology.h"

struct upcr_round upcr_round_of(const struct upcr_algorithm *algorithm) {
  struct upcr_round round = {0, upcr_self.mythread};
  if (algorithm->shape != UPCR_TREE_CHAIN)
    return round;
  round.member = upcr_topology()->member;
  for (int i = 0; i < upcr_self.threads; i++)
    if (round.member[i] == upcr_self.mythread)
      round.position = i;
  return round;
}

int upcr_round_thread(const struct upcr_round *round, int away) {
  int at = (round->position + away + upcr_self.threads) % upcr_self.threads;
  return round->member ? round->member[at] : at;
}
