import type { Transaction } from '#server/database/client.ts'
import type { PrincipalId } from '#shared/ids.ts'
import { joinTexts } from '#shared/sync/merge-text.ts'
import { LONGEST_INTRO_MESSAGE } from '#shared/unlocks/intro.ts'
import {
  deleteRequest,
  findFreeDay,
  lockClashingRequests,
  moveGrants,
  moveRequests,
  type RequestRow,
  setRequest,
} from './queries.ts'

/**
 * Gives grants and requests to another owner. Two requests of a day become one with both messages. Where that would be longer than a
 * message may be, they stay two, and the guest's counts as one of an earlier day: the person can still change each of them.
 * Requests for which the account has no room stay with the guest.
 */
export async function moveUnlocks(tx: Transaction, from: PrincipalId, to: PrincipalId) {
  for (const { guest, own } of await lockClashingRequests(tx, from, to)) {
    const joined = joinRequests(own, guest)
    if ((joined.message ?? '').length > LONGEST_INTRO_MESSAGE) {
      await setRequest(tx, guest.id, { day: await findFreeDay(tx, guest, [from, to]) })
      continue
    }
    await setRequest(tx, own.id, joined)
    await deleteRequest(tx, guest.id)
  }
  await moveGrants(tx, from, to)
  await moveRequests(tx, from, to)
}

/** An answer of the team counts for the message that it was given to. Another message puts the request back before the team. */
function joinRequests(own: RequestRow, guest: RequestRow) {
  const message = joinTexts(own.message ?? '', guest.message ?? '') || null
  const answered = [own, guest].find((each) => each.answer !== 'new' && each.message === message)
  return { message, answer: answered?.answer ?? ('new' as const), answerNote: answered?.answerNote ?? null }
}
