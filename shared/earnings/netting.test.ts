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
  ['no account is negative', [own('a', 500), own('b', 700)], {}],
  ['a second listing covers the debt of the first one', [own('a', -300), own('b', 700)], { b: 300 }],
  ['no more than its balance', [own('a', -900), own('b', 700), own('c', 100)], { b: 700, c: 100 }],
  ['another owner is not affected', [own('a', -300), own('b', 700, 0, 'bob')], {}],
  ['an amount reserved by a batch is withheld too', [own('a', -300), own('b', 0, 700)], { b: 300 }],
  ['a switch to charity does not avoid the debt', [own('a', -300), charity('c', 1000, { ada: 400, bob: 600 })], { c: 300 }],
  ["of a charity's account only the donor's own part", [own('a', -900), charity('c', 1000, { ada: 400, bob: 600 })], { c: 400 }],
  ['own accounts first', [own('a', -300), charity('c', 1000, { ada: 400 }), own('b', 200)], { b: 200, c: 100 }],
])('the debt of an account is withheld from its owner: %s', (_, accounts, expected) => {
  expect(Object.fromEntries(withheldOf<string>(accounts))).toEqual(expected)
})
