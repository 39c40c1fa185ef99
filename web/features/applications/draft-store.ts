import { type ApplicationDraft, isBlank, readDraft } from '#shared/applications/draft.ts'
import type { VcId } from '#shared/ids.ts'
import { isEmptied } from '#shared/listings/status.ts'
import type { PrivateDocs } from '#shared/sync/collections.ts'
import type { PrivateDatabase } from '#web/db/private-database.ts'
import { store } from '#web/sync/engine/enqueue.ts'
import { assertSameGeneration } from '#web/sync/engine/outbox.ts'

/** The form as this device keeps it, a picture that waits to be sent, and the own listing that the form was filled with. */
export type KeptDraft = { draft: ApplicationDraft; photo: Blob | undefined; from?: VcId | undefined }

const LISTINGS = 'ownListings' satisfies keyof PrivateDocs

/** What a guest's form could not write any more, because they had just become an account: that one's form begins with it. */
let unwritten: KeptDraft | undefined
let lastWrite: Promise<unknown> = Promise.resolve()

export async function loadDraft(db: PrivateDatabase): Promise<KeptDraft> {
  // The form before this one may still be writing its last letters.
  await lastWrite
  if (unwritten && db.principal !== 'guest') {
    await saveApplicationDraft(db, unwritten)
    const carried = unwritten
    unwritten = undefined
    return carried
  }
  const row = await db.drafts.get('application')
  const from = row?.from && (await db.ownListings.get(row.from.id))
  // The person whom the listing was about was removed, and the listing was emptied.
  if (row?.from && (!from || isEmptied(from))) {
    await forgetDraft(db)
    return { draft: readDraft(undefined), photo: undefined }
  }
  return { draft: readDraft(row?.values), photo: row?.photo, ...(from && { from: from.id }) }
}

/** Writes the draft as `saveDraft` does. A guest's that fails is held until they are somebody, and passed on to nobody else. */
export function writeDraft(db: PrivateDatabase, kept: KeptDraft): Promise<void> {
  const written = saveApplicationDraft(db, kept).then(
    () => {
      unwritten = undefined
    },
    (error) => {
      if (db.principal === 'guest') unwritten = kept
      throw error
    },
  )
  lastWrite = written.catch(() => undefined)
  return written
}

export const forgetDraft = (db: PrivateDatabase) => db.drafts.delete('application')

/** A form that was emptied again leaves nothing behind. @throws StalePrincipalError, and what a full device throws */
export async function saveApplicationDraft(db: PrivateDatabase, { draft, photo, from }: KeptDraft): Promise<void> {
  const keep = (given: AbortSignal) => async () => {
    await assertSameGeneration(db)
    if (isBlank(draft) && !photo) await db.drafts.delete('application')
    else {
      const origin = from && { from: { collection: LISTINGS, id: from } }
      await db.drafts.put({
        id: 'application',
        values: draft,
        ...(photo && { photo }),
        ...origin,
        writtenAt: new Date().toISOString(),
      })
    }
    given.throwIfAborted()
  }
  await store((given) => db.transaction('rw', db.drafts, db.meta, keep(given)))
}
