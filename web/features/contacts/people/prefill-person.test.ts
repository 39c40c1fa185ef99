import { expect, test } from 'vitest'
import { toVCards } from '#shared/contacts/vcard.ts'
import { toCard } from '#shared/people/contract.ts'
import { samplePerson } from '#tests/support/samples/sample-person.ts'
import { PrivateDatabase } from '#web/db/private-database.ts'
import { personFromShare, prefillPerson } from './prefill-person.ts'

test('a shared card fills every field that it has', () => {
  const { id: _, addedAt: _added, deletedAt: _deleted, twitterUrl: _none, ...fields } = samplePerson()
  const file = toVCards([toCard(samplePerson())])
  expect(personFromShare('', file)).toEqual(fields)
  expect(personFromShare('Met in hall B', file)).toEqual({ ...fields, note: 'Met in hall B' })
})

test('links of a shared text are in their fields, and the whole text is the note', () => {
  const words = 'Noa on LinkedIn https://www.linkedin.com/in/noa and https://t.me/noa, site https://noa.example'
  expect(personFromShare(words, '')).toEqual({
    linkedinUrl: 'https://www.linkedin.com/in/noa',
    telegram: 'https://t.me/noa',
    website: 'https://noa.example',
    note: words,
  })
})

test('what was typed into the form stays; a shared value that differs and the shared text are added to the note', async () => {
  const db = new PrivateDatabase('guest', 'life')
  await db.meta.put({ key: 'life', value: 'life' })
  await db.drafts.put({ id: 'person', values: { name: 'Noa', note: 'Hall B' }, writtenAt: '' })
  await prefillPerson(db, { name: 'Other', website: 'https://noa.example', note: 'Shared' })
  expect((await db.drafts.get('person'))?.values).toEqual({
    name: 'Noa',
    website: 'https://noa.example',
    note: 'Hall B\n\nName: Other\n\nShared',
  })
  const link = `https://x.example/${'a'.repeat(600)}`
  await db.drafts.delete('person')
  await prefillPerson(db, personFromShare(`See ${link}`, ''))
  // A link that is longer than its field would be refused with the person.
  expect((await db.drafts.get('person'))?.values).toEqual({ note: `See ${link}` })
  await prefillPerson(db, { name: 'x'.repeat(200) })
  expect((await db.drafts.get('person'))?.values).toEqual({ note: `See ${link}\n\nName: ${'x'.repeat(200)}` })
  // Nothing is stored of a text that no note can hold: the shared text stays where it is.
  const before = await db.drafts.get('person')
  await expect(prefillPerson(db, { note: 'x'.repeat(10_000) })).rejects.toThrow('too long')
  expect(await db.drafts.get('person')).toEqual(before)
  await db.delete()
})
