import { PRINCIPAL_HEADER } from '#shared/accounts/principal-header.ts'
import type { PrincipalId } from '#shared/ids.ts'
import { ContactPhoto, type PhotoId } from '#shared/photos/contract.ts'
import type { ProblemCode } from '#shared/problem.ts'
import { type PhotoDraft, photoDraftId, readPhotoQueue } from '#web/db/photo-queue.ts'
import type { PrivateDatabase } from '#web/db/private-database.ts'
import type { Schedule } from '#web/db/schedule.ts'
import { createApi, HttpProblem, type Send } from '#web/net/api.ts'
import { assertSameGeneration } from '#web/sync/engine/outbox.ts'
import { REQUEST_TIMEOUT_MS, timeoutSignal, uploadMs } from '#web/sync/engine/transport.ts'

export type PhotoSyncDeps = {
  send: Send
  now: () => number
  after: Schedule
  /** Starts a sync cycle: a photo that has arrived comes back with the private lane. */
  requestSync: () => void
  stop: AbortSignal
}

/** `pending`: something is left, and a later run may succeed, after this delay if the server named one. */
export type PhotoSyncOutcome = { pending: boolean; notBeforeMs?: number | undefined }

/** The photo is sent again if it has not come back after this time. */
const COMES_BACK_MS = 60_000

/**
 * One run of the queue of photos: sends those that wait, and fetches those of other devices. One photo at a time, so that it
 * takes little from a slow connection, and only after the outbox: no text waits for a photo, and the person that a photo is about
 * is known to the server. Every step can be repeated.
 *
 * A guest's photos wait on the device for the sign-in.
 */
export async function syncPhotos(deps: PhotoSyncDeps, db: PrivateDatabase): Promise<PhotoSyncOutcome> {
  const { principal } = db
  if (principal === 'guest') return { pending: false }
  await settle(db)
  await prune(db)
  const waiting = await db.outbox.where('state').equals('waiting').toArray()
  if (waiting.some(({ putOffAt }) => putOffAt === undefined)) return { pending: true }
  const unknown = new Set(waiting.map(({ args }) => (args as { id?: unknown }).id))
  try {
    for (const photo of await readPhotoQueue(db)) {
      if (isDue(photo, deps.now()) && !unknown.has(photo.contactId)) await upload(deps, db, principal, photo)
    }
    for (const { id } of await listMissing(db)) await download(deps, db, principal, id)
    const isWaiting = (await readPhotoQueue(db)).some(({ refusal }) => !refusal)
    return { pending: isWaiting || (await listMissing(db)).length > 0 }
  } catch (error) {
    if (!(error instanceof HttpProblem)) return { pending: true }
    // The sync cycle handles the end of a session.
    return { pending: error.status !== 401, notBeforeMs: error.retryAfterMs }
  }
}

/** Changes the draft of a photo, unless the user has removed it, or the device belongs to another account since. */
const changeDraft = (db: PrivateDatabase, { id, file, ...values }: PhotoDraft) =>
  db.transaction('rw', db.drafts, db.meta, async () => {
    await assertSameGeneration(db)
    await db.drafts.update(photoDraftId(id), { values })
  })

const isDue = ({ refusal, arrivedAt }: PhotoDraft, now: number) =>
  !refusal && !(arrivedAt && Math.abs(now - Date.parse(arrivedAt)) < COMES_BACK_MS)

async function upload(deps: PhotoSyncDeps, db: PrivateDatabase, principal: PrincipalId, draft: PhotoDraft) {
  const { id, contactId, takenAt, file } = draft
  const at = () => new Date(deps.now()).toISOString()
  const sent = { ...draft, sentAt: draft.sentAt ?? at() }
  if (!draft.sentAt) await changeDraft(db, sent)
  const body = new FormData()
  body.append('photo', file)
  const query = new URLSearchParams({ contactId, takenAt })
  const deadline = deadlineOf(deps, file.size)
  try {
    const call = apiOf(deps, principal, { method: 'POST', body })
    const { deletedAt } = await call.get(`/api/photos/${id}?${query}`, ContactPhoto, { signal: deadline.signal })
    if (deletedAt !== null) return void (await removeDraft(db, id))
    await changeDraft(db, { ...sent, arrivedAt: at() })
    deps.requestSync()
  } catch (error) {
    if (!(error instanceof HttpProblem) || !error.problem || !REFUSALS.has(error.problem.code)) throw error
    const { code, message } = error.problem
    await changeDraft(db, { ...sent, refusal: { code, message } })
  } finally {
    deadline.cancel()
  }
}

