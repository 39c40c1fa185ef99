import * as v from 'valibot'
import type { Database, Queryable, Transaction } from '#server/database/client.ts'
import { lockCaller } from '#server/features/accounts/sessions/lock-caller.ts'
import type { HoldsContact } from '#server/features/contacts/service.ts'
import { lockStaying } from '#server/features/directory/staying-record.ts'
import type { Account } from '#server/http/session.ts'
import { enqueueJob, type JobHandlers } from '#server/jobs/queue.ts'
import { type Photo, reencodePhoto } from '#server/storage/images.ts'
import type { Storage } from '#server/storage/storage.ts'
import type { PrivateSource } from '#server/sync/private/private-source.ts'
import type { PrincipalId, VcId } from '#shared/ids.ts'
import {
  type AddPhoto,
  type ContactPhoto,
  type DeletePhoto,
  MAX_PHOTOS,
  MAX_PHOTOS_OF_CONTACT,
  MAX_PHOTOS_UNPROVED,
  type PhotoId,
} from '#shared/photos/contract.ts'
import { Problem } from '#shared/problem.ts'
import { MAX_UPLOAD_BYTES } from '#shared/uploads/contract.ts'
import {
  countPhotos,
  deletePhoto,
  deletePhotosOf,
  findPhoto,
  insertPhoto,
  listPhotos,
  lockPhoto,
  lockPhotosOf,
  markDeleted,
  type PhotoRow,
  purgeBatch,
} from './queries.ts'

export type PhotoDeps = { db: Database; storage: Storage; now: () => Date }

/** Removes the file of a photo whose row is deleted. */
export const REMOVE_FILE = 'photos.remove-file'
const PURGED_AT_ONCE = 200

export const photoSource: PrivateSource<ContactPhoto> = async (tx, principalId) =>
  (await listPhotos(tx, principalId)).map(presentPhoto)

const presentPhoto = ({ id, contactId, takenAt, width, height, deletedAt }: PhotoRow): ContactPhoto => ({
  ...{ id, contactId, width, height },
  takenAt: takenAt.toISOString(),
  deletedAt: deletedAt?.toISOString() ?? null,
})

/** Random, and no name that the public address of pictures accepts. */
const newFileName = () => `photo-${Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString('hex')}.webp`

type Sent = AddPhoto & {
  id: PhotoId
  file: Blob
  /** The sender's address block. */
  block: string
}

/**
 * Stores a photo about a contact. A device repeats the call until it gets an answer: a photo that is stored already is not stored
 * again, and one that was deleted in between stays deleted.
 *
 * @throws Problem `uploads.*`, `contacts.not-held`, `contacts.too-many-photos`, `session-lost`, `session-ended`; nothing is
 *   stored in that case
 */
export async function addPhoto(
  { db, storage, now }: PhotoDeps,
  account: Account,
  { id, contactId: namedId, takenAt, file, block }: Sent,
  holdsContact: HoldsContact,
): Promise<ContactPhoto> {
  if (file.size > MAX_UPLOAD_BYTES) throw new Problem('uploads.too-large')
  const { principalId } = account
  const known = await findPhoto(db, principalId, id)
  if (known && (known.file === null || (await storage.get(known.file)))) return presentPhoto(known)
  // A check before any decoding; the binding check is below.
  if (!known) await requireRoom(db, account, namedId)
  const photo = await reencodePhoto(await file.bytes(), block)
  // The row comes first: a file without a row would be unknown and stay permanently.
  const row = await db.transaction(async (tx) => {
    // Reading the body may have taken minutes.
    await lockCaller(tx, { principalId, account })
    const contactId = await lockStaying(tx, namedId)
    await lockPhotosOf(tx, principalId)
    const stored = await lockPhoto(tx, principalId, id)
    if (stored) return stored
    if (!(await holdsContact(tx, principalId, contactId))) throw new Problem('contacts.not-held')
    await requireRoom(tx, account, contactId)
    const { width, height } = photo
    const content = { takenAt: new Date(takenAt), width, height, bytes: photo.data.length, file: newFileName() }
    const added = { principalId, id, contactId, ...content, createdAt: now(), deletedAt: null, updatedAt: now() }
    await insertPhoto(tx, added)
    return added
  })
  if (row.file !== null) await putFile({ db, storage }, row, photo)
  return presentPhoto(row)
}

