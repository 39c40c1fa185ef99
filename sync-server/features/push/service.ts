import type { Keyring } from '#server/crypto/keyring.ts'
import type { Database, Queryable, Transaction } from '#server/database/client.ts'
import { newId } from '#server/database/new-id.ts'
import { lockCaller } from '#server/features/accounts/sessions/lock-caller.ts'
import type { LimitOn } from '#server/http/limits/rate-limit.ts'
import type { Account } from '#server/http/session.ts'
import { enqueueJob } from '#server/jobs/queue.ts'
import type { PrincipalId, UserId } from '#shared/ids.ts'
import { MAX_PUSH_DEVICES, type PushState, type SubscribeToPush } from '#shared/push/contract.ts'
import { requireEndpoint } from './push-service.ts'
import {
  deleteOldestSubscriptions,
  deleteSubscription,
  hasSubscription,
  insertDeliveries,
  insertSubscription,
  listTurnedOn,
  replaceSubscription,
  takeSubscription,
} from './queries.ts'
import type { VapidKeys } from './vapid-keys.ts'

export const SEND_PUSHES = 'push.send'

export type PushDeps = {
  db: Database
  keyring: Keyring
  limitOn: LimitOn
  readKeys: () => Promise<VapidKeys>
  origins: readonly string[]
}

export async function readPushState({ db, readKeys }: PushDeps, { session }: Account): Promise<PushState> {
  return { publicKey: (await readKeys()).publicKey, isOn: await hasSubscription(db, session.sid) }
}

/**
 * The session receives pushes from now on, at the address that its browser has been given.
 *
 * @throws Problem `push.endpoint-refused`, `too-many-requests`
 */
export async function subscribe({ db, keyring, limitOn, origins }: PushDeps, account: Account, given: SubscribeToPush) {
  requireEndpoint(given.endpoint, origins)
  const id = newId<string>('psh')
  // Before the transaction, which must not wait for a key.
  const endpointHash = await keyring.sign('push-endpoint', given.endpoint)
  const sealed = await keyring.encrypt(JSON.stringify(given), id)
  await db.transaction(async (tx) => {
    await lockCaller(tx, { principalId: account.principalId, account })
    await limitOn(tx)('push-account', account.id)
    await replaceSubscription(tx, { id, sid: account.session.sid, endpointHash, sealed })
    await deleteOldestSubscriptions(tx, account.id, MAX_PUSH_DEVICES)
  })
}

export const unsubscribe = ({ db }: PushDeps, { session }: Account) => deleteSubscription(db, { sid: session.sid })

/**
 * Keeps the pushes of a browser whose session of the same account is replaced: a fresh proof gives it a new token. Called before the
 * earlier session is deleted.
 *
 * @returns what is to be called once the new session exists
 */
export async function carryPushes(tx: Transaction, earlierSid: string, userId: UserId): Promise<(sid: string) => Promise<void>> {
  const taken = await takeSubscription(tx, earlierSid, userId)
  return async (sid) => {
    if (taken) await insertSubscription(tx, { ...taken, sid })
  }
}

/** For the export of an account: its push addresses are secrets, and are left out. */
export const exportPushes = (db: Queryable, userId: UserId) => listTurnedOn(db, userId)

/** Has a notice pushed to the devices of its receiver, after the commit of the transaction that wrote it. */
export async function queuePush(tx: Queryable, to: PrincipalId, noticeId: string) {
  // The schedule would also find it within seconds. The job makes it arrive sooner.
  if (await insertDeliveries(tx, to, noticeId)) await enqueueJob(tx, { kind: SEND_PUSHES, key: noticeId })
}
