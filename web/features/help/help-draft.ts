import type { DraftId, PrivateDatabase } from '#web/db/private-database.ts'
import { store } from '#web/sync/engine/enqueue.ts'
import { assertSameGeneration } from '#web/sync/engine/outbox.ts'

/** What stands in a form of this feature, as it was typed. */
export type Typed = Record<string, string>

/** Fields that the form knows, as they were typed; what an older build kept under other names is left out. */
export const loadForm = <Fields extends Typed>(kept: unknown, blank: Fields): Fields => {
  const known = Object.keys(blank).flatMap((field) => {
    const value = (kept as Partial<Record<string, unknown>> | null | undefined)?.[field]
    return typeof value === 'string' ? [[field, value]] : []
  })
  return { ...blank, ...Object.fromEntries(known) }
}

/** A form in which nothing was written leaves nothing behind. @throws StalePrincipalError, and what a full device throws */
export async function saveForm(db: PrivateDatabase, id: DraftId, typed: Typed, words: readonly string[]): Promise<void> {
  const keep = (given: AbortSignal) => async () => {
    await assertSameGeneration(db)
    if (words.every((field) => !typed[field]?.trim())) await db.drafts.delete(id)
    else await db.drafts.put({ id, values: typed, writtenAt: new Date().toISOString() })
    given.throwIfAborted()
  }
  await store((given) => db.transaction('rw', db.drafts, db.meta, keep(given)))
}
