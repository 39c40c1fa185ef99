import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { contactPhotos, people } from '#drizzle/schema/index.ts'
import { photoJobs, REMOVE_FILE } from '#server/features/contacts/photos/service.ts'
import { PURGE } from '#server/features/people/module.ts'
import { openStorage } from '#server/storage/storage.ts'
import type { PersonId } from '#shared/people/contract.ts'
import {
  type ContactPhoto,
  MAX_PHOTOS,
  MAX_PHOTOS_OF_CONTACT,
  MAX_PHOTOS_UNPROVED,
  type PhotoId,
} from '#shared/photos/contract.ts'
import type { PrivateDelta } from '#shared/sync/protocol.ts'
import type { PushReply } from '#shared/sync/push.ts'
import { runJob } from '#tests/support/actors/money.ts'
import { verifyEmail } from '#tests/support/actors/projects.ts'
import { startTestApp } from '#tests/support/app.ts'
import type { Client } from '#tests/support/client.ts'
import { newClientId, newMutationId } from '#tests/support/private-lane.ts'
import { picture } from '#tests/support/samples/pictures.ts'
import { listPhotos } from '#tests/support/state/contacts.ts'
import { listJobs } from '#tests/support/state/jobs.ts'

const app = await startTestApp()
const { db } = app.database
const storage = openStorage(app.world.env)

const newPerson = () => `psn_${crypto.randomUUID()}` as PersonId
const newPhoto = () => `pho_${crypto.randomUUID()}` as PhotoId
const DAY_MS = 24 * 60 * 60 * 1000
const TAKEN = '2026-11-27T09:00:00.000Z'
const card = await picture('jpeg', { width: 320, height: 240 })

type Sent = { name: string; args: object; base?: object }
async function push(client: Client, ...sent: Sent[]) {
  const mutations = sent.map((one) => ({ ...one, id: newMutationId(), madeAt: new Date().toISOString() }))
  return (await client.post<PushReply>('/api/sync/push', { clientId: newClientId(), mutations })).body.results
}
const person = (id: PersonId): Sent => ({ name: 'person.write', args: { id, name: 'Noa' }, base: {} })
const deletePerson = (id: PersonId): Sent => ({ name: 'person.delete', args: { id, isDeleted: true } })
const remove = (id: PhotoId, contactId: PersonId, isDeleted = true): Sent => ({
  name: 'photo.delete',
  args: { id, contactId, isDeleted },
})

type To = { id: PhotoId; contactId: string; takenAt?: string }
async function add(client: Client, { id, contactId, takenAt = TAKEN }: To, bytes: Uint8Array | string = card) {
  const form = new FormData()
  form.append('photo', new File([bytes as BlobPart], 'IMG_0001.jpg'))
  const query = new URLSearchParams({ contactId, takenAt })
  const response = await client.send(`/api/photos/${id}?${query}`, { method: 'POST', body: form })
  return { status: response.status, body: (await response.json()) as ContactPhoto & { code?: string } }
}
const open = (client: Client, id: PhotoId) => client.send(`/api/photos/${id}`, {})
const photosOf = async (client: Client) =>
  ((await client.post<PrivateDelta>('/api/sync/me', { have: {} })).body.put.photos ?? []) as unknown as ContactPhoto[]

/** A member with one person, and the ids of a new photo about it. */
async function photographer() {
  const member = await app.member()
  const contactId = newPerson()
  await push(member, person(contactId))
  return { member, photo: { id: newPhoto(), contactId } }
}

const filesOf = async (client: Awaited<ReturnType<typeof photographer>>['member']) =>
  (await listPhotos(db, { principalId: client.user.principalId })).flatMap(({ file }) => file ?? [])

/** Runs the jobs that remove files. */
const removeFiles = async (files: string[]) => {
  for (const file of files) await photoJobs({ storage })[REMOVE_FILE]?.({ file })
}

test('a photo comes back with the private lane, and its picture is read by its owner, without the data of the camera', async () => {
  const { member, photo } = await photographer()
  const { status, body } = await add(member, photo)
  expect([status, body]).toEqual([200, { ...photo, takenAt: TAKEN, width: 320, height: 240, deletedAt: null }])
  expect(await photosOf(member)).toMatchObject([{ ...photo, width: 320 }])
  const response = await open(member, photo.id)
  expect([response.status, response.headers.get('content-type'), response.headers.get('cache-control')]).toEqual([
    200,
    'image/webp',
    'no-store',
  ])
  expect(response.headers.get('content-security-policy')).toContain('sandbox')
  expect(
    Buffer.from(await response.arrayBuffer())
      .subarray(8, 12)
      .toString(),
  ).toBe('WEBP')
})

test('a large photo is made smaller, and stays larger than a portrait', async () => {
  const { member, photo } = await photographer()
  const { body } = await add(member, photo, await picture('jpeg', { width: 4000, height: 3000 }))
  expect([body.width, body.height]).toEqual([1600, 1200])
})

test('a device that repeats an upload gets the same photo, and one whose file was lost is stored again', async () => {
  const { member, photo } = await photographer()
  const first = await add(member, photo)
  expect(await add(member, photo)).toEqual(first)
  const [file = ''] = await filesOf(member)
  await storage.remove(file)
  expect(await add(member, photo)).toEqual(first)
  expect(await filesOf(member)).toEqual([file])
  expect((await open(member, photo.id)).status).toBe(200)
})

test('two parallel uploads of one photo store it once', async () => {
  const { member, photo } = await photographer()
  const replies = await Promise.all([add(member, photo), add(member, photo)])
  expect(replies.map(({ status }) => status)).toEqual([200, 200])
  expect(await filesOf(member)).toHaveLength(1)
})

