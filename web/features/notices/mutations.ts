import type { ReadNotices } from '#shared/notices/contract.ts'
import { type PreferNotices, switchedOff } from '#shared/notices/preferences.ts'
import { OPTIMISTIC } from '#web/db/private-database.ts'
import type { ClientMutator } from '#web/sync/engine/client-mutator.ts'
import { enqueue } from '#web/sync/engine/sync-port.ts'

/** Marks notices as read on all devices; resolves once the mutation is stored on this device. */
export const readNotices = (ids: string[]) => enqueue('notice.read', { ids })

export const showRead: ClientMutator<ReadNotices> = async (db, { ids }) => {
  for (const notice of await db.notices.bulkGet(ids)) {
    if (notice && !notice.isRead) await db.notices.put({ ...notice, isRead: true, version: OPTIMISTIC })
  }
}

/** Switches news outside the app on or off, on all devices; resolves once the mutation is stored on this device. */
export const preferNotices = (change: PreferNotices) => enqueue('notice.prefer', change)

export const showPreference: ClientMutator<PreferNotices> = async (db, change) => {
  const account = await db.account.toCollection().first()
  if (!account?.user) return
  const noticesOff = switchedOff(account.user.noticesOff ?? [], change)
  await db.account.put({ ...account, user: { ...account.user, noticesOff }, version: OPTIMISTIC })
}
