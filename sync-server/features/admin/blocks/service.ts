import { isIP } from 'node:net'
import type { Keyring } from '#server/crypto/keyring.ts'
import type { Database, Transaction } from '#server/database/client.ts'
import { newId } from '#server/database/new-id.ts'
import { lockCaller, lockingCaller } from '#server/features/accounts/sessions/lock-caller.ts'
import { nameOf } from '#server/features/admin/account-name.ts'
import { writeAuditEntry } from '#server/features/admin/write-audit-entry.ts'
import { readOrder } from '#server/features/orders/service.ts'
import { cardKeyOf } from '#server/http/limits/blocked-card.ts'
import type { Account } from '#server/http/session.ts'
import type { Payments } from '#server/payments/payments-port.ts'
import {
  type AddBlock,
  type Block,
  type BlockCard,
  type Blocks,
  blockedValue,
  domainOf,
  type EndBlock,
  endOf,
  KEPT_AFTER_END_MS,
  MAX_BLOCKS_LISTED,
} from '#shared/admin/blocks.ts'
import type { OrderId } from '#shared/ids.ts'
import { Problem } from '#shared/problem.ts'
import {
  ADDED,
  BLOCK_TARGET,
  type BlockRow,
  deleteEndedBlocks,
  endBlockAt,
  hasAddress,
  insertBlock,
  listBlockRows,
  lockBlock,
  sumHits,
} from './queries.ts'

export type BlockDeps = { db: Database; now: () => Date }

type By = { admin: Account; address: string }

export const listBlocks = async ({ db, now }: BlockDeps): Promise<Blocks> => ({
  blocks: (await listBlockRows(db, now(), MAX_BLOCKS_LISTED)).map((row) => present(row, now())),
  hits: Object.fromEntries((await sumHits(db)).map(({ kind, hits }) => [kind, hits])),
})

const isInForce = ({ endsAt }: { endsAt: Date | null }, now: Date) => endsAt === null || endsAt > now

/** Characters of the hash of a card: enough to tell two cards apart. */
const SHOWN_OF_CARD = 12

const present = (row: BlockRow, now: Date): Block => ({
  ...{ id: row.id, kind: row.kind, reason: row.reason, hits: row.hits },
  value: row.kind === 'card' ? `${row.value.slice(0, SHOWN_OF_CARD)}…` : row.value,
  creator: row.creator && nameOf(row.creator),
  createdAt: row.createdAt.toISOString(),
  endsAt: row.endsAt?.toISOString() ?? null,
  isInForce: isInForce(row, now),
  lastHitAt: row.lastHitAt?.toISOString() ?? null,
})

/**
 * Adds an entry to the block list. The audit log has its kind, end and reason, but not the address: the entry itself is deleted
 * after its end, the log is kept.
 *
 * @throws Problem `admin.own-block`
 */
export const addBlock = ({ db, now }: BlockDeps, { admin, address }: By, given: AddBlock): Promise<Block> =>
  db.transaction(async (tx) => {
    await lockCaller(tx, { principalId: admin.principalId, account: admin })
    const value = blockedValue(given.kind, given.value)
    if (value === undefined) throw new Problem('invalid')
    if (await isOwn(tx, { admin, address }, given.kind, value)) throw new Problem('admin.own-block')
    return add(tx, admin, { ...given, value }, now())
  })

export type CardDeps = { payments: Pick<Payments, 'readIntent'>; keyring: Keyring }

/**
 * Adds the card that paid an order, or was declined for it last, to the block list. The provider is asked for the card, so that
 * no purchase stores it; the entry and the audit log have no more of it than a keyed hash and the order.
 *
 * @throws Problem `not-found`, `admin.no-card`, `admin.own-block` for an order of the admin
 */
export async function blockCard(
  { db, now, payments, keyring }: BlockDeps & CardDeps,
  admin: Account,
  orderId: string,
  given: BlockCard,
): Promise<Block> {
  const asAdmin = lockingCaller(db, { principalId: admin.principalId, account: admin })
  const order = await asAdmin.transaction((tx) => readOrder(tx, orderId as OrderId))
  if (!order) throw new Problem('not-found')
  if (order.principalId === admin.principalId) throw new Problem('admin.own-block')
  const fingerprint = order.piId ? (await payments.readIntent(order.piId))?.cardFingerprint : undefined
  if (fingerprint === undefined) throw new Problem('admin.no-card')
  const value = await cardKeyOf(keyring, fingerprint)
  return asAdmin.transaction((tx) => add(tx, admin, { ...given, kind: 'card', value, order: orderId }, now()))
}

type Added = { kind: Block['kind']; value: string; reason: string; days: number | null; order?: string }

async function add(tx: Transaction, admin: Account, { kind, value, reason, days, order }: Added, at: Date): Promise<Block> {
  const id = newId<string>('blk')
  const endsAt = endOf(days, at)
  await insertBlock(tx, { id, kind, value, reason, createdAt: at, endsAt })
  await writeAuditEntry(tx, {
    ...{ actorId: admin.id, action: ADDED, targetType: BLOCK_TARGET, targetId: id },
    before: { kind: null, until: null, note: null, ...(order && { order: null }) },
    after: { kind, until: endsAt?.toISOString() ?? 'no end', note: reason, ...(order && { order }) },
  })
  return readBlock(tx, id, at)
}

/**
 * Ends an entry early. One that has ended stays as it is.
 *
 * @throws Problem `not-found`
 */
export const endBlock = ({ db, now }: BlockDeps, admin: Account, id: string, { reason }: EndBlock): Promise<Block> =>
  db.transaction(async (tx) => {
    await lockCaller(tx, { principalId: admin.principalId, account: admin })
    const [row, at] = [await lockBlock(tx, id), now()]
    if (!row) throw new Problem('not-found')
    if (isInForce(row, at)) {
      await endBlockAt(tx, id, at)
      await writeAuditEntry(tx, {
        ...{ actorId: admin.id, action: 'unblocked', targetType: BLOCK_TARGET, targetId: id },
        before: { status: 'blocked', note: null },
        after: { status: 'ended', note: reason },
      })
    }
    return readBlock(tx, id, at)
  })

async function readBlock(tx: Transaction, id: string, now: Date) {
  const [row] = await listBlockRows(tx, now, 1, id)
  if (!row) throw new Problem('not-found')
  return present(row, now)
}

async function isOwn(tx: Transaction, { admin, address }: By, kind: AddBlock['kind'], value: string): Promise<boolean> {
  if (kind === 'email') return value === admin.email.toLowerCase()
  if (kind === 'domain') return `.${domainOf(admin.email)}`.endsWith(`.${value}`)
  return isIP(address.split('/')[0] ?? '') > 0 && hasAddress(tx, value, address)
}

export const PRUNE_BLOCKS = 'blocks.prune'

export const pruneBlocks = async ({ db, now }: BlockDeps): Promise<void> => {
  await deleteEndedBlocks(db, new Date(now().getTime() - KEPT_AFTER_END_MS))
}
