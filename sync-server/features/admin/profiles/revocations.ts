import type { Keyring } from '#server/crypto/keyring.ts'
import type { Queryable, Transaction } from '#server/database/client.ts'
import { newId } from '#server/database/new-id.ts'
import { mailboxOf } from '#shared/accounts/mailbox.ts'
import type { Revocation } from '#shared/admin/applications.ts'
import type { UserId, VcId } from '#shared/ids.ts'
import { Problem } from '#shared/problem.ts'
import {
  type Concerned,
  forgetReasons,
  insertRevocation,
  isAccountBarred,
  isAddressBarred,
  listHoldingOf,
  listRevocations,
  type RevocationRow,
} from './revocation-queries.ts'

type Owner = { id: UserId; email: string }
type Revoked = { listingId: VcId; recordId: VcId | null; owner: Owner | undefined; reason: string | null; at: Date }

const keyOf = (keyring: Keyring, email: string) => keyring.sign('revocation', mailboxOf(email))

/** Records a revocation, for later applications and claims of its owner and of its record. */
export async function noteRevocation(tx: Transaction, keyring: Keyring, { listingId, recordId, owner, reason, at }: Revoked) {
  const addressKey = owner ? await keyOf(keyring, owner.email) : null
  await insertRevocation(tx, { id: newId('rvk'), listingId, recordId, addressKey, reason, revokedAt: at })
}

/**
 * Rejects a claim to a record by an account whose earlier claim an admin has revoked, or by another account with the same
 * mailbox.
 *
 * @throws Problem `profiles.claim-revoked`
 */
export async function requireUnrevoked(tx: Transaction, keyring: Keyring, recordId: VcId, { id, email }: Owner) {
  const isBarred = (await isAccountBarred(tx, recordId, id)) || (await isAddressBarred(tx, recordId, await keyOf(keyring, email)))
  if (isBarred) throw new Problem('profiles.claim-revoked')
}

/** Deletes the reasons why claims to a record were revoked: the person of the record was removed, and the texts may name them. */
export const forgetReasonsAbout = (tx: Transaction, recordId: VcId): Promise<void> => forgetReasons(tx, { recordId })

/** Keeps revocations of an account that is being erased under a keyed hash of its mailbox, without any text about its owner. */
export async function keepRevocationsOf(tx: Transaction, keyring: Keyring, owner: Owner, at: Date) {
  const active = await listHoldingOf(tx, owner.id)
  if (active.length === 0) return
  const key = await keyOf(keyring, owner.email)
  const known = await listRevocations(tx, { userIds: [owner.id], recordIds: [], addressKeys: [] })
  for (const { listingId, recordId, claimRevokedAt, revokedAt } of active) {
    const isKept = known.some(({ revocation }) => revocation.listingId === listingId && revocation.addressKey === key)
    // A lifted claim revocation no longer bars the address from the record.
    const revoked = {
      listingId,
      recordId: claimRevokedAt && recordId,
      owner,
      reason: null,
      at: claimRevokedAt ?? revokedAt ?? at,
    }
    if (!isKept) await noteRevocation(tx, keyring, revoked)
  }
  await forgetReasons(tx, { userId: owner.id })
}

type Subject = { userId?: UserId | undefined; email: string | null | undefined; recordId: VcId | null }

/** Earlier revocations of the same owner or of the same record, latest first. */
export async function revocationsOf<Item>(
  db: Queryable,
  keyring: Keyring,
  items: Item[],
  about: (item: Item) => Subject,
): Promise<Map<Item, Revocation[]>> {
  const subjects = await Promise.all(
    items.map(async (item) => {
      const { userId, email, recordId } = about(item)
      return { item, userId, recordId, key: email ? await keyOf(keyring, email) : undefined }
    }),
  )
  const concerned: Concerned = {
    userIds: subjects.flatMap(({ userId }) => userId ?? []),
    recordIds: subjects.flatMap(({ recordId }) => recordId ?? []),
    addressKeys: subjects.flatMap(({ key }) => key ?? []),
  }
  const rows = items.length === 0 ? [] : await listRevocations(db, concerned)
  return new Map(
    subjects.map(({ item, userId, recordId, key }) => {
      const isSameOwner = ({ revocation, userId: of }: RevocationRow) =>
        (userId !== undefined && of === userId) || (key !== undefined && revocation.addressKey === key)
      const isSameRecord = ({ revocation }: RevocationRow) => recordId !== null && revocation.recordId === recordId
      const own = rows.filter((row) => isSameOwner(row) || isSameRecord(row))
      return [item, own.map((row) => present(row, isSameOwner(row)))]
    }),
  )
}

const present = ({ revocation, recordName }: RevocationRow, isSameOwner: boolean): Revocation => ({
  revokedAt: revocation.revokedAt.toISOString(),
  liftedAt: revocation.liftedAt?.toISOString() ?? null,
  reason: revocation.reason,
  recordId: revocation.recordId,
  recordName,
  isSameOwner,
})
