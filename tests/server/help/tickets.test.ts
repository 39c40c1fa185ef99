import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { ticketMessages, users } from '#drizzle/schema/index.ts'
import type { AuditPage } from '#shared/admin/audit.ts'
import type { AdminTicket } from '#shared/help/admin.ts'
import type { TicketTaken } from '#shared/help/contract.ts'
import type { ProblemBody } from '#shared/problem-body.ts'
import type { PushReply } from '#shared/sync/push.ts'
import { account } from '#tests/support/actors/account.ts'
import { grantAdmin } from '#tests/support/actors/admins.ts'
import { held } from '#tests/support/actors/listings.ts'
import { startTestApp } from '#tests/support/app.ts'
import type { Client } from '#tests/support/client.ts'
import { newClientId, newMutationId } from '#tests/support/private-lane.ts'
import { mailsTo, mailTo } from '#tests/support/stand-ins/mailbox.ts'
import { auditEntriesOf } from '#tests/support/state/audit.ts'
import { listTickets } from '#tests/support/state/team.ts'

let clock = Date.parse('2026-03-02T09:00:00Z')
const pass = (minutes: number) => {
  clock += minutes * 60_000
}
const app = await startTestApp({ env: { RATE_LIMIT_SCALE: '1' }, world: { now: () => new Date(clock) } })
const { db } = app.database

const newId = () => Bun.randomUUIDv7()
const REQUEST = {
  name: 'Ada Member',
  email: 'ada@founders.example',
  subject: 'Nothing opens',
  category: 'technical',
  message: 'The page stays white on my phone.',
}
const support = (client: Client, fields: object = {}) =>
  client.post<TicketTaken & ProblemBody>('/api/support', { ...REQUEST, ...fields })
const feedback = (client: Client, fields: object) => client.post<TicketTaken & ProblemBody>('/api/submit-request', fields)
const push = (client: Client, name: string, args: object, id = newMutationId()) =>
  client.post<PushReply>('/api/sync/push', {
    clientId: newClientId(),
    mutations: [{ id, name, args, madeAt: new Date().toISOString() }],
  })
const statusOf = ({ body }: Awaited<ReturnType<typeof push>>) => body.results[0]?.status
const own = async (client: Client) => (await held(client))?.tickets
const rows = (id: string) => listTickets(db, { id })

async function admin() {
  const chief = await account(app)
  await grantAdmin(app, chief)
  const queue = async () => (await chief.get<AdminTicket[]>('/api/admin/tickets')).body
  const find = async (id: string) => (await queue()).find((ticket) => ticket.id === id) as AdminTicket
  const reply = (id: string, body: object) => chief.post<AdminTicket & ProblemBody>(`/api/admin/tickets/${id}/reply`, body)
  return { ...chief, queue, find, reply }
}
const chief = await admin()

