import { blankPerson } from '#shared/people/blank-person.ts'
import type { Person, PersonFields, PersonId } from '#shared/people/contract.ts'
import { seenOfPerson } from '#shared/people/deletion.ts'
import { fieldsBaseOf } from '#shared/sync/merge-fields.ts'
import type { PrivateDelta } from '#shared/sync/protocol.ts'
import type { PushReply } from '#shared/sync/push.ts'
import type { Client } from '#tests/support/client.ts'
import { newClientId, newMutationId } from '#tests/support/private-lane.ts'
import { picture } from '#tests/support/samples/pictures.ts'

/** Mutations about own people, as devices send them, and what a pull has of them. */
export const newPerson = () => `psn_${crypto.randomUUID()}` as PersonId

export type Sent = { name: string; args: object; base?: unknown }
export async function push(client: Client, ...sent: Sent[]) {
  const mutations = sent.map((one) => ({ ...one, id: newMutationId(), madeAt: new Date().toISOString() }))
  const { body } = await client.post<PushReply>('/api/sync/push', { clientId: newClientId(), mutations })
  return body.results
}
export const write = (id: PersonId, changes: Partial<PersonFields>, seen: PersonFields = blankPerson): Sent => ({
  name: 'person.write',
  args: { id, ...changes },
  base: fieldsBaseOf(seen, changes),
})
/** As an earlier release sends it: without a base. */
export const remove = (id: PersonId, isDeleted = true): Sent => ({ name: 'person.delete', args: { id, isDeleted } })
/** As the page of a person sends it to whom the client's last pull is shown. */
export async function removeSeen(client: Client, id: PersonId): Promise<Sent> {
  const { people: found = [], notes, entries, followUps, deals, photos } = (await pull(client)) as Record<string, Doc[]>
  const about = (docs: Doc[] = []) => docs.filter((doc) => doc.id === id || doc.contactId === id) as never[]
  const [person] = about(found)
  if (!person) throw new Error('There is no such person.')
  const texts = { notes: about(notes), entries: about(entries), followUps: about(followUps), deals: about(deals) }
  return { ...remove(id), base: seenOfPerson({ person, ...texts, photos: about(photos) }) }
}
export const note = (contactId: PersonId, text: string): Sent => ({
  name: 'contact.note',
  args: { contactId, text },
  base: { text: '', steps: [] },
})
export const entryAbout = (contactId: PersonId) => ({
  name: 'entry.write',
  args: { id: `ent_${crypto.randomUUID()}`, contactId, text: 'Ports', writtenOn: new Date().toISOString() },
  base: { text: '', steps: [], writtenOn: null },
})
export const pull = async (client: Client) => (await client.post<PrivateDelta>('/api/sync/me', { have: {} })).body.put
export const peopleOf = async (client: Client) => ((await pull(client)).people ?? []) as unknown as Person[]
export const deal = (id: PersonId): Sent => ({
  name: 'deal.write',
  args: { id, nextStep: 'Send the  deck', amount: 5 },
  base: {},
})
export const followUp = (contactId: PersonId): Sent => ({ name: 'contact.follow-up', args: { contactId, metAt: ' Token  2049' } })
export const tag = (contactId: PersonId): Sent => ({ name: 'contact.tag', args: { contactId, add: [' lead '] } })

export type Doc = { id: string; contactId?: string }

/** A photo that a device took of a contact. */
export async function addPhoto(client: Client, contactId: string) {
  const form = new FormData()
  form.append('photo', new File([(await picture('jpeg', { width: 32, height: 32 })) as BlobPart], 'IMG_1.jpg'))
  const query = new URLSearchParams({ contactId, takenAt: '2026-11-27T09:00:00.000Z' })
  return client.send(`/api/photos/pho_${crypto.randomUUID()}?${query}`, { method: 'POST', body: form })
}
