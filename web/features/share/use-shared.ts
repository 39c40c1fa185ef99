import { useEffect, useMemo, useRef, useState } from 'react'
import type { PrivateDatabase } from '#web/db/private-database.ts'
import { usePrivateDb } from '#web/db/tab/databases.ts'
import { draftWriter } from '#web/forms/local-draft.ts'
import { textOfFile } from '#web/forms/text-of-file.ts'
import { useLocalDraft } from '#web/forms/use-local-draft.ts'
import { addShared, joinShare, joinWords, MAX_CARDS_BYTES, type Shared } from './join-share.ts'
import { keepShared, readShared } from './shared-content.ts'
import { readCards } from './vcard-text.ts'

/** Files that the system opens with the app. TypeScript's library has no type for it. */
type LaunchQueue = { setConsumer: (take: (launch: { files?: readonly { getFile: () => Promise<File> }[] }) => void) => void }

type StoredContent = { db: PrivateDatabase; shared: Shared }

const NOTHING: Shared = { words: '', cards: '' }

/** One writer for all visits of the page: the last text of a visit is not written after the first of the next. */
const save = draftWriter(({ db, shared }: StoredContent) => keepShared(db, shared))

function sharedInAddress(): Shared {
  const query = new URLSearchParams(location.search)
  return { ...NOTHING, words: joinShare({ title: query.get('title'), text: query.get('text'), url: query.get('url') }) }
}
/** Set by the worker and the server when shared files could not be stored. */
const isFileLost = () => new URLSearchParams(location.search).get('lost') === 'file'

/**
 * Shared content that is not yet assigned: from the address, from files, or stored in an earlier session.
 *
 * @returns `isKept`: whether it is stored on the device, so that it can be removed from the address. `file`: the contact cards as
 *   received
 */
export function useShared() {
  const db = usePrivateDb()
  const [shared, setShared] = useState(sharedInAddress)
  const [isTooLarge, setTooLarge] = useState(isFileLost)
  /** The database whose stored content is part of the text. Only then may the text overwrite that content. */
  const [readFrom, setReadFrom] = useState<PrivateDatabase>()
  const { status, keep } = useLocalDraft(save)

  useEffect(() => {
    if (!db) return
    let isOver = false
    const applyStored = (waiting: Shared) => {
      if (isOver) return
      setShared(({ words, cards }) => addShared({ ...waiting, words: joinWords(waiting.words, words) }, '', cards ? [cards] : []))
      setReadFrom(db)
    }
    readShared(db).then(applyStored, () => undefined)
    return () => {
      isOver = true
    }
  }, [db])
  useEffect(() => {
    if (!db || readFrom !== db) return
    // Content that cannot be stored stays on the screen and in the address.
    void keep({ db, shared })
  }, [db, readFrom, shared, keep])

  const takeFiles = async (files: readonly File[]) => {
    const isFitting = files.reduce((sum, { size }) => sum + size, 0) <= MAX_CARDS_BYTES
    setTooLarge(!isFitting)
    if (!isFitting) return
    const texts = await Promise.all(files.map(textOfFile))
    setShared((before) => addShared(before, '', texts))
  }
  const take = useRef(takeFiles)
  useEffect(() => {
    const { launchQueue } = window as { launchQueue?: LaunchQueue }
    launchQueue?.setConsumer(async ({ files = [] }) => {
      if (files.length > 0) await take.current(await Promise.all(files.map((handle) => handle.getFile())))
    })
  }, [])
  /** Call it only after the content is saved elsewhere or the user discards it. @param left  what stays */
  const forget = async (left = NOTHING) => {
    if (db) await save({ db, shared: left })
  }
  const cards = useMemo(() => readCards(shared.cards), [shared.cards])
  const change = (words: string) => setShared((before) => ({ ...before, words }))
  const discard = () => setShared(NOTHING)
  return {
    ...{ words: shared.words, file: shared.cards, cards, isTooLarge, isKept: status.isKept },
    change,
    discard,
    takeFiles,
    forget,
  }
}
