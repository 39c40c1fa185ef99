import { expect, test } from 'vitest'
import type { PersonFields, PersonId, WritePerson } from './contract.ts'
import { blankPerson, changedPerson, chosenPersonBase, personBaseOf, squashPersonWrites, writtenPerson } from './merge-person.ts'

const id = 'psn_0193a1b2-0000-7000-8000-00000000b001' as PersonId
const noa: PersonFields = { ...blankPerson, name: 'Noa Berg', email: 'noa@old.example', telegram: '@noa' }

/** A write whose author saw `seen`. */
function write(seen: PersonFields, changes: Partial<PersonFields>) {
  return { args: { id, ...changes } as WritePerson, base: personBaseOf(seen, changes) }
}

test('changes of different fields on two devices are both kept', () => {
  const phone = writtenPerson(noa, write(noa, { email: 'noa@new.example' }))
  const laptop = writtenPerson(phone.values, write(noa, { role: 'Partner' }))
  expect(laptop).toEqual({ values: { ...noa, email: 'noa@new.example', role: 'Partner' }, isChangedElsewhere: false })
})

test('two texts for one field: the stored one stays, and the writer learns of it', () => {
  const phone = writtenPerson(noa, write(noa, { email: 'noa@new.example' }))
  const laptop = writtenPerson(phone.values, write(noa, { email: 'noa@other.example' }))
  expect(laptop).toEqual({ values: phone.values, isChangedElsewhere: true })
})

test('a write without a readable base never replaces a text', () => {
  for (const base of [undefined, null, 'x', { email: 'x' }, { email: ['z'.repeat(17)] }])
    expect(writtenPerson(noa, { args: { id, email: 'noa@other.example' }, base })).toMatchObject({ isChangedElsewhere: true })
})

test('the same text again changes nothing, and an empty field takes any text', () => {
  const again = write(blankPerson, { email: 'noa@old.example', phone: '+351 21' })
  expect(writtenPerson(noa, again)).toEqual({ values: { ...noa, phone: '+351 21' }, isChangedElsewhere: false })
})

test('a refused write that is sent again replaces what its user saw', () => {
  const stored = { ...noa, email: 'noa@new.example' }
  const refused = write(noa, { email: 'noa@mine.example' })
  expect(writtenPerson(stored, refused).isChangedElsewhere).toBe(true)
  const again = { ...refused, base: chosenPersonBase(stored, refused) }
  expect(writtenPerson(stored, again).values.email).toBe('noa@mine.example')
  // A third text that arrived after the user looked is not replaced.
  expect(writtenPerson({ ...noa, email: 'noa@third.example' }, again).isChangedElsewhere).toBe(true)
})

test('a refused write whose value the device shows already keeps its base: it may be its own optimistic effect', () => {
  const refused = write(noa, { email: 'noa@mine.example', role: 'Partner' })
  const shown = { ...noa, email: 'noa@mine.example', role: 'Chair' }
  const base = chosenPersonBase(shown, refused)
  expect(base.email).toEqual(refused.base.email)
  expect(base.role).not.toEqual(refused.base.role)
  expect(writtenPerson({ ...noa, email: 'noa@new.example' }, { args: refused.args, base }).isChangedElsewhere).toBe(true)
})

test('writes of one device are squashed, and those of another tab are not', () => {
  const first = write(noa, { email: 'noa@1.example' })
  const second = write({ ...noa, email: 'noa@1.example' }, { email: 'noa@2.example', role: 'Partner' })
  const folded = squashPersonWrites(first, second)
  expect(folded && writtenPerson(noa, folded).values).toEqual({ ...noa, email: 'noa@2.example', role: 'Partner' })
  // The first one may have reached the server, with its reply lost.
  expect(folded && writtenPerson({ ...noa, email: 'noa@1.example' }, folded).isChangedElsewhere).toBe(false)
  expect(squashPersonWrites(first, write(noa, { email: 'noa@2.example' }))).toBeUndefined()
})

test('lines are stored clean, and only fields that differ are sent', () => {
  const edited = { ...noa, name: ' Noa\n Berg ', role: '  ', email: 'noa@old.example', location: ' Lis\u202ebon ' }
  expect(changedPerson(noa, edited)).toEqual({ location: 'Lisbon' })
  expect(changedPerson(noa, { ...noa, telegram: '' })).toEqual({ telegram: null })
})
