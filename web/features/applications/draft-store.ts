import { type ApplicationDraft, isBlank, readDraft } from '#shared/applications/draft.ts'
import type { PrivateDatabase } from '#web/db/private-database.ts'
import { store } from '#web/sync/current.ts'
import { assertSameLife } from '#web/sync/outbox.ts'

/** The form as this device keeps it, and a picture that waits to be sent. */
export type KeptDraft = { draft: ApplicationDraft; photo: Blob | undefined }

/** What a guest's form could not write any more, because they had just become an account: that one's form begins with it. */
let unwritten: KeptDraft | undefined
let lastWrite: Promise<unknown> = Promise.resolve()

export async function loadDraft(db: PrivateDatabase): Promise<KeptDraft> {
  // The form before this one may still be writing its last letters.
  await lastWrite
  if (unwritten && db.principal !== 'guest') {
    await keepDraft(db, unwritten)
    const carried = unwritten
    unwritten = undefined
    return carried
  }
  const row = await db.drafts.get('application')
  return { draft: readDraft(row?.values), photo: row?.photo }
}

/** Writes the draft as `keepDraft` does. A guest's that fails is held until they are somebody, and passed on to nobody else. */
export function writeDraft(db: PrivateDatabase, kept: KeptDraft): Promise<void> {
  const written = keepDraft(db, kept).then(
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

/** A form that was emptied again leaves nothing behind. @throws PrincipalLeft, and what a full device throws */
export async function keepDraft(db: PrivateDatabase, { draft, photo }: KeptDraft): Promise<void> {
  const keep = (given: AbortSignal) => async () => {
    await assertSameLife(db)
    if (isBlank(draft) && !photo) await db.drafts.delete('application')
    else await db.drafts.put({ id: 'application', values: draft, ...(photo && { photo }), writtenAt: new Date().toISOString() })
    given.throwIfAborted()
  }
  await store((given) => db.transaction('rw', db.drafts, db.meta, keep(given)))
}
