import { useEffect, useState } from 'react'
import type { PrivateDatabase } from '#web/db/private-database.ts'
import { usePrivateDb } from '#web/db/tab/databases.ts'
import { draftWriter } from '#web/forms/local-draft.ts'
import { useLocalDraft } from '#web/forms/use-local-draft.ts'
import { joinShare, joinWords, keepShared, readShared } from './shared-content.ts'
import { type CardWords, readCards } from './vcard-text.ts'

/** Files that the system opens with the app. TypeScript's library has no type for it. */
type LaunchQueue = { setConsumer: (take: (launch: { files?: readonly { getFile: () => Promise<File> }[] }) => void) => void }

type StoredText = { db: PrivateDatabase; words: string }

/** One writer for all visits of the page: the last text of a visit is not written after the first of the next. */
const save = draftWriter(({ db, words }: StoredText) => keepShared(db, words))

const wordsInAddress = () => {
  const query = new URLSearchParams(location.search)
  return joinShare({ title: query.get('title'), text: query.get('text'), url: query.get('url') })
}

/**
 * Shared content that is not yet assigned: from the address, from a file, or stored in an earlier session.
 *
 * @returns `isKept`: whether it is stored on the device, so that it can be removed from the address. `cardFile`: the last file with
 *   contact cards, as received
 */
export function useShared() {
  const db = usePrivateDb()
  const [words, setWords] = useState(wordsInAddress)
  const [cards, setCards] = useState<CardWords[]>([])
  const [cardFile, setCardFile] = useState('')
  /** The database whose stored content is part of the text. Only then may the text overwrite that content. */
  const [readFrom, setReadFrom] = useState<PrivateDatabase>()
  const { status, keep } = useLocalDraft(save)

  useEffect(() => {
    if (!db) return
    let isOver = false
    const applyStored = (waiting: string) => {
      if (isOver) return
      setWords((shared) => joinWords(waiting, shared))
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
    void keep({ db, words })
  }, [db, readFrom, words, keep])

  const takeFile = async (file: File) => {
    const text = await file.text()
    const read = readCards(text)
    setCards((before) => [...before, ...read])
    if (read.length > 0) setCardFile(text)
    // A file that is not a vCard is kept as text.
    const content = read.length > 0 ? read.map((card) => card.words).join('\n\n') : text.trim().slice(0, 2000)
    setWords((before) => [before, content].filter(Boolean).join('\n\n'))
  }
  useEffect(() => {
    const { launchQueue } = window as { launchQueue?: LaunchQueue }
    launchQueue?.setConsumer(async ({ files = [] }) => {
      for (const handle of files) await takeFile(await handle.getFile())
    })
  }, [])
  /** Call it only after the content is saved elsewhere or the user discards it. */
  const forget = async () => {
    if (db) await save({ db, words: '' })
  }
  return { words, change: setWords, cards, cardFile, takeFile, isKept: status.isKept, forget }
}
