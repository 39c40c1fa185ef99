import type { DraftId, PrivateDatabase } from '#web/db/private-database.ts'
import { storeDraft } from '#web/forms/local-draft.ts'

/** The values of a form of this feature, as typed. */
export type Typed = Record<string, string>

/** Values of the fields that the form has, as typed; fields that an older build stored under other names are dropped. */
export const loadForm = <Fields extends Typed>(stored: unknown, blank: Fields): Fields => {
  const entries = Object.keys(blank).flatMap((field) => {
    const value = (stored as Partial<Record<string, unknown>> | null | undefined)?.[field]
    return typeof value === 'string' ? [[field, value]] : []
  })
  return { ...blank, ...Object.fromEntries(entries) }
}

/** An empty form deletes its draft. @throws StalePrincipalError, and the error of a full device */
export const saveForm = (db: PrivateDatabase, id: DraftId, typed: Typed, words: readonly string[]): Promise<void> =>
  storeDraft(db, id, words.some((field) => typed[field]?.trim()) ? { values: typed } : undefined)
