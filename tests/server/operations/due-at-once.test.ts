import { expect, test } from 'vitest'
import type { Transaction } from '#server/database/client.ts'
import { queueMail } from '#server/email/outbox.ts'
import { claimMail } from '#server/email/queries.ts'
import { claimJob, enqueueJob } from '#server/jobs/queue.ts'
import { testDatabase } from '#tests/support/database/postgres.ts'

const { db } = await testDatabase()
const letter = { subject: 'Your key', paragraphs: ['Dear Ada,'] }

/** Every second instant is rounded up when it is stored. */
const INSTANTS = 30

test.each<[string, (tx: Transaction, n: number) => Promise<unknown>, (tx: Transaction) => Promise<unknown>]>([
  ['a job', (tx, n) => enqueueJob(tx, { kind: 'due', key: `due ${n}`, payload: {} }), (tx) => claimJob(tx, ['due'], 60)],
  ['a mail', (tx) => queueMail(tx, { to: 'ada@example.com', template: 'test', message: letter }), (tx) => claimMail(tx, 60)],
])(
  '%s that is due now is claimed at the same instant, even if it is stored as the millisecond after it',
  async (_, add, claim) => {
    for (let n = 0; n < INSTANTS; n++) {
      const claimed = await db.transaction(async (tx) => {
        await add(tx, n)
        return claim(tx)
      })
      expect(claimed, `instant ${n}`).toBeDefined()
    }
  },
)
