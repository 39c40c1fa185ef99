import type { OpenDatabase } from '#server/database/client.ts'

type Sale = {
  id: string
  vcId: string
  /** Cents. */
  amount: number
  daysAgo: number
  buyerId: string
  charity?: string
  isDisputed?: boolean
  refunded?: number
}

/** Sales of an investor, some time ago: rows as `fulfil` leaves them. */
export async function sellEarlier(sql: OpenDatabase['sql'], sales: Sale[]) {
  for (const { id, vcId, amount, daysAgo, buyerId, charity, isDisputed = false, refunded } of sales) {
    const at = new Date(Date.now() - daysAgo * 24 * 60 * 60 * 1000).toISOString()
    const share = Math.floor((amount * 85) / 100)
    const payee = charity ? `charity_payable:${charity}` : `investor_payable:${vcId}`
    const snapshot = { title: 'Contact', vcType: 'platform', ...(charity && { charity }) }
    await sql`insert into orders (id, principal_id, kind, target_type, target_id, amount, status, snapshot, created_at, paid_at, pi_id)
      values (${id}, ${buyerId}, 'vc_unlock', 'platform', ${vcId}, ${amount}, ${isDisputed ? 'disputed' : 'paid'}, ${JSON.stringify(snapshot)}::text::jsonb, ${at}, ${at}, ${`pi_${id}`})`
    await sql`insert into vc_unlocks (id, principal_id, order_id, vc_id, vc_type, amount, payment_type, stripe_payment_intent_id, status, created_at)
      values (${`unl_${id}`}, ${buyerId}, ${id}, ${vcId}, 'platform', ${amount}, 'vc_unlock', ${`pi_${id}`}, ${isDisputed ? 'disputed' : 'completed'}, ${at})`
    await sql`insert into payments (id, principal_id, order_id, vc_id, amount, payment_type, stripe_payment_intent_id, status, created_at)
      values (${`pay_${id}`}, ${buyerId}, ${id}, ${vcId}, ${amount}, 'vc_unlock', ${`pi_${id}`}, 'paid', ${at})`
    await sql`insert into receipts (order_id, number, issued_at) select ${id}, coalesce(max(number), 0) + 1, ${at} from receipts`
    const leg = (transaction: string, account: string, cents: number, when: string) =>
      sql`insert into ledger_entries (id, order_id, transaction, account, amount, created_at)
        values (${`leg_${crypto.randomUUID()}`}, ${id}, ${transaction}, ${account}, ${cents}, ${when})`
    await leg('capture', 'cash', amount, at)
    await leg('capture', payee, -share, at)
    await leg('capture', 'platform_revenue', share - amount, at)
    if (refunded === undefined) continue
    const now = new Date().toISOString()
    const left = Math.floor(((amount - refunded) * 85) / 100)
    await leg(`refund:re_${id}`, 'cash', -refunded, now)
    await leg(`refund:re_${id}`, payee, share - left, now)
    await leg(`refund:re_${id}`, 'platform_revenue', refunded - (share - left), now)
  }
}

/** The principal that owns the purchases of a buyer's account. */
export async function principalOf(sql: OpenDatabase['sql'], email: string): Promise<string> {
  const [row] = await sql<
    { id: string }[]
  >`select p.id from principals p join users u on u.id = p.user_id where u.email = ${email}`
  if (!row) throw new Error(`No account ${email}`)
  return row.id
}
