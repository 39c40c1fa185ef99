import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { DraftId, PrivateDatabase } from '#web/db/private-database.ts'
import { usePrivateDb } from '#web/db/tab/databases.ts'
import { changedFields, type FormValues, fieldsOf, storeDraft } from './local-draft.ts'
import { useLocalDraft, useRestoredDraft } from './use-local-draft.ts'

/** What was typed since the form was opened. `isFresh`: the stored draft is not shown any more. */
type Typed<Values> = { values: Partial<Values>; isFresh: boolean }

/** The fields that differ. `isRead`: they contain the stored draft; otherwise they are added to it. */
type Write<Values> = { changed: Partial<Values>; isRead: boolean }

/**
 * The values of one form, stored as a draft of this device at each change, until `clear`: they survive a change of tab, Back, a
 * reload and a sign-in. A draft has the fields that differ from `initial`; without any, there is no draft.
 *
 * @param id  one per form and entry; a component that changes it is keyed by it
 * @param initial  the values before the user has typed: blank, or known data
 * @returns `clear`, which forgets the `values` beside it once they are sent or discarded, and shows `initial` again. A field that was
 *   changed since, while they were being sent, stays. `forget` takes the values that were sent, where they are others.
 */
export function useDraft<Values extends FormValues>(id: DraftId, initial: Values) {
  const db = usePrivateDb()
  const load = useCallback(async (db: PrivateDatabase) => (await db.drafts.get(id))?.values ?? NONE, [id])
  const stored = useRestoredDraft<unknown>(db, load, NONE)
  const write = useMemo(
    () =>
      db &&
      (async ({ changed, isRead }: Write<Values>) => {
        const before = isRead ? undefined : (await db.drafts.get(id))?.values
        const values = { ...(before as Partial<Values> | undefined), ...changed }
        await storeDraft(db, id, Object.keys(values).length > 0 ? { values } : undefined)
      }),
    [db, id],
  )
  const { status, keep } = useLocalDraft(write)
  const typed = useRef<Typed<Values>>({ values: {}, isFresh: false })
  const [, setCount] = useState(0)
  const valuesNow = (): Values => ({
    ...initial,
    ...(!typed.current.isFresh && fieldsOf(stored, initial)),
    ...typed.current.values,
  })

  const saveTyped = () => keep({ changed: changedFields(valuesNow(), initial), isRead: stored !== undefined })

  const change = <Field extends keyof Values>(field: Field, value: Values[Field]) => {
    typed.current = { ...typed.current, values: { ...typed.current.values, [field]: value } }
    setCount((count) => count + 1)
    void saveTyped()
  }

  // What was typed before the database was open, or by a guest who has become an account since.
  useEffect(() => {
    if (stored !== undefined && Object.keys(typed.current.values).length > 0) void saveTyped()
  }, [stored])

  const forget = (sent: Values): Promise<boolean> => {
    typed.current = { values: changedFields(typed.current.values as Values, sent), isFresh: true }
    setCount((count) => count + 1)
    return keep({ changed: changedFields(valuesNow(), initial), isRead: true })
  }
  const values = valuesNow()
  const clear = () => forget(values)
  return { values, change, clear, forget, status, isChanged: Object.keys(changedFields(values, initial)).length > 0 }
}

const NONE = {}
