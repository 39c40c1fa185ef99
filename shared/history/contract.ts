import * as v from 'valibot'

const Entry = v.object({
  id: v.string(),
  /** The name of whoever was asked for or unlocked; null when their record is gone. */
  vcName: v.nullable(v.string()),
  /** ISO instant. */
  createdAt: v.string(),
})

/** `GET /api/my-history`: whom a person asked for, and whom they unlocked, decision makers too; the latest first. */
export const MyHistory = v.object({ requests: v.array(Entry), unlocks: v.array(Entry) })
export type MyHistory = v.InferOutput<typeof MyHistory>
