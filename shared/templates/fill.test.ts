import { expect, test } from 'vitest'
import { fillTemplate, mailOfText, templateFields, templateName, templateValues } from './fill.ts'

const contact = { name: ' Marit Moretti ', fund: 'Northgate', position: null }
const project = {
  ...{ companyName: 'Grove', oneLineDescription: 'Settlement for bakeries', roundType: 'Seed', amountRaising: 1_500_000 },
  ...{ websiteUrl: 'https://grove.example', pitchDeckUrl: '' },
}
const values = templateValues({ contact, project, me: 'Ada Okafor' })

test.each([
  ['Dear {first name},', 'Dear Marit,'],
  ['{name} of {fund}', 'Marit Moretti of Northgate'],
  ['{project}: {one line}, {round}, {raising}, {website}', 'Grove: Settlement for bakeries, Seed, $1.5M, https://grove.example'],
  ['{ First Name } and {ME}', 'Marit and Ada Okafor'],
  // What is not known is a blank that the sender has to fill in.
  ['{role}, {deck}', '[role], [deck]'],
  ['{surname} {} {constructor} {{name}}', '{surname} {} {constructor} {Marit Moretti}'],
])('%j becomes %j', (text, filled) => {
  expect(fillTemplate(text, values)).toBe(filled)
})

test('a full stop at the end of the line about the project is left out', () => {
  const ended = templateValues({ contact, project: { ...project, oneLineDescription: 'Settlement for bakeries. ' }, me: 'Ada' })
  expect(fillTemplate('{project}: {one line}. We raise.', ended)).toBe('Grove: Settlement for bakeries. We raise.')
})

test('a value is inserted as it is: a field or a sign in it has no meaning', () => {
  const odd = templateValues({ contact: { ...contact, fund: "{me} $& $1 $'" }, project, me: 'Ada' })
  expect(fillTemplate('{fund}', odd)).toBe("{me} $& $1 $'")
})

test('without a project and a name of the user every field of theirs is a blank', () => {
  const blank = templateValues({ contact: { name: 'Noa', fund: null, position: null }, project: null, me: '' })
  const all = Object.keys(templateFields).map((field) => `{${field}}`)
  expect(fillTemplate(all.join(''), blank)).toBe('NoaNoa[fund][role][project][one line][round][raising][website][deck][me]')
})

test.each([
  ['\n  Dear {first name},\nText', 'Dear {first name},'],
  ['x'.repeat(80), `${'x'.repeat(60)}…`],
  [' \n', 'Empty template'],
])('the first line of %j names it %j', (text, name) => {
  expect(templateName(text)).toBe(name)
})

test.each<[text: string, mail: ReturnType<typeof mailOfText>]>([
  ['Dear Noa,', { subject: 'Introduction', text: 'Dear Noa,' }],
  ['Subject: Grove, seed round\n\nDear Noa,\n\nText', { subject: 'Grove, seed round', text: 'Dear Noa,\n\nText' }],
  ['\nsubject:Grove \nDear Noa,', { subject: 'Grove', text: 'Dear Noa,' }],
  ['Subject: Grove', { subject: 'Grove', text: '' }],
  ['Subject: \nDear Noa,', { subject: 'Introduction', text: 'Subject: \nDear Noa,' }],
  ['Dear Noa,\nSubject: Grove', { subject: 'Introduction', text: 'Dear Noa,\nSubject: Grove' }],
  [`Subject: ${'x'.repeat(201)}\nText`, { subject: 'Introduction', text: `Subject: ${'x'.repeat(201)}\nText` }],
  ['', { subject: 'Introduction', text: '' }],
])('the mail of %j', (text, mail) => expect(mailOfText(text)).toEqual(mail))
