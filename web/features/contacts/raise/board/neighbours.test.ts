import { expect, test } from 'vitest'
import { conversationLabels } from '#shared/contacts/conversation.ts'
import { nothingYet } from '#shared/contacts/follow-up.ts'
import type { VcId } from '#shared/ids.ts'
import { sampleContact } from '#tests/support/samples/sample-contact.ts'
import { raiseColumns, raiseRows } from '#web/features/contacts/raise/raise-rows.ts'
import { boardMove } from './neighbours.ts'

const stages = { recA: 'to-write', recB: 'to-write', recC: 'to-write', recD: 'meeting', recE: 'meeting', recF: 'passed' } as const
const ids = Object.keys(stages) as (keyof typeof stages)[]
const contacts = ids.map((id) => sampleContact({ id: id as VcId, name: id }))
const followUps = new Map(
  ids.map((id) => [id as VcId, { ...nothingYet, id: id as VcId, stage: stages[id], updatedAt: '' }] as const),
)
const columns = raiseColumns(raiseRows({ contacts, own: { notes: new Map(), followUps }, deals: new Map() }))

test.each([
  ['recA', 'ArrowDown', { focus: 'recB' }],
  ['recA', 'ArrowUp', undefined],
  ['recA', 'End', { focus: 'recC' }],
  ['recC', 'Home', { focus: 'recA' }],
  ['recA', 'Home', undefined],
  ['recB', 'ArrowRight', { focus: 'recE' }],
  // The column is shorter.
  ['recC', 'ArrowRight', { focus: 'recE' }],
  ['recE', 'ArrowRight', { focus: 'recF' }],
  ['recF', 'ArrowRight', undefined],
  ['recF', 'ArrowLeft', { focus: 'recD' }],
  ['recA', 'a', undefined],
  ['recX', 'ArrowDown', undefined],
])('on %s, %s leads to %j', (id, key, move) => {
  expect(boardMove(columns, id, { key, shiftKey: false })).toEqual(move)
})

test.each([
  ['recA', 'ArrowRight', { moveTo: 'written' }],
  ['recA', 'ArrowLeft', { moveTo: null }],
  ['recD', 'ArrowLeft', { moveTo: 'replied' }],
  ['recF', 'ArrowRight', undefined],
  ['recA', 'ArrowDown', undefined],
])('with Shift, %s and %s: %j', (id, key, move) => {
  expect(Object.keys(conversationLabels)).toContain('written')
  expect(boardMove(columns, id, { key, shiftKey: true })).toEqual(move)
})
