import type { Queryable } from '#server/database/client.ts'
import type { PrincipalId } from '#shared/ids.ts'
import type { CallBooked, InvestorActivity, ListingFigures, RequestReceived } from '#shared/listings/activity.ts'
import { cents } from '#shared/money.ts'
import { UNNAMED_PROJECT } from '#shared/projects/title.ts'
import type { Reply } from '#shared/replies/contract.ts'
import { type CallRow, type FiguresRow, listCalls, listFigures, listRequests, type RequestRow } from './activity-queries.ts'

/** The name of a guest is not known. */
const UNNAMED_FOUNDER = 'Anonymous founder'

const presentRequest = (row: RequestRow): RequestReceived => ({
  id: row.id,
  vcId: row.vc_id,
  founderName: row.name ?? UNNAMED_FOUNDER,
  projectName: row.project ?? UNNAMED_PROJECT,
  requestType: row.request_type,
  status: row.status ?? 'pending',
  reply: presentReply(row),
  createdAt: instant(row.created_at),
})

const presentReply = ({ reply_choice: choice, reply_text: text, replied_at: at }: RequestRow): Reply | null =>
  choice && at !== null ? { choice, text: text ?? '', repliedAt: instant(at) } : null

/** The name entered at the booking takes precedence over the name of the account. */
const presentCall = (row: CallRow): CallBooked => ({
  id: row.id,
  vcId: row.vc_id,
  founderName: row.given_name ?? row.name ?? UNNAMED_FOUNDER,
  projectName: row.company ?? row.project ?? UNNAMED_PROJECT,
  createdAt: instant(row.created_at),
  meetingDateTime: instant(row.meeting_date_time),
  amount: row.amount === null ? null : cents(Number(row.amount)),
  status: row.status,
})

const presentFigures = (row: FiguresRow): ListingFigures => ({
  id: row.id,
  views: Number(row.views),
  viewsLately: Number(row.views_lately),
  requests: Number(row.requests),
  unlocks: Number(row.unlocks),
  calls: Number(row.calls),
  earned: cents(Number(row.earned)),
  donated: cents(Number(row.donated)),
})

const instant = (text: string) => new Date(text).toISOString()

export const listRequestsReceived = async (db: Queryable, principalId: PrincipalId): Promise<RequestReceived[]> =>
  (await listRequests(db, principalId)).map(presentRequest)

export async function findRequestReceived(db: Queryable, principalId: PrincipalId, id: string) {
  const [row] = await listRequests(db, principalId, id)
  return row && presentRequest(row)
}

export const listCallsBooked = async (db: Queryable, principalId: PrincipalId): Promise<CallBooked[]> =>
  (await listCalls(db, principalId)).map(presentCall)

export const listListingFigures = async (db: Queryable, principalId: PrincipalId, now: Date): Promise<ListingFigures[]> =>
  (await listFigures(db, principalId, now)).map(presentFigures)

/** Requests for an investor, and calls booked with the investor. */
export const investorActivity = async (db: Queryable, principalId: PrincipalId): Promise<InvestorActivity> => ({
  requestsReceived: await listRequestsReceived(db, principalId),
  callsBooked: await listCallsBooked(db, principalId),
})
