import { randomBytes } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { contactNotes, projectDrafts } from '#drizzle/schema/index.ts'
import type { VcId } from '#shared/ids.ts'
import { blankValues } from '#shared/projects/fields.ts'
import type { PushReply } from '#shared/sync/push.ts'
import { fingerprint } from '#shared/sync/three-way-merge.ts'
import { grantContact } from '#tests/support/actors/grants.ts'
import { startTestApp } from '#tests/support/app.ts'
import type { Client } from '#tests/support/client.ts'
import { newClientId, newMutationId } from '#tests/support/private-lane.ts'
import { listNotes } from '#tests/support/state/contacts.ts'
import { listDrafts } from '#tests/support/state/projects.ts'

/** Conflict versions of a text may be 256 KB, and are written only when they change. */
const app = await startTestApp()
const { db } = app.database

/** Random, so that it is stored outside its row. */
const versions = Array.from({ length: 10 }, () => randomBytes(2000).toString('hex'))
const writer = { by: null, at: '2026-11-02T09:00:00.000Z' }

async function push(client: Client, name: string, args: object, base: object) {
  const mutation = { id: newMutationId(), name, args, base, madeAt: new Date().toISOString() }
  const { body } = await client.post<PushReply>('/api/sync/push', { clientId: newClientId(), mutations: [mutation] })
  expect(body.results).toMatchObject([{ status: 'applied' }])
}

/** Identifies the stored bytes: another write of the same value gets another id. */
const storedAs = async (table: typeof projectDrafts | typeof contactNotes) => {
  const [row] = await db.select({ chunk: sql<string>`pg_column_toast_chunk_id(${table.clashes})::text` }).from(table)
  expect(row?.chunk).toEqual(expect.any(String))
  return row?.chunk
}

test('an edit of a draft writes its conflict versions again only if it changes one', async () => {
  const founder = await app.member()
  const { id: userId, principalId } = founder.user
  const clashes = versions.map((value) => ({ field: 'description' as const, value, ...writer }))
  await db.insert(projectDrafts).values({ principalId, userId, values: blankValues, writers: {}, clashes })
  const before = await storedAs(projectDrafts)
  const base = { companyName: [fingerprint('')] }
  await push(founder, 'project.saveDraft', { changes: { companyName: 'Quayside Labs' }, settles: {} }, base)
  expect(await storedAs(projectDrafts)).toBe(before)
  const [first = ''] = versions
  const settles = { description: [fingerprint(first)] }
  await push(founder, 'project.saveDraft', { changes: { description: 'Chosen' }, settles }, { description: [fingerprint('')] })
  const [row] = await listDrafts(db)
  expect(row?.values).toMatchObject({ companyName: 'Quayside Labs', description: 'Chosen' })
  expect(row?.clashes).toEqual(clashes.slice(1))
})

test('an edit of a note writes its conflict versions again only if it changes one', async () => {
  const founder = await app.member()
  const { principalId } = founder.user
  const contactId = 'rec1' as VcId
  await grantContact(db, principalId, contactId)
  const clashes = versions.map((text) => ({ text, ...writer }))
  await db.insert(contactNotes).values({ principalId, contactId, text: 'First', clashes })
  const before = await storedAs(contactNotes)
  await push(founder, 'contact.note', { contactId, text: 'First, more' }, { text: 'First', steps: [] })
  expect(await storedAs(contactNotes)).toBe(before)
  const [first = ''] = versions
  await push(
    founder,
    'contact.note',
    { contactId, text: 'Chosen', settles: [fingerprint(first)] },
    { text: 'First, more', steps: [] },
  )
  expect(await listNotes(db)).toMatchObject([{ text: 'Chosen', clashes: clashes.slice(1) }])
})
