import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import PostalMime from 'postal-mime'
import { expect, test } from 'vitest'
import { createMailer } from '#server/email/mailer.ts'
import { calendarOf } from '#server/features/bookings/calls/ics.ts'

const folder = mkdtempSync(`${tmpdir()}/latchkey-invitation-`)
const call = {
  id: 'bkg_1',
  start: '2027-01-04T10:00:00.000Z',
  end: '2027-01-04T10:30:00.000Z',
  timeZone: 'UTC',
  counterpart: 'Ada Lovelace, Émile; Søn',
  email: 'ada@example.com',
  meetingLink: null,
  linkFrom: null,
  sequence: 2,
  changedAt: new Date(0),
}
const mail = { id: 'mail_1', recipient: 'ada@example.com', subject: 'A call', text: 'A call', html: null, createdAt: new Date() }

test.each([
  [true, 'REQUEST'],
  [false, 'CANCEL'],
])(
  'a mail about a call (active: %s) carries its calendar file in the form that mail programs expect: method %s',
  async (isStanding, method) => {
    const calendar = calendarOf({ ...call, isStanding }, 'calls@latchkey.example')
    const mailer = createMailer({ DATA_DIR: folder, MAIL_FROM: 'Latchkey <calls@latchkey.example>' })
    await mailer.send({ ...mail, calendar } as Parameters<typeof mailer.send>[0])
    mailer.close()
    const raw = readFileSync(`${folder}/mail/mail_1.eml`, 'utf8')
    rmSync(folder, { recursive: true })
    expect(raw).toMatch(new RegExp(`content-type: text/calendar;[^\\n]*(\\n[ \\t][^\\n]*)*method=${method}`, 'i'))
    const { attachments, text } = await PostalMime.parse(raw)
    expect(text).toContain('A call')
    expect(attachments.map(({ filename }) => filename).filter(Boolean)).toEqual(['call-2027-01-04-ada-lovelace-émile-søn.ics'])
    const files = attachments.map(({ content }) => (typeof content === 'string' ? content : new TextDecoder().decode(content)))
    expect(files.join('\n')).toContain('UID:bkg_1@latchkey')
  },
)
