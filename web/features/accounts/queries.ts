import { useLiveQuery } from 'dexie-react-hooks'
import type { User } from '#shared/accounts/contract.ts'
import { usePrivateDb } from '#web/db/tab/databases.ts'
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
 * What the first pull on this device is awaited for: `missing`, the account that has signed in here, or `possible`, an account
 * that a session may still name for a visitor. Browsers delete the stored data of a site that was not visited for a week, and
 * keep its session.
 */
export function useAwaitedAccount(): 'missing' | 'possible' | undefined {
  const db = usePrivateDb()
  const isStuck = useIsStuck()
  const isAwaited = useLiveQuery(async () => {
    if (db?.principal === 'guest') return (await db.getMeta('validatedAt')) === undefined
    // A database without its generation is being left for another one: no sign-in is requested in the meantime.
    return db && (await db.account.count()) === 0 && (await db.getMeta('life')) === db.life
  }, [db])
  if (db?.principal === 'guest') return isAwaited === false || isStuck ? undefined : 'possible'
  return isAwaited ? 'missing' : undefined
}
