import type { Queryable } from '#server/db.ts'
import type { PayableAccount } from '#shared/earnings/admin.ts'
import { standingOf } from '#shared/earnings/maturity.ts'
import { MINIMUM_PAYOUT } from '#shared/earnings/payout.ts'
import type { UserId, VcId } from '#shared/ids.ts'
import { type Cents, cents } from '#shared/money.ts'
import { soldFor } from './entries.ts'
import { listPayees, listShares, listTaken } from './payable-queries.ts'

const CHARITY = 'charity_payable:'

export type Payable = PayableAccount & {
  vcId: VcId | null
  userId: UserId | null
  /** Set aside by the open batch or on its way, and not in `amount`. */
  setAside: Cents
}

/** What every account may be paid now: matured shares, less what was paid and what a batch has set aside. The largest first. */
export async function listPayable(db: Queryable, now: Date): Promise<Payable[]> {
  const [shares, taken, payees] = [await listShares(db), await listTaken(db), await listPayees(db)]
  const amounts = new Map<string, number>()
  const add = (account: string, amount: number) => amounts.set(account, (amounts.get(account) ?? 0) + amount)
  for (const share of shares) {
    if (standingOf(soldFor(share), now.getTime()) === 'matured') add(share.account, Number(share.amount))
  }
  const aside = new Map<string, number>()
  for (const { account, paid, set_aside } of taken) {
    add(account, -Number(paid) - Number(set_aside))
    aside.set(account, Number(set_aside))
  }
  const known = new Map(payees.map((payee) => [payee.account, payee]))
  return [...amounts]
    .map(([account, sum]): Payable => {
      const payee = known.get(account)
      const isCharity = account.startsWith(CHARITY)
      const amount = cents(sum)
      return {
        account,
        payee: isCharity ? account.slice(CHARITY.length) : (payee?.name ?? account),
        email: payee?.email ?? null,
        vcId: payee?.vc_id ?? null,
        userId: payee?.user_id ?? null,
        amount,
        standing: standingBy(amount, isCharity || Boolean(payee?.user_id)),
        setAside: cents(aside.get(account) ?? 0),
      }
    })
    .sort((a, b) => b.amount - a.amount || a.account.localeCompare(b.account))
}

function standingBy(amount: Cents, isSomebody: boolean): PayableAccount['standing'] {
  if (amount < 0) return 'negative'
  if (!isSomebody) return 'nobody'
  return amount < MINIMUM_PAYOUT ? 'small' : 'ready'
}
