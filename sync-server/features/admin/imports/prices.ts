import { decide, type Reviewable, withVersion } from '#server/features/admin/decision.ts'
import type { Decider, ReviewDeps } from '#server/features/admin/deps.ts'
import {
  type ConfirmedPrices,
  type ConfirmPrice,
  type ConfirmPrices,
  type DoubtfulPrice,
  PriceReview,
} from '#shared/admin/imports.ts'
import type { VcId } from '#shared/ids.ts'
import { READ_AS_CENTS } from '#shared/listing-import/parse-price.ts'
import { Problem } from '#shared/problem.ts'
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

/**
 * Confirms prices that were read as cents, each as a decision of its own. One that has changed, or could not be read, does not stop
 * the others.
 */
export async function confirmPrices(deps: ReviewDeps, by: Decider, { prices: seen }: ConfirmPrices): Promise<ConfirmedPrices> {
  let confirmed = 0
  for (const { id, version } of seen) if (await confirmAsCents(deps, by, id, version)) confirmed += 1
  return { confirmed, skipped: seen.length - confirmed }
}

async function confirmAsCents(deps: ReviewDeps, by: Decider, id: VcId, version: number): Promise<boolean> {
  try {
    const rule = (state: PriceReview, { doubt }: Doc) => ({ ...state, isConfirmed: doubt === READ_AS_CENTS })
    const { isConfirmed } = await decide(deps, by, prices, id, { version, rule, action: () => 'confirmed' })
    return isConfirmed
  } catch (error) {
    if (error instanceof Problem && (error.code === 'review.moved-on' || error.code === 'not-found')) return false
    throw error
  }
}
