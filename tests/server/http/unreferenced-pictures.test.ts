import { eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { projectDrafts, projects, uploads, vcs } from '#drizzle/schema/index.ts'
import { uploadJobs } from '#server/features/uploads/service.ts'
import { openStorage } from '#server/storage/storage.ts'
import { pictureAddress } from '#shared/uploads/address.ts'
import { sampleApplication } from '#tests/support/actors/application.ts'
import { addListings, listing } from '#tests/support/actors/directory.ts'
import { startTestApp } from '#tests/support/app.ts'
import type { Client } from '#tests/support/client.ts'
import { newClientId, newMutationId } from '#tests/support/private-lane.ts'
import { ownRoundsOver } from '#tests/support/rounds.ts'
import { picture, upload } from '#tests/support/samples/pictures.ts'
import { countPictures } from '#tests/support/state/accounts.ts'
import { until } from '#tests/support/until.ts'

const app = await startTestApp()
const { db } = app.database
const png = await picture()
const ROUND = 'uploads.remove-unnamed'
await ownRoundsOver(app, ROUND)
const round = () => uploadJobs({ db, storage: openStorage(app.world.env) })[ROUND]?.({})

async function sendPicture(client: Client): Promise<string> {
  const { body } = await upload(client, png)
  return body.url ?? ''
}
const idOf = (address: string) => address.slice('/uploads/'.length, '/uploads/'.length + 32)
const isKept = async (address: string) => (await countPictures(db, { id: idOf(address) })) > 0
const isShown = async (address: string) => (await fetch(app.url + address)).status === 200

/** As if no record had referred to it for the given number of days. */
const age = (address: string, days: number) =>
  db
    .update(uploads)
    .set({ lastReferencedAt: sql`now() - make_interval(days => ${days})` })
    .where(eq(uploads.id, idOf(address)))

const savePortrait = (client: Client, profileImageUrl: string) =>
  client.post('/api/auth/profile', { profileImageUrl }, { method: 'PUT' })
const saveProject = (client: Client, logoUrl: string) =>
  client.post('/api/founder/project', { companyName: 'Acme', description: 'Ships things.', logoUrl })
/** A push of the draft from a device with an empty base. */
const saveDraft = (client: Client, logoUrl: string) => {
  const args = { changes: { logoUrl }, settles: {} }
  const mutation = { id: newMutationId(), name: 'project.saveDraft', args, base: {}, madeAt: new Date().toISOString() }
  return client.post('/api/sync/push', { clientId: newClientId(), mutations: [mutation] })
}

test('a picture without a reference is deleted after 90 days, with its files, and not a day earlier', async () => {
  const ada = await app.member()
  const [old, young] = [await sendPicture(ada), await sendPicture(ada)]
  await age(old, 91)
  await age(young, 89)
  await round()
  expect([await isKept(old), await isKept(young)]).toEqual([false, true])
  await until(async () => !(await isShown(old)) && !(await isShown(old.replace('-1024', '-320'))))
  expect(await isShown(young)).toBe(true)
})

describe('a picture stays, at any age, while it is referenced by', () => {
  const names: [by: string, name: (client: Client, address: string) => Promise<unknown>][] = [
    ['a portrait', savePortrait],
    ['a pending application', (client, logoUrl) => client.post('/api/vcs', sampleApplication({ logoUrl }))],
    [
      'a rejected application',
      async (client, logoUrl) => {
        const { body } = await client.post<{ id: string }>('/api/vcs', sampleApplication({ logoUrl }))
        await db
          .update(vcs)
          .set({ reviewStatus: 'rejected' })
          .where(eq(vcs.id, body.id as never))
      },
    ],
    [
      'a listing',
      async (client, logoUrl) => {
        const { body } = await client.post<{ id: string }>('/api/vcs', sampleApplication())
        await client.post(`/api/vcs/${body.id}`, { logoUrl }, { method: 'PATCH' })
      },
    ],
    [
      'a project alone',
      async (client, logoUrl) => {
        await saveProject(client, logoUrl)
        await db.delete(projectDrafts)
      },
    ],
    ['a draft', saveDraft],
    [
      'the other version of a draft',
      async (client, logoUrl) => {
        await saveDraft(client, 'https://acme.example/logo.png')
        await saveDraft(client, logoUrl)
      },
    ],
    [
      'a record of the external listing, by the full address',
      (_, address) => addListings(db, listing('recPicture', { imageUrl: `https://latchkey.example${address}` })),
    ],
    ['a portrait, by the full address', (client, address) => savePortrait(client, `https://latchkey.example${address}`)],
  ]
  test.each(names)('%s', async (_, name) => {
    const ada = await app.member()
    const address = await sendPicture(ada)
    await name(ada, address)
    await age(address, 400)
    await round()
    expect(await isKept(address)).toBe(true)
  })
})

test('the retention time of a picture begins when its record no longer refers to it', async () => {
  const ada = await app.member()
  const address = await sendPicture(ada)
  await savePortrait(ada, address)
  await age(address, 400)
  await round()
  await savePortrait(ada, '')
  await round()
  expect(await isKept(address)).toBe(true)
  await age(address, 91)
  await round()
  expect(await isKept(address)).toBe(false)
})

test('every column that can refer to a picture is checked by the removal', async () => {
  const [founder, investor] = [await app.member(), await app.member({ userType: 'vc' })]
  const address = await sendPicture(founder)
  await savePortrait(founder, address)
  await saveProject(founder, address)
  await saveDraft(founder, 'https://acme.example/logo.png')
  await saveDraft(founder, pictureAddress(idOf(address), 320))
  const { body } = await investor.post<{ id: string }>('/api/vcs', sampleApplication({ logoUrl: address }))
  await investor.post(`/api/vcs/${body.id}`, { logoUrl: address, price: 99_900, fundName: 'Other' }, { method: 'PATCH' })
  await db.update(projects).set({ isPublished: true, publishedAt: new Date() })

  const columns = await db.execute<{ table: string; column: string }>(sql`
    select table_name as "table", column_name as "column" from information_schema.columns
    where table_schema = 'public' and data_type in ('text', 'jsonb', 'json', 'character varying', 'ARRAY')`)
  const naming: string[] = []
  for (const { table, column } of columns) {
    const [row] = await db.execute(
      sql`select 1 from ${sql.identifier(table)} where ${sql.identifier(column)}::text like ${`%${idOf(address)}-%`} limit 1`,
    )
    if (row) naming.push(`${table}.${column}`)
  }
  expect(naming.sort()).toEqual([
    'project_drafts.clashes',
    'project_drafts.values',
    'projects.logo_url',
    'users.profile_image_url',
    'vcs.logo_url',
  ])
})
