import { expect, test } from 'vitest'
import type { VcId } from '#shared/ids.ts'
import { suppressionKeys } from './suppression-keys.ts'

const ada = {
  id: 'rec1' as VcId,
  name: 'Ada Lim',
  email: 'deals@kestrel.example',
  telegram: '@ada_lim',
  linkedinUrl: 'https://linkedin.com/in/ada/',
}
const shared = (other: Partial<typeof ada>) => {
  const keys = new Set(suppressionKeys(ada))
  return suppressionKeys({ ...ada, id: 'rec2' as VcId, telegram: null, linkedinUrl: null, email: null, ...other }).some((key) =>
    keys.has(key),
  )
}

test.each([
  ['the same id', { id: ada.id }, true],
  ['the address and the name in another spelling', { email: 'Deals@Kestrel.example', name: 'ADA  LIM' }, true],
  ['the Telegram name', { telegram: '@Ada_Lim' }, true],
  ['the LinkedIn profile', { linkedinUrl: 'https://linkedin.com/in/ada' }, true],
  ['the address of a colleague in the same fund', { email: ada.email, name: 'Bo Lim' }, false],
  ['nothing but the name', {}, false],
])('a record with %s is the same person: %s', (_, other, isSame) => {
  expect(shared(other)).toBe(isSame)
})
