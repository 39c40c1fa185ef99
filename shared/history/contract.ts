import * as v from 'valibot'

const Entry = v.object({
  id: v.string(),
  /** The name of the requested or unlocked investor; null when the record no longer exists. */
  vcName: v.nullable(v.string()),
  /** ISO instant. */
  createdAt: v.string(),
})

/** `GET /api/my-history`: the requests and unlocks of a user, including decision makers; latest first. */
export const MyHistory = v.object({ requests: v.array(Entry), unlocks: v.array(Entry) })
export type MyHistory = v.InferOutput<typeof MyHistory>
