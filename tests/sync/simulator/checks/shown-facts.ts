import { type CallHours, changedHours, initialHours, WEEKDAYS } from '#shared/bookings/call-hours.ts'
import type { MutationId, VcId } from '#shared/ids.ts'
import { MAX_STARS } from '#shared/ratings/contract.ts'
import { VCS } from '#tests/sync/simulator/base.ts'
import type { SimTab } from '#tests/sync/simulator/device.ts'
import type { Action } from '#tests/sync/simulator/steps.ts'
import type { PrivateDatabase } from '#web/db/private-database.ts'
import type { Oracle } from './oracle.ts'
import { contactShown, setValue } from './shown-values.ts'
import { type Account, type Fact, messageOf, type Session, tokensIn } from './written.ts'

export type FactAction = Extract<Action, { do: Fact['do'] }>

type Change = { oracle: Oracle; accounts: Account[]; action: FactAction; token: string; session: Session }

/** Changes what the screen shows, as its form does. Nothing is changed where the device has no such form: a guest has no calls. */
export async function changeFact(tab: SimTab, change: Change): Promise<{ id: MutationId; fact: Fact } | undefined> {
  const db = tab.private
  if (!db) return undefined
  if (change.action.do === 'set') return setValue(tab, db, change, change.action)
  if (db.principal === 'guest') return undefined
  if (change.action.do === 'rate') return rate(tab, db, change, change.action)
  if (change.action.do === 'tag') return addTag(tab, db, change, change.action)
  return change.action.do === 'hours' ? setDay(tab, db, change, change.action) : read(tab, db, change, change.action)
}

/** The founder of a call that has no rating yet. The line is for its investor as well. */
async function rate(
  { client }: SimTab,
  db: PrivateDatabase,
  { oracle, accounts, token, session }: Change,
  { call }: { call: number },
) {
  const unrated = (await db.bookings.toArray()).filter(({ role, rating }) => role === 'founder' && rating === null)
  const bookingId = unrated[call % Math.max(1, unrated.length)]?.id
  if (!bookingId) return undefined
  const stars = 1 + (oracle.facts.size % MAX_STARS)
  const fact = { do: 'rate', session, bookingId, stars } as const
  oracle.facts.set(token, fact)
  // The founder and the investor of every call.
  for (const account of accounts) oracle.letRead(token, account)
  return { fact, id: await client.enqueue('call.rate', { bookingId, stars, text: messageOf(token) }) }
}

/** Of a listing of the account, one day of the week; all of them where it has no own hours. */
async function setDay(
  { client }: SimTab,
  db: PrivateDatabase,
  { oracle, token, session }: Change,
  { day: nth }: { day: number },
) {
  const [listing] = await db.ownListings.orderBy('id').toArray()
  const day = WEEKDAYS[nth]
  if (!listing || !day) return undefined
  const from = oracle.facts.size
  const before: CallHours | null = listing.callHours ?? null
  const after = { ...(before ?? initialHours('UTC')), [day]: [{ from, until: from + 60 }] }
  const fact = { do: 'hours', session, vcId: listing.id, day, from } as const
  oracle.facts.set(token, fact)
  return { fact, id: await client.enqueue('listing.hours', { vcId: listing.id, change: changedHours(before, after) }) }
}

/** A tag that no other contact has; or removes one of those that the contact shows. */
async function addTag({ client }: SimTab, db: PrivateDatabase, { oracle, token, session }: Change, { vc, removes }: TagAction) {
  const vcId = (await contactShown(db, vc)) ?? (VCS[vc] as VcId)
  const shown = (await db.followUps.get(vcId))?.tags?.filter((each) => tokensIn(each).size > 0)
  const removed = removes === undefined ? undefined : shown?.[removes % Math.max(1, shown.length)]
  if (removed) oracle.removedTags.add(removed)
  const fact = { do: 'tag', session, vcId, tag: token } as const
  oracle.facts.set(token, fact)
  const change = { contactId: vcId, add: [token], ...(removed && { remove: [removed] }) }
  return { fact, id: await client.enqueue('contact.tag', change) }
}
type TagAction = Extract<Action, { do: 'tag' }>

/** The notice that was opened, or all that the list shows. */
async function read(
  { client }: SimTab,
  db: PrivateDatabase,
  { oracle, token, session }: Change,
  { notice }: { notice: number | 'all' },
) {
  const unread = (await db.notices.toArray()).filter(({ isRead }) => !isRead).map(({ id }) => id)
  const ids = notice === 'all' ? unread : unread.slice(notice % Math.max(1, unread.length)).slice(0, 1)
  if (ids.length === 0) return undefined
  const fact = { do: 'read', session, ids } as const
  oracle.facts.set(token, { ...fact, ids })
  return { fact: { ...fact, ids }, id: await client.enqueue('notice.read', { ids }) }
}
