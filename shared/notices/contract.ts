import * as v from 'valibot'

/**
 * Something that happened to a principal. `facts` has ids, amounts and times of the kind, and no text of a user; the text is
 * composed where it is shown: see `kinds.ts`. A device does not show kinds that only a newer server knows.
 */
export const Notice = v.object({
  id: v.string(),
  kind: v.string(),
  facts: v.record(v.string(), v.unknown()),
  isRead: v.boolean(),
  /** ISO instant, by the clock of the server. */
  createdAt: v.string(),
})
export type Notice = v.InferOutput<typeof Notice>

/** The latest notices of a principal: devices have these, and the server deletes older ones. */
export const MAX_NOTICES = 200
/** Older notices are deleted. */
export const NOTICE_DAYS = 180

/** Mutation `notice.read`. It names the notices that the user saw, so that one that arrives later stays unread. */
export const ReadNotices = v.object({
  ids: v.pipe(v.array(v.pipe(v.string(), v.maxLength(64))), v.minLength(1), v.maxLength(MAX_NOTICES)),
})
export type ReadNotices = v.InferOutput<typeof ReadNotices>

type Read = { args: ReadNotices; base: unknown }

/** Notices are read once and for all, so two entries are one; both are sent when one would be too long. */
export function squashReads(earlier: Read, later: Read): Read | undefined {
  const ids = [...new Set([...earlier.args.ids, ...later.args.ids])]
  return ids.length > MAX_NOTICES ? undefined : { args: { ids }, base: undefined }
}
