import { expect, test } from 'vitest'
import { conversationLabels } from '#shared/contacts/conversation.ts'
import { nothingYet } from '#shared/contacts/follow-up.ts'
import { toVCards } from '#shared/contacts/vcard.ts'
import { toCard } from '#shared/people/contract.ts'
import { sampleEntry } from '#tests/support/samples/sample-entry.ts'
import { samplePerson } from '#tests/support/samples/sample-person.ts'
import { toCsv } from '#web/features/contacts/list/csv.ts'
import { matchColumns, readPeopleTable, readRows } from './read-table.ts'
import { readVCards } from './read-vcards.ts'

const { id: _, addedAt: _added, deletedAt: _deleted, ...noa } = samplePerson()

const people = (file: string) => {
  const table = readPeopleTable(file)
  return table ? readRows(table, matchColumns(table.columns)) : []
}

test('our own card is read back, field by field', () => {
  const [read] = readVCards(toVCards([toCard(samplePerson())]))
  expect(read).toEqual({ fields: noa, note: '' })
})

test('the tags of our own card are read back; groups of address books are none, and what cannot be a tag is in the note', () => {
  const { id } = samplePerson()
  const tags = ['lead', 'Lisbon, day 2']
  expect(readVCards(toVCards([toCard(samplePerson())], { followUps: new Map([[id, { tags }]]) }))).toEqual([
    { fields: noa, note: '', tags },
  ])
  const long = 'x'.repeat(41)
  const [read] = readVCards(`BEGIN:VCARD\nVERSION:3.0\nFN:Jo\nCATEGORIES:Lead,lead,myContacts,${long}\nEND:VCARD\n`)
  expect(read).toMatchObject({ tags: ['Lead'], note: long })
})

test('the handle of our own card is read back beside the note, which is whole', () => {
  const { id } = samplePerson()
  const notes = new Map([[id, { id, text: 'Ports\n\nShips', updatedAt: '' }]])
  expect(readVCards(toVCards([toCard(samplePerson())], { notes }))).toEqual([{ fields: noa, note: 'Ports\n\nShips' }])
})

test('our own table is read back, with the note', () => {
  const { id } = samplePerson()
  const [read] = people(
    toCsv(
      [toCard(samplePerson())],
      { notes: new Map([[id, { id, text: 'Ports', updatedAt: '' }]]), followUps: new Map() },
      conversationLabels,
    ),
  )
  expect(read).toEqual({ fields: noa, note: 'Ports' })
})

test('our own table is read back with tags, dated notes, place, stage, rating and follow-up, also under the user’s own name of the stage', () => {
  const { id } = samplePerson()
  const stages = { ...conversationLabels, 'in-talks': 'Term sheet' }
  const tags = ['lead', 'Lisbon, day 2', 'says "yes"', '=1+1']
  const entries = [
    sampleEntry({ contactId: id, text: '=cmd()\n\nsecond paragraph', writtenOn: '2026-11-27T14:05:09.000Z' }),
    sampleEntry({ contactId: id, text: 'Lead: Jana', writtenOn: '2026-11-26T08:00:00.000Z' }),
  ]
  const dueAt = '2026-12-01T08:00:00.000Z'
  const followUp = { ...nothingYet, id, stage: 'in-talks' as const, metAt: '@ Hall B', rating: 4, dueAt, tags, updatedAt: '' }
  const own = { notes: new Map(), followUps: new Map([[id, followUp]]), entries: new Map([[id, entries]]) }
  const table = readPeopleTable(toCsv([toCard(samplePerson())], own, stages))
  expect(table && readRows(table, matchColumns(table.columns), stages)).toEqual([
    {
      ...{ fields: noa, note: '', tags, metAt: '@ Hall B', stage: 'in-talks', rating: 4, dueAt },
      entries: [
        { text: '=cmd()\n\nsecond paragraph', writtenOn: '2026-11-27T14:05:00.000Z' },
        { text: 'Lead: Jana', writtenOn: '2026-11-26T08:00:00.000Z' },
      ],
    },
  ])
})

test('a stage, a place, a rating, a follow-up and dated notes that cannot be read are in the note', () => {
  const place = 'x'.repeat(201)
  const file = `Name,Stage,Met at,Rating,Follow-up,Dated notes\nNoa,Seed,${place},6,Friday,"Hall\n\n2026-99-99 10:00 UTC\nJana"\n`
  const lines = [
    `Met at: ${place}`,
    'Conversation: Seed',
    'Rating: 6',
    'Next follow-up: Friday',
    'Hall',
    '2026-99-99 10:00 UTC',
    'Jana',
  ]
  expect(people(file)).toEqual([expect.objectContaining({ note: lines.join('\n') })])
})

test('a card of version 4 with several addresses keeps all of them', () => {
  const file =
    'BEGIN:VCARD\nVERSION:4.0\nFN:Jo\nitem1.EMAIL;type=work:jo@a.example\nEMAIL:jo@b.example\nTEL;VALUE=uri:tel:+4912\n' +
    'URL:https://t.me/jo\nURL:https://x.com/jo\nNOTE:one\\ntwo\\,\n  three\nPHOTO:xxxx\nEND:VCARD\n'
  expect(readVCards(file)).toEqual([
    {
      fields: expect.objectContaining({
        name: 'Jo',
        email: 'jo@a.example',
        phone: '+4912',
        telegram: 'https://t.me/jo',
        twitterUrl: 'https://x.com/jo',
      }),
      note: 'jo@b.example\none\ntwo, three',
    },
  ])
})

test('a card of version 2.1 without a formatted name, in quoted-printable', () => {
  const file =
    'BEGIN:VCARD\r\nVERSION:2.1\r\nN;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:Berg;J=C3=B6=\r\nrg;;;\r\nTEL;CELL:0171 1\r\nEND:VCARD\r\n'
  expect(readVCards(file)).toMatchObject([{ fields: { name: 'Jörg Berg', phone: '0171 1' } }])
})

