import { expect, test } from 'vitest'
import type { ColdFund } from '#shared/cold-scout/contract.ts'
import type { ColdInvestorId } from '#shared/ids.ts'
import { matchFunds } from './match-funds.ts'

const fund = (fundName: string, investmentFocus: string | null): ColdFund => ({
  id: `cold_${fundName.length}` as ColdInvestorId,
  fundName,
  fundSlug: fundName.toLowerCase(),
  website: null,
  investmentFocus,
  decisionMakers: [],
})
const funds = [fund('Núñez Labs', 'Identity, Meme at Series B+'), fund('Northgate', null)]

test.each<[text: string | undefined, filters: (string | undefined)[], names: string[]]>([
  [undefined, [undefined, undefined], ['Núñez Labs', 'Northgate']],
  ['nunez', [], ['Núñez Labs']],
  ['labs', ['Series B', 'Meme'], ['Núñez Labs']],
  ['north', ['Seed'], []],
  // One of several values is enough.
  [undefined, ['Seed,Series B'], ['Núñez Labs']],
  [undefined, ['Seed,Series A'], []],
])('the text %j with the filters %j finds %j', (text, filters, names) => {
  expect(matchFunds(funds, text, filters).map(({ fundName }) => fundName)).toEqual(names)
})