describe('a message to the team', () => {
  test('is stored once, by outbox, call or both, even if replies are lost', async () => {
    const ada = await account(app)
    const args = { id: newId(), ...REQUEST }
    const mutation = newMutationId()
    const outcomes = [await push(ada, 'support.submit', args, mutation), await push(ada, 'support.submit', args, mutation)]
    expect(outcomes.map(statusOf)).toEqual(['applied', 'duplicate'])
    expect(statusOf(await push(ada, 'support.submit', args))).toBe('applied')
    const replies = await Promise.all([support(ada, args), support(ada, args), support(ada, { ...args, subject: 'Other words' })])
    expect(new Set(replies.map(({ body }) => body.ticketNumber)).size).toBe(1)
    expect(await rows(args.id)).toMatchObject([{ kind: 'support', subject: 'Nothing opens', principalId: ada.user.principalId }])
    expect(await own(ada)).toMatchObject([{ id: args.id, ticketNumber: replies[0].body.ticketNumber, status: 'open' }])
  })

  test('can be written by a guest, is in their private lane, and is transferred to the account at sign-in', async () => {
    const guest = app.visitor()
    const { body } = await feedback(guest, { message: 'A map of investors, please.' })
    expect(body).toMatchObject({
      success: true,
      answerWithinHours: 24,
      message: `Thank you. This is ticket ${body.ticketNumber}. We reply within 24 hours.`,
    })
    expect(body.ticketNumber).toMatch(/^T-\d{6}$/)
    expect(await own(guest)).toMatchObject([{ kind: 'feedback', category: 'general', message: 'A map of investors, please.' }])

    const ada = await app.member()
    expect((await guest.post('/api/auth/login', { email: ada.user.email, password: ada.password })).status).toBe(200)
    expect(await own(ada)).toMatchObject([{ id: body.ticketId }])
    expect(await own(app.visitor())).toBeUndefined()
  })

  test('cannot be read, repeated or written on by another account', async () => {
    const [ada, eve] = [await account(app), await account(app)]
    const { body } = await support(ada)
    expect(await support(eve, { id: body.ticketId })).toMatchObject({ status: 403, body: { code: 'forbidden' } })
    const args = { ticketId: body.ticketId, id: newId(), text: 'Me too.' }
    expect((await push(eve, 'ticket.write', args)).body.results).toMatchObject([{ status: 'refused', code: 'not-found' }])
    expect(await own(eve)).toBeUndefined()
    expect(await own(ada)).toMatchObject([{ messages: [] }])
  })

  test.each([
    ['name', { name: 'A' }, 'Name must be at least 2 characters'],
    ['email', { email: 'ada@founders' }, 'Please enter a valid email address'],
    ['subject', { subject: ' Hey \u202e ' }, 'Subject must be at least 5 characters'],
    ['message', { message: '   too short\n\n        ' }, 'Message must be at least 20 characters'],
    ['category', { category: 'gossip' }, 'Please choose a category'],
    ['message', { message: 'x'.repeat(5001) }, 'Please use at most 5,000 characters'],
    ['id', { id: 'my-own' }, 'This is not a valid id.'],
  ])('support with a wrong %s is refused with the message of the form', async (path, fields, message) => {
    expect(await support(app.visitor(), fields)).toMatchObject({ status: 422, body: { fields: [{ path, message }] } })
  })

  test.each([
    ['message', { message: ' \n\u200b ' }, 'Please write a message'],
    ['email', { email: 'nobody' }, 'Please enter a valid email address'],
  ])('feedback requires only a message, and no wrong %s', async (path, fields, message) => {
    const wrong = await feedback(app.visitor(), { message: 'Well done', ...fields })
    expect(wrong).toMatchObject({ status: 422, body: { fields: [{ path, message }] } })
    const blank = { name: ' ', email: '', category: '', message: 'Well done' }
    expect(await feedback(app.visitor(), blank)).toMatchObject({ status: 200 })
  })

  test('can be sent ten times an hour, through both channels together, and again an hour later; a repeat does not count', async () => {
    const ada = await account(app)
    const first = { id: newId(), message: 'One' }
    const all = await Promise.all(
      Array.from({ length: 12 }, (_, at) => feedback(ada, at === 0 ? first : { message: `No ${at}` })),
    )
    expect(all.filter(({ status }) => status === 200)).toHaveLength(10)
    const over = await feedback(ada, { message: 'One more' })
    expect(over).toMatchObject({ status: 429, body: { code: 'too-many-requests' } })
    expect(Number(over.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(statusOf(await push(ada, 'feedback.submit', { id: newId(), message: 'Offline' }))).toBe('retry')
    if (all[0]?.status === 200) expect((await feedback(ada, first)).status).toBe(200)
    pass(61)
    expect((await feedback(ada, { message: 'One more' })).status).toBe(200)
  })

  test('can be sent sixty times a day, in any distribution over its hours', async () => {
    const ada = await account(app, { emailVerifiedAt: new Date() })
    const write = async (count: number) => {
      const all = await Promise.all(Array.from({ length: count }, (_, at) => feedback(ada, { message: `No ${at}` })))
      return all.filter(({ status }) => status === 200).length
    }
    for (let hour = 0; hour < 6; hour += 1) {
      expect(await write(10)).toBe(10)
      pass(61)
    }
    expect(await write(10)).toBe(0)
    pass(24 * 60)
    expect(await write(1)).toBe(1)
  })

  test('stays plain text in every view and mail', async () => {
    const ada = await account(app)
    const evil = '<img src=x onerror=alert(1)><script>alert(2)</script>'
    const address = `typed-${newId()}@founders.example`
    const { body } = await support(ada, {
      name: `Ada\r\nBcc: all@founders.example ${evil}`,
      subject: `${evil}\r\nX-Evil: 1`,
      message: evil,
      email: address,
    })
    expect(await own(ada)).toMatchObject([{ message: evil, subject: `${evil} X-Evil: 1` }])
    const seen = await chief.find(body.ticketId)
    expect(seen).toMatchObject({ message: evil, email: address, isSuspect: false })
    await chief.reply(seen.id, { text: `Thank you.\n${evil}`, version: seen.version })
    const mail = await mailTo(app, address, /Our answer to T-/)
    expect(mail.subject).toBe(`Our answer to ${seen.ticketNumber}`)
    expect([mail.bcc, mail.cc, mail.to?.length]).toEqual([undefined, undefined, 1])
    expect(mail.text).toContain(evil)
    expect(mail.html).not.toMatch(/<img|<script/)
  })

  test('is stored and put last if the honeypot field was filled in', async () => {
    const robot = app.visitor()
    const { body, status } = await feedback(robot, { message: 'Buy followers', homepage: 'https://spam.example' })
    expect([status, body.answerBy]).toEqual([200, null])
    const open = (await chief.queue()).filter((ticket) => ticket.status === 'open')
    const suspects = open.filter(({ isSuspect }) => isSuspect)
    expect(suspects).toContainEqual(expect.objectContaining({ id: body.ticketId, answerBy: null }))
    expect(open.slice(-suspects.length)).toEqual(suspects)
  })
})

describe('the team', () => {
  test.each([
    ['technical', 4],
    ['billing', 2],
    ['feature', 24],
    ['other', 24],
  ])('owes an answer about %s within %i hours', async (category, hours) => {
    const { body } = await support(await account(app), { category })
    expect(body).toMatchObject({ answerWithinHours: hours, message: "We'll get back to you within 24 hours." })
    expect(Date.parse(body.answerBy ?? '') - clock).toBe(hours * 60 * 60_000)
  })

  test('finds the next due ticket on top, answers it, and the author reads the answer on every device', async () => {
    const ada = await account(app, { emailVerifiedAt: new Date() })
    const slow = await feedback(ada, { message: 'Some day, a dark mode.' })
    const fast = await support(ada, { category: 'billing', email: 'anonymous@latchkey.example' })
    const open = (await chief.queue()).filter(({ status, isSuspect }) => status === 'open' && !isSuspect)
    expect(open.map(({ answerBy }) => answerBy)).toEqual(open.map(({ answerBy }) => answerBy).sort())
    expect(open.findIndex(({ id }) => id === fast.body.ticketId)).toBeLessThan(
      open.findIndex(({ id }) => id === slow.body.ticketId),
    )

    const seen = await chief.find(fast.body.ticketId)
    // The placeholder gets no mail, so the proven address does.
    expect(seen.email).toBe(ada.user.email)
    const both = await Promise.all([1, 2].map((at) => chief.reply(seen.id, { text: `Refunded ${at}`, version: seen.version })))
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(both.find(({ status }) => status === 409)?.body).toMatchObject({
      code: 'review.moved-on',
      current: { status: 'answered' },
    })
    const answered = (await own(ada))?.find(({ id }) => id === seen.id)
    expect(answered).toMatchObject({ status: 'answered', answerBy: null, messages: [{ from: 'team', text: /Refunded/ }] })
    expect((await mailTo(app, ada.user.email, /Our answer/)).text).toContain(`Open ${seen.ticketNumber}`)
    expect(await auditEntriesOf(db, seen.id)).toMatchObject([
      {
        actorId: chief.user.id,
        action: 'answered',
        targetType: 'ticket',
        before: { status: 'open' },
        after: { status: 'answered' },
      },
    ])
    const { entries } = (await chief.get<AuditPage>('/api/admin/audit')).body
    expect(entries.find(({ targetId }) => targetId === seen.id)).toMatchObject({
      targetName: `Nothing opens ${seen.ticketNumber}`,
      after: { status: 'answered', reply: expect.stringContaining('Refunded') },
      // A sent answer cannot be undone.
      canUndo: false,
    })
  })

  test('gets a new due time for another message on a closed ticket; on an open one the due time stays', async () => {
    const ada = await account(app)
    const { body } = await support(ada)
    const id = body.ticketId
    const write = (text: string, messageId = newId(), mutation = newMutationId()) =>
      push(ada, 'ticket.write', { ticketId: id, id: messageId, text }, mutation)
    pass(60)
    expect(statusOf(await write('Also on my desk.'))).toBe('applied')
    expect((await chief.find(id)).answerBy).toBe(body.answerBy)

    expect((await chief.reply(id, { close: true })).body).toMatchObject({ status: 'closed', answerBy: null })
    expect((await chief.reply(id, { close: true })).status).toBe(200)
    expect(await auditEntriesOf(db, id)).toHaveLength(1)
    pass(30)
    const messageId = newId()
    expect([statusOf(await write('It is back.', messageId)), statusOf(await write('It is back.', messageId))]).toEqual([
      'applied',
      'applied',
    ])
    expect(await own(ada)).toMatchObject([
      {
        status: 'open',
        answerBy: new Date(clock + 4 * 60 * 60_000).toISOString(),
        messages: [
          { from: 'author', text: 'Also on my desk.' },
          { id: messageId, text: 'It is back.' },
        ],
      },
    ])
    expect(await mailsTo(app, REQUEST.email, /Our answer to/)).toEqual([])
  })

  test('shows an account as one only once its address is proven', async () => {
    const eve = await account(app, { firstName: 'Known', lastName: 'Founder' })
    const { body } = await support(eve)
    expect(await chief.find(body.ticketId)).toMatchObject({ hasAccount: false })
    await db.update(users).set({ emailVerifiedAt: new Date() }).where(eq(users.id, eve.user.id))
    expect(await chief.find(body.ticketId)).toMatchObject({ hasAccount: true })
  })

  test('must write a text or close, and must be admins', async () => {
    const ada = await account(app)
    const { body } = await support(ada)
    const wrong = await chief.reply(body.ticketId, { text: '  ' })
    expect(wrong).toMatchObject({ status: 422, body: { fields: [{ path: 'text', message: 'Please write an answer.' }] } })
    expect((await chief.reply('tkt_none', { text: 'Hello' })).status).toBe(404)
    for (const [client, status] of [
      [ada, 403],
      [app.visitor(), 401],
    ] as const) {
      expect((await client.get('/api/admin/tickets')).status).toBe(status)
      expect((await client.post(`/api/admin/tickets/${body.ticketId}/reply`, { text: 'Hello' })).status).toBe(status)
    }
  })
})

test('a ticket and its messages are in the export, and are deleted with the account', async () => {
  const ada = await app.member()
  const { body } = await support(ada)
  await push(ada, 'ticket.write', { ticketId: body.ticketId, id: newId(), text: 'One more thing.' })
  await chief.reply(body.ticketId, { text: 'Dear Ada, it works again.' })
  const { body: kept } = await ada.get<{ ticketMessages: { text: string }[] }>('/api/auth/export')
  expect(JSON.stringify(kept)).toContain('One more thing.')
  expect((await ada.send('/api/auth/delete-account', { method: 'DELETE' })).status).toBe(200)
  expect(await rows(body.ticketId)).toEqual([])
  expect(await db.$count(ticketMessages, eq(ticketMessages.ticketId, body.ticketId))).toBe(0)
  const { entries } = (await chief.get<AuditPage>('/api/admin/audit')).body
  expect(entries.find(({ targetId }) => targetId === body.ticketId)?.after).toEqual({ status: 'answered' })
})
