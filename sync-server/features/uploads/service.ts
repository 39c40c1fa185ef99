import * as v from 'valibot'
import type { Database, Queryable } from '#server/db.ts'
import { holdCaller } from '#server/features/accounts/hold-caller.ts'
import type { Limit } from '#server/http/rate-limit.ts'
import type { Account } from '#server/http/session.ts'
import { enqueueJob } from '#server/jobs/queue.ts'
import { redraw } from '#server/storage/images.ts'
import type { Storage } from '#server/storage/storage.ts'
import type { UserId } from '#shared/ids.ts'
import { Problem } from '#shared/problem.ts'
import { LARGE, pictureAddress, pictureFile, SMALL } from '#shared/uploads/address.ts'
import { MAX_UPLOAD_BYTES, type Uploaded } from '#shared/uploads/contract.ts'
import { countUploads, deleteUpload, deleteUploadsOf, insertUpload } from './queries.ts'

export type UploadDeps = { db: Database; limit: Limit; storage: Storage }

/** More than any honest account sends in its life; together they stay below 100 MB. */
const MOST_PER_ACCOUNT = 300

/** Removes the files of a picture whose row is gone. */
export const REMOVE_PICTURE = 'uploads.remove'

/**
 * Keeps a picture and says where it is shown.
 *
 * @throws Problem `uploads.*`, `session-lost`, `session-ended`; nothing is kept then
 */
export async function keepPicture({ db, storage }: UploadDeps, account: Account, file: Blob): Promise<Uploaded> {
  if (file.size > MAX_UPLOAD_BYTES) throw new Problem('uploads.too-large')
  if ((await countUploads(db, account.id)) >= MOST_PER_ACCOUNT) throw new Problem('uploads.full')
  const { large, small, width, height } = await redraw(await file.bytes())

  const id = Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString('hex')
  // The row comes first: a file without one would be known to nobody, and stay for ever.
  await db.transaction(async (tx) => {
    // The body may have taken minutes.
    await holdCaller(tx, { principalId: account.principalId, account })
    await insertUpload(tx, { id, userId: account.id, bytes: large.length + small.length, width, height })
  })
  try {
    await storage.put(pictureFile(id, LARGE), large)
    await storage.put(pictureFile(id, SMALL), small)
  } catch (fault) {
    await deleteUpload(db, id)
    throw fault
  }
  const address = pictureAddress(id, LARGE)
  return { fileUrl: address, url: address }
}

/** Takes away everything somebody uploaded: the rows now, the files once this transaction has committed. */
export async function forgetPictures(db: Queryable, userId: UserId) {
  for (const id of await deleteUploadsOf(db, userId)) await enqueueJob(db, { kind: REMOVE_PICTURE, key: id, payload: { id } })
}

export const removePictureJob =
  ({ storage }: Pick<UploadDeps, 'storage'>) =>
  async (payload: unknown) => {
    const { id } = v.parse(v.object({ id: v.string() }), payload)
    for (const size of [LARGE, SMALL] as const) await storage.remove(pictureFile(id, size))
  }
