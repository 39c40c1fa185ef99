import { useEffect, useState } from 'react'
import { keepShared, readShared, wordsOf } from './shared-words.ts'
import { type CardWords, readCards } from './vcard-words.ts'

/** Files the system opens with the app; not in TypeScript's library. */
type LaunchQueue = { setConsumer: (take: (launch: { files?: readonly { getFile: () => Promise<File> }[] }) => void) => void }

/** What was handed over and has no place yet: by the address, by a file, or from the last time. */
export function useShared() {
  const [words, setWords] = useState(() => {
    const query = new URLSearchParams(location.search)
    const shared = wordsOf({ title: query.get('title'), text: query.get('text'), url: query.get('url') })
    const waiting = readShared()
    // Two shares in a row: neither pushes the other out.
    const all = waiting.includes(shared) ? waiting : [waiting, shared].filter(Boolean).join('\n\n')
    if (all) keepShared(all)
    return all
  })
  const [cards, setCards] = useState<CardWords[]>([])

  const change = (next: string) => {
    setWords(next)
    keepShared(next)
  }
  const takeFile = async (file: File) => {
    const text = await file.text()
    const read = readCards(text)
    setCards((before) => [...before, ...read])
    // What is no card is still somebody's text.
    const said = read.length > 0 ? read.map((card) => card.words).join('\n\n') : text.trim().slice(0, 2000)
    setWords((before) => {
      const all = [before, said].filter(Boolean).join('\n\n')
      keepShared(all)
      return all
    })
  }
  useEffect(() => {
    const { launchQueue } = window as { launchQueue?: LaunchQueue }
    launchQueue?.setConsumer(async ({ files = [] }) => {
      for (const handle of files) await takeFile(await handle.getFile())
    })
  }, [])
  return { words, change, cards, takeFile }
}
