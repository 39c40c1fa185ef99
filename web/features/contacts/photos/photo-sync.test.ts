import Dexie from 'dexie'
import { beforeEach, expect, test, vi } from 'vitest'
import { PRINCIPAL_HEADER } from '#shared/accounts/principal-header.ts'
import type { MutationId, PrincipalId, VcId } from '#shared/ids.ts'
import type { ContactPhoto, PhotoId } from '#shared/photos/contract.ts'
import { samplePhoto } from '#tests/support/samples/sample-photo.ts'
import { type PhotoDraft, readPhotoQueue } from '#web/db/photo-queue.ts'
import { type LocalPrincipal, PrivateDatabase, privateDatabaseName } from '#web/db/private-database.ts'
import { schedule } from '#web/db/schedule.ts'
import { countPending } from '#web/sync/engine/outbox.ts'
import { applyRows } from '#web/sync/engine/pull/apply-rows.ts'
import { syncPhotos } from './photo-sync.ts'
import { readPhotos } from './queries.ts'
import { newPhotoId, queuePhoto, removeFromQueue, retryPhoto } from './queue.ts'

const ADA = 'pri_photographer' as PrincipalId
const NOW = Date.parse('2026-11-27T12:00:00Z')
const CONTACT = 'recA' as VcId
const takenAt = '2026-11-27T11:00:00.000Z'
const file = new Blob(['a card'], { type: 'image/webp' })
const taken = { file, width: 1600, height: 1200, contactId: CONTACT, takenAt }

let db: PrivateDatabase
const add = (over: Partial<typeof taken> = {}, now = NOW) => queuePhoto(db, { ...taken, ...over, id: newPhotoId(now) })
const open = async (principal: LocalPrincipal) => {
  await Dexie.delete(privateDatabaseName(principal))
  const opened = new PrivateDatabase(principal, 'life')
  await opened.meta.put({ key: 'life', value: 'life' })
  return opened
}
beforeEach(async () => {
  db = await open(ADA)
  return () => db.close()
})

type Call = { method: string; path: string; principal: string | null; photo: FormDataEntryValue | null }
type Reply = () => Response | Promise<Response>
/** A server that has the photos it was sent, unless a reply is given for a call. */
function aServer(replies: Reply[] = []) {
  const calls: Call[] = []
  const requestSync = vi.fn()
  const send = async (path: string, { method = 'GET', headers, body }: RequestInit) => {
    const form = body instanceof FormData ? body : undefined
    calls.push({ method, path, principal: new Headers(headers).get(PRINCIPAL_HEADER), photo: form?.get('photo') ?? null })
    const reply = replies.shift()
    if (reply) return reply()
    const url = new URL(path, 'https://latchkey.example')
    const id = url.pathname.split('/').at(-1) as PhotoId
    if (method === 'GET') return new Response('from the server', { headers: { 'content-type': 'image/webp' } })
    return Response.json(storedPhoto(id))
  }
  const run = (now = NOW) =>
    syncPhotos({ send, now: () => now, after: schedule, requestSync, stop: new AbortController().signal }, db)
  return { calls, run, requestSync }
}
const storedPhoto = (id: PhotoId): ContactPhoto => {
  const { file: _file, queued: _queued, ...photo } = samplePhoto({ id, contactId: CONTACT, takenAt })
  return photo
}
const problem = (status: number, code: string, headers: Record<string, string> = {}) =>
  Response.json({ code, message: `No: ${code}` }, { status, headers })

const queued = async () => (await readPhotoQueue(db))[0] as PhotoDraft
const comesBack = async (id: PhotoId) => void (await db.photos.put({ ...storedPhoto(id), version: 1 }))
const shown = async () => (await readPhotos(db, CONTACT)).map(({ file, queued }) => [file !== undefined, queued !== undefined])

test('a photo is readable at once, is sent with its principal, and stays in the queue until it has come back', async () => {
  await add()
  expect([await shown(), await countPending(db)]).toEqual([[[true, true]], 1])
  const { calls, run, requestSync } = aServer()
  expect(await run()).toEqual({ pending: true })
  const { id, arrivedAt } = await queued()
  expect(calls).toMatchObject([{ method: 'POST', principal: ADA, photo: expect.anything() }])
  expect(calls[0]?.path).toContain(`/api/photos/${id}?contactId=recA&takenAt=`)
  expect([arrivedAt, requestSync.mock.calls.length]).toEqual([new Date(NOW).toISOString(), 1])
  expect(await run()).toEqual({ pending: true })
  expect(calls).toHaveLength(1)
  await comesBack(id)
  expect(await run()).toEqual({ pending: false })
  expect([await shown(), await countPending(db), calls.length]).toEqual([[[true, false]], 0, 1])
})

test('a photo that has arrived and does not come back within a minute is sent again', async () => {
  await add()
  const { calls, run } = aServer()
  await run()
  await run(NOW + 61_000)
  expect(calls.map(({ path }) => path.split('?')[0])).toEqual([calls[0], calls[0]].map((call) => call?.path.split('?')[0]))
})

test('no text waits for a photo: while the outbox has something to send, no photo is sent', async () => {
  await add()
  const entry = { id: 'mut_1', name: 'contact.note', args: {}, madeAt: takenAt, state: 'waiting' } as never
  await db.outbox.add(entry)
  const { calls, run } = aServer()
  expect([await run(), calls]).toEqual([{ pending: true }, []])
  await db.outbox.clear()
  await run()
  expect(calls).toHaveLength(1)
})

