import * as v from 'valibot'
import { VcId } from '#shared/ids.ts'
import { Cents } from '#shared/money.ts'
import { Reply } from '#shared/replies/contract.ts'

/** A founder who requested one of the investor's contacts. It includes the founder's name, but no contact details. */
export const RequestReceived = v.object({
  id: v.string(),
  vcId: VcId,
  founderName: v.string(),
  /** The founder's published project, otherwise 'Stealth Startup': a draft is private. */
  projectName: v.string(),
  requestType: v.picklist(['unlock', 'intro']),
  /** The status of the order that followed; `pending` if there is none. */
  status: v.string(),
  /** The investor's own reply; null until it is given. Servers of earlier releases do not send it. */
  reply: v.optional(v.nullable(Reply)),
  /** ISO instant. */
  createdAt: v.string(),
})
export type RequestReceived = v.InferOutput<typeof RequestReceived>

/** A paid call. */
export const CallBooked = v.object({
  id: v.string(),
  vcId: VcId,
  founderName: v.string(),
  projectName: v.string(),
  /** ISO instants: when it was booked, and when it takes place. */
  createdAt: v.string(),
  meetingDateTime: v.string(),
  amount: v.nullable(Cents),
  status: v.string(),
})
export type CallBooked = v.InferOutput<typeof CallBooked>

/** `GET /api/profile/investor-activity` */
export const InvestorActivity = v.object({
  requestsReceived: v.array(RequestReceived),
  callsBooked: v.array(CallBooked),
})
export type InvestorActivity = v.InferOutput<typeof InvestorActivity>

/** The figures of a listing. `id` is the listing's. */
export const ListingFigures = v.object({
  id: VcId,
  /** Views of its page by others. */
  views: v.number(),
  viewsLately: v.number(),
  requests: v.number(),
  unlocks: v.number(),
  calls: v.number(),
  /** The investor's share of all sales, minus refunds. */
  earned: Cents,
  /** The same, for the part that is paid to a charity. */
  donated: Cents,
})
export type ListingFigures = v.InferOutput<typeof ListingFigures>

/** The period of `viewsLately`. */
export const LATELY_DAYS = 30
