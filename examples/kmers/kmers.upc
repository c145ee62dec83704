// kmers - counts the words of K letters in a genome with a distributed hash table.
//
//   upcc -O2 -o kmers kmers.upc && upcrun -n 4 ./kmers [genome.fa]
//
// The hash of a word names its owner, a thread. A thread reads its part of the genome, sorts its
// words by owner, and sends each owner its words in one piece. The owner counts them in its own
// hash table. The tables lie in shared memory, so at the end any thread can look up any word.
//
// The genome is that of bacteriophage lambda, NCBI NC_001416.1 (see lambda.fa.txt).
//
// reference: ../reference/kmers.c
// args: lambda.fa

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <upc_relaxed.h>

#define K 9    // 2 bits a letter
#define TOP 10 // how many of the most frequent words are printed

typedef struct {
    uint32_t word, count; // count 0: the slot is free
} entry_t;

// The pointers that a thread publishes: shared variables that point to shared memory.
typedef struct {
    shared [] uint32_t *inbox; // words sent to this thread
    shared [] entry_t *table;
    uint32_t mask; // slots of the table - 1, a power of two - 1
    uint32_t distinct;
    entry_t top[TOP];
} home_t;

shared home_t home[THREADS];
shared[] uint32_t *shared sent; // how many words thread i has for thread j: element i * THREADS +
                                // j, on thread 0

static uint32_t hash(uint32_t word) { return word * 2654435761u >> 7; }
static int owner_of(uint32_t word) { return hash(word) % THREADS; }

static void *allocate(size_t bytes)
{
    void *p = malloc(bytes ? bytes : 1);
    if (p == NULL) {
        fprintf(stderr, "kmers: no room for %zu bytes\n", bytes);
        upc_global_exit(1);
    }
    return p;
}

// Reads the letters of the first sequence of a FASTA file. On a large machine each thread would
// read its part only.
static char *read_genome(const char *path, long *length)
{
    FILE *file = fopen(path, "r");
    if (file == NULL) {
        perror(path);
        upc_global_exit(1);
    }
    fseek(file, 0, SEEK_END);
    char *letters = allocate(ftell(file));
    rewind(file);
    int c, header = 0;
    for (*length = 0; (c = getc(file)) != EOF;) {
        header = c == '>' || (header && c != '\n');
        if (!header && c != '\n')
            letters[(*length)++] = c;
    }
    fclose(file);
    return letters;
}

// The word at `letters`, or -1 if a letter is unknown.
static int64_t word_at(const char *letters)
{
    int64_t word = 0;
    for (int i = 0; i < K; i++) {
        const char *base = memchr("ACGT", letters[i], 4);
        if (base == NULL)
            return -1;
        word = word << 2 | (base - "ACGT");
    }
    return word;
}

// This thread's words, sorted by owner; count[t] of them belong to thread t.
static uint32_t *collect_words(const char *letters, long length, long *count)
{
  long words = length - K + 1, begin = words * MYTHREAD / THREADS,
       end = words * (MYTHREAD + 1) / THREADS;
  uint32_t *sorted = allocate((end - begin) * sizeof *sorted);
  long *place = allocate(THREADS * sizeof *place), before = 0;

  memset(count, 0, THREADS * sizeof *count);
  for (long i = begin; i < end; i++) {
    int64_t word = word_at(letters + i);
    if (word >= 0)
      count[owner_of(word)]++;
    }
    for (int t = 0; t < THREADS; t++) {
        place[t] = before;
        before += count[t];
    }
    for (long i = begin; i < end; i++) {
        int64_t word = word_at(letters + i);
        if (word >= 0)
            sorted[place[owner_of(word)]++] = word;
    }
    free(place);
    return sorted;
}

// Sends every owner its words; returns how many this thread has received.
static long exchange(const uint32_t *words, const long *count)
{
    long received = 0, offset = 0;
    uint32_t *all = allocate((long)THREADS * THREADS * sizeof *all);

    for (int t = 0; t < THREADS; t++)
        sent[MYTHREAD * THREADS + t] = count[t];
    upc_barrier;
    upc_memget(all, sent, (long)THREADS * THREADS * sizeof *all);
    for (int t = 0; t < THREADS; t++)
        received += all[t * THREADS + MYTHREAD];
    home[MYTHREAD].inbox = upc_alloc((received + 1) * sizeof(uint32_t));
    upc_barrier; // all inboxes exist

    for (int t = 0; t < THREADS; offset += count[t++]) {
        long before = 0; // where in t's inbox this thread's words begin
        for (int i = 0; i < MYTHREAD; i++)
            before += all[i * THREADS + t];
        if (count[t])
            upc_memput(home[t].inbox + before, words + offset, count[t] * sizeof *words);
    }
    upc_barrier; // all words have arrived
    free(all);
    return received;
}

