/**
 * Guards that the simulator has to miss when they are gone: `bun run simulate --without "leader lock"` takes one away
 * before anything is loaded, and counts the histories that notice.
 */
export const guards: Record<string, { file: string; guard: string; without: string }> = {
  'exactly-once mark': {
    file: 'sync-server/sync/push.ts',
    guard: 'if (!isNew) return await outcomeBefore(tx, sender, mutation)',
    without: 'void [isNew, outcomeBefore]',
  },
  'rebase of optimistic rows': {
    file: 'web/sync/apply-private.ts',
    guard: 'for (const entry of await listWaiting(db)) await commands.show(db, entry)',
    without: 'void listWaiting',
  },
  'life check': {
    file: 'web/sync/outbox.ts',
    guard: "if ((await db.getMeta('life')) !== db.life) throw new PrincipalLeft()",
    without: "await db.getMeta('life')",
  },
  'leader lock': {
    file: 'web/sync/turns.ts',
    guard: 'await this.reign((lead) => locks.exclusively(LEADER_LOCK, lead, stop))',
    without: 'void [locks, stop]\n    await this.reign((lead) => lead())',
  },
  'refusal set aside': {
    file: 'web/sync/apply-results.ts',
    guard: "await db.outbox.where({ id }).modify({ state: 'refused', refusal })",
    without: 'await db.outbox.where({ id }).delete()',
  },
  'principal check': {
    file: 'sync-server/sync/private-routes.ts',
    guard: 'if (named === undefined || named === principalId) return',
    without: 'return void [named, principalId]',
  },
  'no before the commit': {
    file: 'sync-server/sync/push.ts',
    guard: "'a mutation failed')\n    return { id, status: 'retry' }",
    without: "'a mutation failed')\n    return { id, status: 'applied' }",
  },
  'mark beside its effect': {
    file: 'sync-server/sync/push.ts',
    guard: 'await insertMarks(tx, [id',
    without: 'await insertMarks(db, [id',
  },
  'entries kept over a failed request': {
    file: 'web/sync/send-waiting.ts',
    guard: 'if (!isUnderstood(error)) throw error',
    without: "if (!isUnderstood(error)) return onAnswer(batch.map(({ id }) => ({ id, status: 'applied' })))",
  },
  'cursor beside its rows': {
    file: 'web/sync/pull-directory.ts',
    guard: 'if (cursor === from.since && Object.keys(put).length + Object.keys(del).length === 0) return',
    without: "await db.setMeta('cursor', cursor)\n  from.since = cursor",
  },
  'one change of hands at a time': {
    file: 'web/sync/client.ts',
    guard: 'device.locks.exclusively(PRINCIPAL_LOCK, work)',
    without: '(void PRINCIPAL_LOCK, work())',
  },
  'seal on a left outbox': {
    file: 'web/sync/outbox.ts',
    guard: "await from.meta.delete('life')",
    without: 'void from',
  },
  'order behind what comes again': {
    file: 'sync-server/sync/push.ts',
    guard: "const isHeldUp = results.at(-1)?.status === 'retry'",
    without: 'const isHeldUp = false',
  },
  'text merged, not overwritten': {
    file: 'shared/contacts/merge-note.ts',
    guard: 'const merged = mergeText(seen, stored.text, mine)',
    without: 'void [mergeText, seen]\n  const merged: string | undefined = mine',
  },
  'commits that come late seen': {
    file: 'sync-server/sync/fence.ts',
    guard: 'const next = seen < fence.xmin ? seen : fence.xmin',
    without: 'const next = seen',
  },
  'marks moved by commits that come late': {
    file: 'sync-server/sync/private-mark.ts',
    guard: 'and not pg_visible_in_snapshot(c.changed_xid, asked.seen)\n    union',
    without: 'and c.changed_xid >= asked.high\n    union',
  },
  'what a device shows beside the truth compared': {
    file: 'web/sync/held.ts',
    guard: 'return count === (held.counts[collection] ?? 0) && optimistic === 0',
    without: 'return count + optimistic > -1',
  },
  'triggers that move marks': {
    file: 'sync-server/sync/private-mark.ts',
    guard: "where c.owner in (asked.owner, '*') and",
    without: "where c.owner in (asked.owner, '*') and c.source <> 'contact_notes' and",
  },
  'each lane waits for itself': {
    file: 'web/sync/loop.ts',
    guard: 'for (const lane of lanes) this.callOff(lane)',
    without: 'for (const lane of BOTH) this.callOff(lane)',
  },
  'pointer on the disk before what follows from it': {
    file: 'web/sync/principal.ts',
    guard: 'await flush(deps.directory)',
    without: 'void flush',
  },
  'what was folded is replaced': {
    file: 'sync-server/sync/push.ts',
    guard: 'insertMarks(tx, [id, ...(mutation.replaces ?? [])], mark)',
    without: 'insertMarks(tx, [id], mark)',
  },
  'deletions seen by stores that a fold has overtaken': {
    file: 'web/features/directory/directory-store.ts',
    guard: 'const startsOver = state.base !== this.base || foldedUpTo > this.revision',
    without: 'const startsOver = state.base !== this.base',
  },
  'session ended before anything else is said': {
    file: 'web/sync/round.ts',
    guard: 'if (principal?.endsSession) await inTime(wire, SILENCE_MS, onSignedOut)',
    without: 'void [principal, onSignedOut]',
  },
  'poke heard': {
    file: 'web/sync/live.ts',
    guard: 'if (poke.success) this.deps.onPoke([poke.output.scope])',
    without: 'void poke',
  },
  'database opened while nobody changes hands': {
    file: 'web/sync/worker-here.ts',
    guard: 'return locks.exclusively(PRINCIPAL_LOCK, openInTime, patience.signal)',
    without: 'void [locks, PRINCIPAL_LOCK]\n  return openInTime()',
  },
}

/** @throws when there is no such guard, or the code no longer says it in these words */
export async function takeAway(name: string) {
  const found = guards[name]
  if (!found) throw new Error(`There is no guard of that name. These there are: ${Object.keys(guards).join(', ')}`)
  const { file, guard, without } = found
  const source = await Bun.file(file).text()
  if (!source.includes(guard)) throw new Error(`${file} no longer says: ${guard}`)
  Bun.plugin({
    name: `without ${name}`,
    setup: (build) =>
      void build.onLoad({ filter: new RegExp(`/${file.replaceAll('.', '\\.')}$`) }, () => ({
        contents: source.replace(guard, without),
        loader: 'ts',
      })),
  })
}
