import { expect, test } from 'vitest'
import { withheldOf } from './netting.ts'

const own = (account: string, amount: number, setAside = 0, owner = 'ada') => ({ account, amount, setAside, owner })
const charity = (account: string, amount: number, donors: Record<string, number>) => ({
  account,
  amount,
  setAside: 0,
  owner: undefined,
  donors: new Map(Object.entries(donors)),
})

test.each([
  ['nobody is below zero', [own('a', 500), own('b', 700)], {}],
  ['a second listing pays what the first one owes', [own('a', -300), own('b', 700)], { b: 300 }],
  ['no more than it has', [own('a', -900), own('b', 700), own('c', 100)], { b: 700, c: 100 }],
  ['another person owes nothing', [own('a', -300), own('b', 700, 0, 'bob')], {}],
  ['what a batch has set aside is covered no more', [own('a', -300), own('b', 0, 700)], { b: 300 }],
  ['a switch to charity leaves no debt behind', [own('a', -300), charity('c', 1000, { ada: 400, bob: 600 })], { c: 300 }],
  ["of a charity's account only the donor's own part", [own('a', -900), charity('c', 1000, { ada: 400, bob: 600 })], { c: 400 }],
  ['own accounts first', [own('a', -300), charity('c', 1000, { ada: 400 }), own('b', 200)], { b: 200, c: 100 }],
])('what an account owes is withheld from its person: %s', (_, accounts, wanted) => {
  expect(Object.fromEntries(withheldOf<string>(accounts))).toEqual(wanted)
})
