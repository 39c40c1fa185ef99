import { eq } from 'drizzle-orm'
import { directoryInvestors, sessions } from '#drizzle/schema/index.ts'
import { endSessionsOf } from '#server/features/accounts/queries.ts'
import type { VcId } from '#shared/ids.ts'
import { VCS } from './base.ts'
import type { SimHistory } from './history.ts'
import type { ExternalEvent } from './steps.ts'

/** Applies an action of other users, or an event of the server. */
export async function applyExternalEvent(history: SimHistory, event: ExternalEvent): Promise<void> {
  const { world, backend, oracle, clock } = history
  if (event.do === 'node dies') return backend.dieAfter(event.queries)
  if (event.do === 'cut') return backend.cutNextPush(event)
  if (event.do === 'commits late') return history.late.begin(event.ms)
  // As after a restore: earlier cursors are invalid.
  if (event.do === 'database is restored')
    return void (await backend.database.sql`update sync_state set epoch_seed = gen_random_uuid()::text`)
  if (event.do === 'snapshot is built') return backend.runJob('sync.snapshot', {})
  if (event.do === 'session expires' || event.do === 'session is ended') {
    const account = history.accounts[event.account]
    if (!account) return
    const { userId } = account
    oracle.endSessionsOf(account)
    if (event.do === 'session expires') return void (await backend.db.delete(sessions).where(eq(sessions.userId, userId)))
    return backend.db.transaction((tx) => endSessionsOf(tx, userId, { now: new Date() }))
  }
  if (event.do === 'notice') {
    const account = history.accounts[event.account]
    return account && world.notify(account.principalId)
  }
  const vc = VCS[event.vc] as VcId
  if (event.do === 'list') return world.list(vc, `Edited at ${clock.now}`)
  if (event.do === 'unlist') return world.unlist(vc)
  if (event.do === 'delete record') return void (await backend.db.delete(directoryInvestors).where(eq(directoryInvestors.id, vc)))
  const account = history.accounts[event.account]
  if (!account) return
  if (event.do === 'grant') oracle.sell(account.principalId, vc)
  await world[event.do](account.principalId, vc)
}
