import * as v from 'valibot'
import { VcId } from '#shared/ids.ts'
import { Reason } from './customer-decisions.ts'
import { AdminRecord, RECORD_CONTACT, RECORD_FACTS } from './records.ts'

const counts = {
  /** Users who hold the contact. */
  buyers: v.number(),
  /** Calls to come. */
  calls: v.number(),
  /** Users who have written something about the contact. */
  writers: v.number(),
  /** Users who have saved the investor. */
  saved: v.number(),
}
export const RecordCounts = v.object(counts)
export type RecordCounts = v.InferOutput<typeof RecordCounts>

/** `GET /api/admin/records/{id}/merge/{into}`: what a merge of a record into another one would do. Both are side by side. It contains no contact details, and of users only how many there are. */
export const MergePreview = v.object({
  from: AdminRecord,
  into: AdminRecord,
  counts: v.object({ from: RecordCounts, into: RecordCounts }),
  /** Users who bought the contact under both ids. */
  buyersOfBoth: v.number(),
  /** Empty fields of the record that stays which the other one fills. */
  filled: v.array(v.picklist([...RECORD_FACTS, ...RECORD_CONTACT])),
})
export type MergePreview = v.InferOutput<typeof MergePreview>

/** `POST /api/admin/records/{id}/merge`: this record is merged into another one. The versions are those that the admin saw. */
export const MergeRecord = v.object({ into: VcId, reason: Reason, version: v.number(), intoVersion: v.number() })
export type MergeRecord = v.InferOutput<typeof MergeRecord>
