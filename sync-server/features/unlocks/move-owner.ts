import type { Transaction } from '#server/database/client.ts'
import type { PrincipalId, VcId } from '#shared/ids.ts'
import { joinTexts } from '#shared/sync/merge-text.ts'
import { MAX_INTRO_MESSAGE_LENGTH } from '#shared/unlocks/intro.ts'
import { moveGrants } from './queries.ts'
import {
  deleteRequest,
  findFreeDay,
  lockClashingRequests,
  moveReplyLinks,
  moveRequests,
  type RequestRow,
  setRequest,
} from './request-queries.ts'

/** Transfers grants and requests to another owner. */
export async function moveUnlocks(tx: Transaction, from: PrincipalId, to: PrincipalId) {
  await moveAllRequests(tx, from, to)
  await moveGrants(tx, from, to)
}

/** Transfers the requests of single sold contacts, with their replies; other requests of the buyer stay. */
export async function moveSales(tx: Transaction, from: PrincipalId, to: PrincipalId, sold: VcId[]) {
  if (sold.length > 0) await moveAllRequests(tx, from, to, sold)
}

/**
 * Two requests of one day are merged with both messages. If the merged message would exceed the limit, they stay separate, and the
 * guest's request is moved to an earlier day: the user can still change each of them. Requests for which the account has no
 * capacity stay with the guest.
 */
async function moveAllRequests(tx: Transaction, from: PrincipalId, to: PrincipalId, sold?: VcId[]) {
  await moveReplyLinks(tx, from, to, sold)
  for (const { guest, own } of await lockClashingRequests(tx, from, to, sold)) {
    const joined = joinRequests(own, guest)
    if ((joined.message ?? '').length > MAX_INTRO_MESSAGE_LENGTH) {
      await setRequest(tx, guest.id, { day: await findFreeDay(tx, guest, [from, to]) })
      continue
    }
    await setRequest(tx, own.id, joined)
    await deleteRequest(tx, guest.id)
  }
  await moveRequests(tx, from, to, sold)
}

/**
 * An admin's answer applies to the message that it was given for: another message reopens the request. An investor's reply applies to
 * the founder, and stays.
 */
function joinRequests(own: RequestRow, guest: RequestRow) {
  const message = joinTexts(own.message ?? '', guest.message ?? '') || null
  const answered = [own, guest].find((each) => each.answer !== 'new' && each.message === message)
  const { replyChoice, replyText, repliedAt } = own.repliedAt ? own : guest
  return {
    message,
    answer: answered?.answer ?? ('new' as const),
    answerNote: answered?.answerNote ?? null,
    ...{ replyChoice, replyText, repliedAt },
  }
}
