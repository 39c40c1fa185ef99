import { baseOf } from '#shared/accounts/rename.ts'
import { conversationStages } from '#shared/contacts/conversation.ts'
import { followUpBaseOf } from '#shared/contacts/merge-follow-up.ts'
import type { MutationId } from '#shared/ids.ts'
import { listingBaseOf } from '#shared/listings/merge-edit.ts'
import { blankPerson } from '#shared/people/blank-person.ts'
import { type PersonFields, type PersonId, personFields } from '#shared/people/contract.ts'
import { type DealFields, noDeal, noRound, ROUND, type RoundFields } from '#shared/raise/contract.ts'
import type { SearchId } from '#shared/searches/contract.ts'
import { searchBaseOf } from '#shared/searches/merge-search.ts'
import { fieldsBaseOf } from '#shared/sync/merge-fields.ts'
import { ADDED_BEFORE, PEOPLE, SEARCHES } from '#tests/sync/simulator/base.ts'
import type { SimTab } from '#tests/sync/simulator/device.ts'
import type { Action, TextKind } from '#tests/sync/simulator/steps.ts'
import type { PrivateDatabase } from '#web/db/private-database.ts'
import type { Oracle } from './oracle.ts'
import { contactShown } from './shown-values.ts'
import { columnOf } from './subjects.ts'
import { messageOf, type Session, type TextEdit, tokensIn } from './written.ts'

type TextAction = Extract<Action, { do: 'text' }>

/** The texts that a form writes at once, as its screen shows them. `isNumber`: an amount, or filters that contain a number. */
type ShownTexts = {
  orderingKey: string | undefined
  fields: { subject: string; text: string | number | null | undefined; isNumber?: boolean }[]
  /** @param tokens  one for each field */
  write: (...tokens: string[]) => Promise<MutationId>
}

/**
 * Writes into texts, as their form does. Nothing is written where the device has no such form: a guest has no name.
 *
 * @returns the edit of each text, by its token
 */
export async function editTexts(
  oracle: Oracle,
  tab: SimTab,
  { action, session }: { action: TextAction; session: Session },
): Promise<{ id: MutationId; edits: [token: string, TextEdit][] } | undefined> {
  const db = tab.private
  const shown = db && (await FORMS[action.of](tab, db, action))
  if (!shown) return undefined
  const { fields, orderingKey, write } = shown
  const edits = fields.map(({ subject, text, isNumber }): [string, TextEdit] => [
    isNumber ? oracle.newNumber(session) : oracle.newToken(session),
    { session, subject, orderingKey, seen: tokensIn(String(text ?? '')) },
  ])
  for (const [token, edit] of edits) oracle.edits.set(token, edit)
  return { id: await write(...edits.map(([token]) => token)), edits }
}

type Form = (tab: SimTab, db: PrivateDatabase, action: TextAction) => Promise<ShownTexts | undefined>

const listingForm =
  (field: 'bio' | 'location', write: (before: string | null, message: string) => string): Form =>
  async ({ client }, db) => {
    const shown = (await db.ownListings.toArray()).find(({ isVerified }) => !isVerified)
    if (!shown) return undefined
    const save = (token: string) => {
      const change = { [field]: write(shown[field], messageOf(token)) }
      return client.enqueue('listing.edit', { vcId: shown.id, change }, listingBaseOf(shown, change))
    }
    return { fields: [{ subject: `${field} ${shown.id}`, text: shown[field] }], orderingKey: undefined, write: save }
  }

/** One field of a deal; the other ones are written in the same document. */
const dealForm =
  (field: 'nextStep' | 'introducedBy' | 'passReason' | 'amount'): Form =>
  async ({ client }, db, { vc }) => {
    const id = await contactShown(db, vc)
    if (!id) return undefined
    const seen = { ...noDeal, ...(await db.deals.get(id)) }
    const isNumber = field === 'amount'
    return {
      orderingKey: `deal ${id}`,
      fields: [{ subject: `contact_deals.${columnOf(field)} ${id}`, text: seen[field], isNumber }],
      write: (token = '') => {
        const changes: Partial<DealFields> = { [field]: isNumber ? Number(token) : messageOf(token) }
        return client.enqueue('deal.write', { id, ...changes }, fieldsBaseOf(seen, changes))
      },
    }
  }

