/**
 * Guards that the simulator has to miss when they are gone: `bun run simulate --without "leader lock"` takes one away
 * before anything is loaded, and counts the histories that notice.
 */
const guards: Record<string, { file: string; guard: string; without: string }> = {
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
    file: 'web/sync/client.ts',
    guard: 'await this.reign((lead) => locks.exclusively(LEADER_LOCK, lead, stop))',
    without: 'void [locks, stop]\n    await this.reign((lead) => lead())',
  },
  'refusal set aside': {
    file: 'web/sync/apply-private.ts',
    guard: "await db.outbox.where({ id }).modify({ state: 'refused', refusal })",
    without: 'await db.outbox.where({ id }).delete()',
  },
  'principal check': {
    file: 'sync-server/sync/private-routes.ts',
    guard: "if (named !== undefined && named !== principalId) throw new Problem('session-lost')",
    without: 'void [named, principalId, Problem]',
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
