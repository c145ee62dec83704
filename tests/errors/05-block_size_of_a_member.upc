// # A shared member of a structure
// $ upcc -c block_size_of_a_member.upc
// > A structure is shared as a whole. Make the object shared (`shared struct node n;`), or the
// > member a pointer to shared (`shared int *value`).
#include <upc.h>
struct node {
  shared int value;
  struct node *next;
};
