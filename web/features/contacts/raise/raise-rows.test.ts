import Papa from 'papaparse'
import { expect, test, vi } from 'vitest'
import { conversationLabels } from '#shared/contacts/conversation.ts'
import { type FollowUp, nothingYet } from '#shared/contacts/follow-up.ts'
import type { VcId } from '#shared/ids.ts'
import { toCard } from '#shared/people/contract.ts'
import { sampleContact } from '#tests/support/samples/sample-contact.ts'
import { sampleDeal } from '#tests/support/samples/sample-deal.ts'
import { samplePerson } from '#tests/support/samples/sample-person.ts'
import { toRaiseCsv } from './csv.ts'
import { filterRows, raiseColumns, raiseRows } from './raise-rows.ts'
import { readRaiseSearch } from './search-params.ts'

const NOW = Date.parse('2026-03-01T12:00:00Z')
const [ada, bea] = ['recA' as VcId, 'recB' as VcId]
const noa = samplePerson()
const followUp = (id: VcId, over: Partial<FollowUp>): [VcId, FollowUp] => [id, { ...nothingYet, id, updatedAt: '', ...over }]
const contacts = [
  sampleContact({ id: ada, name: 'Ada Peña', fund: 'Kestrel' }),
  sampleContact({ id: bea, name: 'Bea Lund', fund: '=cmd()' }),
  toCard(noa),
]
const own = {
  notes: new Map([[ada, { id: ada, text: 'Likes zero-knowledge', updatedAt: '' }]]),
  followUps: new Map([
    followUp(ada, { stage: 'in-talks', dueAt: '2026-03-01T09:00:00.000Z' }),
    followUp(bea, { stage: 'passed' }),
  ]),
}
const deals = new Map([
  [ada, sampleDeal(ada, { commitment: 'soft', nextStep: 'Send the Éclair deck' })],
  [bea, sampleDeal(bea, { amount: 5_000_000, passReason: '+too early' })],
  [noa.id, sampleDeal(noa.id, { amount: 10_000_000, probability: null })],
])
const rows = raiseRows({ contacts, own, deals })
const names = (search: object, text = '') =>
  filterRows(rows, own, { ...readRaiseSearch(search), text }, NOW).map(({ contact }) => contact.name)

test('each contact is in the column of its stage: what is due first, then the larger amount', () => {
  expect(rows.map(({ contact }) => contact.name)).toEqual(['Ada Peña', 'Noa Berg', 'Bea Lund'])
  const filled = raiseColumns(rows).filter((column) => column.rows.length > 0)
  expect(filled.map(({ stage, sum }) => [stage, sum])).toEqual([
    [null, 10_000_000],
    ['in-talks', 25_000_000],
    ['passed', 5_000_000],
  ])
  expect(raiseColumns([]).map(({ stage }) => stage)).toEqual([null, ...Object.keys(conversationLabels)])
})

test('a move is shown before it is stored', () => {
  const moved = raiseRows({ contacts, own, deals }, new Map([[ada, null]]))
  expect(moved.find(({ key }) => key === ada)?.stage).toBeNull()
})

test.each([
  [{}, '', ['Ada Peña', 'Noa Berg', 'Bea Lund']],
  [{}, 'pena kestrel', ['Ada Peña']],
  [{}, 'eclair', ['Ada Peña']],
  [{}, 'zero', ['Ada Peña']],
  [{}, 'too early', ['Bea Lund']],
  [{ kind: 'added' }, '', ['Noa Berg']],
  [{ kind: 'unlocked' }, '', ['Ada Peña', 'Bea Lund']],
  [{ stage: 'none' }, '', ['Noa Berg']],
  [{ stage: 'passed' }, '', ['Bea Lund']],
  [{ due: true }, '', ['Ada Peña']],
  [{ kind: 'added', due: true }, '', []],
])('%j with %j shows %j', (search, text, found) => {
  expect(names(search, text)).toEqual(found)
})

test('unknown search parameters in the address are ignored', () => {
  expect(readRaiseSearch({ view: 'map', stage: 'nowhere', kind: 3, due: 'yes', other: 1 })).toEqual({})
  expect(readRaiseSearch('text')).toEqual({})
  expect(readRaiseSearch({ view: 'list', stage: 'none' })).toEqual({ view: 'list', stage: 'none' })
})

test('the file has own names of stages, amounts in dollars, and no executable cell', () => {
  const { data } = Papa.parse<Record<string, string>>(
    toRaiseCsv(rows, { ...conversationLabels, 'in-talks': '@Partner meeting' }),
    {
      header: true,
    },
  )
  expect(data).toMatchObject([
    {
      ...{ Name: 'Ada Peña', Stage: "'@Partner meeting", 'Amount (USD)': '250000.00', Commitment: 'soft' },
      ...{
        'Probability (%)': '50',
        'Weighted (USD)': '125000.00',
        'Next step': 'Send the Éclair deck',
        'Next follow-up': '2026-03-01',
      },
    },
    { Name: 'Noa Berg', Stage: 'Not started', 'Amount (USD)': '100000.00', Commitment: 'asked', 'Weighted (USD)': '0.00' },
    { Name: 'Bea Lund', Organisation: "'=cmd()", Commitment: '', 'Weighted (USD)': '0.00', 'Reason for a no': "'+too early" },
  ])
})

test('the day of a follow-up is that of the user’s time zone', () => {
  // As in Auckland, where this morning of the 2nd is still the 1st in UTC.
  const local = vi.spyOn(Date.prototype, 'getDate').mockReturnValue(2)
  const [row] = rows
  const csv = toRaiseCsv(row ? [{ ...row, dueAt: '2026-03-01T20:00:00.000Z' }] : [], conversationLabels)
  local.mockRestore()
  expect(Papa.parse<Record<string, string>>(csv, { header: true }).data[0]?.['Next follow-up']).toBe('2026-03-02')
})
