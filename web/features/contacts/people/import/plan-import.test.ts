import { expect, test } from 'vitest'
import type { VcId } from '#shared/ids.ts'
import { MAX_PEOPLE, toCard } from '#shared/people/contract.ts'
import { sampleContact } from '#tests/support/samples/sample-contact.ts'
import { samplePerson } from '#tests/support/samples/sample-person.ts'
import { importedPerson } from './imported-person.ts'
import { fits, mergeInto, planImport } from './plan-import.ts'

const read = (...people: Parameters<typeof importedPerson>[0][]) => people.flatMap((texts) => importedPerson(texts, []) ?? [])
const noa = samplePerson()
const marit = sampleContact({ id: 'recA' as VcId, email: 'marit@x.example' })

test('a new person is added, an own one is merged, an unlocked one and a repeated row are left out', () => {
  const people = read(
    { name: 'Ida', email: 'ida@x.example' },
    { name: 'N. Berg', email: 'NOA@harbour-labs.example' },
    { name: 'Marit', email: 'marit@x.example' },
    { name: 'Ida Sol', email: 'ida@x.example' },
  )
  const plan = planImport(people, [toCard(noa), marit])
  expect(plan.map(({ choice, same, isRepeated }) => [choice, same?.name, isRepeated])).toEqual([
    ['add', undefined, false],
    ['merge', 'Noa Berg', false],
    ['skip', 'Marit Moretti', false],
    ['skip', undefined, true],
  ])
})

test('a merge fills what is missing, and keeps each text that differs for the note', () => {
  const [other] = read({ name: 'N. Berg', email: 'noa@new.example', twitterUrl: 'https://x.com/noa' })
  expect(other && mergeInto(noa, { ...other, note: 'Met twice' })).toEqual({
    fields: expect.objectContaining({ name: 'Noa Berg', email: noa.email, twitterUrl: 'https://x.com/noa' }),
    note: 'Name: N. Berg\nEmail: noa@new.example\nMet twice',
  })
})

test('only people who are added count towards the limit', () => {
  const plan = planImport(read({ name: 'Ida' }, { name: 'Ben' }), [])
  expect([fits(plan, MAX_PEOPLE - 2), fits(plan, MAX_PEOPLE - 1)]).toEqual([true, false])
})
