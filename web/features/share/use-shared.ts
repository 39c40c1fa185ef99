import { useEffect, useMemo, useRef, useState } from 'react'
import * as v from 'valibot'
import { SHARED_BLOCK, SharedContent } from '#shared/share/content.ts'
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
/** Content that the server has received in the worker's place, and put into the page. */
function sharedInPage(): Shared {
  const text = document.getElementById(SHARED_BLOCK)?.textContent
  const content = text ? v.safeParse(v.pipe(v.string(), v.parseJson(), SharedContent), text) : undefined
  if (!content?.success) return NOTHING
  return addShared(NOTHING, joinShare(content.output), content.output.cards)
}
const firstShared = () => {
  const { words, cards } = sharedInPage()
  return addShared(sharedInAddress(), words, cards ? [cards] : [])
}

export type Loss = 'file' | 'start'
/** Set by the worker when shared files could not be stored, and by the server, in its place, when they were too large. */
function lossInAddress(): Loss | undefined {
  const lost = new URLSearchParams(location.search).get('lost')
  return lost === 'file' || lost === 'start' ? lost : undefined
}

/**
 * Shared content that is not yet assigned: from the address, from files, or stored in an earlier session.
 *
 * @returns `isKept`: whether it is stored on the device, so that it can be removed from the address. `file`: the contact cards as
 *   received
 */
export function useShared() {
  const db = usePrivateDb()
  const [shared, setShared] = useState(firstShared)
  const [loss, setLoss] = useState(lossInAddress)
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
  // What is stored is not taken from the page again by the next visit of this screen.
  useEffect(() => {
    if (status.isKept) document.getElementById(SHARED_BLOCK)?.remove()
  }, [status.isKept])

  const takeFiles = async (files: readonly File[]) => {
    const isFitting = files.reduce((sum, { size }) => sum + size, 0) <= MAX_CARDS_BYTES
    setLoss(isFitting ? undefined : 'file')
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
    ...{ words: shared.words, file: shared.cards, cards, loss, isKept: status.isKept },
    change,
    discard,
    takeFiles,
    forget,
  }
}
