import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { decisionMakers, projects, syncChunks, syncSnapshots } from '#drizzle/schema/index.ts'
import { openKeyring } from '#server/crypto/keyring.ts'
import { newId } from '#server/database/new-id.ts'
import { withdraw } from '#server/features/profile-requests/remove-profile.ts'
import { deleteChunks } from '#server/sync/public/delete-chunks.ts'
import { createPublicLane } from '#server/sync/public/public-lane.ts'
import type { ProjectId, VcId } from '#shared/ids.ts'
import type { DirectorySnapshot } from '#shared/sync/protocol.ts'
import { grantAdmin } from '#tests/support/actors/admins.ts'
import { createDevice, directoryLane, directorySources } from '#tests/support/actors/directory.ts'
import { approveInvestor, listInvestor } from '#tests/support/actors/money.ts'
import { listFund } from '#tests/support/actors/order-kinds.ts'
import { startTestApp } from '#tests/support/app.ts'
import { mailTo, tokenIn } from '#tests/support/stand-ins/mailbox.ts'
import { areEmpty } from '#tests/support/state/rows.ts'
import { until } from '#tests/support/until.ts'

const app = await startTestApp()
const { db } = app.database
const other = await app.anotherNode()
const admin = await app.member()
await grantAdmin(app, admin)
const keyring = await openKeyring(db)

const chunksNow = async () => (await app.visitor().get<DirectorySnapshot>('/api/sync/directory/snapshot')).body.parts
const fetchChunk = (node: typeof app, part: string, headers: Record<string, string> = {}) =>
  node.visitor().send(`/api/sync/directory/parts/${part}`, { headers })
const textOf = async (node: typeof app, parts: string[]) =>
  (await Promise.all(parts.map(async (part) => (await fetchChunk(node, part)).text()))).join()

const remove = (id: VcId) =>
  db.transaction((tx) => withdraw(tx, { keyring, now: () => new Date(), cancelCalls: async () => undefined }, id))
const decide = (path: string, body: object) => admin.post(`/api/admin${path}`, body, { method: 'PATCH' })

async function aProject() {
  const id = newId<ProjectId>('prj')
  await db.insert(projects).values({ id, companyName: 'Withdrawn', isPublished: true, publishedAt: new Date() })
  return id
}

/** Each adds an entry named "Withdrawn" to the directory, and returns a function that removes it. */
const removals: [string, () => Promise<() => Promise<unknown>>][] = [
  [
    'a record whose person wants to be removed',
    async () => {
      const id = await listInvestor(db, { name: 'Withdrawn' })
      return () => remove(id)
    },
  ],
  [
    'a decision maker who wants to be removed',
    async () => {
      const { id } = await listFund(db)
      await db.update(decisionMakers).set({ role: 'Withdrawn' }).where(eq(decisionMakers.id, id))
      return () => remove(id as string as VcId)
    },
  ],
  [
    'a listing that the team revokes',
    async () => {
      const id = await approveInvestor(db, { partnerName: 'Withdrawn' })
      return () => decide(`/vcs/${id}/verify`, { isVerified: false })
    },
  ],
  [
    'a project that the team rejects',
    async () => {
      const id = await aProject()
      return () => decide(`/projects/${id}`, { status: 'rejected' })
    },
  ],
  [
    'a project that its founder takes off',
    async () => {
      const founder = await app.member()
      const id = await aProject()
      await db.update(projects).set({ userId: founder.user.id }).where(eq(projects.id, id))
      return () => founder.post(`/api/projects/${id}/withdraw`)
    },
  ],
  [
    'an investor who deletes the account',
    async () => {
      const investor = await app.member({ userType: 'vc' })
      await approveInvestor(db, { userId: investor.user.id, partnerName: 'Withdrawn' })
      return () => investor.send('/api/auth/delete-account', { method: 'DELETE' })
    },
  ],
  [
    'an account that starts over by a reset by mail',
    async () => {
      const { user } = await app.member()
      await approveInvestor(db, { userId: user.id, partnerName: 'Withdrawn' })
      await db
        .update(projects)
        .set({ userId: user.id })
        .where(eq(projects.id, await aProject()))
      return async () => {
        await app.visitor().post('/api/auth/forgot-password', { email: user.email })
        // Either node sends it, and each has a separate mailbox.
        const mails = [app, other].map((node) => mailTo(node, user.email, /reset your password/i))
        const token = tokenIn(await Promise.any(mails))
        await app.visitor().post('/api/auth/reset-forgotten', { token, newPassword: 'k7#mQz2pp' })
      }
    },
  ],
]