test.each<[string, string[], object]>([
  ['a quoted parameter with a colon', ['EMAIL;X-LABEL="work: main":jo@x.example'], { email: 'jo@x.example' }],
  ['a quotation mark that is never closed', ['TITLE;X="a:Partner'], { role: 'Partner' }],
  ['a link with a semicolon', ['URL:https://x.example/a;b=1?c=2,3'], { website: 'https://x.example/a;b=1?c=2,3' }],
  [
    'quoted-printable in another charset',
    ['TITLE;CHARSET=ISO-8859-1;ENCODING=QUOTED-PRINTABLE:Caf=E9 owner'],
    { role: 'Café owner' },
  ],
  [
    'quoted-printable that is not read',
    ['TITLE;CHARSET=SHIFT_JIS;ENCODING=QUOTED-PRINTABLE:=8E=D0=92=B7'],
    { role: '=8E=D0=92=B7' },
  ],
  ['quoted-printable that is not what it says', ['TITLE;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:Caf=E9'], { role: 'Café' }],
  ['a space after a soft line break', ['TITLE;ENCODING=QUOTED-PRINTABLE:Head of=', ' address'], { role: 'Head of address' }],
])('a card with %s', (_what, lines, fields) => {
  expect(readVCards(['BEGIN:VCARD', 'N:Jo', ...lines, 'END:VCARD'].join('\r\n'))).toMatchObject([{ fields }])
})

test('cards of files that were joined, each with a byte order mark', () => {
  const card = '\ufeffBEGIN:VCARD\nFN:Jo\nEND:VCARD\n'
  expect(readVCards(card + card)).toHaveLength(2)
})

test('the export of LinkedIn, with prose before the table', () => {
  const file =
    'Notes:\n"When exporting your connection data, you may notice that some of the email addresses are missing."\n\n' +
    'First Name,Last Name,URL,Email Address,Company,Position,Connected On\n' +
    'Noa,Berg,https://www.linkedin.com/in/noa-berg-example,,Harbour Labs,"Head, Research",20 Nov 2026\n'
  expect(people(file)).toMatchObject([
    {
      fields: {
        name: 'Noa Berg',
        organisation: 'Harbour Labs',
        role: 'Head, Research',
        linkedinUrl: 'https://www.linkedin.com/in/noa-berg-example',
        email: null,
      },
    },
  ])
})

test.each([
  ['Name,Given Name,Family Name,Organization 1 - Name,Organization 1 - Title,E-mail 1 - Value,Phone 1 - Value,Notes'],
  ['Name,First Name,Last Name,Organization Name,Organization Title,E-mail 1 - Value,Phone 1 - Value,Notes'],
])('the export of Google: %s', (head) => {
  const file = `${head}\nNoa Berg,Noa,Berg,Harbour Labs,Partner,noa@x.example,+351 21,Met twice\n`
  expect(people(file)).toMatchObject([
    {
      fields: { name: 'Noa Berg', organisation: 'Harbour Labs', role: 'Partner', email: 'noa@x.example', phone: '+351 21' },
      note: 'Met twice',
    },
  ])
})

test('further addresses and numbers of one row are in the note, and middle names in the name', () => {
  const head =
    'First Name,Middle Name,Last Name,E-mail 1 - Label,E-mail 1 - Value,E-mail 2 - Value,Phone 1 - Value,Website 1 - Value'
  const file = `${head}\nJo,Maria,Berg,* Work,jo@a.example ::: jo@b.example,jo@c.example,+351 21 ::: +351 22,https://jo.example\n`
  expect(people(file)).toMatchObject([
    {
      fields: { name: 'Jo Maria Berg', email: 'jo@a.example', phone: '+351 21', website: 'https://jo.example' },
      note: 'jo@b.example\njo@c.example\n+351 22',
    },
  ])
})

test('the export of Outlook', () => {
  const head = 'First Name,Last Name,Company,Job Title,E-mail Address,E-mail 2 Address,Business Phone,Mobile Phone'
  expect(people(`${head}\nJo,Berg,Kestrel,Partner,jo@a.example,jo@b.example,+351 21,+351 91\n`)).toMatchObject([
    {
      fields: { name: 'Jo Berg', organisation: 'Kestrel', role: 'Partner', email: 'jo@a.example', phone: '+351 21' },
      note: 'jo@b.example\n+351 91',
    },
  ])
})

test('a table with unknown columns is read once its columns are assigned; semicolons and a byte order mark are fine', () => {
  const table = readPeopleTable('\ufeffWer;Wo\nNoa Berg;Lisbon\n')
  expect(table?.columns).toEqual(['Wer', 'Wo'])
  expect(matchColumns(table?.columns ?? [])).toEqual(['skip', 'skip'])
  expect(table && readRows(table, ['name', 'location'])).toMatchObject([{ fields: { name: 'Noa Berg', location: 'Lisbon' } }])
})

test('a text that is too long for its field is kept in the note, and a row without any name is left out', () => {
  const long = 'x'.repeat(300)
  expect(people(`Name,Company,Email\nNoa,${long},\n,,noa@x.example\n,,\n"  ","",""\n`)).toMatchObject([
    { fields: { name: 'Noa', organisation: 'x'.repeat(200) }, note: long },
    { fields: { name: 'noa@x.example' } },
  ])
})

test.each(['', 'just a text', '{"a":1}', '\0\0\0', 'BEGIN:VCARD\nFN:Noa'])('%j has no people', (file) => {
  expect(readVCards(file)).toEqual([])
  expect(people(file)).toEqual([])
})
