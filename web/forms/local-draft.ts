import type { DraftId, LocalDraft, PrivateDatabase } from '#web/db/private-database.ts'
import { assertSameGeneration } from '#web/sync/engine/outbox.ts'
import { store } from '#web/sync/engine/sync-port.ts'

/** Content of a draft: the form values, and what a form stores beside them. */
export type DraftContent = Omit<LocalDraft, 'id' | 'writtenAt'>

/**
 * Writes the row of a draft; an empty draft has none.
 *
 * @throws StalePrincipalError, and the error of a full device
 */
export async function storeDraft(db: PrivateDatabase, id: DraftId, content: DraftContent | undefined): Promise<void> {
  const writeRow = (signal: AbortSignal) => async () => {
    await assertSameGeneration(db)
    if (content) await db.drafts.put({ id, ...content, writtenAt: new Date().toISOString() })
    else await db.drafts.delete(id)
    signal.throwIfAborted()
  }
  await store((signal) => db.transaction('rw', db.drafts, db.meta, writeRow(signal)))
}

/**
 * Writes one draft at a time. Of several pending drafts only the last is written: it contains the others.
 *
 * @returns `keep`, which resolves when its draft, or a later one, is stored
 */
export function draftWriter<Draft>(write: (draft: Draft) => Promise<void>) {
  let next: { draft: Draft } | undefined
  let running: Promise<void> | undefined

  async function drain() {
    try {
      while (next) {
        const { draft } = next
        next = undefined
        await write(draft)
      }
    } finally {
      // In the same step as the last check: a later call starts a new run.
      running = undefined
    }
  }
  return function keep(draft: Draft): Promise<void> {
    next = { draft }
    running ??= drain()
    return running
  }
}
