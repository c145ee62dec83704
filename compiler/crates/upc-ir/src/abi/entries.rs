// SPDX-License-Identifier: Apache-2.0
//! Made from abi/upcr.toml by `make abi`: change that. The runtime entry points and what a call
//! does to memory.

use super::{Effect, EntryInfo};

/// A runtime entry point.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Entry {
    /// indefinite: moves p by bytes on its thread (6.4.2).
    Add0,
    /// cyclic: block size 1 (6.4.2).
    Add1,
    /// blocked (6.4.2p4).
    Addb,
    /// cyclic: moves p by bytes on its thread, whole rows.
    Addr,
    /// blocked: the same, the phase stays.
    Addrb,
    /// upcr_add1 for a pointer that walks.
    Step1,
    /// upcr_addb for a pointer that walks.
    Stepb,
    /// the calling thread's first element of a cyclic array that starts on thread 0.
    Own1,
    /// element of a cyclic array that starts on thread 0: its address.
    Idx1,
    /// element of a blocked array that starts on thread 0, phase 0: its address without phase.
    Idxb,
    /// the same with its phase.
    Ppidx,
    /// a - b in elements, indefinite (6.4.2p8).
    Diff0,
    /// a - b in elements, cyclic.
    Diff1,
    /// a - b in elements, blocked.
    Diffb,
    /// a number with the sign of a - b (6.4.2p9), indefinite.
    Order0,
    /// the same, cyclic.
    Order1,
    /// the same, blocked.
    Orderb,
    /// a pointer with the given phase.
    Pp,
    /// upc_threadof.
    Thread,
    /// cast to a pointer-to-local: 0 for null (6.4.3).
    Local,
    /// relaxed read.
    GetI8,
    /// relaxed read.
    GetU8,
    /// relaxed read.
    GetI16,
    /// relaxed read.
    GetU16,
    /// relaxed read.
    GetI32,
    /// relaxed read.
    GetU32,
    /// relaxed read.
    GetI64,
    /// relaxed read.
    GetU64,
    /// relaxed read; long long is another type than long to the C compiler's alias analysis.
    GetLl,
    /// relaxed read; unsigned long long is another type than long to the C compiler's alias
    /// analysis.
    GetUll,
    /// relaxed read.
    GetB,
    /// relaxed read.
    GetF32,
    /// relaxed read.
    GetF64,
    /// relaxed read.
    GetLd,
    /// relaxed read.
    GetPtr,
    /// relaxed read.
    GetPp,
    /// relaxed write; the value.
    PutI8,
    /// relaxed write; the value.
    PutU8,
    /// relaxed write; the value.
    PutI16,
    /// relaxed write; the value.
    PutU16,
    /// relaxed write; the value.
    PutI32,
    /// relaxed write; the value.
    PutU32,
    /// relaxed write; the value.
    PutI64,
    /// relaxed write; the value.
    PutU64,
    /// relaxed write; the value; long long is another type than long to the C compiler's alias
    /// analysis.
    PutLl,
    /// relaxed write; the value; unsigned long long is another type than long to the C compiler's
    /// alias analysis.
    PutUll,
    /// relaxed write; the value.
    PutB,
    /// relaxed write; the value.
    PutF32,
    /// relaxed write; the value.
    PutF64,
    /// relaxed write; the value.
    PutLd,
    /// relaxed write; the value.
    PutPtr,
    /// relaxed write; the value.
    PutPp,
    /// relaxed read of an object of n bytes (structures, complex, vectors, __int128).
    GetObject,
    /// relaxed write of an object of n bytes.
    Putb,
    /// relaxed assignment of an object of n bytes, shared to shared.
    Copyb,
    /// strict read.
    GetsI8,
    /// strict read.
    GetsU8,
    /// strict read.
    GetsI16,
    /// strict read.
    GetsU16,
    /// strict read.
    GetsI32,
    /// strict read.
    GetsU32,
    /// strict read.
    GetsI64,
    /// strict read.
    GetsU64,
    /// strict read; long long is another type than long to the C compiler's alias analysis.
    GetsLl,
    /// strict read; unsigned long long is another type than long to the C compiler's alias
    /// analysis.
    GetsUll,
    /// strict read.
    GetsB,
    /// strict read.
    GetsF32,
    /// strict read.
    GetsF64,
    /// strict read.
    GetsLd,
    /// strict read.
    GetsPtr,
    /// strict read.
    GetsPp,
    /// strict write; the value.
    PutsI8,
    /// strict write; the value.
    PutsU8,
    /// strict write; the value.
    PutsI16,
    /// strict write; the value.
    PutsU16,
    /// strict write; the value.
    PutsI32,
    /// strict write; the value.
    PutsU32,
    /// strict write; the value.
    PutsI64,
    /// strict write; the value.
    PutsU64,
    /// strict write; the value; long long is another type than long to the C compiler's alias
    /// analysis.
    PutsLl,
    /// strict write; the value; unsigned long long is another type than long to the C compiler's
    /// alias analysis.
    PutsUll,
    /// strict write; the value.
    PutsB,
    /// strict write; the value.
    PutsF32,
    /// strict write; the value.
    PutsF64,
    /// strict write; the value.
    PutsLd,
    /// strict write; the value.
    PutsPtr,
    /// strict write; the value.
    PutsPp,
    /// the address of p's byte, 0 where its segment is far.
    Near,
    /// the address of the calling thread's first element of a cyclic array that starts on thread 0.
    NearOwn1,
    /// upcr_near of an element that may lie outside its array, from which others of its thread are
    /// reached by adding bytes; 0 too where it lies in no segment.
    NearRow,
    /// how many elements further on its thread an element is that lies a number of whole rows of
    /// blocks, `elems` elements, behind another; 0 if they are no such number.
    Column,
    /// how many of n iterations, which move the value by `step`, leave its quotient as it is; 0 if
    /// one is negative or the divisor is 0.
    RunQuotient,
    /// 1 where all segments are mapped, at equal distances.
    AllNear,
    /// 1 where the segment of some thread is not mapped.
    SomeFar,
    /// a loop is to read elements of the static array at start: of so many elements, block 0
    /// indefinite, `local` bytes on each thread; copies it at once if `due` reads are worth that
    /// (upcr/gather.h).
    GatherBegin,
    /// the address of `offset` bytes into an element that is in no copy yet; so many that are far
    /// have the array copied.
    GatherMiss,
    /// after upcr_gather_begin: frees the copy.
    GatherEnd,
    /// what there is of the copy, for upcr_gathered; the loop keeps it in registers.
    GatherCopied,
    /// whether there is a copy that has the element.
    Gathered,
    /// upcr_gather_miss, after which `copy` may be another.
    GatherMissed,
    /// a loop is to read so many elements in each iteration, of sizes with these logarithms:
    /// whether their addresses are to be collected (upcr/inspector.h); if not, there is nothing to
    /// end.
    InspectorBegin,
    /// makes room for more addresses; 0: no more are to be collected.
    InspectorMore,
    /// whether the addresses of one more iteration are to be collected.
    InspectorRoom,
    /// the next address, after upcr_inspector_room.
    InspectorAdd,
    /// reads all elements whose addresses were collected, if enough are far.
    InspectorFetch,
    /// frees what upcr_inspector_begin and the calls after it made; harmless where all of it is 0.
    InspectorEnd,
    /// before a loop that neither synchronises nor waits: holds its far updates back.
    Hold,
    /// behind it: sends what is held back.
    Release,
    /// before a loop that ends whatever other threads write: keeps the far data that it reads.
    CountedBegin,
    /// after it: the cleanup function of what upcr_counted_begin returned.
    CountedEnd,
    /// where upcr_all_near: the address of upcr_idx1's element, which exists.
    NearIdx1,
    /// where upcr_all_near: the address of upcr_idxb's element, which exists.
    NearIdxb,
    /// where upcr_all_near: the place of upcr_idxb's element, which exists.
    CursorAt,
    /// the address of the element `elems` elements further, at most a block, to which the cursor
    /// moves.
    CursorNext,
    /// where upcr_all_near: the same in the first row of blocks.
    NearIdxr,
    /// where upcr_all_near: the address of p's byte.
    NearByte,
    /// where upcr_all_near: the address of upcr_add1's element.
    NearAdd1,
    /// how many iterations at most, `elems` elements apart, leave the element at p and those from
    /// `low` before to `high` behind it in its block; sets *at to p's byte; 0 where its segment is
    /// far.
    Run,
    /// the same in an indefinite block.
    Run0,
    /// the same of elements of a cyclic array, of which so many iterations, one for each thread,
    /// are a round: sets `first` to their first elements, and `at` to where these are.
    RunRound,
    /// upcr_run, also where p's segment is far: *at is 0 then.
    RunAny,
    /// upcr_run_any from element `elem` of the static array at start.
    RunIdxb,
    /// upcr_run_idxb where no thread has more than one block of the array.
    RunIdxr,
    /// upcr_run0, also where p's segment is far: *at is 0 then.
    Run0Any,
    /// copies the rows of a run that are far (upcr/rows.h); how many of the iterations may use the
    /// copies, where `at` leads then; 0: none, and there is nothing to end.
    RowsBegin,
    /// finds the rows of static arrays that begin at the elements `elem`, and copies those that are
    /// far; how many of the iterations may use the addresses `at`; 0: fewer than 2, and there is
    /// nothing to end. Where memory of the first row is 0 no row has a copy, and there is nothing
    /// to end either.
    RowsFind,
    /// after upcr_rows_begin or upcr_rows_find and as many iterations as it gave: puts the rows
    /// that were written to their places.
    RowsEnd,
    /// 1 where no byte of the object at `object` is one of the n elements that begin at `first` and
    /// are `bytes` apart on one thread.
    Apart,
    /// what was read of memory before is read again, as calls for far memory make it.
    Reread,
    /// upcr_near of p, a byte of the object: members of an object are found by one look-up.
    NearIn,
    /// the same, where p is `base` moved on its thread: what depends on `base` alone can leave a
    /// loop.
    NearFrom,
    /// the same at upcr_near(p).
    GetAtI8,
    /// the same at upcr_near(p).
    GetAtU8,
    /// the same at upcr_near(p).
    GetAtI16,
    /// the same at upcr_near(p).
    GetAtU16,
    /// the same at upcr_near(p).
    GetAtI32,
    /// the same at upcr_near(p).
    GetAtU32,
    /// the same at upcr_near(p).
    GetAtI64,
    /// the same at upcr_near(p).
    GetAtU64,
    /// the same at upcr_near(p).
    GetAtLl,
    /// the same at upcr_near(p).
    GetAtUll,
    /// the same at upcr_near(p).
    GetAtB,
    /// the same at upcr_near(p).
    GetAtF32,
    /// the same at upcr_near(p).
    GetAtF64,
    /// the same at upcr_near(p).
    GetAtLd,
    /// the same at upcr_near(p).
    GetAtPtr,
    /// the same at upcr_near(p).
    GetAtPp,
    /// the same at upcr_near(p).
    PutAtI8,
    /// the same at upcr_near(p).
    PutAtU8,
    /// the same at upcr_near(p).
    PutAtI16,
    /// the same at upcr_near(p).
    PutAtU16,
    /// the same at upcr_near(p).
    PutAtI32,
    /// the same at upcr_near(p).
    PutAtU32,
    /// the same at upcr_near(p).
    PutAtI64,
    /// the same at upcr_near(p).
    PutAtU64,
    /// the same at upcr_near(p).
    PutAtLl,
    /// the same at upcr_near(p).
    PutAtUll,
    /// the same at upcr_near(p).
    PutAtB,
    /// the same at upcr_near(p).
    PutAtF32,
    /// the same at upcr_near(p).
    PutAtF64,
    /// the same at upcr_near(p).
    PutAtLd,
    /// the same at upcr_near(p).
    PutAtPtr,
    /// the same at upcr_near(p).
    PutAtPp,
    /// strict read of an object of n bytes (structures, complex, vectors, __int128).
    Getbs,
    /// strict write of an object of n bytes.
    Putbs,
    /// strict assignment of an object of n bytes, shared to shared.
    Copybs,
    /// MYTHREAD.
    Mythread,
    /// THREADS.
    Threads,
    /// elem modulo THREADS.
    ColumnOf,
    /// affinity mod THREADS, non-negative, is MYTHREAD (6.6.2p8).
    MineI,
    /// the same for unsigned types.
    MineU,
    /// the pointer's thread is MYTHREAD (6.6.2p7).
    MineP,
    /// all iterations are those of `thread`.
    TurnsSame,
    /// threads take turns of `block` iterations; the first iteration is number `phase` of a turn of
    /// `thread`; the counter moves by `step`.
    TurnsBlocks,
    /// an iteration is that of the thread `threads` behind the one before it, round and round; the
    /// first is that of `thread`.
    TurnsCycle,
    /// iteration i is that of thread i / divisor mod THREADS, or, where `of_threads`, of i *
    /// THREADS / divisor; nobody's where the divisor is 0.
    TurnsSlices,
    /// the counter moves by `step`, and the affinity by `elems` elements of blocks of `block` for
    /// each 1 of the counter; the first iteration is at `phase` of a block of `thread`. Each
    /// iteration is to be tested if `step` is not positive or too large.
    Strides,
    /// from behind the last own iteration of a run to the first of the next run, with which it
    /// begins.
    StridesNext,
    /// the element's block ends where the turn at hand does; iterations are `unit` elements apart,
    /// `block` of them in a block.
    TurnsMeet,
    /// how many of the `rest` iterations that begin with the current one are the calling thread's.
    TurnsOwn,
    /// how many iterations behind the current one the thread's own one number `own` is.
    TurnsReach,
    /// at a upc_forall with affinity: .all is 1 in the extent of a controlling loop (6.6.2p10),
    /// else makes this one controlling.
    ForallEnter,
    /// 1 in the extent of a controlling upc_forall.
    ForallOpen,
    /// cleanup of the object that upcr_forall_enter gave.
    ForallLeave,
    /// upc_barrier.
    Barrier,
    /// upc_notify.
    Notify,
    /// upc_wait.
    Wait,
    /// upc_fence.
    Fence,
    /// at the back edge of a loop that waits on shared memory: compiler barrier, progress, gives
    /// the core away now and then.
    Poll,
    /// before a loop that follows links: the polls left until the next look.
    LinksEnter,
    /// at the back edge of a loop that follows links: as upcr_poll, by a count of the loop's own.
    LinksPoll,
    /// where control leaves a loop that follows links: keeps the count for the next loop.
    LinksLeave,
    /// stores the elements of a static shared object that the calling thread owns; block size 0:
    /// indefinite.
    InitShared,
    /// the same for elements from the one with index first on; a definite block size.
    InitSharedRow,
    /// how many of the elements of an image an array or row has room for, whose length depends on
    /// THREADS: the smaller of elems and room; thread 0 warns of values other than zero behind
    /// these.
    InitRoom,
    /// gives an object in the calling thread's block of private statics, untouched so far, its
    /// initial value: whole pages of an image in the executable are mapped, not copied, where both
    /// lie alike in their pages.
    InitPrivate,
    /// upc_memcpy of code without run-time checks; src is read.
    Memcpy,
    /// upc_memget, the same.
    Memget,
    /// upc_memput, the same.
    Memput,
    /// upc_memset, the same.
    Memset,
    FarGet,
    FarPut,
    /// fetches bytes before and behind p, any value, that the thread is to read.
    FarExpect,
    /// bytes before and behind p, any value, that the thread is to read after p, which it reads
    /// next.
    FarExpectHere,
    FarGetU8,
    FarPutU8,
    FarGetU16,
    FarPutU16,
    FarGetU32,
    FarPutU32,
    FarGetU64,
    FarPutU64,
    FarGetF32,
    FarPutF32,
    FarGetF64,
    FarPutF64,
    FarGetLd,
    FarPutLd,
    FarGetPp,
    FarPutPp,
    FarAddU32,
    FarAddU64,
    FarAddF32,
    FarAddF64,
    FarAndU32,
    FarAndU64,
    FarOrU32,
    FarOrU64,
    FarXorU32,
    FarXorU64,
    FarCopy,
    FarSet,
    PollSlow,
    FenceSlow,
    /// a cast to local of a segment that is not mapped: reports and ends the job.
    LocalFail,
    /// an access of n bytes, kind 0 read, 1 write, 2 update, the site-th of the unit: p, if they
    /// lie in one live object and p is aligned.
    CheckAccess,
    /// the same where the object is not known from the site's last access.
    CheckFind,
    /// i, if it is a subscript of an array of count elements, or their number where past is 1.
    CheckIndex,
    /// reports a subscript outside an array of count elements and ends the job.
    CheckIndexFail,
    /// upcr_local of a pointer to the calling thread's own data (6.4.3p4).
    CheckLocal,
    /// p, if its phase is below the block size (6.4.3p3).
    CheckPhase,
    /// upcr_diff0 of two pointers that have a difference (6.4.2p8).
    CheckDiff0,
    /// the same, cyclic.
    CheckDiff1,
    /// the same, blocked.
    CheckDiffb,
    /// after upcr_forall_enter: 1 where the loop distributes its iterations, whose clauses are
    /// compared between threads (6.6.2p5).
    CheckForallBegin,
    /// cleanup of what upcr_check_forall_begin gave.
    CheckForallEnd,
    /// before the controlling expression is evaluated: so far nothing else ended the loop.
    CheckForallTest,
    /// upcr_mine_i, noted.
    CheckMineI,
    /// upcr_mine_u, noted.
    CheckMineU,
    /// upcr_mine_p, noted.
    CheckMineP,
    /// sets the place that messages name, and gives the one before.
    SiteEnter,
    /// cleanup of the object that upcr_site_enter gave.
    SiteLeave,
}

