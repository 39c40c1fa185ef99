import { beforeEach } from 'vitest'
import { contactNotes, principals, processedMutations, savedInvestors } from '#drizzle/schema/index.ts'
import type { PushReply } from '#shared/sync/push.ts'
import type { Mutation } from '#shared/sync/push-request.ts'
import type { Client } from '#tests/support/client.ts'
import { testDatabase } from '#tests/support/database/postgres.ts'
import { type Doubles, newClientId, newMutationId, startPrivateNode } from '#tests/support/private-lane.ts'

export const push = (client: Client, mutations: Mutation[], more: object = {}) =>
  client.post<PushReply>('/api/sync/push', { clientId: newClientId(), mutations, ...more })
export const statuses = ({ body }: { body: PushReply }) => body.results.map(({ status }) => status)
export const intro = (id = newMutationId()): Mutation => ({
  id,
  name: 'intro.request',
  args: { vcId: 'recX' },
  madeAt: new Date().toISOString(),
})

/** Two nodes on one database, and pushes to them. */
export async function setUp() {
  const database = await testDatabase()
  const doubles: Doubles = { held: new Set(['recHeld', 'recAlso']), intro: async () => undefined }
  const here = startPrivateNode(database, doubles)
  const { db } = database

  beforeEach(async () => {
    doubles.intro = async () => undefined
    await db.delete(processedMutations)
    await db.delete(contactNotes)
    await db.delete(savedInvestors)
    await db.delete(principals)
  })
  const notes = async () => (await db.select().from(contactNotes)).map(({ text }) => text)
  return { database, doubles, here, db, notes }
}