/** @throws Problem `session-lost` when the photo, or its account, was deleted in between */
async function putFile({ db, storage }: Pick<PhotoDeps, 'db' | 'storage'>, { principalId, id, file }: PhotoRow, photo: Photo) {
  const name = file ?? ''
  try {
    await storage.put(name, photo.data)
  } catch (fault) {
    await db.transaction(async (tx) => {
      await deletePhoto(tx, principalId, id)
      await removeFiles(tx, [name])
    })
    throw fault
  }
  if ((await findPhoto(db, principalId, id))?.file === name) return
  await removeFiles(db, [name])
  throw new Problem('session-lost')
}

async function requireRoom(db: Queryable, { principalId, emailVerified }: Account, contactId: VcId) {
  const { all, ofContact } = await countPhotos(db, principalId, contactId)
  const most = emailVerified ? MAX_PHOTOS : MAX_PHOTOS_UNPROVED
  if (all >= most || ofContact >= MAX_PHOTOS_OF_CONTACT) throw new Problem('contacts.too-many-photos')
}

/** @throws Problem `not-found` for a photo that the account does not have */
export async function readPhoto(
  { db, storage }: PhotoDeps,
  { principalId }: Account,
  id: PhotoId,
): Promise<Uint8Array<ArrayBuffer>> {
  const photo = await findPhoto(db, principalId, id)
  const bytes = photo?.file && (await storage.get(photo.file))
  if (!bytes) throw new Problem('not-found')
  return bytes
}

type Deleting = { tx: Transaction; principalId: PrincipalId; now: Date }

/** A photo that has not arrived yet is remembered as deleted, so that it does not appear when it arrives. */
export async function changeDeletion(
  { tx, principalId, now }: Deleting,
  { id, contactId, isDeleted }: DeletePhoto,
  holdsContact: HoldsContact,
) {
  await lockPhotosOf(tx, principalId)
  const stored = await lockPhoto(tx, principalId, id)
  if (stored) {
    if ((stored.deletedAt !== null) !== isDeleted) await markDeleted(tx, stored, isDeleted ? now : null, now)
    return
  }
  const { all } = await countPhotos(tx, principalId, contactId)
  // Without room no upload is accepted either.
  if (!isDeleted || all >= MAX_PHOTOS || !(await holdsContact(tx, principalId, contactId))) return
  const nothing = { width: 0, height: 0, bytes: 0, file: null }
  await insertPhoto(tx, { principalId, id, contactId, takenAt: now, ...nothing, createdAt: now, deletedAt: now, updatedAt: now })
}

const removeFiles = async (db: Queryable, files: readonly string[]) => {
  for (const file of files) await enqueueJob(db, { kind: REMOVE_FILE, key: file, payload: { file } })
}

/** Deletes the photos of a principal, of one contact or all: the rows now, the files once this transaction has committed. */
export const erasePhotos = async (db: Queryable, principalId: PrincipalId, contactId?: VcId) =>
  removeFiles(db, await deletePhotosOf(db, principalId, contactId))

/** Deletes the photos that users deleted before this instant. */
export async function purgePhotos(db: Database, before: Date) {
  for (;;) {
    const count = await db.transaction(async (tx) => {
      const gone = await purgeBatch(tx, before, PURGED_AT_ONCE)
      await removeFiles(tx, gone.files)
      return gone.count
    })
    if (count < PURGED_AT_ONCE) return
  }
}

export const photoJobs = ({ storage }: Pick<PhotoDeps, 'storage'>): JobHandlers => ({
  [REMOVE_FILE]: async (payload) => storage.remove(v.parse(v.object({ file: v.string() }), payload).file),
})
