import type { Queryable } from '#server/database/client.ts'
import { soldFor } from '#server/features/earnings/entries.ts'
import { listReserved } from '#server/features/earnings/reserve-queries.ts'
import type { PayableAccount } from '#shared/earnings/admin.ts'
import { earningStatusOf, maturesAt } from '#shared/earnings/maturity.ts'
import { withheldOf } from '#shared/earnings/netting.ts'
import { MINIMUM_PAYOUT } from '#shared/earnings/payout.ts'
import type { UserId, VcId } from '#shared/ids.ts'
import { type AccountKey, parseAccount } from '#shared/ledger/account.ts'
import { type Cents, cents } from '#shared/money.ts'
import { listPayees, listShares, listTaken } from './payable-queries.ts'

export type Payable = PayableAccount & {
  account: AccountKey
  vcId: VcId | null
  userId: UserId | null
  /** Reserved by the open batch or being sent, and not contained in `amount`. */
  setAside: Cents
}

/**
 * The payable amount of every account: matured shares, minus paid and reserved amounts, and minus the negative balance of other
 * accounts of the same person. Largest first.
 */
export async function listPayable(db: Queryable, now: Date): Promise<Payable[]> {
  const [shares, taken, payees] = [await listShares(db), await listTaken(db), await listPayees(db)]
  const isReserved = await listReserved(db)
  const amounts = new Map<AccountKey, number>()
  const add = (account: AccountKey, amount: number) => amounts.set(account, (amounts.get(account) ?? 0) + amount)
  const known = new Map(payees.map((payee) => [payee.account, payee]))
  const lastPaid = new Map(taken.map(({ account, last_paid_at }) => [account, last_paid_at]))
  const paidUntil = new Map(taken.map(({ account, last_at }) => [account, last_at ? Date.parse(last_at) : 0]))
  // Donations to a charity since its last payout, by donor: one charity has many.
  const donated = new Map<string, Map<UserId, number>>()
  // Shares of a charity from sales of revoked listings. The investor chooses the charity, so they are withheld like the
  // investor's own share.
  const stopped = new Map<string, number>()
  for (const share of shares) {
    const isCharity = charityOf(share.account) !== undefined
    const sale = soldFor(share, isReserved(share.seller_id, share.order_id), {
      takenOverAt: isCharity ? null : share.taken_over_at,
      paidUntil: lastPaid.get(share.account) ?? null,
    })
    if (earningStatusOf(sale, now.getTime()) !== 'matured') continue
    add(share.account, Number(share.amount))
    if (share.is_revoked && isCharity) {
      const paidUntilThen = share.paid_before ? Date.parse(share.paid_before) : 0
      if ((maturesAt(sale) ?? 0) > paidUntilThen)
        stopped.set(share.account, (stopped.get(share.account) ?? 0) + Number(share.amount))
      continue
    }
    const donor = isCharity ? share.seller_id : undefined
    if (!donor || (maturesAt(sale) ?? 0) <= (paidUntil.get(share.account) ?? 0)) continue
    const of = donated.get(share.account) ?? new Map<UserId, number>()
    donated.set(share.account, of.set(donor, (of.get(donor) ?? 0) + Number(share.amount)))
  }
  const reserved = new Map<string, number>()
  for (const { account, paid, set_aside } of taken) {
    add(account, -Number(paid) - Number(set_aside))
    reserved.set(account, Number(set_aside))
  }
  const withheld = withheldOf(
    [...amounts].map(([account, amount]) => ({
      account,
      amount,
      setAside: reserved.get(account) ?? 0,
      owner: charityOf(account) !== undefined ? undefined : (known.get(account)?.user_id ?? undefined),
      donors: donated.get(account),
    })),
  )
  return [...amounts]
    .map(([account, sum]): Payable => {
      const payee = known.get(account)
      const charity = charityOf(account)
      const amount = cents(sum)
      // Earnings of a revoked listing, or of one in review since its account was reset, are paid once an admin has approved it
      // again.
      const isStopped = payee?.is_revoked ?? false
      const kept = (withheld.get(account) ?? 0) + (stopped.get(account) ?? 0)
      const payable = cents(isStopped ? Math.min(0, sum) - (reserved.get(account) ?? 0) : sum - kept)
      return {
        account,
        payee: charity ?? payee?.name ?? account,
        email: payee?.email ?? null,
        vcId: payee?.vc_id ?? null,
        userId: payee?.user_id ?? null,
        amount,
        payable,
        standing: payableStatus(amount, payable, charity !== undefined || Boolean(payee?.user_id)),
        setAside: cents(reserved.get(account) ?? 0),
      }
    })
    .sort((a, b) => b.amount - a.amount || a.account.localeCompare(b.account))
}

function charityOf(key: string): string | undefined {
  const account = parseAccount(key)
  return account?.kind === 'charity_payable' ? account.charity : undefined
}

function payableStatus(amount: Cents, payable: Cents, hasOwner: boolean): PayableAccount['standing'] {
  if (amount < 0) return 'negative'
  if (!hasOwner) return 'nobody'
  if (payable >= MINIMUM_PAYOUT) return 'ready'
  return amount >= MINIMUM_PAYOUT ? 'withheld' : 'small'
}

/**
 * Whether a reserved line may be paid. Its account must not be negative without it, and its payee must still be the owner of the
 * account: the record may have been given to another account in between.
 */
export const isCovered = ({ userId }: { userId: UserId | null }, account: Payable | undefined): boolean =>
  (account?.payable ?? 0) >= 0 && (account?.userId ?? null) === userId
