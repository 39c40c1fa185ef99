import { describe, expect, test } from 'vitest'
import { splitMbox } from './read-messages.ts'
import { readReports } from './read-report.ts'

const ID = '<mail_1@latchkey.example>'
const HEADERS = `Message-ID: ${ID}\nTo: ada@example.com\nSubject: News`

type Part = [type: string, content: string]
const messageOf = (kind: string, ...parts: Part[]) =>
  new TextEncoder().encode(
    [
      'From: MAILER-DAEMON@mx.example',
      'MIME-Version: 1.0',
      `Content-Type: multipart/report; report-type=${kind}; boundary="b1"`,
      '',
      ...[['text/plain', 'Sorry.'] as Part, ...parts].flatMap(([type, content]) => [
        '--b1',
        `Content-Type: ${type}`,
        '',
        content,
      ]),
      '--b1--',
      '',
    ]
      .join('\n')
      .replaceAll('\n', '\r\n'),
  )

/** A report of one recipient. */
const bounce = (fields: string, original: Part = ['message/rfc822', `${HEADERS}\n\nHello`]) =>
  messageOf(
    'delivery-status',
    ['message/delivery-status', `Reporting-MTA: dns; mx.example\n\nFinal-Recipient: rfc822; ada@example.com\n${fields}`],
    original,
  )
const complaint = (fields: string, original: Part = ['message/rfc822', `${HEADERS}\n\nHello`]) =>
  messageOf('feedback-report', ['message/feedback-report', `${fields}\nUser-Agent: FBL/1\nVersion: 1`], original)
const kindOf = async (message: Uint8Array) => (await readReports(message))[0]?.kind

describe('a delivery status', () => {
  test('names the mail, the recipient and what the server said', async () => {
    const message = bounce('Action: failed\nStatus: 5.1.1\nDiagnostic-Code: smtp; 550 5.1.1\n No such user')
    expect(await readReports(message)).toEqual([
      { messageId: ID, recipients: ['ada@example.com'], kind: 'hard-bounce', reason: '550 5.1.1 No such user' },
    ])
  })

  test.each([
    ['a code of the mailbox', 'Action: failed\nStatus: 5.1.10', 'hard-bounce'],
    ['a full mailbox', 'Action: failed\nStatus: 5.2.2', 'soft-bounce'],
    ['a policy', 'Action: failed\nStatus: 5.7.1', 'soft-bounce'],
    ['an expired delivery', 'Action: failed\nStatus: 4.4.7', 'soft-bounce'],
    [
      'a general code, and the mailbox in the reply',
      'Action: failed\nStatus: 5.0.0\nDiagnostic-Code: smtp; 550-5.2.1 off',
      'hard-bounce',
    ],
    [
      'a policy, and the mailbox in the reply',
      'Action: failed\nStatus: 5.7.1\nDiagnostic-Code: smtp; 550 5.1.1 no',
      'soft-bounce',
    ],
    ['a delay', 'Action: delayed\nStatus: 4.4.1', undefined],
    ['a delivery', 'Action: delivered\nStatus: 2.0.0', undefined],
  ])('with %s', async (_, fields, kind) => {
    expect(await kindOf(bounce(fields))).toBe(kind)
  })

  test('may return the headers alone', async () => {
    const message = bounce('Action: failed\nStatus: 5.1.1', ['text/rfc822-headers', HEADERS])
    expect(await readReports(message)).toMatchObject([{ messageId: ID }])
  })

  test('reports each recipient, and the one before a forwarding', async () => {
    const second =
      'Original-Recipient: rfc822;Bob@example.com\nFinal-Recipient: rfc822; b@other.example\nAction: failed\nStatus: 5.1.1'
    const reports = await readReports(bounce(`Action: failed\nStatus: 4.4.7\n\n${second}`))
    expect(reports.map(({ kind, recipients }) => [kind, recipients])).toEqual([
      ['soft-bounce', ['ada@example.com']],
      ['hard-bounce', ['b@other.example', 'Bob@example.com']],
    ])
  })
})

describe('a feedback report', () => {
  test('is a complaint of the recipient', async () => {
    expect(await readReports(complaint('Feedback-Type: abuse\nOriginal-Rcpt-To: <bob@example.com>'))).toMatchObject([
      { messageId: ID, recipients: ['bob@example.com', 'ada@example.com'], kind: 'complaint' },
    ])
  })

  test.each(['not-spam', 'auth-failure', 'virus', 'dmarc'])('about %s is none', async (kind) => {
    expect(await readReports(complaint(`Feedback-Type: ${kind}`))).toEqual([])
  })
})

test('a message that is no report, or returns nothing of the mail, reports nothing', async () => {
  const plain = new TextEncoder().encode(`Message-ID: ${ID}\r\nTo: ada@example.com\r\n\r\nAction: failed\r\nStatus: 5.1.1\r\n`)
  expect(await readReports(plain)).toEqual([])
  expect(await readReports(bounce('Action: failed\nStatus: 5.1.1', ['text/plain', 'nothing']))).toEqual([])
  expect(await readReports(new Uint8Array())).toEqual([])
})

test('an mbox is split at its separators, and unquoted', () => {
  const text = new TextEncoder().encode('From a@b Sat Nov 28\nSubject: one\n\n>From here\nFrom c@d Sat Nov 28\nSubject: two\n')
  const messages = splitMbox(text).map((message) => new TextDecoder().decode(message))
  expect(messages).toEqual(['Subject: one\n\nFrom here\n', 'Subject: two\n'])
  expect(splitMbox(new TextEncoder().encode('Subject: one\n\nFrom here'))).toHaveLength(1)
})
