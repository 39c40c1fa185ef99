import { useLiveQuery } from 'dexie-react-hooks'
import type { User } from '#shared/accounts/contract.ts'
import { usePrivateDb } from '#web/db/tab/databases.ts'

/** Who is signed in, as this device knows it, also offline: `undefined` while that is not read yet, `null` for a visitor. */
export function useUser(): User | null | undefined {
  const db = usePrivateDb()
  const account = useLiveQuery(async () => db && ((await db.account.toCollection().first()) ?? null), [db])
  if (!db || account === undefined) return undefined
  // Signed in a moment ago, and the first pull is on its way.
  if (account === null) return db.principal === 'guest' ? null : undefined
  return account.user
}

/** Somebody is signed in here whose account is not on this device yet: the first pull is on its way, or has failed. */
export function useIsAccountMissing(): boolean {
  const db = usePrivateDb()
  const isMissing = useLiveQuery(
    // A database without its life is being left, and another one takes its place: nobody is asked to sign in meanwhile.
    async () =>
      db !== undefined && db.principal !== 'guest' && (await db.account.count()) === 0 && (await db.getMeta('life')) === db.life,
    [db],
  )
  return isMissing ?? false
}
