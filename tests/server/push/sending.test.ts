import { expect, test } from 'vitest'
import { writeNotice } from '#server/features/notices/service.ts'
import type { BookingId, VcId } from '#shared/ids.ts'
import { noticeKinds } from '#shared/notices/kinds.ts'
import { noticesOf, push } from '#tests/server/notices/setup.ts'
import { account } from '#tests/support/actors/account.ts'
import { startPushing } from './setup.ts'

const pushing = await startPushing()
const { app, clock, service, turnOn, notify, payOut, messagesOf, waiting, retryAfter, settled, isMailed } = pushing
const bookingId = 'bkg_1' as BookingId
/** Waits until one delivery was attempted so often, and is due in so many seconds after `from`: on a slow machine a part is over. */
async function isWaiting(attempts: number, seconds: number, from: number) {
  await expect.poll(() => waiting()).toEqual([{ attempts, seconds: expect.any(Number) }])
  const [delivery] = await waiting()
  expect(delivery?.seconds).toBeLessThanOrEqual(seconds)
  expect(delivery?.seconds).toBeGreaterThanOrEqual(Math.floor(seconds - (performance.now() - from) / 1000))
}
const soon = { bookingId, role: 'founder', start: '2026-12-01T09:00:00.000Z' } as const

test('a notice is pushed to each device that asked for it, with kind and ids, in messages of one length', async () => {
  const ada = await account(app)
  const phone = await turnOn(ada)
  await notify(ada, 'reply', { vcId: 'recA' as VcId, choice: 'yes', isBought: true })
  await expect.poll(() => messagesOf(phone)).toHaveLength(1)
  await payOut(ada)
  await expect.poll(() => messagesOf(phone)).toHaveLength(2)
  const [paid, replied] = await noticesOf(ada)
  const to = ada.user.principalId
  expect(messagesOf(phone)).toEqual([
    { to, id: replied?.id, kind: 'reply', path: '/contacts/recA', tag: expect.any(String), unread: 1 },
    { to, id: paid?.id, kind: 'payout-paid', path: '/earnings', tag: expect.any(String), unread: 2 },
  ])
  const lengths = service.received.filter(({ endpoint }) => endpoint === phone.endpoint).map(({ bytes }) => bytes)
  expect(new Set(lengths).size).toBe(1)
  expect(service.faults).toEqual([])
})

test('no amount, name, text or address is in a message, and its topic reveals nothing to the push service', async () => {
  const ada = await account(app, { firstName: 'Wilhelmina', lastName: 'Quartz' })
  const phone = await turnOn(ada)
  await payOut(ada)
  await notify(ada, 'call-soon', soon)
  await expect.poll(() => messagesOf(phone)).toHaveLength(2)
  for (const message of messagesOf(phone)) {
    expect(JSON.stringify(message)).not.toMatch(/Wilhelmina|Quartz|@|123.?456|2026-12|09:00/)
    expect(Object.keys(message).sort()).toEqual(['id', 'kind', 'path', 'tag', 'to', 'unread'])
    expect(Object.keys(noticeKinds)).toContain(message.kind)
  }
  const topics = service.received.filter(({ endpoint }) => endpoint === phone.endpoint).map(({ topic }) => topic)
  for (const topic of topics) expect(topic).toMatch(/^[0-9a-f]{32}$/)
})

test('states of one call replace each other and are urgent; a reminder is kept for an hour, another notice for a day', async () => {
  const ada = await account(app)
  const phone = await turnOn(ada)
  await notify(ada, 'call-booked', soon)
  await notify(ada, 'call-soon', soon)
  await payOut(ada)
  await expect.poll(() => messagesOf(phone)).toHaveLength(3)
  const sent = service.received.filter(({ endpoint }) => endpoint === phone.endpoint)
  const of = (kind: string) => sent.find(({ text }) => JSON.parse(text).kind === kind)
  expect(of('call-booked')?.topic).toBe(of('call-soon')?.topic)
  expect(of('payout-paid')?.topic).not.toBe(of('call-soon')?.topic)
  expect(of('call-soon')).toMatchObject({ urgency: 'high', ttl: 3600 })
  expect(of('payout-paid')).toMatchObject({ urgency: 'normal', ttl: 24 * 3600 })
})

