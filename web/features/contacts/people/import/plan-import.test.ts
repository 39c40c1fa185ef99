import { expect, test } from 'vitest'
import type { VcId } from '#shared/ids.ts'
import { MAX_PEOPLE, toCard } from '#shared/people/contract.ts'
import { sampleContact } from '#tests/support/samples/sample-contact.ts'
import { samplePerson } from '#tests/support/samples/sample-person.ts'
import { importedPerson } from './imported-person.ts'
import { firstThatFit, mergeInto, planImport } from './plan-import.ts'

const read = (...people: Parameters<typeof importedPerson>[0][]) => people.flatMap((texts) => importedPerson(texts, []) ?? [])
const noa = samplePerson()
const marit = sampleContact({ id: 'recA' as VcId, email: 'marit@x.example' })

test('a new person is added, an own one is merged, and an unlocked one is left out', () => {
  const people = read(
    { name: 'Ida', email: 'ida@x.example' },
    { name: 'N. Berg', email: 'NOA@harbour-labs.example' },
    { name: 'Marit', email: 'marit@x.example' },
  )
  const plan = planImport(people, [toCard(noa), marit])
  expect(plan.map(({ choice, same }) => [choice, same?.name])).toEqual([
    ['add', undefined],
    ['merge', 'Noa Berg'],
    ['skip', 'Marit Moretti'],
  ])
})

test('two rows about one person are one person with the texts of both', () => {
  const plan = planImport(
    read(
      { name: 'Ida', email: 'ida@x.example', phone: '+351 21 000 11' },
      { name: 'Ida Sol', email: 'IDA@x.example', phone: '+351 99 000 22', website: 'https://ida.example' },
    ),
    [],
  )
  expect(plan).toMatchObject([
    {
      fields: { name: 'Ida Sol', email: 'ida@x.example', phone: '+351 21 000 11', website: 'https://ida.example' },
      note: 'Email: IDA@x.example\nPhone: +351 99 000 22',
      repeated: 'joined',
      choice: 'add',
    },
  ])
})

test('two colleagues with the number of their office, or with one address, are two people', () => {
  const office = '+351 21 000 00 00'
  const rows = read(
    { name: 'Ida', phone: office },
    { name: 'Ben', phone: office },
    { name: 'Jo', email: 'info@x.example' },
    { name: 'Liv', email: 'info@x.example' },
  )
  expect(planImport(rows, []).map(({ fields, repeated, choice }) => [fields.name, repeated, choice])).toEqual([
    ['Ida', undefined, 'add'],
    ['Ben', 'perhaps', 'add'],
    ['Jo', undefined, 'add'],
    ['Liv', 'perhaps', 'add'],
  ])
  expect(planImport(read({ name: 'Ben', phone: noa.phone ?? '' }), [toCard(noa)])).toMatchObject([
    { choice: 'add', same: noa.id && { id: noa.id } },
  ])
})

test('a merge fills what is missing, and keeps each text that differs for the note', () => {
  const [other] = read({ name: 'N. Berg', email: 'noa@new.example', twitterUrl: 'https://x.com/noa' })
  expect(other && mergeInto(noa, { ...other, note: 'Met twice' })).toEqual({
    fields: expect.objectContaining({ name: 'Noa Berg', email: noa.email, twitterUrl: 'https://x.com/noa' }),
    note: 'Name: N. Berg\nEmail: noa@new.example\nMet twice',
  })
})

test('only people who are added count towards the limit: the first ones fit, and all that are merged', () => {
  const plan = (['skip', 'add', 'merge', 'add', 'merge'] as const).map((choice, at) => ({ choice, at }))
  const fitting = (count: number) => {
    const { fitting, left } = firstThatFit(plan, count)
    return [fitting.map(({ at }) => at), left]
  }
  expect(fitting(MAX_PEOPLE - 2)).toEqual([[1, 2, 3, 4], 0])
  expect(fitting(MAX_PEOPLE - 1)).toEqual([[1, 2, 4], 1])
  expect(fitting(MAX_PEOPLE + 1)).toEqual([[2, 4], 2])
})
