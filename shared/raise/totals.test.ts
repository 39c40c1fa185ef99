import { expect, test } from 'vitest'
import { noDeal } from './contract.ts'
import { stageLabels } from './labels.ts'
import { raiseTotals, weightedAmount } from './totals.ts'

const deal = { ...noDeal, amount: 10_000_000 }

test('each amount is counted once, by how firm it is; a contact who has passed is not counted', () => {
  const deals = [
    { deal, stage: 'written' },
    { deal: { ...deal, commitment: 'soft', probability: 50 }, stage: 'in-talks' },
    { deal: { ...deal, commitment: 'committed' }, stage: 'in-talks' },
    { deal: { ...deal, commitment: 'soft', probability: 10 }, stage: 'invested' },
    { deal: { ...deal, commitment: 'committed', probability: 90 }, stage: 'passed' },
    { deal: { ...noDeal, commitment: 'committed', probability: 90 }, stage: null },
  ] as const
  expect(raiseTotals(deals)).toEqual({ asked: 10_000_000, soft: 10_000_000, committed: 20_000_000, weighted: 25_000_000 })
})

test('an amount counts by its probability in whole cents, a committed one in full, one without a probability not at all', () => {
  expect(weightedAmount({ ...deal, amount: 333, probability: 50 }, 'meeting')).toBe(167)
  expect(weightedAmount({ ...deal, commitment: 'committed', probability: 20 }, 'meeting')).toBe(10_000_000)
  expect(weightedAmount(deal, 'meeting')).toBe(0)
})

test('a stage has the name that the user gave it, and the usual one otherwise', () => {
  expect(stageLabels({ 'in-talks': 'Partner meeting' })).toMatchObject({ 'in-talks': 'Partner meeting', passed: 'Passed' })
  expect(stageLabels(null).written).toBe('Contacted')
})
