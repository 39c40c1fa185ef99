import { type ApplicationDraft, isBlank, readDraft } from '#shared/applications/draft.ts'
import type { PrivateDatabase } from '#web/db/private-database.ts'
import { assertSameLife } from '#web/sync/outbox.ts'

/** The form as this device keeps it, and a picture that waits to be sent. */
export type KeptDraft = { draft: ApplicationDraft; photo: Blob | undefined }

export async function loadDraft(db: PrivateDatabase): Promise<KeptDraft> {
  const row = await db.drafts.get('application')
  return { draft: readDraft(row?.values), photo: row?.photo }
}

export const forgetDraft = (db: PrivateDatabase) => db.drafts.delete('application')

/** A form that was emptied again leaves nothing behind. @throws PrincipalLeft, and what a full device throws */
export async function keepDraft(db: PrivateDatabase, { draft, photo }: KeptDraft): Promise<void> {
  await db.transaction('rw', db.drafts, db.meta, async () => {
    await assertSameLife(db)
    if (isBlank(draft) && !photo) await db.drafts.delete('application')
    else await db.drafts.put({ id: 'application', values: draft, ...(photo && { photo }), writtenAt: new Date().toISOString() })
  })
}

/**
 * Writes one at a time, and of several that wait only the last: it holds what the others held.
 *
 * @returns `keep`, which resolves when its draft, or a later one, is on the device
 */
export function draftWriter(write: (kept: KeptDraft) => Promise<void>) {
  let next: KeptDraft | undefined
  let running: Promise<void> | undefined

  async function drain() {
    try {
      while (next) {
        const kept = next
        next = undefined
        await write(kept)
      }
    } finally {
      // In the same step as the last look: what comes after it starts anew.
      running = undefined
    }
  }
  return function keep(kept: KeptDraft): Promise<void> {
    next = kept
    running ??= drain()
    return running
  }
}
