import { useLiveQuery } from 'dexie-react-hooks'
import type { OutboxEntry, SentEntry } from '#web/db/outbox-entry.ts'
import { type PhotoDraft, readPhotoQueue } from '#web/db/photo-queue.ts'
import type { PrivateDatabase } from '#web/db/private-database.ts'
import { usePrivateDb } from '#web/db/tab/databases.ts'
import { SENT_KEPT_MS } from '#web/sync/engine/push/sent-log.ts'

export type Outbox = {
  /** In the order of writing, which is the order of sending. */
  waiting: OutboxEntry[]
  refused: OutboxEntry[]
  /** Of the last week, the latest first. */
  sent: SentEntry[]
  /** Drafts that have not been submitted. */
  drafts: number
  /** Photos about contacts that have not arrived at the server. */
  photos: PhotoDraft[]
}

/** @param now  milliseconds since the epoch */
export async function readOutbox(db: PrivateDatabase, now: number): Promise<Outbox> {
  const [entries, sent, drafts, photos] = await Promise.all([
    db.outbox.orderBy('seq').toArray(),
    db.sent
      .where('sentAt')
      .above(now - SENT_KEPT_MS)
      .toArray(),
    db.drafts.count(),
    readPhotoQueue(db),
  ])
  return {
    waiting: entries.filter(({ state }) => state === 'waiting'),
    refused: entries.filter(({ state }) => state === 'refused'),
    sent: sent.sort((a, b) => b.sentAt - a.sentAt || b.id.localeCompare(a.id)),
    drafts: drafts - photos.length,
    photos: photos.filter(({ arrivedAt }) => arrivedAt === undefined),
  }
}

/** `undefined` until the device has been read. */
export function useOutbox(): Outbox | undefined {
  const db = usePrivateDb()
  return useLiveQuery(async () => db && readOutbox(db, Date.now()), [db])
}
