import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { available, founder, offers } from '#tests/server/bookings/own-hours/setup.ts'
import { bookCall } from '#tests/support/actors/bookings.ts'
import { slotOn } from '#tests/support/actors/hours.ts'
import { runJob } from '#tests/support/actors/money.ts'
import { startTestApp } from '#tests/support/app.ts'
import { listCalls } from '#tests/support/state/calls.ts'
import { until } from '#tests/support/until.ts'
import { investorWithProvider, startProviders } from './providers.ts'
import { choose, connectionOf, readNow } from './setup.ts'

const providers = startProviders()
const { google, microsoft } = providers
afterAll(() => Promise.all([google.stop(), microsoft.stop()]))
const app = await startTestApp({ env: { LOG_LEVEL: 'silent', ...google.env, ...microsoft.env } })
const { db } = app.database

beforeEach(() => {
  google.restore(true)
  for (const provider of [google, microsoft]) {
    provider.feel('well')
    provider.clear()
    provider.whileWritten(async () => undefined)
  }
})

const write = (bookingId: string) => runJob(app, 'bookings.write-event', { bookingId })

describe.each(['google', 'microsoft'] as const)('%s', (name) => {
  const provider = providers[name]
  const { work, private: home, team } = provider.calendars
  const at = (clock: string, day = 5, calendar = work) => ({ calendar, start: slotOn(day, clock).start })

  async function bookedCall(hours: object = {}) {
    const investor = await investorWithProvider(app, name, hours)
    const buyer = await founder(app)
    await bookCall(app, buyer, investor.listing, slotOn(5, '10:00'))
    const [call] = await listCalls(db, { vcId: investor.listing })
    if (!call) throw new Error('There is no call')
    await until(async () => provider.list().length === 1)
    // The job that wrote it has ended as well.
    await write(call.id)
    return { investor, buyer, id: call.id }
  }

  test('a call has one event from its payment on, which moves with it and ends with it', async () => {
    const { buyer, id } = await bookedCall()
    expect(provider.list()).toEqual([at('10:00')])
    await Promise.all([write(id), write(id), write(id)])
    expect(provider.list()).toEqual([at('10:00')])
    expect((await buyer.post(`/api/bookings/${id}/reschedule`, { start: slotOn(6, '15:00').start })).status).toBe(200)
    await until(async () => provider.list()[0]?.start === slotOn(6, '15:00').start)
    expect(provider.list()).toEqual([at('15:00', 6)])
    expect((await buyer.post(`/api/bookings/${id}/cancel`, {})).status).toBe(200)
    await until(async () => provider.list().length === 0)
    await write(id)
    expect(provider.list()).toEqual([])
  })

  test('the event of a call is not in its way: it takes no second slot, and is no conflict', async () => {
    const { investor, buyer, id } = await bookedCall({ bufferMinutes: 60 })
    expect(await readNow(investor)).toMatchObject({ conflicts: [], failing: null })
    expect(offers(await available(buyer, investor.listing, { moving: id }), slotOn(5, '10:30'))).toBe(true)
    provider.enterEvent(work, slotOn(5, '10:00'))
    expect((await readNow(investor))?.conflicts).toMatchObject([{ bookingId: id }])
  })

  test('writers that create the event at the same time create one', async () => {
    const { id } = await bookedCall()
    provider.clear()
    const gate = Promise.withResolvers<void>()
    let waiting = 0
    provider.whileWritten(() => {
      waiting += 1
      if (waiting === 3) gate.resolve()
      return gate.promise
    })
    await Promise.all([write(id), write(id), write(id)])
    expect(provider.list()).toEqual([at('10:00')])
  })

  test('an answer that was lost leads to no second event', async () => {
    const { id } = await bookedCall()
    provider.clear()
    provider.feel('losing answers')
    await expect(write(id)).rejects.toMatchObject({ fault: 'unreachable' })
    expect(provider.list()).toEqual([at('10:00')])
    provider.feel('well')
    await write(id)
    expect(provider.list()).toEqual([at('10:00')])
  })

  test.each([true, false])('an event that its owner has deleted is there again, restored: %s', async (isRestored) => {
    const { buyer, id } = await bookedCall()
    google.restore(isRestored)
    provider.deleteAll()
    await write(id)
    expect(provider.list()).toEqual([at('10:00')])
    await write(id)
    expect(provider.list()).toEqual([at('10:00')])
    expect((await buyer.post(`/api/bookings/${id}/cancel`, {})).status).toBe(200)
    await until(async () => provider.list().length === 0)
  })

  test('a copy that a mail program has made from the invitation is busy for no call, and is replaced', async () => {
    const { investor, id } = await bookedCall()
    for (const calendar of [work, home]) provider.enterEvent(calendar, slotOn(5, '10:00'), calendar, 'usual', `${id}@latchkey`)
    expect((await readNow(investor))?.conflicts).toEqual([])
    expect(provider.list()).toHaveLength(3)
    await write(id)
    expect(provider.list()).toEqual([at('10:00')])
  })

  test('calls are written to another calendar after another choice, and removed after the choice of none', async () => {
    const { investor } = await bookedCall()
    await choose(investor, { busy: [team], events: home })
    await until(async () => JSON.stringify(provider.list()) === JSON.stringify([at('10:00', 5, home)]))
    await choose(investor, { busy: [team], events: null })
    await until(async () => provider.list().length === 0)
  })

  test('an event that cannot be written is tried again, and the owner sees why', async () => {
    const { investor, id } = await bookedCall()
    for (const [mood, fault] of [
      ['busy', 'unreachable'],
      // A quota that ends between two requests is no deleted event: nothing else is written.
      ['busy for writes', 'unreachable'],
      ['withdrawn', 'refused'],
    ] as const) {
      provider.feel(mood)
      provider.asked.length = 0
      await expect(write(id)).rejects.toMatchObject({ fault })
      expect(provider.asked.filter((line) => /^(PUT|POST|PATCH) .*events/.test(line)).length).toBeLessThanOrEqual(1)
      expect(await connectionOf(investor)).toMatchObject({ writeFault: fault })
    }
    provider.feel('well')
    expect(provider.list()).toEqual([at('10:00')])
    provider.clear()
    await write(id)
    expect(provider.list()).toEqual([at('10:00')])
    expect(await connectionOf(investor)).toMatchObject({ writeFault: null })
    await choose(investor, { busy: [], events: team })
    await expect(write(id)).rejects.toMatchObject({ fault: 'refused' })
  })

  test('a call that moves while its event is written is written again', async () => {
    const { buyer, id } = await bookedCall()
    const gate = Promise.withResolvers<void>()
    let writes = 0
    provider.whileWritten(() => {
      writes += 1
      return writes === 1 ? gate.promise : Promise.resolve()
    })
    const late = write(id)
    await until(async () => writes === 1)
    expect((await buyer.post(`/api/bookings/${id}/reschedule`, { start: slotOn(6, '15:00').start })).status).toBe(200)
    await until(async () => provider.list()[0]?.start === slotOn(6, '15:00').start)
    gate.resolve()
    await late
    expect(provider.list()).toEqual([at('15:00', 6)])
  })
})