/// In the order of [`Entry`].
pub static ENTRIES: &[EntryInfo] = &[
    EntryInfo { name: "upcr_add0", out_of_line: None, ret: "upcr_pts_t", args: &["upcr_pts_t",
        "long"], effect: Effect::Pure },
    EntryInfo { name: "upcr_add1", out_of_line: Some("upcr_out_add1"), ret: "upcr_pts_t",
        args: &["upcr_pts_t", "long", "unsigned long"], effect: Effect::Pure },
    EntryInfo { name: "upcr_addb", out_of_line: Some("upcr_out_addb"), ret: "upcr_ppts_t",
        args: &["upcr_ppts_t", "long", "unsigned long", "unsigned long"], effect: Effect::Pure },
    EntryInfo { name: "upcr_addr", out_of_line: Some("upcr_out_addr"), ret: "upcr_pts_t",
        args: &["upcr_pts_t", "long"], effect: Effect::Pure },
    EntryInfo { name: "upcr_addrb", out_of_line: Some("upcr_out_addrb"), ret: "upcr_ppts_t",
        args: &["upcr_ppts_t", "long"], effect: Effect::Pure },
    EntryInfo { name: "upcr_step1", out_of_line: Some("upcr_out_step1"), ret: "upcr_pts_t",
        args: &["upcr_pts_t", "long", "unsigned long"], effect: Effect::Pure },
    EntryInfo { name: "upcr_stepb", out_of_line: Some("upcr_out_stepb"), ret: "upcr_ppts_t",
        args: &["upcr_ppts_t", "long", "unsigned long", "unsigned long"], effect: Effect::Pure },
    EntryInfo { name: "upcr_own1", out_of_line: Some("upcr_out_own1"), ret: "upcr_pts_t",
        args: &["upcr_pts_t"], effect: Effect::Pure },
    EntryInfo { name: "upcr_idx1", out_of_line: Some("upcr_out_idx1"), ret: "upcr_pts_t",
        args: &["upcr_pts_t", "long", "unsigned long"], effect: Effect::Pure },
    EntryInfo { name: "upcr_idxb", out_of_line: Some("upcr_out_idxb"), ret: "upcr_pts_t",
        args: &["upcr_pts_t", "long", "unsigned long", "unsigned long"], effect: Effect::Pure },
    EntryInfo { name: "upcr_ppidx", out_of_line: Some("upcr_out_ppidx"), ret: "upcr_ppts_t",
        args: &["upcr_pts_t", "long", "unsigned long", "unsigned long"], effect: Effect::Pure },
    EntryInfo { name: "upcr_diff0", out_of_line: Some("upcr_out_diff0"), ret: "long",
        args: &["upcr_pts_t", "upcr_pts_t", "unsigned long"], effect: Effect::Pure },
    EntryInfo { name: "upcr_diff1", out_of_line: Some("upcr_out_diff1"), ret: "long",
        args: &["upcr_pts_t", "upcr_pts_t", "unsigned long"], effect: Effect::Pure },
    EntryInfo { name: "upcr_diffb", out_of_line: Some("upcr_out_diffb"), ret: "long",
        args: &["upcr_ppts_t", "upcr_ppts_t", "unsigned long", "unsigned long"],
        effect: Effect::Pure },
    EntryInfo { name: "upcr_order0", out_of_line: Some("upcr_out_order0"), ret: "long",
        args: &["upcr_pts_t", "upcr_pts_t", "unsigned long"], effect: Effect::Pure },
    EntryInfo { name: "upcr_order1", out_of_line: Some("upcr_out_order1"), ret: "long",
        args: &["upcr_pts_t", "upcr_pts_t", "unsigned long"], effect: Effect::Pure },
    EntryInfo { name: "upcr_orderb", out_of_line: Some("upcr_out_orderb"), ret: "long",
        args: &["upcr_ppts_t", "upcr_ppts_t", "unsigned long", "unsigned long"],
        effect: Effect::Pure },
    EntryInfo { name: "upcr_pp", out_of_line: None, ret: "upcr_ppts_t", args: &["upcr_pts_t",
        "unsigned long"], effect: Effect::Pure },
    EntryInfo { name: "upcr_thread", out_of_line: None, ret: "unsigned long", args: &["upcr_pts_t"],
        effect: Effect::Pure },
    EntryInfo { name: "upcr_local", out_of_line: Some("upcr_out_local"), ret: "void *",
        args: &["upcr_pts_t"], effect: Effect::Pure },
    EntryInfo { name: "upcr_get_i8", out_of_line: Some("upcr_out_get_i8"), ret: "signed char",
        args: &["upcr_pts_t"], effect: Effect::Read },
    EntryInfo { name: "upcr_get_u8", out_of_line: Some("upcr_out_get_u8"), ret: "unsigned char",
        args: &["upcr_pts_t"], effect: Effect::Read },
    EntryInfo { name: "upcr_get_i16", out_of_line: Some("upcr_out_get_i16"), ret: "short",
        args: &["upcr_pts_t"], effect: Effect::Read },
    EntryInfo { name: "upcr_get_u16", out_of_line: Some("upcr_out_get_u16"), ret: "unsigned short",
        args: &["upcr_pts_t"], effect: Effect::Read },
    EntryInfo { name: "upcr_get_i32", out_of_line: Some("upcr_out_get_i32"), ret: "int",
        args: &["upcr_pts_t"], effect: Effect::Read },
    EntryInfo { name: "upcr_get_u32", out_of_line: Some("upcr_out_get_u32"), ret: "unsigned int",
        args: &["upcr_pts_t"], effect: Effect::Read },
    EntryInfo { name: "upcr_get_i64", out_of_line: Some("upcr_out_get_i64"), ret: "long",
        args: &["upcr_pts_t"], effect: Effect::Read },
    EntryInfo { name: "upcr_get_u64", out_of_line: Some("upcr_out_get_u64"), ret: "unsigned long",
        args: &["upcr_pts_t"], effect: Effect::Read },
    EntryInfo { name: "upcr_get_ll", out_of_line: Some("upcr_out_get_ll"), ret: "long long",
        args: &["upcr_pts_t"], effect: Effect::Read },
    EntryInfo { name: "upcr_get_ull", out_of_line: Some("upcr_out_get_ull"),
        ret: "unsigned long long", args: &["upcr_pts_t"], effect: Effect::Read },
    EntryInfo { name: "upcr_get_b", out_of_line: Some("upcr_out_get_b"), ret: "_Bool",
        args: &["upcr_pts_t"], effect: Effect::Read },
    EntryInfo { name: "upcr_get_f32", out_of_line: Some("upcr_out_get_f32"), ret: "float",
        args: &["upcr_pts_t"], effect: Effect::Read },
    EntryInfo { name: "upcr_get_f64", out_of_line: Some("upcr_out_get_f64"), ret: "double",
        args: &["upcr_pts_t"], effect: Effect::Read },
    EntryInfo { name: "upcr_get_ld", out_of_line: Some("upcr_out_get_ld"), ret: "long double",
        args: &["upcr_pts_t"], effect: Effect::Read },
    EntryInfo { name: "upcr_get_ptr", out_of_line: Some("upcr_out_get_ptr"), ret: "void *",
        args: &["upcr_pts_t"], effect: Effect::Read },
    EntryInfo { name: "upcr_get_pp", out_of_line: Some("upcr_out_get_pp"), ret: "upcr_ppts_t",
        args: &["upcr_pts_t"], effect: Effect::Read },
    EntryInfo { name: "upcr_put_i8", out_of_line: Some("upcr_out_put_i8"), ret: "signed char",
        args: &["upcr_pts_t", "signed char"], effect: Effect::Write },
    EntryInfo { name: "upcr_put_u8", out_of_line: Some("upcr_out_put_u8"), ret: "unsigned char",
        args: &["upcr_pts_t", "unsigned char"], effect: Effect::Write },
    EntryInfo { name: "upcr_put_i16", out_of_line: Some("upcr_out_put_i16"), ret: "short",
        args: &["upcr_pts_t", "short"], effect: Effect::Write },
    EntryInfo { name: "upcr_put_u16", out_of_line: Some("upcr_out_put_u16"), ret: "unsigned short",
        args: &["upcr_pts_t", "unsigned short"], effect: Effect::Write },
    EntryInfo { name: "upcr_put_i32", out_of_line: Some("upcr_out_put_i32"), ret: "int",
        args: &["upcr_pts_t", "int"], effect: Effect::Write },
    EntryInfo { name: "upcr_put_u32", out_of_line: Some("upcr_out_put_u32"), ret: "unsigned int",
        args: &["upcr_pts_t", "unsigned int"], effect: Effect::Write },
    EntryInfo { name: "upcr_put_i64", out_of_line: Some("upcr_out_put_i64"), ret: "long",
        args: &["upcr_pts_t", "long"], effect: Effect::Write },
    EntryInfo { name: "upcr_put_u64", out_of_line: Some("upcr_out_put_u64"), ret: "unsigned long",
        args: &["upcr_pts_t", "unsigned long"], effect: Effect::Write },
    EntryInfo { name: "upcr_put_ll", out_of_line: Some("upcr_out_put_ll"), ret: "long long",
        args: &["upcr_pts_t", "long long"], effect: Effect::Write },
    EntryInfo { name: "upcr_put_ull", out_of_line: Some("upcr_out_put_ull"),
        ret: "unsigned long long", args: &["upcr_pts_t", "unsigned long long"],
        effect: Effect::Write },
    EntryInfo { name: "upcr_put_b", out_of_line: Some("upcr_out_put_b"), ret: "_Bool",
        args: &["upcr_pts_t", "_Bool"], effect: Effect::Write },
    EntryInfo { name: "upcr_put_f32", out_of_line: Some("upcr_out_put_f32"), ret: "float",
        args: &["upcr_pts_t", "float"], effect: Effect::Write },
    EntryInfo { name: "upcr_put_f64", out_of_line: Some("upcr_out_put_f64"), ret: "double",
        args: &["upcr_pts_t", "double"], effect: Effect::Write },
    EntryInfo { name: "upcr_put_ld", out_of_line: Some("upcr_out_put_ld"), ret: "long double",
        args: &["upcr_pts_t", "long double"], effect: Effect::Write },
    EntryInfo { name: "upcr_put_ptr", out_of_line: Some("upcr_out_put_ptr"), ret: "void *",
        args: &["upcr_pts_t", "void *"], effect: Effect::Write },
    EntryInfo { name: "upcr_put_pp", out_of_line: Some("upcr_out_put_pp"), ret: "upcr_ppts_t",
        args: &["upcr_pts_t", "upcr_ppts_t"], effect: Effect::Write },
    EntryInfo { name: "upcr_get_object", out_of_line: Some("upcr_out_get_object"), ret: "void",
        args: &["void *", "upcr_pts_t", "unsigned long"], effect: Effect::Read },
    EntryInfo { name: "upcr_putb", out_of_line: Some("upcr_out_putb"), ret: "void",
        args: &["upcr_pts_t", "const void *", "unsigned long"], effect: Effect::Write },
    EntryInfo { name: "upcr_copyb", out_of_line: Some("upcr_out_copyb"), ret: "void",
        args: &["upcr_pts_t", "upcr_pts_t", "unsigned long"], effect: Effect::Write },
    EntryInfo { name: "upcr_gets_i8", out_of_line: Some("upcr_out_gets_i8"), ret: "signed char",
        args: &["upcr_pts_t"], effect: Effect::Sync },
    EntryInfo { name: "upcr_gets_u8", out_of_line: Some("upcr_out_gets_u8"), ret: "unsigned char",
        args: &["upcr_pts_t"], effect: Effect::Sync },
    EntryInfo { name: "upcr_gets_i16", out_of_line: Some("upcr_out_gets_i16"), ret: "short",
        args: &["upcr_pts_t"], effect: Effect::Sync },
    EntryInfo { name: "upcr_gets_u16", out_of_line: Some("upcr_out_gets_u16"),
        ret: "unsigned short", args: &["upcr_pts_t"], effect: Effect::Sync },
    EntryInfo { name: "upcr_gets_i32", out_of_line: Some("upcr_out_gets_i32"), ret: "int",
        args: &["upcr_pts_t"], effect: Effect::Sync },
    EntryInfo { name: "upcr_gets_u32", out_of_line: Some("upcr_out_gets_u32"), ret: "unsigned int",
        args: &["upcr_pts_t"], effect: Effect::Sync },
    EntryInfo { name: "upcr_gets_i64", out_of_line: Some("upcr_out_gets_i64"), ret: "long",
        args: &["upcr_pts_t"], effect: Effect::Sync },
    EntryInfo { name: "upcr_gets_u64", out_of_line: Some("upcr_out_gets_u64"), ret: "unsigned long",
        args: &["upcr_pts_t"], effect: Effect::Sync },
    EntryInfo { name: "upcr_gets_ll", out_of_line: Some("upcr_out_gets_ll"), ret: "long long",
        args: &["upcr_pts_t"], effect: Effect::Sync },
    EntryInfo { name: "upcr_gets_ull", out_of_line: Some("upcr_out_gets_ull"),
        ret: "unsigned long long", args: &["upcr_pts_t"], effect: Effect::Sync },
    EntryInfo { name: "upcr_gets_b", out_of_line: Some("upcr_out_gets_b"), ret: "_Bool",
        args: &["upcr_pts_t"], effect: Effect::Sync },
    EntryInfo { name: "upcr_gets_f32", out_of_line: Some("upcr_out_gets_f32"), ret: "float",
        args: &["upcr_pts_t"], effect: Effect::Sync },
    EntryInfo { name: "upcr_gets_f64", out_of_line: Some("upcr_out_gets_f64"), ret: "double",
        args: &["upcr_pts_t"], effect: Effect::Sync },
    EntryInfo { name: "upcr_gets_ld", out_of_line: Some("upcr_out_gets_ld"), ret: "long double",
        args: &["upcr_pts_t"], effect: Effect::Sync },
    EntryInfo { name: "upcr_gets_ptr", out_of_line: Some("upcr_out_gets_ptr"), ret: "void *",
        args: &["upcr_pts_t"], effect: Effect::Sync },
    EntryInfo { name: "upcr_gets_pp", out_of_line: Some("upcr_out_gets_pp"), ret: "upcr_ppts_t",
        args: &["upcr_pts_t"], effect: Effect::Sync },
    EntryInfo { name: "upcr_puts_i8", out_of_line: Some("upcr_out_puts_i8"), ret: "signed char",
        args: &["upcr_pts_t", "signed char"], effect: Effect::Sync },
    EntryInfo { name: "upcr_puts_u8", out_of_line: Some("upcr_out_puts_u8"), ret: "unsigned char",
        args: &["upcr_pts_t", "unsigned char"], effect: Effect::Sync },
    EntryInfo { name: "upcr_puts_i16", out_of_line: Some("upcr_out_puts_i16"), ret: "short",
        args: &["upcr_pts_t", "short"], effect: Effect::Sync },
    EntryInfo { name: "upcr_puts_u16", out_of_line: Some("upcr_out_puts_u16"),
        ret: "unsigned short", args: &["upcr_pts_t", "unsigned short"], effect: Effect::Sync },
    EntryInfo { name: "upcr_puts_i32", out_of_line: Some("upcr_out_puts_i32"), ret: "int",
        args: &["upcr_pts_t", "int"], effect: Effect::Sync },
    EntryInfo { name: "upcr_puts_u32", out_of_line: Some("upcr_out_puts_u32"), ret: "unsigned int",
        args: &["upcr_pts_t", "unsigned int"], effect: Effect::Sync },
    EntryInfo { name: "upcr_puts_i64", out_of_line: Some("upcr_out_puts_i64"), ret: "long",
        args: &["upcr_pts_t", "long"], effect: Effect::Sync },
    EntryInfo { name: "upcr_puts_u64", out_of_line: Some("upcr_out_puts_u64"), ret: "unsigned long",
        args: &["upcr_pts_t", "unsigned long"], effect: Effect::Sync },
    EntryInfo { name: "upcr_puts_ll", out_of_line: Some("upcr_out_puts_ll"), ret: "long long",
        args: &["upcr_pts_t", "long long"], effect: Effect::Sync },
    EntryInfo { name: "upcr_puts_ull", out_of_line: Some("upcr_out_puts_ull"),
        ret: "unsigned long long", args: &["upcr_pts_t", "unsigned long long"],
        effect: Effect::Sync },
    EntryInfo { name: "upcr_puts_b", out_of_line: Some("upcr_out_puts_b"), ret: "_Bool",
        args: &["upcr_pts_t", "_Bool"], effect: Effect::Sync },
    EntryInfo { name: "upcr_puts_f32", out_of_line: Some("upcr_out_puts_f32"), ret: "float",
        args: &["upcr_pts_t", "float"], effect: Effect::Sync },
    EntryInfo { name: "upcr_puts_f64", out_of_line: Some("upcr_out_puts_f64"), ret: "double",
        args: &["upcr_pts_t", "double"], effect: Effect::Sync },
    EntryInfo { name: "upcr_puts_ld", out_of_line: Some("upcr_out_puts_ld"), ret: "long double",
        args: &["upcr_pts_t", "long double"], effect: Effect::Sync },
    EntryInfo { name: "upcr_puts_ptr", out_of_line: Some("upcr_out_puts_ptr"), ret: "void *",
        args: &["upcr_pts_t", "void *"], effect: Effect::Sync },
    EntryInfo { name: "upcr_puts_pp", out_of_line: Some("upcr_out_puts_pp"), ret: "upcr_ppts_t",
        args: &["upcr_pts_t", "upcr_ppts_t"], effect: Effect::Sync },
    EntryInfo { name: "upcr_near", out_of_line: Some("upcr_out_near"), ret: "char *",
        args: &["upcr_pts_t"], effect: Effect::Pure },
    EntryInfo { name: "upcr_near_own1", out_of_line: Some("upcr_out_near_own1"), ret: "char *",
        args: &["upcr_pts_t"], effect: Effect::Pure },
    EntryInfo { name: "upcr_near_row", out_of_line: Some("upcr_out_near_row"), ret: "char *",
        args: &["upcr_pts_t"], effect: Effect::Pure },
    EntryInfo { name: "upcr_column", out_of_line: Some("upcr_out_column"), ret: "long",
        args: &["long", "unsigned long"], effect: Effect::Pure },
    EntryInfo { name: "upcr_run_quotient", out_of_line: Some("upcr_out_run_quotient"),
        ret: "unsigned long", args: &["unsigned long", "long", "long", "long"],
        effect: Effect::Pure },
    EntryInfo { name: "upcr_all_near", out_of_line: Some("upcr_out_all_near"), ret: "int",
        args: &[], effect: Effect::Pure },
    EntryInfo { name: "upcr_some_far", out_of_line: None, ret: "int", args: &[],
        effect: Effect::Pure },
    EntryInfo { name: "upcr_gather_begin", out_of_line: None, ret: "void",
        args: &["struct upcr_gather *", "upcr_pts_t", "unsigned long", "unsigned long",
        "unsigned long", "unsigned long", "long"], effect: Effect::Read },
    EntryInfo { name: "upcr_gather_miss", out_of_line: None, ret: "upcr_pts_t",
        args: &["struct upcr_gather *", "long", "unsigned long"], effect: Effect::Read },
    EntryInfo { name: "upcr_gather_end", out_of_line: None, ret: "void",
        args: &["struct upcr_gather *"], effect: Effect::Pure },
    EntryInfo { name: "upcr_gather_copied", out_of_line: None, ret: "struct upcr_gather_copy",
        args: &["const struct upcr_gather *"], effect: Effect::Read },
    EntryInfo { name: "upcr_gathered", out_of_line: None, ret: "int",
        args: &["const struct upcr_gather_copy *", "long"], effect: Effect::Pure },
    EntryInfo { name: "upcr_gather_missed", out_of_line: None, ret: "upcr_pts_t",
        args: &["struct upcr_gather *", "struct upcr_gather_copy *", "long", "unsigned long"],
        effect: Effect::Read },
    EntryInfo { name: "upcr_inspector_begin", out_of_line: None, ret: "int",
        args: &["struct upcr_inspector *", "unsigned", "unsigned long"], effect: Effect::Pure },
    EntryInfo { name: "upcr_inspector_more", out_of_line: None, ret: "int",
        args: &["struct upcr_inspector *"], effect: Effect::Pure },
    EntryInfo { name: "upcr_inspector_room", out_of_line: None, ret: "int",
        args: &["struct upcr_inspector *"], effect: Effect::Pure },
    EntryInfo { name: "upcr_inspector_add", out_of_line: None, ret: "void",
        args: &["struct upcr_inspector *", "upcr_pts_t"], effect: Effect::Pure },
    EntryInfo { name: "upcr_inspector_fetch", out_of_line: None, ret: "void",
        args: &["struct upcr_inspector *"], effect: Effect::Read },
    EntryInfo { name: "upcr_inspector_end", out_of_line: None, ret: "void",
        args: &["struct upcr_inspector *"], effect: Effect::Pure },
    EntryInfo { name: "upcr_hold", out_of_line: None, ret: "int", args: &[], effect: Effect::Pure },
    EntryInfo { name: "upcr_release", out_of_line: None, ret: "void", args: &["int *"],
        effect: Effect::Write },
    EntryInfo { name: "upcr_counted_begin", out_of_line: None, ret: "int", args: &[],
        effect: Effect::Pure },
    EntryInfo { name: "upcr_counted_end", out_of_line: None, ret: "void", args: &["int *"],
        effect: Effect::Pure },
    EntryInfo { name: "upcr_near_idx1", out_of_line: Some("upcr_out_near_idx1"), ret: "char *",
        args: &["upcr_pts_t", "long", "unsigned long"], effect: Effect::Pure },
    EntryInfo { name: "upcr_near_idxb", out_of_line: Some("upcr_out_near_idxb"), ret: "char *",
        args: &["upcr_pts_t", "long", "unsigned long", "unsigned long"], effect: Effect::Pure },
    EntryInfo { name: "upcr_cursor_at", out_of_line: Some("upcr_out_cursor_at"),
        ret: "struct upcr_cursor", args: &["upcr_pts_t", "long", "unsigned long", "unsigned long"],
        effect: Effect::Pure },
    EntryInfo { name: "upcr_cursor_next", out_of_line: Some("upcr_out_cursor_next"), ret: "char *",
        args: &["struct upcr_cursor *", "unsigned long", "unsigned long", "unsigned long"],
        effect: Effect::Pure },
    EntryInfo { name: "upcr_near_idxr", out_of_line: Some("upcr_out_near_idxr"), ret: "char *",
        args: &["upcr_pts_t", "long", "unsigned long", "unsigned long"], effect: Effect::Pure },
    EntryInfo { name: "upcr_near_byte", out_of_line: Some("upcr_out_near_byte"), ret: "char *",
        args: &["upcr_pts_t"], effect: Effect::Pure },
    EntryInfo { name: "upcr_near_add1", out_of_line: Some("upcr_out_near_add1"), ret: "char *",
        args: &["upcr_pts_t", "long", "unsigned long"], effect: Effect::Pure },
    EntryInfo { name: "upcr_run", out_of_line: Some("upcr_out_run"), ret: "unsigned long",
        args: &["char **", "upcr_ppts_t", "unsigned long", "unsigned long", "unsigned long", "long",
        "unsigned long"], effect: Effect::Pure },
    EntryInfo { name: "upcr_run0", out_of_line: Some("upcr_out_run0"), ret: "unsigned long",
        args: &["char **", "upcr_pts_t", "unsigned long"], effect: Effect::Pure },
    EntryInfo { name: "upcr_run_round", out_of_line: Some("upcr_out_run_round"),
        ret: "unsigned long", args: &["char **", "upcr_pts_t *", "upcr_pts_t", "int", "long",
        "unsigned long", "unsigned long"], effect: Effect::Pure },
    EntryInfo { name: "upcr_run_any", out_of_line: Some("upcr_out_run_any"), ret: "unsigned long",
        args: &["char **", "upcr_ppts_t", "unsigned long", "unsigned long", "unsigned long", "long",
        "unsigned long"], effect: Effect::Pure },
    EntryInfo { name: "upcr_run_idxb", out_of_line: Some("upcr_out_run_idxb"), ret: "unsigned long",
        args: &["char **", "upcr_pts_t", "long", "unsigned long", "unsigned long", "unsigned long",
        "unsigned long", "long", "unsigned long"], effect: Effect::Pure },
    EntryInfo { name: "upcr_run_idxr", out_of_line: Some("upcr_out_run_idxr"), ret: "unsigned long",
        args: &["char **", "upcr_pts_t", "long", "unsigned long", "unsigned long", "unsigned long",
        "unsigned long", "long", "unsigned long"], effect: Effect::Pure },
    EntryInfo { name: "upcr_run0_any", out_of_line: Some("upcr_out_run0_any"), ret: "unsigned long",
        args: &["char **", "upcr_pts_t", "unsigned long"], effect: Effect::Pure },
    EntryInfo { name: "upcr_rows_begin", out_of_line: None, ret: "unsigned long",
        args: &["struct upcr_row *", "int", "unsigned long"], effect: Effect::Read },
    EntryInfo { name: "upcr_rows_find", out_of_line: None, ret: "unsigned long",
        args: &["struct upcr_row *", "const struct upcr_row_shape *", "const long *", "int",
        "unsigned long"], effect: Effect::Read },
    EntryInfo { name: "upcr_rows_end", out_of_line: None, ret: "void", args: &["struct upcr_row *",
        "int", "unsigned long"], effect: Effect::Write },
    EntryInfo { name: "upcr_apart", out_of_line: None, ret: "int", args: &["upcr_pts_t",
        "unsigned long", "upcr_pts_t", "long", "unsigned long", "unsigned long"],
        effect: Effect::Pure },
    EntryInfo { name: "upcr_reread", out_of_line: Some("upcr_out_reread"), ret: "void", args: &[],
        effect: Effect::Pure },
    EntryInfo { name: "upcr_near_in", out_of_line: Some("upcr_out_near_in"), ret: "char *",
        args: &["upcr_pts_t", "upcr_pts_t"], effect: Effect::Pure },
    EntryInfo { name: "upcr_near_from", out_of_line: Some("upcr_out_near_from"), ret: "char *",
        args: &["upcr_pts_t", "upcr_pts_t"], effect: Effect::Pure },
    EntryInfo { name: "upcr_get_at_i8", out_of_line: Some("upcr_out_get_at_i8"), ret: "signed char",
        args: &["char *", "upcr_pts_t"], effect: Effect::Read },
    EntryInfo { name: "upcr_get_at_u8", out_of_line: Some("upcr_out_get_at_u8"),
        ret: "unsigned char", args: &["char *", "upcr_pts_t"], effect: Effect::Read },
    EntryInfo { name: "upcr_get_at_i16", out_of_line: Some("upcr_out_get_at_i16"), ret: "short",
        args: &["char *", "upcr_pts_t"], effect: Effect::Read },
    EntryInfo { name: "upcr_get_at_u16", out_of_line: Some("upcr_out_get_at_u16"),
        ret: "unsigned short", args: &["char *", "upcr_pts_t"], effect: Effect::Read },
    EntryInfo { name: "upcr_get_at_i32", out_of_line: Some("upcr_out_get_at_i32"), ret: "int",
        args: &["char *", "upcr_pts_t"], effect: Effect::Read },
    EntryInfo { name: "upcr_get_at_u32", out_of_line: Some("upcr_out_get_at_u32"),
        ret: "unsigned int", args: &["char *", "upcr_pts_t"], effect: Effect::Read },
    EntryInfo { name: "upcr_get_at_i64", out_of_line: Some("upcr_out_get_at_i64"), ret: "long",
        args: &["char *", "upcr_pts_t"], effect: Effect::Read },
    EntryInfo { name: "upcr_get_at_u64", out_of_line: Some("upcr_out_get_at_u64"),
        ret: "unsigned long", args: &["char *", "upcr_pts_t"], effect: Effect::Read },
    EntryInfo { name: "upcr_get_at_ll", out_of_line: Some("upcr_out_get_at_ll"), ret: "long long",
        args: &["char *", "upcr_pts_t"], effect: Effect::Read },
    EntryInfo { name: "upcr_get_at_ull", out_of_line: Some("upcr_out_get_at_ull"),
        ret: "unsigned long long", args: &["char *", "upcr_pts_t"], effect: Effect::Read },
    EntryInfo { name: "upcr_get_at_b", out_of_line: Some("upcr_out_get_at_b"), ret: "_Bool",
        args: &["char *", "upcr_pts_t"], effect: Effect::Read },
    EntryInfo { name: "upcr_get_at_f32", out_of_line: Some("upcr_out_get_at_f32"), ret: "float",
        args: &["char *", "upcr_pts_t"], effect: Effect::Read },
    EntryInfo { name: "upcr_get_at_f64", out_of_line: Some("upcr_out_get_at_f64"), ret: "double",
        args: &["char *", "upcr_pts_t"], effect: Effect::Read },
    EntryInfo { name: "upcr_get_at_ld", out_of_line: Some("upcr_out_get_at_ld"), ret: "long double",
        args: &["char *", "upcr_pts_t"], effect: Effect::Read },
    EntryInfo { name: "upcr_get_at_ptr", out_of_line: Some("upcr_out_get_at_ptr"), ret: "void *",
        args: &["char *", "upcr_pts_t"], effect: Effect::Read },
    EntryInfo { name: "upcr_get_at_pp", out_of_line: Some("upcr_out_get_at_pp"), ret: "upcr_ppts_t",
        args: &["char *", "upcr_pts_t"], effect: Effect::Read },
    EntryInfo { name: "upcr_put_at_i8", out_of_line: Some("upcr_out_put_at_i8"), ret: "signed char",
        args: &["char *", "upcr_pts_t", "signed char"], effect: Effect::Write },
    EntryInfo { name: "upcr_put_at_u8", out_of_line: Some("upcr_out_put_at_u8"),
        ret: "unsigned char", args: &["char *", "upcr_pts_t", "unsigned char"],
        effect: Effect::Write },
    EntryInfo { name: "upcr_put_at_i16", out_of_line: Some("upcr_out_put_at_i16"), ret: "short",
        args: &["char *", "upcr_pts_t", "short"], effect: Effect::Write },
    EntryInfo { name: "upcr_put_at_u16", out_of_line: Some("upcr_out_put_at_u16"),
        ret: "unsigned short", args: &["char *", "upcr_pts_t", "unsigned short"],
        effect: Effect::Write },
    EntryInfo { name: "upcr_put_at_i32", out_of_line: Some("upcr_out_put_at_i32"), ret: "int",
        args: &["char *", "upcr_pts_t", "int"], effect: Effect::Write },
    EntryInfo { name: "upcr_put_at_u32", out_of_line: Some("upcr_out_put_at_u32"),
        ret: "unsigned int", args: &["char *", "upcr_pts_t", "unsigned int"],
        effect: Effect::Write },
    EntryInfo { name: "upcr_put_at_i64", out_of_line: Some("upcr_out_put_at_i64"), ret: "long",
        args: &["char *", "upcr_pts_t", "long"], effect: Effect::Write },
    EntryInfo { name: "upcr_put_at_u64", out_of_line: Some("upcr_out_put_at_u64"),
        ret: "unsigned long", args: &["char *", "upcr_pts_t", "unsigned long"],
        effect: Effect::Write },
    EntryInfo { name: "upcr_put_at_ll", out_of_line: Some("upcr_out_put_at_ll"), ret: "long long",
        args: &["char *", "upcr_pts_t", "long long"], effect: Effect::Write },
    EntryInfo { name: "upcr_put_at_ull", out_of_line: Some("upcr_out_put_at_ull"),
        ret: "unsigned long long", args: &["char *", "upcr_pts_t", "unsigned long long"],
        effect: Effect::Write },
    EntryInfo { name: "upcr_put_at_b", out_of_line: Some("upcr_out_put_at_b"), ret: "_Bool",
        args: &["char *", "upcr_pts_t", "_Bool"], effect: Effect::Write },
    EntryInfo { name: "upcr_put_at_f32", out_of_line: Some("upcr_out_put_at_f32"), ret: "float",
        args: &["char *", "upcr_pts_t", "float"], effect: Effect::Write },
    EntryInfo { name: "upcr_put_at_f64", out_of_line: Some("upcr_out_put_at_f64"), ret: "double",
        args: &["char *", "upcr_pts_t", "double"], effect: Effect::Write },
    EntryInfo { name: "upcr_put_at_ld", out_of_line: Some("upcr_out_put_at_ld"), ret: "long double",
        args: &["char *", "upcr_pts_t", "long double"], effect: Effect::Write },
    EntryInfo { name: "upcr_put_at_ptr", out_of_line: Some("upcr_out_put_at_ptr"), ret: "void *",
        args: &["char *", "upcr_pts_t", "void *"], effect: Effect::Write },
    EntryInfo { name: "upcr_put_at_pp", out_of_line: Some("upcr_out_put_at_pp"), ret: "upcr_ppts_t",
        args: &["char *", "upcr_pts_t", "upcr_ppts_t"], effect: Effect::Write },
    EntryInfo { name: "upcr_getbs", out_of_line: Some("upcr_out_getbs"), ret: "void",
        args: &["void *", "upcr_pts_t", "unsigned long"], effect: Effect::Sync },
    EntryInfo { name: "upcr_putbs", out_of_line: Some("upcr_out_putbs"), ret: "void",
        args: &["upcr_pts_t", "const void *", "unsigned long"], effect: Effect::Sync },
    EntryInfo { name: "upcr_copybs", out_of_line: Some("upcr_out_copybs"), ret: "void",
        args: &["upcr_pts_t", "upcr_pts_t", "unsigned long"], effect: Effect::Sync },
    EntryInfo { name: "upcr_mythread", out_of_line: None, ret: "int", args: &[],
        effect: Effect::Pure },
    EntryInfo { name: "upcr_threads", out_of_line: None, ret: "int", args: &[],
        effect: Effect::Pure },
    EntryInfo { name: "upcr_column_of", out_of_line: Some("upcr_out_column_of"), ret: "long",
        args: &["long"], effect: Effect::Pure },
    EntryInfo { name: "upcr_mine_i", out_of_line: Some("upcr_out_mine_i"), ret: "int",
        args: &["long"], effect: Effect::Pure },
    EntryInfo { name: "upcr_mine_u", out_of_line: Some("upcr_out_mine_u"), ret: "int",
        args: &["unsigned long"], effect: Effect::Pure },
    EntryInfo { name: "upcr_mine_p", out_of_line: Some("upcr_out_mine_p"), ret: "int",
        args: &["upcr_pts_t"], effect: Effect::Pure },
    EntryInfo { name: "upcr_turns_same", out_of_line: Some("upcr_out_turns_same"),
        ret: "struct upcr_turns", args: &["int", "unsigned long"], effect: Effect::Pure },
    EntryInfo { name: "upcr_turns_blocks", out_of_line: Some("upcr_out_turns_blocks"),
        ret: "struct upcr_turns", args: &["int", "unsigned long", "unsigned long", "unsigned long",
        "int", "unsigned long"], effect: Effect::Pure },
    EntryInfo { name: "upcr_turns_cycle", out_of_line: None, ret: "struct upcr_turns",
        args: &["int", "unsigned long", "long", "unsigned long"], effect: Effect::Pure },
    EntryInfo { name: "upcr_turns_slices", out_of_line: None, ret: "struct upcr_turns",
        args: &["int", "unsigned long", "long", "int"], effect: Effect::Pure },
    EntryInfo { name: "upcr_strides", out_of_line: None, ret: "struct upcr_strides", args: &["int",
        "unsigned long", "unsigned long", "long", "long", "unsigned long"], effect: Effect::Pure },
    EntryInfo { name: "upcr_strides_next", out_of_line: None, ret: "unsigned long",
        args: &["struct upcr_strides *"], effect: Effect::Pure },
    EntryInfo { name: "upcr_turns_meet", out_of_line: Some("upcr_out_turns_meet"), ret: "int",
        args: &["const struct upcr_turns *", "upcr_ppts_t", "unsigned long", "unsigned long",
        "int"], effect: Effect::Pure },
    EntryInfo { name: "upcr_turns_own", out_of_line: Some("upcr_out_turns_own"),
        ret: "unsigned long", args: &["const struct upcr_turns *", "unsigned long",
        "unsigned long"], effect: Effect::Pure },
    EntryInfo { name: "upcr_turns_reach", out_of_line: Some("upcr_out_turns_reach"),
        ret: "unsigned long", args: &["const struct upcr_turns *", "unsigned long",
        "unsigned long"], effect: Effect::Pure },
    EntryInfo { name: "upcr_forall_enter", out_of_line: Some("upcr_out_forall_enter"),
        ret: "struct upcr_forall", args: &[], effect: Effect::Pure },
    EntryInfo { name: "upcr_forall_open", out_of_line: Some("upcr_out_forall_open"), ret: "int",
        args: &[], effect: Effect::Pure },
    EntryInfo { name: "upcr_forall_leave", out_of_line: Some("upcr_out_forall_leave"), ret: "void",
        args: &["struct upcr_forall *"], effect: Effect::Pure },
    EntryInfo { name: "upcr_barrier", out_of_line: None, ret: "void", args: &["int", "int"],
        effect: Effect::Sync },
    EntryInfo { name: "upcr_notify", out_of_line: None, ret: "void", args: &["int", "int"],
        effect: Effect::Sync },
    EntryInfo { name: "upcr_wait", out_of_line: None, ret: "void", args: &["int", "int"],
        effect: Effect::Sync },
    EntryInfo { name: "upcr_fence", out_of_line: Some("upcr_out_fence"), ret: "void", args: &[],
        effect: Effect::Sync },
    EntryInfo { name: "upcr_poll", out_of_line: Some("upcr_out_poll"), ret: "void", args: &[],
        effect: Effect::Sync },
    EntryInfo { name: "upcr_links_enter", out_of_line: Some("upcr_out_links_enter"), ret: "int",
        args: &[], effect: Effect::Sync },
    EntryInfo { name: "upcr_links_poll", out_of_line: Some("upcr_out_links_poll"), ret: "void",
        args: &["int *"], effect: Effect::Sync },
    EntryInfo { name: "upcr_links_leave", out_of_line: Some("upcr_out_links_leave"), ret: "void",
        args: &["int *"], effect: Effect::Sync },
    EntryInfo { name: "upcr_init_shared", out_of_line: None, ret: "void", args: &["upcr_pts_t",
        "const void *", "unsigned long", "unsigned long", "unsigned long"], effect: Effect::Write },
    EntryInfo { name: "upcr_init_shared_row", out_of_line: None, ret: "void", args: &["upcr_pts_t",
        "const void *", "unsigned long", "unsigned long", "unsigned long", "unsigned long"],
        effect: Effect::Write },
    EntryInfo { name: "upcr_init_room", out_of_line: None, ret: "unsigned long",
        args: &["const char *", "const char *", "const void *", "unsigned long", "unsigned long",
        "unsigned long"], effect: Effect::Read },
    EntryInfo { name: "upcr_init_private", out_of_line: None, ret: "void", args: &["void *",
        "const void *", "unsigned long"], effect: Effect::Write },
    EntryInfo { name: "upcr_memcpy", out_of_line: Some("upcr_out_memcpy"), ret: "void",
        args: &["upcr_ppts_t", "upcr_ppts_t", "unsigned long"], effect: Effect::Write },
    EntryInfo { name: "upcr_memget", out_of_line: Some("upcr_out_memget"), ret: "void",
        args: &["void *", "upcr_ppts_t", "unsigned long"], effect: Effect::Read },
    EntryInfo { name: "upcr_memput", out_of_line: Some("upcr_out_memput"), ret: "void",
        args: &["upcr_ppts_t", "const void *", "unsigned long"], effect: Effect::Write },
    EntryInfo { name: "upcr_memset", out_of_line: Some("upcr_out_memset"), ret: "void",
        args: &["upcr_ppts_t", "int", "unsigned long"], effect: Effect::Write },
    EntryInfo { name: "upcr_far_get", out_of_line: None, ret: "void", args: &["void *",
        "upcr_pts_t", "unsigned long"], effect: Effect::Read },
    EntryInfo { name: "upcr_far_put", out_of_line: None, ret: "void", args: &["upcr_pts_t",
        "const void *", "unsigned long"], effect: Effect::Write },
    EntryInfo { name: "upcr_far_expect", out_of_line: None, ret: "void", args: &["upcr_pts_t",
        "unsigned long", "unsigned long"], effect: Effect::Read },
    EntryInfo { name: "upcr_far_expect_here", out_of_line: None, ret: "void", args: &["upcr_pts_t",
        "unsigned long", "unsigned long"], effect: Effect::Read },
    EntryInfo { name: "upcr_far_get_u8", out_of_line: None, ret: "unsigned char",
        args: &["upcr_pts_t"], effect: Effect::Read },
    EntryInfo { name: "upcr_far_put_u8", out_of_line: None, ret: "void", args: &["upcr_pts_t",
        "unsigned char"], effect: Effect::Write },
    EntryInfo { name: "upcr_far_get_u16", out_of_line: None, ret: "unsigned short",
        args: &["upcr_pts_t"], effect: Effect::Read },
    EntryInfo { name: "upcr_far_put_u16", out_of_line: None, ret: "void", args: &["upcr_pts_t",
        "unsigned short"], effect: Effect::Write },
    EntryInfo { name: "upcr_far_get_u32", out_of_line: None, ret: "unsigned int",
        args: &["upcr_pts_t"], effect: Effect::Read },
    EntryInfo { name: "upcr_far_put_u32", out_of_line: None, ret: "void", args: &["upcr_pts_t",
        "unsigned int"], effect: Effect::Write },
    EntryInfo { name: "upcr_far_get_u64", out_of_line: None, ret: "unsigned long",
        args: &["upcr_pts_t"], effect: Effect::Read },
    EntryInfo { name: "upcr_far_put_u64", out_of_line: None, ret: "void", args: &["upcr_pts_t",
        "unsigned long"], effect: Effect::Write },
    EntryInfo { name: "upcr_far_get_f32", out_of_line: None, ret: "float", args: &["upcr_pts_t"],
        effect: Effect::Read },
    EntryInfo { name: "upcr_far_put_f32", out_of_line: None, ret: "void", args: &["upcr_pts_t",
        "float"], effect: Effect::Write },
    EntryInfo { name: "upcr_far_get_f64", out_of_line: None, ret: "double", args: &["upcr_pts_t"],
        effect: Effect::Read },
    EntryInfo { name: "upcr_far_put_f64", out_of_line: None, ret: "void", args: &["upcr_pts_t",
        "double"], effect: Effect::Write },
    EntryInfo { name: "upcr_far_get_ld", out_of_line: None, ret: "long double",
        args: &["upcr_pts_t"], effect: Effect::Read },
    EntryInfo { name: "upcr_far_put_ld", out_of_line: None, ret: "void", args: &["upcr_pts_t",
        "long double"], effect: Effect::Write },
    EntryInfo { name: "upcr_far_get_pp", out_of_line: None, ret: "upcr_ppts_t",
        args: &["upcr_pts_t"], effect: Effect::Read },
    EntryInfo { name: "upcr_far_put_pp", out_of_line: None, ret: "void", args: &["upcr_pts_t",
        "upcr_ppts_t"], effect: Effect::Write },
    EntryInfo { name: "upcr_far_add_u32", out_of_line: None, ret: "void", args: &["upcr_pts_t",
        "unsigned int"], effect: Effect::Write },
    EntryInfo { name: "upcr_far_add_u64", out_of_line: None, ret: "void", args: &["upcr_pts_t",
        "unsigned long"], effect: Effect::Write },
    EntryInfo { name: "upcr_far_add_f32", out_of_line: None, ret: "void", args: &["upcr_pts_t",
        "float"], effect: Effect::Write },
    EntryInfo { name: "upcr_far_add_f64", out_of_line: None, ret: "void", args: &["upcr_pts_t",
        "double"], effect: Effect::Write },
    EntryInfo { name: "upcr_far_and_u32", out_of_line: None, ret: "void", args: &["upcr_pts_t",
        "unsigned int"], effect: Effect::Write },
    EntryInfo { name: "upcr_far_and_u64", out_of_line: None, ret: "void", args: &["upcr_pts_t",
        "unsigned long"], effect: Effect::Write },
    EntryInfo { name: "upcr_far_or_u32", out_of_line: None, ret: "void", args: &["upcr_pts_t",
        "unsigned int"], effect: Effect::Write },
    EntryInfo { name: "upcr_far_or_u64", out_of_line: None, ret: "void", args: &["upcr_pts_t",
        "unsigned long"], effect: Effect::Write },
    EntryInfo { name: "upcr_far_xor_u32", out_of_line: None, ret: "void", args: &["upcr_pts_t",
        "unsigned int"], effect: Effect::Write },
    EntryInfo { name: "upcr_far_xor_u64", out_of_line: None, ret: "void", args: &["upcr_pts_t",
        "unsigned long"], effect: Effect::Write },
    EntryInfo { name: "upcr_far_copy", out_of_line: None, ret: "void", args: &["upcr_pts_t",
        "upcr_pts_t", "unsigned long"], effect: Effect::Write },
    EntryInfo { name: "upcr_far_set", out_of_line: None, ret: "void", args: &["upcr_pts_t", "int",
        "unsigned long"], effect: Effect::Write },
    EntryInfo { name: "upcr_poll_slow", out_of_line: None, ret: "void", args: &[],
        effect: Effect::Sync },
    EntryInfo { name: "upcr_fence_slow", out_of_line: None, ret: "void", args: &[],
        effect: Effect::Sync },
    EntryInfo { name: "upcr_local_fail", out_of_line: None, ret: "void *", args: &["upcr_pts_t"],
        effect: Effect::Pure },
    EntryInfo { name: "upcr_check_access", out_of_line: Some("upcr_out_check_access"),
        ret: "upcr_pts_t", args: &["upcr_pts_t", "unsigned long", "unsigned long", "int",
        "unsigned", "const char *", "int"], effect: Effect::Pure },
    EntryInfo { name: "upcr_check_find", out_of_line: None, ret: "void", args: &["upcr_pts_t",
        "unsigned long", "unsigned long", "int", "unsigned", "const char *", "int"],
        effect: Effect::Pure },
    EntryInfo { name: "upcr_check_index", out_of_line: Some("upcr_out_check_index"), ret: "long",
        args: &["long", "long", "int", "const char *", "const char *", "int"],
        effect: Effect::Pure },
    EntryInfo { name: "upcr_check_index_fail", out_of_line: None, ret: "void", args: &["long",
        "long", "const char *", "const char *", "int"], effect: Effect::Pure },
    EntryInfo { name: "upcr_check_local", out_of_line: None, ret: "void *", args: &["upcr_pts_t",
        "const char *", "int"], effect: Effect::Pure },
    EntryInfo { name: "upcr_check_phase", out_of_line: None, ret: "upcr_ppts_t",
        args: &["upcr_ppts_t", "unsigned long", "const char *", "int"], effect: Effect::Pure },
    EntryInfo { name: "upcr_check_diff0", out_of_line: None, ret: "long", args: &["upcr_pts_t",
        "upcr_pts_t", "unsigned long", "const char *", "int"], effect: Effect::Pure },
    EntryInfo { name: "upcr_check_diff1", out_of_line: None, ret: "long", args: &["upcr_pts_t",
        "upcr_pts_t", "unsigned long", "const char *", "int"], effect: Effect::Pure },
    EntryInfo { name: "upcr_check_diffb", out_of_line: None, ret: "long", args: &["upcr_ppts_t",
        "upcr_ppts_t", "unsigned long", "unsigned long", "const char *", "int"],
        effect: Effect::Pure },
    EntryInfo { name: "upcr_check_forall_begin", out_of_line: None, ret: "int",
        args: &["const char *", "int"], effect: Effect::Pure },
    EntryInfo { name: "upcr_check_forall_end", out_of_line: None, ret: "void",
        args: &["const int *"], effect: Effect::Pure },
    EntryInfo { name: "upcr_check_forall_test", out_of_line: Some("upcr_out_check_forall_test"),
        ret: "void", args: &[], effect: Effect::Pure },
    EntryInfo { name: "upcr_check_mine_i", out_of_line: Some("upcr_out_check_mine_i"), ret: "int",
        args: &["long"], effect: Effect::Pure },
    EntryInfo { name: "upcr_check_mine_u", out_of_line: Some("upcr_out_check_mine_u"), ret: "int",
        args: &["unsigned long"], effect: Effect::Pure },
    EntryInfo { name: "upcr_check_mine_p", out_of_line: Some("upcr_out_check_mine_p"), ret: "int",
        args: &["upcr_pts_t"], effect: Effect::Pure },
    EntryInfo { name: "upcr_site_enter", out_of_line: Some("upcr_out_site_enter"),
        ret: "struct upcr_site", args: &["const char *", "int"], effect: Effect::Pure },
    EntryInfo { name: "upcr_site_leave", out_of_line: Some("upcr_out_site_leave"), ret: "void",
        args: &["struct upcr_site *"], effect: Effect::Pure },
];
