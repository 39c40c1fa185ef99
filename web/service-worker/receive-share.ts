import { SHARE_PATH, SHARED_FILES } from '#shared/share/content.ts'
import type { PrivateDatabase } from '#web/db/private-database.ts'
import { addShared, joinShare, MAX_CARDS_BYTES } from '#web/features/share/join-share.ts'
import { textOfFile } from '#web/forms/text-of-file.ts'
import { assertSameGeneration } from '#web/sync/engine/outbox.ts'
import { type WorkerPlatform, withWorkerSession } from './worker-session.ts'

/**
 * Content that another app shares with the installed app: stored as drafts of the current principal, so that it survives the end of
 * the app, then the page opens. What cannot be stored is in the address, as text.
 */
export async function receiveShare(device: WorkerPlatform, request: Request): Promise<Response> {
  const form = await request.formData()
  const textOf = (name: string) => {
    const value = form.get(name)
    return typeof value === 'string' ? value : null
  }
  const words = joinShare({ title: textOf('title'), text: textOf('text'), url: textOf('url') })
  const files = form.getAll(SHARED_FILES).filter((value): value is File => typeof value !== 'string')
  const isFitting = files.reduce((sum, { size }) => sum + size, 0) <= MAX_CARDS_BYTES
  const texts = isFitting ? await Promise.all(files.map(textOfFile)) : []
  let isStored = false
  try {
    await withWorkerSession(device, async ({ db }) => {
      await store(db, words, texts)
      isStored = true
    })
  } catch {
    // The page says so.
  }
  const query = new URLSearchParams({
    ...(!isStored && words && { text: words }),
    ...((!isFitting || (!isStored && files.length > 0)) && { lost: 'file' }),
  })
  const address = new URL(`${SHARE_PATH}${query.size > 0 ? `?${query}` : ''}`, request.url)
  return new Response(null, { status: 303, headers: { location: address.href } })
}

const store = (db: PrivateDatabase, words: string, files: readonly string[]) =>
  db.transaction('rw', db.drafts, db.meta, async () => {
    await assertSameGeneration(db)
    const [text, cards] = await db.drafts.bulkGet(['shared', 'shared:cards'])
    const textIn = (values: unknown) => (typeof values === 'string' ? values : '')
    const shared = addShared({ words: textIn(text?.values), cards: textIn(cards?.values) }, words, files)
    const writtenAt = new Date().toISOString()
    if (shared.words) await db.drafts.put({ id: 'shared', values: shared.words, writtenAt })
    if (shared.cards) await db.drafts.put({ id: 'shared:cards', values: shared.cards, writtenAt })
  })