static int more_frequent(entry_t a, entry_t b)
{
    return a.count != b.count ? a.count > b.count : a.word < b.word;
}

// Keeps top[] sorted, with the most frequent first.
static void insert_top(entry_t top[TOP], entry_t entry)
{
    for (int i = 0; i < TOP; i++)
        if (more_frequent(entry, top[i])) {
            entry_t next = top[i];
            top[i] = entry;
            entry = next;
        }
}

// Counts the words of this thread's inbox: local work through ordinary pointers.
static void count_words(long words)
{
    uint32_t slots = 16, distinct = 0;
    while (slots < 2 * words)
        slots *= 2;
    home[MYTHREAD].table = upc_alloc(slots * sizeof(entry_t));
    home[MYTHREAD].mask = slots - 1;
    entry_t *table = (entry_t *)home[MYTHREAD].table, top[TOP] = {{0}};
    const uint32_t *inbox = (const uint32_t *)home[MYTHREAD].inbox;

    memset(table, 0, slots * sizeof *table);
    for (long i = 0; i < words; i++) {
        uint32_t slot = hash(inbox[i]) / THREADS & (slots - 1);
        while (table[slot].count && table[slot].word != inbox[i])
            slot = (slot + 1) & (slots - 1);
        table[slot].word = inbox[i];
        distinct += table[slot].count++ == 0;
    }
    for (uint32_t slot = 0; slot < slots; slot++)
        insert_top(top, table[slot]);
    home[MYTHREAD].distinct = distinct;
    for (int i = 0; i < TOP; i++)
        home[MYTHREAD].top[i] = top[i];
}

// The count of `word`, read from its owner's table, near or far.
static uint32_t look_up(uint32_t word)
{
    home_t owner = home[owner_of(word)]; // one copy of the whole structure
    entry_t entry;
    for (uint32_t slot = hash(word) / THREADS & owner.mask;; slot = (slot + 1) & owner.mask) {
        entry = owner.table[slot];
        if (entry.count == 0 || entry.word == word)
            return entry.count;
    }
}

static void print_word(entry_t entry)
{
    for (int i = K - 1; i >= 0; i--)
        putchar("ACGT"[entry.word >> 2 * i & 3]);
    printf(" %u\n", (unsigned)entry.count);
}

static void print_result(void)
{
    entry_t top[TOP] = {{0}};
    long distinct = 0;
    for (int t = 0; t < THREADS; t++) {
        home_t theirs = home[t];
        distinct += theirs.distinct;
        for (int i = 0; i < TOP; i++)
            insert_top(top, theirs.top[i]);
    }
    printf("%ld different words of %d letters\n", distinct, K);
    for (int i = 0; i < TOP; i++)
        print_word(top[i]);

    // The cos site, where the ends of the linear chromosome join (its first nine letters).
    entry_t cos = {word_at("GGGCGGCGA"), 0};
    cos.count = look_up(cos.word);
    print_word(cos);
}

int main(int argc, char **argv)
{
    long length, *count = allocate(THREADS * sizeof *count);
    char *letters = read_genome(argc > 1 ? argv[1] : "lambda.fa", &length);
    if (length < K) {
        fprintf(stderr, "kmers: the genome is shorter than a word of %d letters\n", K);
        upc_global_exit(1);
    }

    if (MYTHREAD == 0)
        sent = upc_alloc((size_t)THREADS * THREADS * sizeof(uint32_t));
    upc_barrier;
    uint32_t *words = collect_words(letters, length, count);
    count_words(exchange(words, count));
    upc_barrier;

    if (MYTHREAD == 0) {
        print_result();
        upc_free(sent);
    }
    upc_barrier;
    upc_free(home[MYTHREAD].inbox);
    upc_free(home[MYTHREAD].table);
    free(words);
    free(letters);
    free(count);
    return 0;
}
