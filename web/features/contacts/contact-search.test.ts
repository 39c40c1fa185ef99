import { expect, test } from 'vitest'
import type { VcId } from '#shared/ids.ts'
import { sampleContact } from '#tests/support/sample-contact.ts'
import { searchContacts } from './contact-search.ts'

const jose = sampleContact({ id: 'recA' as VcId, name: 'José Peña', fund: 'Kestrel', unlockedAt: '2026-01-01T00:00:00.000Z' })
const mei = sampleContact({
  id: 'recB' as VcId,
  name: '山本 芽衣',
  fund: '灯台キャピタル',
  unlockedAt: '2026-02-01T00:00:00.000Z',
})

test.each([
  ['', ['recB', 'recA']],
  ['jose', ['recA']],
  ['PENA kestrel', ['recA']],
  ['芽衣', ['recB']],
  ['jose 芽衣', []],
])('%j finds %j, the latest first', (words, ids) => {
  expect(searchContacts([jose, mei], words).map(({ id }) => id)).toEqual(ids)
})
