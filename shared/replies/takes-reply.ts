import type { RequestReceived } from '#shared/listings/activity.ts'

type Request = Pick<RequestReceived, 'requestType' | 'status' | 'reply' | 'createdAt'>

/** The status by which a request is shown: a requested introduction has no order. */
export const shownStatus = ({ requestType, status }: Pick<Request, 'requestType' | 'status'>) =>
  requestType === 'intro' ? 'intro' : status

const TAKES_REPLY = new Set(['intro', 'pending', 'paid', 'disputed'])

/** Whether the investor can reply to this request. */
export const takesReply = (request: Request) => !request.reply && TAKES_REPLY.has(shownStatus(request))

const WAITING_MS = 30 * 24 * 60 * 60 * 1000

/**
 * Whether a founder who paid, or requested an introduction, has waited for a reply for less than 30 days.
 *
 * @param now  milliseconds since the Unix epoch
 */
export const waitsForReply = (request: Request, now: number) =>
  !request.reply && /^(?:intro|paid)$/.test(shownStatus(request)) && now - Date.parse(request.createdAt) < WAITING_MS
