import * as v from 'valibot'
import { VcId } from '#shared/ids.ts'
import { Cents } from '#shared/money.ts'
import { MAX_PRICES } from './bounds.ts'
import { SeenVersion } from './decision-fields.ts'

export const RunStatus = v.picklist(['applied', 'refused', 'confirmed'])
export type RunStatus = v.InferOutput<typeof RunStatus>

/** The fields that a decision about a run changes. */
export const RunReview = v.object({ status: RunStatus })
export type RunReview = v.InferOutput<typeof RunReview>

/** One import of the external listing. */
export const ImportRun = v.object({
  ...RunReview.entries,
  id: v.string(),
  version: v.number(),
  source: v.string(),
  received: v.number(),
  added: v.number(),
  changed: v.number(),
  unchanged: v.number(),
  unlisted: v.number(),
  quarantined: v.number(),
  note: v.nullable(v.string()),
  /** How often the same refusal was repeated, and when last. */
  repeats: v.number(),
  seenAt: v.string(),
  createdAt: v.string(),
  /** Some of the records that a refused run would unlist. */
  missing: v.array(v.object({ id: VcId, name: v.string(), fund: v.nullable(v.string()) })),
})
export type ImportRun = v.InferOutput<typeof ImportRun>

/** A record that could not be listed; it is deleted when a later import lists it. */
export const QuarantinedRecord = v.object({
  id: v.string(),
  source: v.string(),
  reason: v.string(),
  /** The record as received, as JSON text. */
  raw: v.string(),
  createdAt: v.string(),
})
export type QuarantinedRecord = v.InferOutput<typeof QuarantinedRecord>

/** The fields that a decision about a doubtful price changes. A confirmation applies to exactly this raw price. */
export const PriceReview = v.object({ price: v.nullable(Cents), isConfirmed: v.boolean() })
export type PriceReview = v.InferOutput<typeof PriceReview>

/** A listed price that an admin should review: 150 may well mean $150. */
export const DoubtfulPrice = v.object({
  ...PriceReview.entries,
  id: VcId,
  version: v.number(),
  name: v.string(),
  fund: v.nullable(v.string()),
  /** The price in the format of the source, as JSON text. */
  raw: v.string(),
  doubt: v.string(),
})
export type DoubtfulPrice = v.InferOutput<typeof DoubtfulPrice>

/** `GET /api/admin/imports`. */
export const AdminImports = v.object({
  /** Latest first. */
  runs: v.array(ImportRun),
  quarantine: v.array(QuarantinedRecord),
  /** Pending ones first. */
  prices: v.array(DoubtfulPrice),
})
export type AdminImports = v.InferOutput<typeof AdminImports>

/** `PATCH /api/admin/imports/{id}`: the listing did shrink, so the next run of that source may apply it. */
export const ConfirmRun = v.object({ status: v.literal('confirmed'), version: SeenVersion })
export type ConfirmRun = v.InferOutput<typeof ConfirmRun>

/** `PATCH /api/admin/prices/{id}`: the price in cents. */
export const ConfirmPrice = v.object({
  price: v.pipe(
    Cents,
    v.check((price) => price >= 0, 'Please enter a price of zero or more.'),
  ),
  version: SeenVersion,
})
export type ConfirmPrice = v.InferOutput<typeof ConfirmPrice>

/** `POST /api/admin/prices/confirm`: prices that were rightly read as cents, each in the version that the admin saw. */
export const ConfirmPrices = v.object({
  prices: v.pipe(v.array(v.object({ id: VcId, version: v.number() })), v.minLength(1), v.maxLength(MAX_PRICES)),
})
export type ConfirmPrices = v.InferOutput<typeof ConfirmPrices>

/** `skipped`: prices that have changed or were confirmed since, and such that could not be read. */
export const ConfirmedPrices = v.object({ confirmed: v.number(), skipped: v.number() })
export type ConfirmedPrices = v.InferOutput<typeof ConfirmedPrices>
