import * as v from 'valibot'
import { Cents } from '#shared/money.ts'
import { OrderEntry } from './contract.ts'

/** `GET /api/receipts/{orderId}`: the purchase, the buyer and the amount. */
export const Receipt = v.object({
  number: v.number(),
  orderId: OrderEntry.entries.id,
  kind: OrderEntry.entries.kind,
  status: OrderEntry.entries.status,
  title: v.string(),
  amount: Cents,
  currency: v.string(),
  /** ISO instant. */
  issuedAt: v.string(),
  buyer: v.object({ name: v.nullable(v.string()), email: v.nullable(v.string()) }),
})
export type Receipt = v.InferOutput<typeof Receipt>

/** The printed number of a receipt: `LK-000042`. */
export const receiptLabel = (number: number) => `LK-${String(number).padStart(6, '0')}`
