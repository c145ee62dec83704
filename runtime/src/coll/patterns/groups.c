#include "groups.h"

int upcr_group_rank(const struct upcr_places *p, int thread) {
  int first = upcr_group_first(p, upcr_group_number(p, thread)), rank = 0;
  while (p->member[first + rank] != thread)
    rank++;
  return rank;
}

int upcr_members_in_row(const struct upcr_places *p, int at, int end) {
  int count = 1;
  while (at + count < end && p->member[at + count] == p->member[at] + count)
    count++;
  return count;
}

long upcr_message_first(const struct upcr_places *p, int group, int other) {
  int size = upcr_group_size(p, group), members = upcr_group_first(p, other) - (other > group ? size : 0);
  return (long)size * members;
}
