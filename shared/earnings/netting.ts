/** One account of the ledger, in cents. */
export type Standing<Owner> = {
  account: string
  /** The payable amount, without the amount reserved by a batch; negative after a late refund of a paid amount. */
  amount: number
  setAside: number
  /** The owner of the account; undefined for a charity's account. */
  owner: Owner | undefined
  /** For a charity's account: the earnings from each donor's sales since its last payout. */
  donors?: ReadonlyMap<Owner, number> | undefined
}

/**
 * The amount withheld from each account, because its owner has a negative balance on another one: first from the owner's own
 * accounts, then from the charity share of their sales. No ledger entry is posted; a later sale that offsets the debt releases
 * it.
 *
 * The amount reserved by a batch is withheld as well: the batch then waits until that line is withdrawn.
 */
export function withheldOf<Owner>(accounts: Standing<Owner>[]): Map<string, number> {
  const withheld = new Map<string, number>()
  const debts = new Map<Owner, number>()
  for (const { owner, amount } of accounts) {
    if (owner !== undefined && amount < 0) debts.set(owner, (debts.get(owner) ?? 0) - amount)
  }
  const take = (account: string, owner: Owner, most: number) => {
    const debt = debts.get(owner) ?? 0
    const taken = Math.min(debt, Math.max(0, most))
    if (taken === 0) return
    debts.set(owner, debt - taken)
    withheld.set(account, (withheld.get(account) ?? 0) + taken)
  }
  const roomOf = ({ account, amount, setAside }: Standing<Owner>) => Math.max(0, amount + setAside - (withheld.get(account) ?? 0))
  for (const one of accounts) if (one.owner !== undefined && one.amount >= 0) take(one.account, one.owner, roomOf(one))
  for (const one of accounts) {
    for (const [donor, brought] of one.donors ?? []) take(one.account, donor, Math.min(brought, roomOf(one)))
  }
  return withheld
}
