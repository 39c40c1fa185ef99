import type { DraftId, PrivateDatabase } from '#web/db/private-database.ts'
import { fieldsOf, storeDraft } from '#web/forms/local-draft.ts'

/** The values of a form of this feature, as typed. */
export type Typed = Record<string, string>

/** The stored values of the fields that the form has, as typed. */
export const loadForm = <Fields extends Typed>(stored: unknown, blank: Fields): Fields => ({
  ...blank,
  ...fieldsOf(stored, blank),
})

/** An empty form deletes its draft. @throws StalePrincipalError, and the error of a full device */
export const saveForm = (db: PrivateDatabase, id: DraftId, typed: Typed, words: readonly string[]): Promise<void> =>
  storeDraft(db, id, words.some((field) => typed[field]?.trim()) ? { values: typed } : undefined)
