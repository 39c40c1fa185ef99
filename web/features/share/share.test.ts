import { expect, test } from 'vitest'
import { toVCards } from '#shared/contacts/vcard.ts'
import { sampleContact } from '#tests/support/sample-contact.ts'
import { forgetShared, keepShared, readShared, wordsOf } from './shared-words.ts'
import { readCards } from './vcard-words.ts'

test.each([
  ['a page', { title: 'Grove raises', url: 'https://example.com/a' }, 'Grove raises\nhttps://example.com/a'],
  [
    'an address that the text repeats',
    { text: 'See https://example.com/a', url: 'https://example.com/a' },
    'See https://example.com/a',
  ],
  ['nothing', { title: ' ', text: null }, ''],
])('%s is shared as one text', (_, parts, words) => {
  expect(wordsOf(parts)).toBe(words)
})

test('words that were shared wait until they have a place', () => {
  keepShared('Met at the summit')
  expect(readShared()).toBe('Met at the summit')
  forgetShared()
  expect(readShared()).toBe('')
})

test('a card of ours is read back, and so is one of another app', () => {
  const contact = sampleContact({ name: 'Ada Lovelace', fund: 'Engine, Ltd; London', email: 'ada@example.com' })
  expect(readCards(toVCards([contact]))).toMatchObject([{ name: 'Ada Lovelace', emails: ['ada@example.com'] }])
  expect(readCards(toVCards([contact]))[0]?.words).toContain('Engine, Ltd; London')
  const foreign =
    'BEGIN:VCARD\nVERSION:4.0\nFN:Jo\nitem1.EMAIL;type=work:Jo@Example.com\nTEL;VALUE=uri:tel:+4912\nNOTE:one\\ntwo\\,\n  three\nPHOTO:xxxx\nEND:VCARD\n'
  expect(readCards(foreign)).toEqual([
    {
      name: 'Jo',
      emails: ['jo@example.com'],
      words: 'Jo\nE-mail: Jo@Example.com\nPhone: tel:+4912\nNote: one\ntwo, three',
    },
  ])
  expect(readCards('<html>')).toEqual([])
})