test('a transaction that is rolled back pushes nothing', async () => {
  const ada = await account(app)
  const phone = await turnOn(ada)
  const { db } = app.database
  const failing = db.transaction(async (tx) => {
    const notice = { kind: 'claim-ended', subject: 'undone', facts: {}, now: clock.now() } as const
    await writeNotice(tx, { principalId: ada.user.principalId }, notice)
    throw new Error('undone')
  })
  await expect(failing).rejects.toThrow('undone')
  await payOut(ada)
  await expect.poll(() => messagesOf(phone)).toMatchObject([{ kind: 'payout-paid' }])
})

test('a busy push service is tried again after the time that it names, and not before', async () => {
  const ada = await account(app)
  const phone = await turnOn(ada)
  service.answerWith(() => ({ status: 429, headers: { 'retry-after': '60' } }))
  const from = performance.now()
  await payOut(ada)
  await isWaiting(1, 60, from)
  const before = service.calls()
  // The service is not called for another message either.
  await payOut(ada)
  await expect.poll(() => waiting()).toMatchObject([{ attempts: 1 }, { attempts: 0 }])
  expect(service.calls()).toBe(before)
  service.answerWith(undefined)
  await retryAfter(61)
  expect(messagesOf(phone)).toHaveLength(2)
})

test('a push service that is down is tried again, after longer and longer pauses', async () => {
  const ada = await account(app)
  const phone = await turnOn(ada)
  service.answerWith(() => ({ status: 503 }))
  const first = performance.now()
  await payOut(ada)
  await isWaiting(1, 15, first)
  const second = performance.now()
  await retryAfter(16)
  await isWaiting(2, 30, second)
  service.answerWith(undefined)
  await retryAfter(31)
  expect(messagesOf(phone)).toHaveLength(1)
  expect(await waiting()).toEqual([])
})

test.each([404, 410])('a push service that answers %i ends the subscription', async (status) => {
  const ada = await account(app)
  await turnOn(ada)
  service.answerWith(() => ({ status }))
  await payOut(ada)
  await expect.poll(() => pushing.isOn(ada)).toBe(false)
  service.answerWith(undefined)
  await settled()
  expect(await waiting()).toEqual([])
})

test('a message that the push service does not accept is given up, and the next one is sent', async () => {
  const ada = await account(app)
  const phone = await turnOn(ada)
  service.answerWith(() => ({ status: 413 }))
  const before = service.calls()
  await payOut(ada)
  await expect.poll(() => service.calls()).toBe(before + 1)
  await settled()
  service.answerWith(undefined)
  await payOut(ada)
  await expect.poll(() => messagesOf(phone)).toHaveLength(1)
})

test('a notice that was read on another device before it could be sent, or is a day old, is not pushed', async () => {
  const ada = await account(app)
  const phone = await turnOn(ada)
  service.answerWith(() => ({ status: 503 }))
  await payOut(ada)
  await expect.poll(() => waiting()).toMatchObject([{ attempts: 1 }])
  const [unread] = await noticesOf(ada)
  await push(ada, 'notice.read', { ids: [unread?.id] })
  service.answerWith(undefined)
  await retryAfter(16)
  expect(await waiting()).toEqual([])
  await payOut(ada, new Date(clock.now().getTime() - 24 * 60 * 60 * 1000))
  await payOut(ada)
  await expect.poll(() => messagesOf(phone)).toHaveLength(1)
  await settled()
  expect(messagesOf(phone)).toHaveLength(1)
})

test('a push service that does not respond delays no other work', async () => {
  const ada = await account(app)
  await turnOn(ada)
  const before = service.calls()
  const hanging = Promise.withResolvers<{ status: number }>()
  service.answerWith(() => hanging.promise)
  for (let count = 0; count < 12; count += 1) await payOut(ada)
  await app.visitor().post('/api/auth/register', {
    ...{ email: 'mailed@example.com', password: 'a-fine-password', confirmPassword: 'a-fine-password' },
    ...{ firstName: 'Bea', lastName: 'Member', userType: 'founder' },
  })
  await expect.poll(() => isMailed('mailed@example.com')).toBe(true)
  // Each service has a few of the connections, and the others wait for these.
  expect(service.calls() - before).toBeLessThanOrEqual(4)
  hanging.resolve({ status: 410 })
  service.answerWith(undefined)
  await settled()
})
