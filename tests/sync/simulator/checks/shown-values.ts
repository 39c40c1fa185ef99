import { conversationStages } from '#shared/contacts/conversation.ts'
import type { EntryId } from '#shared/contacts/entry.ts'
import { MAX_RATING } from '#shared/contacts/follow-up.ts'
import { isSameTag } from '#shared/contacts/tags.ts'
import type { MutationId, VcId } from '#shared/ids.ts'
import { commitments, type DealFields, instruments, noDeal } from '#shared/raise/contract.ts'
import { fieldsBaseOf } from '#shared/sync/merge-fields.ts'
import { ENTRIES, VCS } from '#tests/sync/simulator/base.ts'
import type { SimTab } from '#tests/sync/simulator/device.ts'
import type { Action } from '#tests/sync/simulator/steps.ts'
import type { PrivateDatabase } from '#web/db/private-database.ts'
import type { Oracle } from './oracle.ts'
import type { Session, SetValue } from './written.ts'

type SetAction = Extract<Action, { do: 'set' }>
type Change = { oracle: Oracle; token: string; session: Session }

/** One of the contacts that the screen lists: unlocked ones, and people who are not deleted. */
export async function contactShown(db: PrivateDatabase, nth: number): Promise<VcId | undefined> {
  const unlocked = (await db.contacts.toCollection().primaryKeys()) as VcId[]
  const people = (await db.people.toArray()).filter(({ deletedAt }) => deletedAt === null)
  const ids = [...unlocked, ...people.map(({ id }) => id)]
  return ids[nth % Math.max(1, ids.length)]
}

const BEGIN = Date.parse('2026-04-01T08:00:00Z')
/** An instant that no other change of the history has. */
export const newInstant = ({ facts }: Oracle) => new Date(BEGIN + facts.size * 60_000).toISOString()

const either = <Value>(values: readonly Value[], value: number): Value | null => values[value % (values.length + 1)] ?? null

/** Shared by all histories, so that devices add and remove the same ones, in two spellings. */
const TAGS = ['DeFi', 'Token2049']

const followUpValues = {
  stage: (value: number) => either(conversationStages, value),
  rating: (value: number) =>
    either(
      [...Array(MAX_RATING).keys()].map((stars) => stars + 1),
      value,
    ),
  dueAt: (value: number, oracle: Oracle) => (value === 0 ? null : newInstant(oracle)),
  remindByMail: (value: number) => value % 2 === 0,
}
const dealValues = {
  instrument: (value: number) => either(instruments, value),
  probability: (value: number) => (value === 0 ? null : value * 10),
  commitment: (value: number) => either(commitments, value),
}
export type ValueKind = keyof typeof followUpValues | keyof typeof dealValues | 'tag' | 'writtenOn'

const isFollowUp = (of: ValueKind): of is keyof typeof followUpValues => of in followUpValues
const isDeal = (of: ValueKind): of is keyof typeof dealValues => of in dealValues
const stored = (value: string | number | boolean | null) => (value === null ? null : String(value))

/** Sets a value that other changes may have as well, as its control does. */
export async function setValue(
  { client }: SimTab,
  db: PrivateDatabase,
  { oracle, token, session }: Change,
  { of, vc, value: chosen }: SetAction,
): Promise<{ id: MutationId; fact: SetValue & { session: Session } } | undefined> {
  const record = (fact: Omit<SetValue, 'do'>) => {
    const made = { do: 'set' as const, session, ...fact }
    oracle.facts.set(token, made)
    return made
  }
  if (of === 'writtenOn') return setDay()
  // A contact that the account may not have: the server refuses it.
  const id = (await contactShown(db, vc)) ?? (VCS[vc] as VcId)
  if (isFollowUp(of)) {
    const value = followUpValues[of](chosen, oracle)
    const fact = record({ name: 'contact.follow-up', id, field: of, value: stored(value), orderingKey: `follow-up ${id}` })
    return { fact, id: await client.enqueue('contact.follow-up', { contactId: id, [of]: value }) }
  }
  if (isDeal(of)) {
    const changes: Partial<DealFields> = { [of]: dealValues[of](chosen) }
    const value = stored(changes[of] ?? null)
    const fact = record({ name: 'deal.write', id, field: of, value, orderingKey: `deal ${id}` })
    const seen = { ...noDeal, ...(await db.deals.get(id)) }
    return { fact, id: await client.enqueue('deal.write', { id, ...changes }, fieldsBaseOf(seen, changes)) }
  }
  return setTag()

  /** Adds or removes a tag that other devices may have added, in another spelling. */
  async function setTag() {
    const tag = TAGS[chosen % TAGS.length] ?? ''
    const shown = (await db.followUps.get(id))?.tags?.some((each) => isSameTag(each, tag)) ?? false
    const spelled = chosen % 4 < 2 ? tag : tag.toUpperCase()
    const fact = record({
      ...{ name: 'contact.tag', id, field: `tag ${tag.toLowerCase()}`, value: String(!shown), orderingKey: `tag ${id}` },
    } as Omit<SetValue, 'do'>)
    return { fact, id: await client.enqueue('contact.tag', { contactId: id, [shown ? 'remove' : 'add']: [spelled] }) }
  }

  /** The day of an entry that the screen shows. */
  async function setDay() {
    const entry = await db.entries.get(ENTRIES[vc === 0 ? 0 : vc + VCS.length - 1] as EntryId)
    if (!entry || entry.deletedAt !== null) return undefined
    const writtenOn = newInstant(oracle)
    const key = `entry ${entry.id}`
    const fact = record({ name: 'entry.write', id: entry.id, field: 'writtenOn', value: writtenOn, orderingKey: key })
    const { id, contactId, text } = entry
    const base = { text, steps: [], writtenOn: entry.writtenOn }
    return { fact, id: await client.enqueue('entry.write', { id, contactId, text, writtenOn }, base) }
  }
}
