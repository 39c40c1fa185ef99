import { sql } from 'drizzle-orm'
import { directoryInvestors } from '#drizzle/schema/index.ts'
import type { VcId } from '#shared/ids.ts'
import { listing } from '#tests/support/actors/directory.ts'
import type { SimHistory } from '#tests/sync/simulator/history.ts'

type Open = { commit: () => void; isOver: Promise<unknown> }

/** Transactions that write a record immediately and commit it much later, while transactions that began after them commit. */
export class LateCommits {
  private readonly open = new Set<Open>()
  private count = 0

  constructor(private readonly history: Pick<SimHistory, 'backend' | 'clock'>) {}

  async begin(ms: number): Promise<void> {
    const { backend, clock } = this.history
    const row = listing(`recLate${++this.count}` as VcId, { name: `Listed late, at ${clock.now}` })
    const written = Promise.withResolvers<void>()
    const committing = Promise.withResolvers<void>()
    const isOver = backend.elsewhere.db.transaction(async (tx) => {
      // Virtual time may take longer on a machine under load than the product lets a transaction idle.
      await tx.execute(sql`set local idle_in_transaction_session_timeout = 0`)
      await tx.insert(directoryInvestors).values(row)
      written.resolve()
      await committing.promise
    })
    isOver.catch(written.reject)
    const one: Open = { commit: committing.resolve, isOver }
    this.open.add(one)
    await written.promise
    clock.after(ms, () => void backend.during(this.commit(one)))
  }

  /** Commits all that are still open. */
  async end(): Promise<void> {
    await Promise.all([...this.open].map((one) => this.commit(one)))
  }

  private async commit(one: Open): Promise<void> {
    this.open.delete(one)
    one.commit()
    await one.isOver
  }
}
