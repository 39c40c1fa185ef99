import * as v from 'valibot'
import { VcId } from '#shared/ids.ts'
import { Cents } from '#shared/money.ts'

/** A founder who asked for one of the investor's contacts. Who they are is told; how to reach them is not. */
export const RequestReceived = v.object({
  id: v.string(),
  vcId: VcId,
  founderName: v.string(),
  /** Of the founder's published project, else 'Stealth Startup': a draft is nobody's to read. */
  projectName: v.string(),
  requestType: v.picklist(['unlock', 'intro']),
  /** Of the order that followed; `pending` while there is none. */
  status: v.string(),
  /** ISO instant. */
  createdAt: v.string(),
})
export type RequestReceived = v.InferOutput<typeof RequestReceived>

/** A call that was paid for. */
export const CallBooked = v.object({
  id: v.string(),
  vcId: VcId,
  founderName: v.string(),
  projectName: v.string(),
  /** ISO instants: when it was booked, and when it is. */
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

/** What a listing has brought so far. `id` is the listing's. */
export const ListingFigures = v.object({
  id: VcId,
  /** Looks at its page by others. */
  views: v.number(),
  viewsLately: v.number(),
  requests: v.number(),
  unlocks: v.number(),
  calls: v.number(),
  /** The investor's share of all sales, less what went back. */
  earned: Cents,
  /** The same, where it goes to a charity. */
  donated: Cents,
})
export type ListingFigures = v.InferOutput<typeof ListingFigures>

/** How far back `viewsLately` looks. */
export const LATELY_DAYS = 30
