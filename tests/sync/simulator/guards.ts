import { factGuards } from './fact-guards.ts'
import { type Guard, liveGuards } from './live-guards.ts'

/**
 * Lines of the sync code that can be removed: `bun run simulate --without "leader lock"` counts the histories until one fails,
 * and `bun tests/sync/simulator/check-guards.ts` requires that the test covering each one fails without it.
 */
export const guards: Record<string, Guard> = {
  'processed row of each mutation': {
    file: 'sync-server/sync/push/apply-mutations.ts',
    guard: 'if (!isNew) return await previousResult(tx, sender, mutation)',
    without: 'void [isNew, previousResult]',
    heldBy: {
      file: 'tests/sync/push/exactly-once.test.ts',
      test: 'a doubled push, to two nodes at the same time, has one effect and one processed row',
    },
  },
  'rebase of optimistic rows': {
    file: 'web/sync/engine/pull/apply-private-patch.ts',
    guard: 'for (const entry of await listPending(db)) await registry.show(db, entry)',
    without: 'void listPending',
    heldBy: {
      file: 'tests/sync/guarded-lines.test.ts',
      test: 'pending mutations are shown over the response of a pull that does not contain them',
    },
  },
  'generation check': {
    file: 'web/sync/engine/outbox.ts',
    guard: "if ((await db.getMeta('life')) !== db.life) throw new StalePrincipalError()",
    without: "await db.getMeta('life')",
    heldBy: {
      file: 'tests/sync/device/account-switch/switch.test.ts',
      test: 'a write for an account that was signed out in another tab is refused',
    },
  },
  'leader lock': {
    file: 'web/sync/tab/leader-election.ts',
    guard: 'await this.runAsLeader((lead) => locks.exclusively(LEADER_LOCK, lead, stop))',
    without: 'void [locks, stop]\n    await this.runAsLeader((lead) => lead())',
    heldBy: { file: 'tests/sync/guarded-lines.test.ts', test: 'of three tabs only one communicates with the server' },
  },
  'rejected entry kept': {
    file: 'web/sync/engine/push/apply-push-results.ts',
    guard: "await db.outbox.where({ id }).modify({ state: 'refused', refusal })",
    without: 'await db.outbox.where({ id }).delete()',
    heldBy: {
      file: 'tests/sync/refusals.test.ts',
      test: 'a request that is refused because of one mutation delivers all the others, and rejects that one',
    },
  },
  'principal check': {
    file: 'sync-server/features/accounts/sessions/identity.ts',
    guard: 'if (named === undefined || named === principalId) return',
    without: 'return void [named, principalId]',
    heldBy: { file: 'tests/sync/push/exactly-once.test.ts', test: 'a mutation is applied only as the principal that created it' },
  },
  'no result before the commit': {
    file: 'sync-server/sync/push/apply-mutations.ts',
    guard: "'mutation failed')\n    return { id, status: 'retry' }",
    without: "'mutation failed')\n    return { id, status: 'applied' }",
    heldBy: {
      file: 'tests/sync/push/exactly-once.test.ts',
      test: 'mutations after a retry with the same ordering key wait with it, so that none is applied out of order',
    },
  },
  'processed row in the transaction of its effect': {
    file: 'sync-server/sync/push/apply-mutations.ts',
    guard: 'await insertProcessed(tx, [id',
    without: 'await insertProcessed(db, [id',
    heldBy: {
      file: 'tests/sync/push/exactly-once.test.ts',
      test: 'leaves neither effect nor processed row, and the device tries again',
    },
  },
  'entries kept after a failed request': {
    file: 'web/sync/engine/push/send-pending.ts',
    guard: 'if (!isUnderstood(error)) throw error',
    without: "if (!isUnderstood(error)) return onAnswer(batch.map(({ id }) => ({ id, status: 'applied' })))",
    heldBy: {
      file: 'tests/sync/slow-networks.test.ts',
      test: 'batches that the server has answered are not sent again when a later one is lost',
    },
  },
  'cursor in the transaction of its rows': {
    file: 'web/sync/engine/pull/pull-public.ts',
    guard: 'if (cursor === from.since && Object.keys(put).length + Object.keys(del).length === 0) return',
    without: "await db.setMeta('cursor', cursor)\n  from.since = cursor",
    heldBy: {
      file: 'tests/sync/guarded-lines.test.ts',
      test: 'a delta whose rows cannot be stored leaves the cursor unchanged',
    },
  },
  'one account switch at a time': {
    file: 'web/sync/tab/sync-client.ts',
    guard: 'device.locks.exclusively(PRINCIPAL_LOCK, work)',
    without: '(void PRINCIPAL_LOCK, work())',
    heldBy: { file: 'tests/sync/guarded-lines.test.ts', test: 'leave one principal on the device' },
  },
  'abandoned outbox closed': {
    file: 'web/sync/engine/outbox.ts',
    guard: "await from.meta.delete('life')",
    without: 'void from',
    heldBy: {
      file: 'tests/sync/guarded-lines.test.ts',
      test: 'nothing is added to an outbox after its unsent mutations were taken',
    },
  },
  'order after a retry': {
    file: 'sync-server/sync/push/apply-mutations.ts',
    guard: "const isBlocked = () => results.at(-1)?.status === 'retry'",
    without: 'const isBlocked = () => false',
    heldBy: {
      file: 'tests/sync/push/exactly-once.test.ts',
      test: 'mutations after a retry with the same ordering key wait with it, so that none is applied out of order',
    },
  },
  'text merged, not overwritten': {
    file: 'shared/contacts/merge-note.ts',
    guard: 'const merged = mergeText(seen, stored.text, mine, budget)',
    without: 'void [mergeText, seen]\n  const merged: string | undefined = mine',
    heldBy: {
      file: 'shared/contacts/merge-note.test.ts',
      test: 'a text with an older base is merged into the stored one and overwrites nothing',
    },
  },
  'listing text kept, not overwritten': {
    file: 'shared/listings/merge-edit.ts',
    guard: "if (base === theirs || theirs === '') return mine",
    without: 'if (mine !== theirs) return mine',
    heldBy: {
      file: 'tests/sync/device/two-devices-any-text.test.ts',
      test: 'that two devices wrote without a network is on both, or kept as rejected with its text',
    },
  },
  'place kept, not overwritten': {
    file: 'shared/contacts/merge-follow-up.ts',
    guard: 'return both.length <= MAX_PLACE_LENGTH ? both : undefined',
    without: 'void both\n  return mine',
    heldBy: {
      file: 'shared/contacts/merge-follow-up.test.ts',
      test: 'two places that two devices wrote are both kept',
    },
  },
  'name kept, not overwritten': {
    file: 'shared/accounts/rename.ts',
    guard: 'return { names: merged.values, isChangedElsewhere: merged.clashes.length > 0 }',
    without: `const wanted = Object.fromEntries(merged.clashes.map(({ field, value }) => [field, value]))
  return { names: { ...merged.values, ...wanted }, isChangedElsewhere: false }`,
    heldBy: { file: 'shared/accounts/rename.test.ts', test: 'a name that another device changed too' },
  },
  'late commits seen': {
    file: 'sync-server/sync/watermark.ts',
    guard: 'const next = seen < watermark.xmin ? seen : watermark.xmin',
    without: 'const next = seen',
    heldBy: {
      file: 'tests/sync/public/cursor.test.ts',
      test: 'a late commit, after newer ones were pulled, is delivered',
    },
  },
  'marks moved by late commits': {
    file: 'sync-server/sync/private/private-mark.ts',
    guard: '(where not pg_visible_in_snapshot(changed_xid, asked.seen))',
    without: '(where changed_xid >= asked.high)',
    heldBy: {
      file: 'tests/sync/private/private-marks/marks.test.ts',
      test: 'a change that was not committed when the mark was read moves it once it is committed',
    },
  },
  'optimistic rows compared': {
    file: 'web/sync/engine/pull/client-view.ts',
    guard: 'return count === (stored.counts[collection] ?? 0) && optimistic === 0',
    without: 'return count + optimistic > -1',
    heldBy: {
      file: 'tests/sync/device/device-marks.test.ts',
      test: 'a document that this device deleted optimistically returns when the server keeps it',
    },
  },
  'each changed table moves marks': {
    file: 'sync-server/sync/private/private-mark.ts',
    guard: 'where (c.owner, c.changed_xid) >= (',
    without: "where c.source <> 'contact_notes' and (c.owner, c.changed_xid) >= (",
    heldBy: {
      file: 'tests/sync/private/private-marks/marks.test.ts',
      test: 'only collections fed by a changed table are read, and the response has the next mark',
    },
  },
  'separate retries per lane': {
    file: 'web/sync/engine/sync-loop.ts',
    guard: 'for (const lane of lanes) this.cancel(lane)',
    without: 'for (const lane of ALL_LANES) this.cancel(lane)',
    heldBy: {
      file: 'web/sync/engine/sync-loop.test.ts',
      test: 'cycles of one lane do not delay the retry of the other',
    },
  },
  'pointer flushed before dependent writes': {
    file: 'web/sync/tab/switch-principal.ts',
    guard: 'await flush(deps.directory)',
    without: 'void flush',
    heldBy: { file: 'tests/sync/guarded-lines.test.ts', test: 'a power cut after a sign-in does not lose what the guest wrote' },
  },
  'squashed entries replaced': {
    file: 'sync-server/sync/push/apply-mutations.ts',
    guard: 'insertProcessed(tx, [id, ...(mutation.replaces ?? [])], row)',
    without: 'insertProcessed(tx, [id], row)',
    heldBy: {
      file: 'tests/sync/push/order-and-limits.test.ts',
      test: 'a mutation that another one replaces has no effect when it arrives after it',
    },
  },
  'deletions seen after a compaction': {
    file: 'web/replica/public-replica.ts',
    guard: 'const startsOver = state.base !== this.base || foldedUpTo > this.revision',
    without: 'const startsOver = state.base !== this.base',
    heldBy: {
      file: 'web/replica/public-replica.test.ts',
      test: 'a deletion that was compacted into the chunks before it was read is applied',
    },
  },
  'sign-out sent first': {
    file: 'web/sync/engine/sync-cycle.ts',
    guard: 'if (principal?.endsSession) await withWatchdog(transport, IDLE_TIMEOUT_MS, onSignedOut)',
    without: 'void [principal, onSignedOut]',
    heldBy: {
      file: 'tests/sync/device/account-switch/session-and-sign-out.test.ts',
      test: 'a sign-out without a network is sent to the server before any other private request',
    },
  },
  'poke received': {
    file: 'web/sync/tab/live-connection.ts',
    guard: 'if (poke.success) this.deps.onPoke([poke.output.scope])',
    without: 'void poke',
    heldBy: {
      file: 'web/sync/tab/live-connection.test.ts',
      test: 'a connection that opens or reopens requests a cycle: pokes may have been missed',
    },
  },
  'switch noticed without a notification': {
    file: 'web/sync/engine/sync-cycle.ts',
    guard: '|| (await withWatchdog(transport, IDLE_TIMEOUT_MS, () => hasSwitched(db)))',
    without: '|| void hasSwitched',
    heldBy: {
      file: 'tests/sync/device/tabs.test.ts',
      test: 'a leading tab that is not notified of a sign-in in another tab follows it in its next cycle',
    },
  },
  'database opened outside account switches': {
    file: 'web/service-worker/worker-session.ts',
    guard: 'return locks.exclusively(PRINCIPAL_LOCK, openInTime, controller.signal)',
    without: 'void [locks, PRINCIPAL_LOCK]\n  return openInTime()',
    heldBy: {
      file: 'tests/sync/guarded-lines.test.ts',
      test: 'a worker that wakes during an account switch opens no private database before it is over',
    },
  },
  ...liveGuards,
  ...factGuards,
}

/** @throws when there is no such guard, or its file no longer contains the line */
export async function removeGuard(name: string) {
  const found = guards[name]
  if (!found) throw new Error(`Unknown guard. Known guards: ${Object.keys(guards).join(', ')}`)
  const { file, guard, without } = found
  const source = await Bun.file(file).text()
  if (!source.includes(guard)) throw new Error(`${file} no longer contains: ${guard}`)
  Bun.plugin({
    name: `without ${name}`,
    setup: (build) =>
      void build.onLoad({ filter: new RegExp(`/${file.replaceAll('.', '\\.')}$`) }, () => ({
        contents: source.replace(guard, without),
        loader: 'ts',
      })),
  })
}