/** One field of the round. */
const roundForm =
  (fieldOf: (nth: number) => keyof RoundFields): Form =>
  async ({ client }, db, { nth }) => {
    const field = fieldOf(nth)
    const seen = { ...noRound, ...(await db.raise.get(ROUND)) }
    const isNumber = field === 'target'
    return {
      orderingKey: 'round',
      fields: [{ subject: `raise_rounds.${field}`, text: seen[field], isNumber }],
      write: (token = '') => {
        const changes: Partial<RoundFields> = { [field]: isNumber ? Number(token) : messageOf(token) }
        return client.enqueue('raise.write', { id: ROUND, ...changes }, fieldsBaseOf<RoundFields>(seen, changes))
      },
    }
  }

/** Name, filters, or both where the search is saved with them. */
const searchForm =
  (field: 'name' | 'filters'): Form =>
  async ({ client }, db, { vc }) => {
    const id = SEARCHES[vc % SEARCHES.length] as SearchId
    const stored = await db.searches.get(id)
    const names = stored ? [field] : (['name', 'filters'] as const)
    return {
      orderingKey: `search ${id}`,
      fields: names.map((name) => ({
        ...{ subject: `saved_searches.${name} ${id}`, text: stored?.[name], isNumber: name === 'filters' },
      })),
      write: (...tokens) => {
        const changes = Object.fromEntries(
          names.map((name, at) => [name, name === 'filters' ? `q=${tokens[at]}` : messageOf(tokens[at] ?? '')]),
        )
        return client.enqueue('search.write', { id, ...changes }, searchBaseOf(stored, changes))
      },
    }
  }

const FORMS: Record<TextKind, Form> = {
  'next step': dealForm('nextStep'),
  source: dealForm('introducedBy'),
  'pass reason': dealForm('passReason'),
  amount: dealForm('amount'),
  round: roundForm(() => 'name'),
  target: roundForm(() => 'target'),
  'stage name': roundForm((nth) => conversationStages[nth % conversationStages.length] ?? 'passed'),
  search: searchForm('name'),
  filters: searchForm('filters'),
  bio: listingForm('bio', (before, message) => (before ? `${before}\n${message}` : message)),
  location: listingForm('location', (_before, message) => message),
  place: async ({ client }, db, { vc }) => {
    const contactId = await contactShown(db, vc)
    if (!contactId) return undefined
    const text = (await db.followUps.get(contactId))?.metAt ?? null
    return {
      orderingKey: `follow-up ${contactId}`,
      fields: [{ subject: `contact_follow_ups.met_at ${contactId}`, text }],
      write: (token = '') => client.enqueue('contact.follow-up', { contactId, metAt: messageOf(token) }, followUpBaseOf(text)),
    }
  },
  /** One or two fields of a person; the name as well where the person is added with them. */
  person: async ({ client }, db, { vc, nth, isWide }) => {
    const id = PEOPLE[vc % PEOPLE.length] as PersonId
    const stored = await db.people.get(id)
    // A device that has not pulled the person yet shows none; its user would add another one.
    if (!stored && PEOPLE.indexOf(id) < ADDED_BEFORE) return undefined
    const seen: PersonFields = stored ?? blankPerson
    const chosen = [nth, ...(isWide ? [nth + 1] : [])].flatMap((at) => personFields[at % personFields.length] ?? [])
    const names = [...new Set([...(stored ? [] : (['name'] as const)), ...chosen])]
    return {
      orderingKey: `person ${id}`,
      fields: names.map((name) => ({ subject: `people.${columnOf(name)} ${id}`, text: seen[name] })),
      write: (...tokens) => {
        const changes = Object.fromEntries(names.map((name, at) => [name, messageOf(tokens[at] ?? '')]))
        return client.enqueue('person.write', { id, ...changes }, fieldsBaseOf<PersonFields>(seen, changes))
      },
    }
  },
  name: async ({ client }, db) => {
    const user = (await db.account.toCollection().first())?.user
    if (!user) return undefined
    return {
      orderingKey: `name ${user.id}`,
      fields: [{ subject: `name ${user.id}`, text: user.firstName }],
      write: (token = '') => client.enqueue('profile.rename', { firstName: messageOf(token) }, baseOf(user)),
    }
  },
}
