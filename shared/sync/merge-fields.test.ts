import { expect, test } from 'vitest'
import { blankPerson } from '#shared/people/blank-person.ts'
import type { PersonFields } from '#shared/people/contract.ts'
import { chosenDealFields, type DealFields, noDeal } from '#shared/raise/contract.ts'
import { changedFields, chosenFieldsBase, fieldsBaseOf, squashFields, writtenFields } from './merge-fields.ts'

const id = 'psn_0193a1b2-0000-7000-8000-00000000b001'
const noa: PersonFields = { ...blankPerson, name: 'Noa Berg', email: 'noa@old.example', telegram: '@noa' }

/** A write whose author saw `seen`. */
function write(seen: PersonFields, changes: Partial<PersonFields>) {
  return { args: { id, ...changes }, base: fieldsBaseOf(seen, changes) }
}

test('changes of different fields on two devices are both kept', () => {
  const phone = writtenFields<PersonFields>(noa, write(noa, { email: 'noa@new.example' }))
  const laptop = writtenFields<PersonFields>(phone.values, write(noa, { role: 'Partner' }))
  expect(laptop).toEqual({ values: { ...noa, email: 'noa@new.example', role: 'Partner' }, isChangedElsewhere: false })
})

test('two texts for one field: the stored one stays, and the writer learns of it', () => {
  const phone = writtenFields<PersonFields>(noa, write(noa, { email: 'noa@new.example' }))
  const laptop = writtenFields<PersonFields>(phone.values, write(noa, { email: 'noa@other.example' }))
  expect(laptop).toEqual({ values: phone.values, isChangedElsewhere: true })
})

test('a write without a readable base never replaces a text', () => {
  for (const base of [undefined, null, 'x', { email: 'x' }, { email: ['z'.repeat(17)] }])
    expect(writtenFields<PersonFields>(noa, { args: { id, email: 'noa@other.example' }, base })).toMatchObject({
      isChangedElsewhere: true,
    })
})

test('the same text again changes nothing, and an empty field takes any text', () => {
  const again = write(blankPerson, { email: 'noa@old.example', phone: '+351 21' })
  expect(writtenFields<PersonFields>(noa, again)).toEqual({ values: { ...noa, phone: '+351 21' }, isChangedElsewhere: false })
})

test('a refused write that is sent again replaces what its user saw', () => {
  const stored = { ...noa, email: 'noa@new.example' }
  const refused = write(noa, { email: 'noa@mine.example' })
  expect(writtenFields<PersonFields>(stored, refused).isChangedElsewhere).toBe(true)
  const again = { ...refused, base: chosenFieldsBase<PersonFields>(stored, refused) }
  expect(writtenFields<PersonFields>(stored, again).values.email).toBe('noa@mine.example')
  // A third text that arrived after the user looked is not replaced.
  expect(writtenFields<PersonFields>({ ...noa, email: 'noa@third.example' }, again).isChangedElsewhere).toBe(true)
})

test('a refused write whose value the device shows already keeps its base: it may be its own optimistic effect', () => {
  const refused = write(noa, { email: 'noa@mine.example', role: 'Partner' })
  const shown = { ...noa, email: 'noa@mine.example', role: 'Chair' }
  const base = chosenFieldsBase<PersonFields>(shown, refused)
  expect(base.email).toEqual(refused.base.email)
  expect(base.role).not.toEqual(refused.base.role)
  expect(writtenFields<PersonFields>({ ...noa, email: 'noa@new.example' }, { args: refused.args, base }).isChangedElsewhere).toBe(
    true,
  )
})

test('writes of one device are squashed, and those of another tab are not', () => {
  const first = write(noa, { email: 'noa@1.example' })
  const second = write({ ...noa, email: 'noa@1.example' }, { email: 'noa@2.example', role: 'Partner' })
  const folded = squashFields<PersonFields>(first, second)
  expect(folded && writtenFields<PersonFields>(noa, folded).values).toEqual({ ...noa, email: 'noa@2.example', role: 'Partner' })
  // The first one may have reached the server, with its reply lost.
  expect(folded && writtenFields<PersonFields>({ ...noa, email: 'noa@1.example' }, folded).isChangedElsewhere).toBe(false)
  expect(squashFields<PersonFields>(first, write(noa, { email: 'noa@2.example' }))).toBeUndefined()
})

test('lines are stored clean, and only fields that differ are sent', () => {
  const edited = { ...noa, name: ' Noa\n Berg ', role: '  ', email: 'noa@old.example', location: ' Lis\u202ebon ' }
  expect(changedFields(noa, edited)).toEqual({ location: 'Lisbon' })
  expect(changedFields(noa, { ...noa, telegram: '' })).toEqual({ telegram: null })
})

const deal: DealFields = { ...noDeal, amount: 5_000_000, probability: 20, nextStep: 'Send the deck' }
const writeDeal = (seen: DealFields, changes: Partial<DealFields>) => ({
  args: { id, ...changes },
  base: fieldsBaseOf(seen, changes),
})

test('a deal: of two probabilities the later one counts, and of two amounts the stored one stays for the user to choose', () => {
  const phone = writtenFields<DealFields>(deal, writeDeal(deal, { probability: 40, amount: 7_500_000 }), chosenDealFields)
  const likely = writtenFields<DealFields>(phone.values, writeDeal(deal, { probability: 60 }), chosenDealFields)
  expect(likely).toEqual({ values: { ...phone.values, probability: 60 }, isChangedElsewhere: false })
  const amount = writtenFields<DealFields>(phone.values, writeDeal(deal, { amount: 9_000_000 }), chosenDealFields)
  expect(amount).toEqual({ values: phone.values, isChangedElsewhere: true })
})

test('a number and a choice are sent only where they differ, and are cleared with null', () => {
  expect(changedFields(deal, { ...deal, nextStep: ' Send  the deck ' })).toEqual({})
  expect(changedFields(deal, { ...deal, amount: null, probability: 0 })).toEqual({ amount: null, probability: 0 })
})
