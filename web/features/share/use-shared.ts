import { useEffect, useState } from 'react'
import { draftWriter } from '#web/db/latest-writer.ts'
import type { PrivateDatabase } from '#web/db/private-database.ts'
import { usePrivateDb } from '#web/db/tab/databases.ts'
import { joinWords, keepShared, readShared, wordsOf } from './shared-words.ts'
import { type CardWords, readCards } from './vcard-words.ts'

/** Files the system opens with the app; not in TypeScript's library. */
type LaunchQueue = { setConsumer: (take: (launch: { files?: readonly { getFile: () => Promise<File> }[] }) => void) => void }

type Kept = { db: PrivateDatabase; words: string }

const keep = draftWriter(({ db, words }: Kept) => keepShared(db, words))

const wordsInAddress = () => {
  const query = new URLSearchParams(location.search)
  return wordsOf({ title: query.get('title'), text: query.get('text'), url: query.get('url') })
}

/**
 * What was handed over and has no place yet: by the address, by a file, or from the last time.
 *
 * @returns `isKept`: whether it is on the device, so that the address may forget it
 */
export function useShared() {
  const db = usePrivateDb()
  const [words, setWords] = useState(wordsInAddress)
  const [cards, setCards] = useState<CardWords[]>([])
  /** Whose waiting words are among these: only then do these replace them. */
  const [readFrom, setReadFrom] = useState<PrivateDatabase>()
  const [isKept, setKept] = useState(false)

  useEffect(() => {
    if (!db) return
    let isOver = false
    const take = (waiting: string) => {
      if (isOver) return
      setWords((shared) => joinWords(waiting, shared))
      setReadFrom(db)
    }
    readShared(db).then(take, () => undefined)
    return () => {
      isOver = true
    }
  }, [db])
  useEffect(() => {
    if (!db || readFrom !== db) return
    // What cannot be stored is still on the screen, and in the address.
    keep({ db, words }).then(
      () => setKept(true),
      () => undefined,
    )
  }, [db, readFrom, words])

  const takeFile = async (file: File) => {
    const text = await file.text()
    const read = readCards(text)
    setCards((before) => [...before, ...read])
    // What is no card is still somebody's text.
    const said = read.length > 0 ? read.map((card) => card.words).join('\n\n') : text.trim().slice(0, 2000)
    setWords((before) => [before, said].filter(Boolean).join('\n\n'))
  }
  useEffect(() => {
    const { launchQueue } = window as { launchQueue?: LaunchQueue }
    launchQueue?.setConsumer(async ({ files = [] }) => {
      for (const handle of files) await takeFile(await handle.getFile())
    })
  }, [])
  /** Only once they are saved elsewhere, or the person lets them go. */
  const forget = async () => {
    if (db) await keep({ db, words: '' })
  }
  return { words, change: setWords, cards, takeFile, isKept, forget }
}
