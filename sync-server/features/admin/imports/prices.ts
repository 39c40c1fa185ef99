import { decide, type Reviewable, withVersion } from '#server/features/admin/decision.ts'
import type { Decider, ReviewDeps } from '#server/features/admin/deps.ts'
import { type ConfirmPrice, type DoubtfulPrice, PriceReview } from '#shared/admin/imports.ts'
import type { VcId } from '#shared/ids.ts'
import { listPrices, lockPrice, type PriceRow, writePrice } from './import-queries.ts'

type Doc = Omit<DoubtfulPrice, 'version'>

const present = ({ priceRaw, doubt, ...row }: PriceRow): Doc => ({
  ...row,
  raw: JSON.stringify(priceRaw),
  doubt: (doubt ?? '').replace('confirm price: ', ''),
})

export const prices: Reviewable<Doc, PriceReview> = {
  type: 'price',
  State: PriceReview,
  lock: async (tx, id) => {
    const row = await lockPrice(tx, id as VcId)
    return row && { id, doc: present(row), state: { price: row.price, isConfirmed: row.isConfirmed } }
  },
  write: (tx, { doc }, after) => writePrice(tx, doc.id, after),
}

export async function listDoubtfulPrices({ db }: ReviewDeps): Promise<DoubtfulPrice[]> {
  return (await listPrices(db)).map((row) => withVersion(prices, present(row)))
}

export const confirmPrice = (deps: ReviewDeps, by: Decider, id: string, { price, version }: ConfirmPrice) =>
  decide(deps, by, prices, id, { version, rule: () => ({ price, isConfirmed: true }), action: () => 'confirmed' })
