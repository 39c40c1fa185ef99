import { type ApplicationDraft, isBlank, readDraft } from '#shared/applications/draft.ts'
import type { VcId } from '#shared/ids.ts'
import { isEmptied } from '#shared/listings/status.ts'
import type { PrivateDocs } from '#shared/sync/collections.ts'
import type { PrivateDatabase } from '#web/db/private-database.ts'
import { storeDraft } from '#web/forms/local-draft.ts'

/** The form as stored on this device, a picture that is not yet uploaded, and the user's own listing that prefilled the form. */
export type KeptDraft = { draft: ApplicationDraft; photo: Blob | undefined; from?: VcId | undefined }

export const blankDraft: KeptDraft = { draft: readDraft(undefined), photo: undefined }

const LISTINGS = 'ownListings' satisfies keyof PrivateDocs

/**
 * A draft that a guest's form could not write, because the guest had just become an account. The form of that account starts with
 * it.
 */
let unwritten: KeptDraft | undefined
let lastWrite: Promise<unknown> = Promise.resolve()

export async function loadDraft(db: PrivateDatabase): Promise<KeptDraft> {
  // The previous form may still be writing its last keystrokes.
  await lastWrite
  if (unwritten && db.principal !== 'guest') {
    await saveApplicationDraft(db, unwritten)
    const transferred = unwritten
    unwritten = undefined
    return transferred
  }
  const row = await db.drafts.get('application')
  const from = row?.from && (await db.ownListings.get(row.from.id))
  // The person in the listing was removed, and the listing was emptied.
  if (row?.from && (!from || isEmptied(from))) {
    await forgetDraft(db)
    return blankDraft
  }
  return { draft: readDraft(row?.values), photo: row?.photo, ...(from && { from: from.id }) }
}

/**
 * Writes the draft as `saveApplicationDraft` does. A guest's draft whose write fails is retained until the guest has an account, and is not
 * passed on to another account.
 */
export function writeDraft(db: PrivateDatabase, draft: KeptDraft): Promise<void> {
  const write = saveApplicationDraft(db, draft).then(
    () => {
      unwritten = undefined
    },
    (error) => {
      if (db.principal === 'guest') unwritten = draft
      throw error
    },
  )
  lastWrite = write.catch(() => undefined)
  return write
}

export const forgetDraft = (db: PrivateDatabase) => db.drafts.delete('application')

/** Deletes the row of a form that was emptied again. @throws StalePrincipalError, and the error of a full device */
export function saveApplicationDraft(db: PrivateDatabase, { draft, photo, from }: KeptDraft): Promise<void> {
  const origin = from && { from: { collection: LISTINGS, id: from } }
  const isEmpty = isBlank(draft) && !photo
  return storeDraft(db, 'application', isEmpty ? undefined : { values: draft, ...(photo && { photo }), ...origin })
}
