import { useLiveQuery } from 'dexie-react-hooks'
import type { User } from '#shared/accounts/contract.ts'
import { usePrivateDb } from '#web/db/tab/databases.ts'
import { useHasPulled } from '#web/sync/tab/use-own-list.ts'
import { useIsStuck } from '#web/sync/tab/use-sync-status.ts'

/** The signed-in user as stored on this device, also offline: `undefined` while it is not read yet, `null` for a visitor. */
export function useUser(): User | null | undefined {
  const db = usePrivateDb()
  const account = useLiveQuery(async () => db && ((await db.account.toCollection().first()) ?? null), [db])
  if (!db || account === undefined) return undefined
  // Just signed in, and the first pull has not completed.
  if (account === null) return db.principal === 'guest' ? null : undefined
  return account.user
}

/**
 * Whether the first pull may still find an account for this visitor: browsers delete the stored data of a site that was not
 * visited for a week, and keep its session.
 */
export function useMayHaveSession(): boolean {
  const db = usePrivateDb()
  const hasPulled = useHasPulled()
  const isStuck = useIsStuck()
  return db?.principal === 'guest' && !hasPulled && !isStuck
}

/** Whether the signed-in account is not on this device yet: the first pull is running, or has failed. */
export function useIsAccountMissing(): boolean {
  const db = usePrivateDb()
  const isMissing = useLiveQuery(
    // A database without its generation is being left for another one: no sign-in is requested in the meantime.
    async () =>
      db !== undefined && db.principal !== 'guest' && (await db.account.count()) === 0 && (await db.getMeta('life')) === db.life,
    [db],
  )
  return isMissing ?? false
}
