import type { Keyring } from '#server/crypto/keyring.ts'
import type { Database, Transaction } from '#server/database/client.ts'
import { claimCode } from '#server/email/messages/accounts.ts'
import { queueMail, senderAt } from '#server/email/outbox.ts'
import { type MailboxDeps, proveOwnMailbox } from '#server/features/accounts/credentials/own-mailbox.ts'
import { issueCode, makeCode, redeemCode } from '#server/features/accounts/credentials/tokens.ts'
import { receiptKey } from '#server/features/accounts/erasure/receipt-key.ts'
import { lockCaller } from '#server/features/accounts/sessions/lock-caller.ts'
import type { RequestContext } from '#server/features/accounts/sessions/request-context.ts'
import { askForDoubled } from '#server/features/orders/settlement/doubled.ts'
import { moveSales } from '#server/features/unlocks/move-owner.ts'
import type { RateLimit } from '#server/http/limits/rate-limit.ts'
import { refuseBlocked } from '#server/http/limits/refuse-blocked.ts'
import type { Account, CallerRef } from '#server/http/session.ts'
import type { OrderId, PrincipalId } from '#shared/ids.ts'
import { listSales, lockClaimable, moveOrdersTo } from './queries.ts'

export type ClaimDeps = MailboxDeps & { db: Database; limit: RateLimit; keyring: Keyring }

type Claimant = Pick<RequestContext, 'address' | 'proof'> & {
  principalId: PrincipalId
  account: Pick<Account, 'email' | 'emailVerified'> | undefined
}

/**
 * Mails a code to an address that may have received receipts. Every address gets one: the reply must not reveal whether anything
 * was bought under it.
 *
 * Counted per requester first: a stranger uses up their own codes, and not those of the mailbox. An account that has verified the
 * mailbox is counted separately, regardless of requests by strangers.
 *
 * @throws Problem `too-many-requests`, `limits.proof-needed`
 */
export async function startClaim(deps: ClaimDeps, { principalId, account, address, proof }: Claimant, email: string) {
  await deps.limit('claim-address', address, 1, proof)
  await refuseBlocked(deps.db, deps.now(), { address, email })
  await deps.limit('code-identifier', principalId)
  if (!account?.emailVerified || account.email.toLowerCase() !== email) {
    await deps.limit('claim-pair', `${email}:${address}`)
    await deps.limit('claim-mailbox', email)
  }
  const code = await makeCode(deps.limit, email)
  await deps.db.transaction(async (tx) => {
    const owner = { userId: null, principalId }
    const { expiresAt } = await issueCode(tx, deps.keyring, { purpose: 'claim', owner, email, code, now: deps.now() })
    const message = claimCode(code)
    const sender = await senderAt(deps.keyring, address)
    await queueMail(tx, { to: email, template: 'claim-code', message, secretUntil: expiresAt, isUrgent: true, sender })
  })
}

/**
 * Transfers purchases made under an address to the caller who can read its mailbox. The code also verifies the address if it is
 * the account's own.
 *
 * @returns the number of transferred purchases
 * @throws Problem `accounts.code-invalid`
 */
export async function confirmClaim(deps: ClaimDeps, caller: CallerRef, code: string): Promise<number> {
  const { db, now, keyring } = deps
  const { principalId } = caller
  const email = await redeemCode(deps, { purpose: 'claim', owner: { userId: null, principalId }, code, now: now() })
  return db.transaction(async (tx) => {
    await lockCaller(tx, caller)
    if (caller.account) await proveOwnMailbox(deps, tx, { id: caller.account.id, principalId }, email)
    const ids = await lockClaimable(tx, { email, receiptKey: await receiptKey(keyring, email) }, principalId)
    await transfer(tx, ids, principalId)
    return ids.length
  })
}

/**
 * Transfers purchases that guests made with an account's own address, once that address is verified. Purchases of an erased
 * account need a code: the address may belong to another person now.
 */
export async function claimVerified(tx: Transaction, email: string, to: PrincipalId) {
  const ids = await lockClaimable(tx, { email }, to)
  await transfer(tx, ids, to)
}

/** Transfers purchases with the requests and replies of the contacts that they bought. */
async function transfer(tx: Transaction, ids: OrderId[], to: PrincipalId) {
  await askForDoubled(tx, ids, to)
  const sales = await listSales(tx, ids)
  for (const buyer of new Set(sales.map((sale) => sale.buyer))) {
    const sold = sales.flatMap((sale) => (sale.buyer === buyer ? [sale.vcId] : []))
    await moveSales(tx, buyer, to, sold)
  }
  await moveOrdersTo(tx, ids, to)
}
