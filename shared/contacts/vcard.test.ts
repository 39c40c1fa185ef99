import ICAL from 'ical.js'
import { expect, test } from 'vitest'
import { conversationLabels } from '#shared/contacts/conversation.ts'
import { sampleContact } from '#tests/support/samples/sample-contact.ts'
import { sampleEntry } from '#tests/support/samples/sample-entry.ts'
import { parseVCards, vcardList } from './parse-vcards.ts'
import { toSmallVCard, toVCards } from './vcard.ts'

test('a contact is exported as a valid vCard', () => {
  expect(toVCards([sampleContact()]).split('\r\n')).toEqual([
    'BEGIN:VCARD',
    'VERSION:3.0',
    'UID:recSample1',
    'FN:Marit Moretti',
    'N:Moretti;Marit;;;',
    'ORG:Northgate Ventures',
    'TITLE:Investment Director',
    'EMAIL;TYPE=INTERNET:marit@northgate-ventures.example',
    'ADR;TYPE=WORK:;;;Tallinn\\, Estonia;;;',
    'NOTE:Telegram @marit_moretti',
    'URL:https://www.linkedin.com/in/marit-moretti-example',
    'URL:https://northgate-ventures.example',
    'END:VCARD',
    '',
  ])
})

test('record content cannot start another property', () => {
  const card = toVCards([sampleContact({ name: 'Eve\r\nTEL:+1900', fund: 'A;B,C\\D\n' })])
  expect(card).toContain('FN:Eve\\nTEL:+1900\r\n')
  expect(card).toContain('ORG:A\\;B\\,C\\\\D\\n\r\n')
  expect(card).not.toMatch(/^TEL/m)
})

test('long lines are folded at 75 bytes, between characters', () => {
  const name = '山本芽衣'.repeat(40)
  const card = toVCards([sampleContact({ name })])
  const lines = card.split('\r\n')
  for (const line of lines) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
  expect(card.replaceAll('\r\n ', '')).toContain(`FN:${name}\r\n`)
})

test('several contacts are several cards, and the QR card is small', () => {
  expect(toVCards([sampleContact(), sampleContact()]).match(/BEGIN:VCARD/g)).toHaveLength(2)
  expect(toSmallVCard(sampleContact())).not.toMatch(/URL|ADR/)
})

test('tags are categories, escaped and folded, and another program and our own reader read them back', () => {
  const contact = sampleContact()
  const cardOf = (tags: string[]) => toVCards([contact], { followUps: new Map([[contact.id, { tags }]]) })
  const plain = ['lead', 'Lisbon, day 2', '山本芽衣'.repeat(10)]
  const component = new ICAL.Component(ICAL.parse(cardOf(plain)) as never)
  expect(component.getFirstProperty('categories')?.getValues()).toEqual(plain)
  // The other program does not read these escapes.
  const tags = [...plain, 'a;b\\n', 'ends with \\', 'last']
  const card = cardOf(tags)
  for (const line of card.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
  const [properties = []] = parseVCards(card)
  expect(vcardList(properties.find(({ name }) => name === 'CATEGORIES')?.value ?? '')).toEqual(tags)
})

test('a contact without tags has no categories', () => {
  const contact = sampleContact()
  expect(toVCards([contact], { followUps: new Map([[contact.id, { tags: [] }]]) })).not.toContain('CATEGORIES')
})

test('what the user has written is in one note, which another program reads: address books may keep only one', () => {
  const contact = sampleContact()
  const { id } = contact
  const at = '2026-11-27T14:05:00.000Z'
  const card = toVCards([contact], {
    notes: new Map([[id, { id, text: 'Ports, ships', updatedAt: at, clashes: [{ text: 'Boats', by: 'phone', at }] }]]),
    followUps: new Map([
      [id, { id, stage: 'in-talks', rating: 4, metAt: 'Hall B', dueAt: at, remindByMail: false, tags: [], updatedAt: at }],
    ]),
    entries: new Map([[id, [sampleEntry({ contactId: id, text: 'Lead: Jana', writtenOn: at })]]]),
    stages: { ...conversationLabels, 'in-talks': 'Term sheet' },
  })
  const component = new ICAL.Component(ICAL.parse(card) as never)
  expect(component.getAllProperties('note').map((note) => note.getFirstValue())).toEqual([
    'Telegram @marit_moretti\n\nPorts, ships\n\nOther version: Boats\n\nConversation: Term sheet\nRating: 4 of 5\nMet at: Hall B\n' +
      'Next follow-up: 2026-11-27 14:05 UTC\n\n2026-11-27 14:05 UTC\nLead: Jana',
  ])
})
