import { useLiveQuery } from 'dexie-react-hooks'
import type { VcId } from '#shared/ids.ts'
import { type NameOf, type NoticeText, type ReadableNotice, readNotice } from '#shared/notices/kinds.ts'
import { OWN } from '#shared/projects/own.ts'
import type { MutationName } from '#shared/sync/mutations.ts'
import { requestEntryId } from '#shared/unlocks/requests.ts'
import type { PrivateDatabase } from '#web/db/private-database.ts'
import { usePrivateDb } from '#web/db/tab/databases.ts'
import { useOwnList } from '#web/sync/tab/use-own-list.ts'

/** A notice as it is shown. */
export type ShownNotice = Pick<ReadableNotice, 'id' | 'kind' | 'path' | 'isRead' | 'createdAt'> & { text: NoticeText }

/** Whether a switch of this device has not reached the server yet. */
export function useHasUnsentPreferences(): boolean {
  const db = usePrivateDb()
  return useLiveQuery(async () => db && (await db.outbox.filter(isPreference).count()) > 0, [db]) ?? false
}
const isPreference = ({ name }: { name: string }) => name === ('notice.prefer' satisfies MutationName)

/** Notices of kinds that this build knows, the latest first; `undefined` while they are not known. */
export const useNotices = (): ShownNotice[] | undefined => useOwnList(listNotices)

export async function listNotices(db: PrivateDatabase): Promise<ShownNotice[]> {
  const known = (await db.notices.toArray()).flatMap((notice) => readNotice(notice) ?? [])
  known.sort((a, b) => b.createdAt.localeCompare(a.createdAt) || b.id.localeCompare(a.id))
  return Promise.all(
    known.map(async ({ id, kind, path, isRead, createdAt, nameOf, textWith }) => ({
      ...{ id, kind, path, isRead, createdAt },
      text: textWith(nameOf && (await findName(db, nameOf))),
    })),
  )
}

/** Names are in other documents of this principal: with those they change, and leave the device. */
async function findName(db: PrivateDatabase, name: NameOf): Promise<string | undefined> {
  switch (name.in) {
    case 'bookings':
      return (await db.bookings.get(name.id))?.counterpart.name || undefined
    case 'requestsReceived':
      return (await db.requestsReceived.get(name.id))?.founderName
    case 'orders':
      return (await db.orders.get(name.id))?.title
    case 'tickets': {
      const ticket = await db.tickets.get(name.id)
      return ticket?.subject ?? ticket?.message
    }
    case 'ownProject':
      return (await db.ownProject.get(OWN))?.values.companyName || undefined
    case 'investors':
      return findInvestor(db, name.id)
  }
}

async function findInvestor(db: PrivateDatabase, id: VcId): Promise<string | undefined> {
  const contact = await db.contacts.get(id)
  if (contact) return contact.name
  const asked = await db.requests.bulkGet([requestEntryId('intro', id), requestEntryId('unlock', id)])
  return asked.find((request) => request?.vcName)?.vcName ?? undefined
}
