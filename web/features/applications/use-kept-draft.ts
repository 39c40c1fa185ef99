import { useEffect, useState } from 'react'
import { readDraft } from '#shared/applications/draft.ts'
import type { PrivateDatabase } from '#web/db/private-database.ts'
import { type KeptDraft, loadDraft } from './draft-store.ts'

/** The draft as it was when this person's form was opened: read once, because from there on the form itself is the newest. */
export function useKeptDraft(db: PrivateDatabase | undefined): KeptDraft | undefined {
  const [read, setRead] = useState<{ db: PrivateDatabase; kept: KeptDraft }>()
  useEffect(() => {
    if (!db) return
    let isStale = false
    const blank = { draft: readDraft(undefined), photo: undefined }
    // A device that cannot read can still be written on: the form says that nothing is kept.
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