test('a change that the server puts off delays only the photos about the person that it is about', async () => {
  await add()
  await add({ contactId: 'psn_1' as VcId })
  const putOff = {
    id: 'mut_1',
    name: 'person.write',
    args: { id: 'psn_1' },
    madeAt: takenAt,
    state: 'waiting',
    putOffAt: takenAt,
  }
  await db.outbox.add(putOff as never)
  const { calls, run } = aServer()
  await run()
  expect(calls.map(({ path }) => new URL(path, 'https://x.example').searchParams.get('contactId'))).toEqual(['recA'])
})

test('without a network the photo stays, and is sent by a later run', async () => {
  await add()
  const { calls, run } = aServer([() => Promise.reject(new TypeError('Failed to fetch'))])
  expect(await run()).toEqual({ pending: true })
  expect(await queued()).toMatchObject({ sentAt: new Date(NOW).toISOString() })
  expect((await queued()).refusal).toBeUndefined()
  await run()
  expect(calls).toHaveLength(2)
})

test.each<[string, Response, object]>([
  ['a busy server', problem(503, 'uploads.busy', { 'retry-after': '5' }), { pending: true, notBeforeMs: 5000 }],
  ['a limit', problem(429, 'too-many-requests', { 'retry-after': '30' }), { pending: true, notBeforeMs: 30_000 }],
  ['a proxy', new Response('<h1>Bad gateway</h1>', { status: 502 }), { pending: true }],
  ['a captive portal', new Response('<h1>Welcome</h1>', { status: 200 }), { pending: true }],
  ['a proxy that refuses the address', problem(403, 'foreign-origin'), { pending: true }],
  ['a node of the last release', problem(404, 'not-found'), { pending: true }],
  ['an ended session', problem(401, 'session-lost'), { pending: false }],
])('%s does not refuse a photo', async (_, reply, outcome) => {
  await add()
  expect(await aServer([() => reply]).run()).toEqual(outcome)
  expect(await queued()).not.toHaveProperty('refusal')
})

test('a refused photo stays with its reason, does not hold up others, and is sent again only when the user asks', async () => {
  await add()
  await add({}, NOW + 1)
  const { calls, run } = aServer([() => problem(409, 'contacts.too-many-photos')])
  await run()
  const [refused] = await readPhotoQueue(db)
  expect([refused?.refusal, calls.length]).toEqual([
    { code: 'contacts.too-many-photos', message: 'No: contacts.too-many-photos' },
    2,
  ])
  await run()
  expect(calls).toHaveLength(2)
  if (refused) await retryPhoto(db, refused)
  await run()
  expect(calls).toHaveLength(3)
})

test('a removed photo is not sent, and its deletion is: it may be on its way; put back, it is a new photo', async () => {
  await add()
  const { id, ...before } = await queued()
  const { calls, run } = aServer()
  const sendDeletion = vi.fn(async () => 'mut_1' as MutationId)
  const undo = await removeFromQueue(db, { id, ...before }, sendDeletion)
  expect(sendDeletion.mock.calls).toEqual([[{ id, contactId: CONTACT }, true]])
  await run()
  expect(calls).toEqual([])
  await undo()
  expect((await queued()).id).not.toBe(id)
  await run()
  expect(calls).toHaveLength(1)
})

test('a photo that was deleted elsewhere while it was on its way leaves the queue', async () => {
  await add()
  const { id } = await queued()
  const { run } = aServer([() => Response.json({ ...storedPhoto(id), deletedAt: takenAt })])
  await run()
  expect(await readPhotoQueue(db)).toEqual([])
})

test('photos of other devices are fetched once, and the pictures of deleted ones are removed from the device', async () => {
  const [first, second] = ['pho_1', 'pho_2'] as [PhotoId, PhotoId]
  await comesBack(first)
  await comesBack(second)
  const { calls, run } = aServer([() => new Response(null, { status: 404 })])
  expect(await run()).toEqual({ pending: true })
  expect(calls.map(({ path, principal }) => [path, principal])).toEqual([
    ['/api/photos/pho_1', ADA],
    ['/api/photos/pho_2', ADA],
  ])
  expect(await shown()).toEqual([
    [true, false],
    [false, false],
  ])
  // The picture was not stored yet when it was first requested.
  expect(await run()).toEqual({ pending: false })
  expect(calls.map(({ path }) => path).slice(2)).toEqual(['/api/photos/pho_1'])
  await db.photos.delete(second)
  await run()
  expect((await db.photoFiles.toArray()).map(({ id }) => id)).toEqual([first])
})

test('a pull that does not contain the person of a photo, who is still on the way to the server, leaves the photo in the queue', async () => {
  const person = 'psn_0193a1b2-0000-7000-8000-000000000001'
  await add({ contactId: person as VcId })
  await applyRows(db, { put: {}, del: { people: [person] } }, {})
  expect(await readPhotoQueue(db)).toHaveLength(1)
})

test('the photos of a guest wait on the device', async () => {
  db.close()
  db = await open('guest')
  await add()
  const { calls, run } = aServer()
  expect([await run(), calls, await countPending(db)]).toEqual([{ pending: false }, [], 1])
})

test('nothing is stored after another account has signed in during an upload', async () => {
  await add()
  const changesHands = async () => {
    await db.meta.put({ key: 'life', value: 'another life' })
    return problem(409, 'contacts.too-many-photos')
  }
  await aServer([changesHands])
    .run()
    .catch(() => undefined)
  expect(await queued()).not.toHaveProperty('refusal')
})