test('no other account reads a photo, and one id of two accounts means two photos', async () => {
  const [ada, ben] = [await photographer(), await photographer()]
  await add(ada.member, ada.photo)
  const guest = app.visitor()
  for (const [client, status] of [
    [ben.member, 404],
    [guest, 401],
  ] as const) {
    expect((await open(client, ada.photo.id)).status).toBe(status)
  }
  expect(await add(ben.member, { ...ada.photo, id: newPhoto() })).toMatchObject({
    status: 409,
    body: { code: 'contacts.not-held' },
  })
  expect((await add(ben.member, { ...ben.photo, id: ada.photo.id })).status).toBe(200)
  await push(ben.member, remove(ada.photo.id, ben.photo.contactId))
  expect(await photosOf(ada.member)).toMatchObject([{ deletedAt: null }])
  expect((await add(guest, ada.photo)).status).toBe(401)
  const [file = ''] = await filesOf(ada.member)
  for (const path of [`/uploads/${file}`, `/uploads/${file.replace('photo-', '').replace('.webp', '-1024.webp')}`]) {
    expect((await guest.send(path, {})).status).toBe(404)
  }
})

test('a deletion can be undone, and one that overtakes its upload applies to it', async () => {
  const { member, photo } = await photographer()
  await add(member, photo)
  await push(member, remove(photo.id, photo.contactId))
  expect(await photosOf(member)).toMatchObject([{ deletedAt: expect.any(String) }])
  expect((await add(member, photo)).body.deletedAt).not.toBeNull()
  await push(member, remove(photo.id, photo.contactId, false))
  expect(await photosOf(member)).toMatchObject([{ deletedAt: null }])

  const late = { ...photo, id: newPhoto() }
  await push(member, remove(late.id, late.contactId))
  expect(await add(member, late)).toMatchObject({ status: 200, body: { deletedAt: expect.any(String) } })
  expect(await photosOf(member)).toHaveLength(1)
  expect((await open(member, late.id)).status).toBe(404)
})

test('30 days after a deletion a photo and its file are gone, and so are all photos of a deleted person; nothing else is', async () => {
  const { member, photo } = await photographer()
  const kept = { ...photo, id: newPhoto() }
  const gone = newPerson()
  const ofGone = { id: newPhoto(), contactId: gone }
  await push(member, person(gone))
  for (const each of [photo, kept, ofGone]) await add(member, each)
  const files = await filesOf(member)
  await push(member, remove(photo.id, photo.contactId), deletePerson(gone))
  const deletedAt = new Date(Date.now() - 31 * DAY_MS)
  await db.update(contactPhotos).set({ deletedAt }).where(eq(contactPhotos.id, photo.id))
  await db.update(people).set({ deletedAt }).where(eq(people.id, gone))
  await runJob(app, PURGE)
  const left = await listPhotos(db, { principalId: member.user.principalId })
  expect(left.map(({ id }) => id)).toEqual([kept.id])
  const removed = files.filter((file) => file !== left[0]?.file)
  const queued = (await listJobs(db, { kind: REMOVE_FILE })).map(({ payload }) => (payload as { file: string }).file)
  expect(queued).toEqual(expect.arrayContaining(removed))
  await removeFiles(removed)
  expect(await Promise.all(removed.map((file) => storage.get(file)))).toEqual([undefined, undefined])
  expect((await open(member, kept.id)).status).toBe(200)
})

test('an export lists the photos with the address of each picture, and not the name of its file', async () => {
  const { member, photo } = await photographer()
  await add(member, photo)
  const { body } = await member.get<{ photos: object[] }>('/api/auth/export')
  expect(body.photos).toMatchObject([{ id: photo.id, address: `/api/photos/${photo.id}` }])
  const [file = ''] = await filesOf(member)
  expect(JSON.stringify(body)).not.toContain(file)
})

test.each([
  ['a body that is no picture', {}, 'no picture', 422, 'uploads.not-an-image'],
  ['an id of another kind', { id: 'rec1' }, card, 422, 'invalid'],
  ['a time that is none', { takenAt: 'yesterday' }, card, 422, 'invalid'],
  ['a contact that is none', { contactId: '../x' }, card, 422, 'invalid'],
])('%s is refused with its code', async (_, over, bytes, status, code) => {
  const { member, photo } = await photographer()
  expect(await add(member, { ...photo, ...over } as To, bytes)).toMatchObject({ status, body: { code } })
  expect(await filesOf(member)).toEqual([])
})

test('an account has a number of photos, about one contact and in all, and a refused one stores nothing', async () => {
  const { member, photo } = await photographer()
  const { principalId } = member.user
  const other = newPerson()
  await push(member, person(other))
  const row = () => ({ ...photo, id: newPhoto(), principalId, ...EMPTY, file: newPhoto() })
  const fill = (count: number) => db.insert(contactPhotos).values(Array.from({ length: count }, row))
  const addAbout = (contactId: PersonId) => add(member, { id: newPhoto(), contactId })
  const full = { status: 409, body: { code: 'contacts.too-many-photos' } }

  await fill(MAX_PHOTOS_UNPROVED)
  expect(await addAbout(other)).toMatchObject(full)
  await verifyEmail(db, member.user)
  expect((await addAbout(other)).status).toBe(200)
  await fill(MAX_PHOTOS_OF_CONTACT - MAX_PHOTOS_UNPROVED)
  expect(await addAbout(photo.contactId)).toMatchObject(full)
  expect((await addAbout(other)).status).toBe(200)
  await fill(MAX_PHOTOS - MAX_PHOTOS_OF_CONTACT - 2)
  expect(await addAbout(other)).toMatchObject(full)
  expect(await listPhotos(db, { principalId })).toHaveLength(MAX_PHOTOS)
})
const EMPTY = { takenAt: new Date(TAKEN), width: 1, height: 1, bytes: 1 }
