import * as v from 'valibot'
import { VcId } from '#shared/ids.ts'
import { Cents } from '#shared/money.ts'
import { SeenVersion } from './decision-fields.ts'

export const RunStatus = v.picklist(['applied', 'refused', 'confirmed'])
export type RunStatus = v.InferOutput<typeof RunStatus>

/** What a decision about a run changes. */
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
  /** How often the same refusal came again, and when it last did. */
  repeats: v.number(),
  seenAt: v.string(),
  createdAt: v.string(),
  /** Some of those whom a refused run would take off the listing. */
  missing: v.array(v.object({ id: VcId, name: v.string(), fund: v.nullable(v.string()) })),
})
export type ImportRun = v.InferOutput<typeof ImportRun>

/** A record that could not be listed; it leaves when a later import lists it. */
export const QuarantinedRecord = v.object({
  id: v.string(),
  source: v.string(),
  reason: v.string(),
  /** The record as it came, as JSON text. */
  raw: v.string(),
  createdAt: v.string(),
})
export type QuarantinedRecord = v.InferOutput<typeof QuarantinedRecord>

/** What a decision about a doubtful price changes. Confirmed is what an admin said of exactly this writing of it. */
export const PriceReview = v.object({ price: v.nullable(Cents), isConfirmed: v.boolean() })
export type PriceReview = v.InferOutput<typeof PriceReview>

/** A listed price that a person should look at: 150 may well have meant $150. */
export const DoubtfulPrice = v.object({
  ...PriceReview.entries,
  id: VcId,
  version: v.number(),
  name: v.string(),
  fund: v.nullable(v.string()),
  /** The price as the source wrote it, as JSON text. */
  raw: v.string(),
  doubt: v.string(),
})
export type DoubtfulPrice = v.InferOutput<typeof DoubtfulPrice>

/** `GET /api/admin/imports`. */
export const AdminImports = v.object({
  /** The latest first. */
  runs: v.array(ImportRun),
  quarantine: v.array(QuarantinedRecord),
  /** Those that wait first. */
  prices: v.array(DoubtfulPrice),
})
export type AdminImports = v.InferOutput<typeof AdminImports>

/** `PATCH /api/admin/imports/{id}`: the listing really shrank, the next run of that source may go through with it. */
export const ConfirmRun = v.object({ status: v.literal('confirmed'), version: SeenVersion })
export type ConfirmRun = v.InferOutput<typeof ConfirmRun>

/** `PATCH /api/admin/prices/{id}`: what the price is, in cents. */
export const ConfirmPrice = v.object({
  price: v.pipe(
    Cents,
    v.check((price) => price >= 0, 'Please enter a price of zero or more.'),
  ),
  version: SeenVersion,
})
export type ConfirmPrice = v.InferOutput<typeof ConfirmPrice>
