import { baseOf } from '#shared/accounts/rename.ts'
import { followUpBaseOf } from '#shared/contacts/merge-follow-up.ts'
import type { MutationId, VcId } from '#shared/ids.ts'
import { listingBaseOf } from '#shared/listings/merge-edit.ts'
import { VCS } from '#tests/sync/simulator/base.ts'
import type { SimTab } from '#tests/sync/simulator/device.ts'
import type { Deed, TextKind } from '#tests/sync/simulator/steps.ts'
import type { PrivateDatabase } from '#web/db/private-database.ts'
import { type Stay, type TextEdit, tokensIn, type Witness, wordsOf } from './oracle.ts'

/** A text as a screen shows it, and how its form writes it. */
type ShownText = Pick<TextEdit, 'subject' | 'target'> & {
  text: string | null
  write: (words: string) => Promise<MutationId>
}

/** Writes into one, as its form does. Nothing is written where the device has no such form: a guest has no name. */
export async function editText(
  { edits }: Witness,
  tab: SimTab,
  { deed, token, stay }: { deed: Extract<Deed, { do: 'text' }>; token: string; stay: Stay },
): Promise<{ id: MutationId; edit: TextEdit } | undefined> {
  const db = tab.private
  const shown = db && (await FORMS[deed.of](tab, db, deed.vc))
  if (!shown) return undefined
  const { subject, target, text } = shown
  const edit = { stay, subject, target, seen: tokensIn(text ?? '') }
  edits.set(token, edit)
  return { id: await shown.write(wordsOf(token)), edit }
}

type Form = (tab: SimTab, db: PrivateDatabase, vc: number) => Promise<ShownText | undefined>

const listingForm =
  (field: 'bio' | 'location', write: (before: string | null, words: string) => string): Form =>
  async ({ client }, db) => {
    const shown = (await db.ownListings.toArray()).find(({ isVerified }) => !isVerified)
    if (!shown) return undefined
    const save = (words: string) => {
      const change = { [field]: write(shown[field], words) }
      return client.enqueue('listing.edit', { vcId: shown.id, change }, listingBaseOf(shown, change))
    }
    return { subject: `${field} ${shown.id}`, target: undefined, text: shown[field], write: save }
  }

const FORMS: Record<TextKind, Form> = {
  bio: listingForm('bio', (before, words) => (before ? `${before}\n${words}` : words)),
  location: listingForm('location', (_before, words) => words),
  place: async ({ client }, db, vc) => {
    const held = (await db.contacts.toCollection().primaryKeys()) as VcId[]
    const contactId = held[vc % Math.max(1, held.length)]
    if (!contactId) return undefined
    const text = (await db.followUps.get(contactId))?.metAt ?? null
    return {
      subject: `place ${contactId}`,
      target: `follow-up ${VCS.indexOf(contactId)}`,
      text,
      write: (words) => client.enqueue('contact.follow-up', { contactId, metAt: words }, followUpBaseOf(text)),
    }
  },
  name: async ({ client }, db) => {
    const user = (await db.account.toCollection().first())?.user
    if (!user) return undefined
    return {
      subject: `name ${user.id}`,
      target: `name ${user.id}`,
      text: user.firstName,
      write: (words) => client.enqueue('profile.rename', { firstName: words }, baseOf(user)),
    }
  },
}
