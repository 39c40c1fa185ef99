import { eq } from 'drizzle-orm'
import { directoryInvestors, sessions } from '#drizzle/schema/index.ts'
import { endSessionsOf } from '#server/features/accounts/queries.ts'
import type { VcId } from '#shared/ids.ts'
import { VCS } from './base.ts'
import type { SimHistory } from './history.ts'
import type { Affair } from './steps.ts'

/** What others do, or what befalls the server. */
export async function takeByOthers(history: SimHistory, affair: Affair): Promise<void> {
  const { world, backend, witness, clock } = history
  if (affair.do === 'node dies') return backend.dieAfter(affair.queries)
  if (affair.do === 'cut') return backend.cutNextPush(affair)
  if (affair.do === 'commits late') return history.late.begin(affair.ms)
  // As after a restore: cursors of before say nothing any more.
  if (affair.do === 'database is restored')
    return void (await backend.database.sql`update sync_state set epoch_seed = gen_random_uuid()::text`)
  if (affair.do === 'snapshot is built') return backend.runJob('sync.snapshot', {})
  if (affair.do === 'session expires' || affair.do === 'session is ended') {
    const account = history.accounts[affair.account]
    if (!account) return
    const { userId } = account
    witness.endSessionsOf(account)
    if (affair.do === 'session expires') return void (await backend.db.delete(sessions).where(eq(sessions.userId, userId)))
    return backend.db.transaction((tx) => endSessionsOf(tx, userId, { now: new Date() }))
  }
  const vc = VCS[affair.vc] as VcId
  if (affair.do === 'list') return world.list(vc, `Edited at ${clock.now}`)
  if (affair.do === 'unlist') return world.unlist(vc)
  if (affair.do === 'delist') return void (await backend.db.delete(directoryInvestors).where(eq(directoryInvestors.id, vc)))
  const account = history.accounts[affair.account]
  if (!account) return
  if (affair.do === 'grant') witness.sell(account.principalId, vc)
  await world[affair.do](account.principalId, vc)
}
