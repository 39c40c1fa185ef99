import * as v from 'valibot'
import type { Database, Queryable } from '#server/database/client.ts'
import { lockCaller } from '#server/features/accounts/sessions/lock-caller.ts'
import type { Account } from '#server/http/session.ts'
import { enqueueJob, type JobHandlers } from '#server/jobs/queue.ts'
import type { Schedule } from '#server/jobs/worker.ts'
import { type Picture, reencode } from '#server/storage/images.ts'
import type { Storage } from '#server/storage/storage.ts'
import type { UserId } from '#shared/ids.ts'
import { Problem } from '#shared/problem.ts'
import { LARGE, PICTURE_ID_IN_TEXT, pictureAddress, pictureFile, SMALL } from '#shared/uploads/address.ts'
import { MAX_UPLOAD_BYTES, type Uploaded } from '#shared/uploads/contract.ts'
import {
  countUploads,
  deleteUnreferenced,
  deleteUpload,
  deleteUploadsOf,
  hasUpload,
  insertUpload,
  lockUploader,
  refreshReferences,
} from './queries.ts'

export type UploadDeps = { db: Database; storage: Storage }

/** More than any honest account uploads in total; together they stay below 100 MB. */
const MAX_PER_ACCOUNT = 300
/** Per account without a verified address: one client address can create 30 of these accounts an hour. */
const MAX_UNPROVED = 30

const maxUploadsOf = ({ emailVerified }: Account) => (emailVerified ? MAX_PER_ACCOUNT : MAX_UNPROVED)

/**
 * Longer than a device may be offline before it reloads everything: its outbox or a form may reference a picture that no record
 * on the server references yet.
 */
const UNREFERENCED_DAYS = 90

/** `lastReferencedAt` of a referenced picture is refreshed once a day. */
const REFRESH_EVERY_HOURS = 20
const CLEANUP_EVERY_SECONDS = 24 * 60 * 60
const MAX_REMOVED_AT_ONCE = 500

/** Removes the files of a picture whose row is deleted. */
const REMOVE_PICTURE = 'uploads.remove'
/** Removes pictures that no record has referenced for a long time. */
const REMOVE_UNREFERENCED = 'uploads.remove-unnamed'

type Sent = {
  file: Blob
  /** The sender's address block. */
  block: string
}

/**
 * Stores a picture and returns its address.
 *
 * @throws Problem `uploads.*`, `session-lost`, `session-ended`; nothing is stored in that case
 */
export async function storePicture({ db, storage }: UploadDeps, account: Account, { file, block }: Sent): Promise<Uploaded> {
  if (file.size > MAX_UPLOAD_BYTES) throw new Problem('uploads.too-large')
  // A check before any decoding; the binding check is below.
  if ((await countUploads(db, account.id)) >= maxUploadsOf(account)) throw new Problem('uploads.full')
  const picture = await reencode(await file.bytes(), block)

  const id = Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString('hex')
  // The row comes first: a file without a row would be unknown and stay permanently.
  await addUpload(db, account, id, picture)
  try {
    await storage.put(pictureFile(id, LARGE), picture.large)
    await storage.put(pictureFile(id, SMALL), picture.small)
  } catch (fault) {
    await deletePicture(db, id)
    throw fault
  }
  // The account was deleted in between, together with files that did not exist yet.
  if (!(await hasUpload(db, id))) {
    await deletePicture(db, id)
    throw new Problem('session-lost')
  }
  // The specification has both keys, with the same address (`Uploaded`).
  const address = pictureAddress(id, LARGE)
  return { fileUrl: address, url: address }
}

const addUpload = (db: Database, account: Account, id: string, { large, small, width, height }: Picture) =>
  db.transaction(async (tx) => {
    // Reading the body may have taken minutes.
    await lockCaller(tx, { principalId: account.principalId, account })
    await lockUploader(tx, account.id)
    if ((await countUploads(tx, account.id)) >= maxUploadsOf(account)) throw new Problem('uploads.full')
    await insertUpload(tx, { id, userId: account.id, bytes: large.length + small.length, width, height })
  })

/** One of the two files may already exist. */
const deletePicture = (db: Database, id: string) =>
  db.transaction(async (tx) => {
    await deleteUpload(tx, id)
    await removeLater(tx, id)
  })

const removeLater = (db: Queryable, id: string) => enqueueJob(db, { kind: REMOVE_PICTURE, key: id, payload: { id } })

/**
 * Removes an account's uploads: the rows now, the files once this transaction has committed.
 *
 * @param kept  addresses of pictures that stay
 */
export async function deletePictures(db: Queryable, userId: UserId, kept: readonly string[] = []) {
  const keptIds = kept.flatMap((address) => new RegExp(PICTURE_ID_IN_TEXT).exec(address)?.[1] ?? [])
  for (const id of await deleteUploadsOf(db, userId, keptIds)) await removeLater(db, id)
}

const removePicture =
  ({ storage }: Pick<UploadDeps, 'storage'>) =>
  async (payload: unknown) => {
    const { id } = v.parse(v.object({ id: v.string() }), payload)
    for (const size of [LARGE, SMALL] as const) await storage.remove(pictureFile(id, size))
  }

/**
 * Removes pictures that no record has referenced for `UNREFERENCED_DAYS`. References are refreshed first, so that the period
 * starts when the last reference is removed.
 */
const removeUnreferenced =
  ({ db }: Pick<UploadDeps, 'db'>) =>
  async () => {
    await refreshReferences(db, REFRESH_EVERY_HOURS)
    const removed = await db.transaction(async (tx) => {
      const ids = await deleteUnreferenced(tx, UNREFERENCED_DAYS, MAX_REMOVED_AT_ONCE)
      for (const id of ids) await removeLater(tx, id)
      return ids.length
    })
    return removed === MAX_REMOVED_AT_ONCE ? 'continue' : undefined
  }

export const uploadJobs = (deps: UploadDeps): JobHandlers => ({
  [REMOVE_PICTURE]: removePicture(deps),
  [REMOVE_UNREFERENCED]: removeUnreferenced(deps),
})

export const uploadSchedules: Schedule[] = [{ kind: REMOVE_UNREFERENCED, everySeconds: CLEANUP_EVERY_SECONDS }]
