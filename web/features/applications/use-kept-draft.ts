import { useEffect, useState } from 'react'
import { readDraft } from '#shared/applications/draft.ts'
import type { PrivateDatabase } from '#web/db/private-database.ts'
import { type KeptDraft, loadDraft } from './draft-store.ts'

/** The draft at the time the form was opened. It is read once, because afterwards the form itself has the newest state. */
export function useKeptDraft(db: PrivateDatabase | undefined): KeptDraft | undefined {
  const [read, setRead] = useState<{ db: PrivateDatabase; kept: KeptDraft }>()
  useEffect(() => {
    if (!db) return
    let isStale = false
    const blank = { draft: readDraft(undefined), photo: undefined }
    // A device that cannot read still shows an editable form, which reports that nothing is saved.
    loadDraft(db).then(
      (kept) => !isStale && setRead({ db, kept }),
      () => !isStale && setRead({ db, kept: blank }),
    )
    return () => {
      isStale = true
    }
  }, [db])
  return read?.db === db ? read?.kept : undefined
}