/** Codes about the photo itself. Any other refusal is of the request: a later run may succeed, also on a node of another release. */
const REFUSALS: ReadonlySet<string> = new Set([
  'contacts.not-held',
  'contacts.too-many-photos',
  'invalid',
  'malformed',
  'too-large',
  'uploads.not-an-image',
  'uploads.too-large',
  'uploads.too-many-pixels',
] satisfies ProblemCode[])

const removeDraft = (db: PrivateDatabase, id: PhotoId) =>
  db.transaction('rw', db.drafts, db.meta, async () => {
    await assertSameGeneration(db)
    await db.drafts.delete(photoDraftId(id))
  })

/** Photos that have come back with the private lane leave the queue, and their pictures stay on this device. */
const settle = (db: PrivateDatabase) =>
  db.transaction('rw', db.drafts, db.photos, db.photoFiles, db.meta, async () => {
    await assertSameGeneration(db)
    for (const { id, file } of await readPhotoQueue(db)) {
      if (!(await db.photos.get(id))) continue
      await db.photoFiles.put({ id, file })
      await db.drafts.delete(photoDraftId(id))
    }
  })

/** Deletes the pictures of photos that the private lane does not have any more. */
const prune = (db: PrivateDatabase) =>
  db.transaction('rw', db.photos, db.photoFiles, async () => {
    const kept = new Set(await db.photos.toCollection().primaryKeys())
    const held = await db.photoFiles.toCollection().primaryKeys()
    await db.photoFiles.bulkDelete(held.filter((id) => !kept.has(id)))
  })

async function listMissing(db: PrivateDatabase): Promise<ContactPhoto[]> {
  const held = new Set(await db.photoFiles.toCollection().primaryKeys())
  return (await db.photos.toArray()).filter(({ id, deletedAt }) => deletedAt === null && !held.has(id))
}

/** A picture that its device is still storing on the server is fetched by a later run. */
async function download(deps: PhotoSyncDeps, db: PrivateDatabase, principal: PrincipalId, id: PhotoId) {
  const file = await fetchFile(deps, principal, id)
  if (!file) return
  await db.transaction('rw', db.photos, db.photoFiles, db.meta, async () => {
    await assertSameGeneration(db)
    if (await db.photos.get(id)) await db.photoFiles.put({ id, file })
  })
}

/** Each call names its principal: the server refuses it if the cookie belongs to another one. */
const apiOf = ({ send }: PhotoSyncDeps, principal: PrincipalId, request: RequestInit) =>
  createApi((path, init) => send(path, { ...init, ...request, headers: { ...init.headers, [PRINCIPAL_HEADER]: principal } }))

async function fetchFile(deps: PhotoSyncDeps, principal: PrincipalId, id: PhotoId): Promise<Blob | undefined> {
  const deadline = deadlineOf(deps, 0)
  try {
    const headers = { [PRINCIPAL_HEADER]: principal }
    const response = await deps.send(`/api/photos/${id}`, { credentials: 'include', headers, signal: deadline.signal })
    if (response.status === 404) return undefined
    if (!response.ok) throw new HttpProblem(response.status, response.statusText, undefined)
    return await response.blob()
  } finally {
    deadline.cancel()
  }
}

/** Long enough for a photo on the slowest supported network, in either direction. */
function deadlineOf({ stop, after }: PhotoSyncDeps, bytes: number) {
  const { signal, cancel } = timeoutSignal({ after }, uploadMs(Math.max(bytes, LARGE_PHOTO_BYTES)) + REQUEST_TIMEOUT_MS)
  return { signal: AbortSignal.any([stop, signal]), cancel }
}
const LARGE_PHOTO_BYTES = 600 * 1024