test.each(removals)('a chunk with %s is served by no node any more, nor confirmed to a cache', async (_, list) => {
  const removeEntry = await list()
  // A node that builds a snapshot at the same time loses its chunks with the old ones.
  const parts = await until(async () => {
    await db.delete(syncChunks)
    await app.database.sql`delete from sync_snapshots`
    const made = await chunksNow()
    const texts = await Promise.all([app, other].map((node) => textOf(node, made)))
    return texts.every((text) => text.includes('Withdrawn') && !text.includes('not-found')) && made
  })
  if (!parts) throw new Error('No snapshot was made.')

  await removeEntry()
  for (const node of [app, other]) {
    for (const part of parts) {
      expect((await fetchChunk(node, part)).status).toBe(404)
      expect((await fetchChunk(node, part, { 'if-none-match': `"${part}"` })).status).toBe(404)
    }
  }
  const after = await chunksNow()
  expect(after.length).toBeGreaterThan(0)
  expect(await textOf(other, after)).not.toContain('Withdrawn')
})

test('a removal deletes only the chunks that contain the person, and devices with the directory continue as before', async () => {
  for (let at = 0; at < 300; at += 1) await listInvestor(db, { name: `Partner ${at}`, isVerified: true })
  const id = await listInvestor(db, { name: 'Withdrawn', isVerified: false, email: null, telegram: null })
  // A node that builds a snapshot at the same time may have read the directory before them. Behind a transaction of another database
  // of the cluster, the cursor of the snapshot is before them, and the next pull is a reset.
  const { device, parts, concerned } = await until(
    async () => {
      await app.database.sql`delete from sync_snapshots`
      const device = createDevice(directoryLane(app.database))
      await device.start()
      const next = await device.pull()
      const parts = await chunksNow()
      const texts = await Promise.all(parts.map(async (part) => (await fetchChunk(app, part)).text()))
      return { device, next, parts, concerned: texts.map((text) => text.includes('Withdrawn')) }
    },
    ({ next, concerned }) => next === 'delta' && concerned.filter(Boolean).length === 1,
  )
  await remove(id)
  const statuses = await Promise.all(parts.map(async (part) => (await fetchChunk(app, part)).status))
  expect(statuses).toEqual(concerned.map((is) => (is ? 404 : 200)))
  expect(await device.pull()).toBe('delta')
  expect(device.doc('investors', id)).toBeUndefined()
})

test('a build that has read the person before the removal leaves no chunk with them', async () => {
  const id = await listInvestor(db, { name: 'Withdrawn' })
  const [reading, mayContinue] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const slow = createPublicLane({
    ...app.database,
    sources: {
      ...directorySources,
      projects: {
        ...directorySources.projects,
        listAll: async (tx) => {
          reading.resolve()
          await mayContinue.promise
          return directorySources.projects.listAll(tx)
        },
      },
    },
  })
  // Built by this lane, and not by a node that builds one at the same time.
  const built = await until(async () => {
    await app.database.sql`delete from sync_snapshots`
    const built = slow.snapshot()
    const isReading = await Promise.race([reading.promise.then(() => true), built.then(() => false)])
    return isReading && { parts: built }
  })
  // The removal does not wait for the build.
  await remove(id)
  mayContinue.resolve()
  if (!built) throw new Error('No snapshot was built.')
  const { parts } = await built.parts
  const chunks = await Promise.all(parts.map((part) => fetchChunk(other, part)))
  expect(chunks.map(({ status }) => status)).toEqual(parts.map(() => 200))
  expect((await Promise.all(chunks.map((chunk) => chunk.text()))).join()).not.toContain('"Withdrawn"')
  expect(await textOf(app, await chunksNow())).not.toContain('"Withdrawn"')
})

test('the content of a chunk from an earlier release is unknown: any removal deletes it', async () => {
  await chunksNow()
  await db.update(syncChunks).set({ documents: [] })
  await db.transaction((tx) => deleteChunks(tx, { investors: ['rec_unknown'] }))
  expect(await areEmpty(db, syncChunks, syncSnapshots)).toBe(true)
})
