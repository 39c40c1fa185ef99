import { baseOf } from '#shared/accounts/rename.ts'
import { followUpBaseOf } from '#shared/contacts/merge-follow-up.ts'
import type { MutationId, VcId } from '#shared/ids.ts'
import { listingBaseOf } from '#shared/listings/merge-edit.ts'
import { blankPerson } from '#shared/people/blank-person.ts'
import type { PersonId } from '#shared/people/contract.ts'
import { noDeal, noRound, ROUND, type RoundFields } from '#shared/raise/contract.ts'
import type { SearchId } from '#shared/searches/contract.ts'
import { searchBaseOf } from '#shared/searches/merge-search.ts'
import { fieldsBaseOf } from '#shared/sync/merge-fields.ts'
import { PEOPLE, SEARCHES, VCS } from '#tests/sync/simulator/base.ts'
import type { SimTab } from '#tests/sync/simulator/device.ts'
import type { Action, TextKind } from '#tests/sync/simulator/steps.ts'
import type { PrivateDatabase } from '#web/db/private-database.ts'
import type { Oracle } from './oracle.ts'
import { messageOf, type Session, type TextEdit, tokensIn } from './written.ts'

/** A text as a screen shows it, and how its form writes it. */
type ShownText = Pick<TextEdit, 'subject' | 'orderingKey'> & {
  text: string | null
  write: (message: string) => Promise<MutationId>
}

/** Writes into a text, as its form does. Nothing is written where the device has no such form: a guest has no name. */
export async function editText(
  { edits }: Oracle,
  tab: SimTab,
  { action, token, session }: { action: Extract<Action, { do: 'text' }>; token: string; session: Session },
): Promise<{ id: MutationId; edit: TextEdit } | undefined> {
  const db = tab.private
  const shown = db && (await FORMS[action.of](tab, db, action.vc))
  if (!shown) return undefined
  const { subject, orderingKey, text } = shown
  const edit = { session, subject, orderingKey, seen: tokensIn(text ?? '') }
  edits.set(token, edit)
  return { id: await shown.write(messageOf(token)), edit }
}

type Form = (tab: SimTab, db: PrivateDatabase, vc: number) => Promise<ShownText | undefined>

const listingForm =
  (field: 'bio' | 'location', write: (before: string | null, message: string) => string): Form =>
  async ({ client }, db) => {
    const shown = (await db.ownListings.toArray()).find(({ isVerified }) => !isVerified)
    if (!shown) return undefined
    const save = (message: string) => {
      const change = { [field]: write(shown[field], message) }
      return client.enqueue('listing.edit', { vcId: shown.id, change }, listingBaseOf(shown, change))
    }
    return { subject: `${field} ${shown.id}`, orderingKey: undefined, text: shown[field], write: save }
  }

/** One field of a deal; the other one is written in the same document. */
const dealForm =
  (field: 'nextStep' | 'introducedBy', kind: TextKind): Form =>
  async ({ client }, db, vc) => {
    const ids = (await db.contacts.toCollection().primaryKeys()) as VcId[]
    const id = ids[vc % Math.max(1, ids.length)]
    if (!id) return undefined
    const seen = { ...noDeal, ...(await db.deals.get(id)) }
    return {
      subject: `${kind} ${id}`,
      orderingKey: `deal ${id}`,
      text: seen[field],
      write: (message) => client.enqueue('deal.write', { id, [field]: message }, fieldsBaseOf(seen, { [field]: message })),
    }
  }

const FORMS: Record<TextKind, Form> = {
  'next step': dealForm('nextStep', 'next step'),
  source: dealForm('introducedBy', 'source'),
  round: async ({ client }, db) => {
    const seen = { ...noRound, ...(await db.raise.get(ROUND)) }
    return {
      subject: 'round',
      orderingKey: 'round',
      text: seen.name,
      write: (name) => client.enqueue('raise.write', { id: ROUND, name }, fieldsBaseOf<RoundFields>(seen, { name })),
    }
  },
  bio: listingForm('bio', (before, message) => (before ? `${before}\n${message}` : message)),
  location: listingForm('location', (_before, message) => message),
  place: async ({ client }, db, vc) => {
    const contactIds = (await db.contacts.toCollection().primaryKeys()) as VcId[]
    const contactId = contactIds[vc % Math.max(1, contactIds.length)]
    if (!contactId) return undefined
    const text = (await db.followUps.get(contactId))?.metAt ?? null
    return {
      subject: `place ${contactId}`,
      orderingKey: `follow-up ${VCS.indexOf(contactId)}`,
      text,
      write: (message) => client.enqueue('contact.follow-up', { contactId, metAt: message }, followUpBaseOf(text)),
    }
  },
  person: async ({ client }, db, vc) => {
    const id = PEOPLE[vc % PEOPLE.length] as PersonId
    const stored = await db.people.get(id)
    const seen = stored ?? blankPerson
    return {
      subject: `person ${id}`,
      orderingKey: `person ${id}`,
      text: seen.organisation,
      write: (message) => {
        const changes = { ...(!stored && { name: 'Noa Berg' }), organisation: message }
        return client.enqueue('person.write', { id, ...changes }, fieldsBaseOf(seen, changes))
      },
    }
  },
  search: async ({ client }, db, vc) => {
    const id = SEARCHES[vc % SEARCHES.length] as SearchId
    const stored = await db.searches.get(id)
    return {
      subject: `search ${id}`,
      orderingKey: `search ${id}`,
      text: stored?.name ?? null,
      write: (message) => {
        const changes = { name: message, ...(!stored && { filters: 'stage=Seed' }) }
        return client.enqueue('search.write', { id, ...changes }, searchBaseOf(stored, changes))
      },
    }
  },
  name: async ({ client }, db) => {
    const user = (await db.account.toCollection().first())?.user
    if (!user) return undefined
    return {
      subject: `name ${user.id}`,
      orderingKey: `name ${user.id}`,
      text: user.firstName,
      write: (message) => client.enqueue('profile.rename', { firstName: message }, baseOf(user)),
    }
  },
}
