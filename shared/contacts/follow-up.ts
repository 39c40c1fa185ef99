import * as v from 'valibot'
import { VcId } from '#shared/ids.ts'
import { isInstant } from '#shared/instant.ts'
import { conversationStages } from './conversation.ts'

export const MAX_RATING = 5
export const MAX_PLACE_LENGTH = 200

const Stage = v.nullable(v.picklist(conversationStages, 'This is not a stage of a conversation.'))
const Rating = v.nullable(
  v.pipe(v.number(), v.integer(), v.minValue(1, 'A rating is 1 to 5.'), v.maxValue(MAX_RATING, 'A rating is 1 to 5.')),
)
const Place = v.nullable(v.pipe(v.string(), v.maxLength(MAX_PLACE_LENGTH, 'Please use at most 200 characters.')))
const NOT_A_TIME = 'This is not a time.'
/** ISO instant, chosen by the device: the morning of a day in the user's time zone. */
export const Due = v.nullable(v.pipe(v.string(), v.isoTimestamp(NOT_A_TIME), v.check(isInstant, NOT_A_TIME)))

/** A user's private follow-up state for one contact. `id` is the investor's, or the decision maker's. */
export const FollowUp = v.object({
  id: VcId,
  stage: Stage,
  rating: Rating,
  metAt: Place,
  dueAt: Due,
  /** Whether a mail is sent when it is due; the badge of the app icon is always set. */
  remindByMail: v.boolean(),
  /** In the order in which they were added; absent in a document of an earlier release. */
  tags: v.optional(v.array(v.string())),
  updatedAt: v.string(),
})
export type FollowUp = v.InferOutput<typeof FollowUp>

/** Changes only the given fields, so that changes of different fields on two devices are both kept. */
export const ChangeFollowUp = v.object({
  contactId: VcId,
  stage: v.exactOptional(Stage),
  rating: v.exactOptional(Rating),
  metAt: v.exactOptional(Place),
  dueAt: v.exactOptional(Due),
  remindByMail: v.exactOptional(v.boolean()),
})
export type ChangeFollowUp = v.InferOutput<typeof ChangeFollowUp>

export const nothingYet = { stage: null, rating: null, metAt: null, dueAt: null, remindByMail: false } as const

/** @param now  milliseconds since the Unix epoch */
export const isDue = ({ dueAt }: Pick<FollowUp, 'dueAt'>, now: number) => dueAt !== null && Date.parse(dueAt) <= now
