import { expect, test } from 'vitest'
import { toSmallVCard } from '#shared/contacts/vcard.ts'
import { toCard } from '#shared/people/contract.ts'
import { samplePerson } from '#tests/support/samples/sample-person.ts'
import { personFromCode } from './person-from-code.ts'

test('the code of another user of this app fills the form', () => {
  const { name, email, phone, telegram, organisation, role } = samplePerson()
  expect(personFromCode(toSmallVCard(toCard(samplePerson())))).toEqual({ name, email, phone, telegram, organisation, role })
})

test.each<[code: string, person: object]>([
  [
    'MECARD:N:Berg,Noa;TEL:+351 21;EMAIL:noa@x.example;URL:https://t.me/noa;NOTE:Hall B\\; left;;',
    { name: 'Noa Berg', phone: '+351 21', email: 'noa@x.example', telegram: 'https://t.me/noa', note: 'Hall B; left' },
  ],
  ['MECARD:N:Berg,Noa;NOTE:C\\\\;TEL:+351 21;;', { name: 'Noa Berg', note: 'C\\', phone: '+351 21' }],
  [
    'MECARD:N:Berg,Noa;NOTE:Met; hall: B;TEL-AV:+351 21;url:https\\://t.me/noa;ADR:,,Rua 1,Lisbon,,,;;',
    { name: 'Noa Berg', note: 'Met\nhall: B', phone: '+351 21', telegram: 'https://t.me/noa', location: 'Rua 1, Lisbon' },
  ],
  ['BEGIN:VCARD\nFN:Noa', { note: 'BEGIN:VCARD\nFN:Noa' }],
  ['https://www.linkedin.com/in/noa', { linkedinUrl: 'https://www.linkedin.com/in/noa' }],
  ['https://t.me/noa', { telegram: 'https://t.me/noa' }],
  ['tg://resolve?domain=noa_berg', { telegram: '@noa_berg' }],
  ['TG://resolve?text=Hi&domain=noa_berg&start=1', { telegram: '@noa_berg' }],
  ['tg:resolve?domain=noa_berg', { telegram: '@noa_berg' }],
  ['tg://resolve?phone=35121', { note: 'tg://resolve?phone=35121' }],
  ['tg://resolve?domain=noa%0A<b>', { note: 'tg://resolve?domain=noa%0A<b>' }],
  ['tg://join?invite=abcdef', { note: 'tg://join?invite=abcdef' }],
  ['mailto:noa%2Bfair@x.example?subject=Hi', { email: 'noa+fair@x.example' }],
  ['tel:+35121', { phone: '+35121' }],
  ['tel:%', { phone: '%' }],
  ['Badge 4711', { note: 'Badge 4711' }],
  ['javascript:alert(1)', { note: 'javascript:alert(1)' }],
])('%s', (code, person) => expect(personFromCode(code)).toEqual(person))
