import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { afterAll, describe, expect, test } from 'vitest'
import { available, founder, investorWith, offers } from '#tests/server/bookings/own-hours/setup.ts'
import { bookCall } from '#tests/support/actors/bookings.ts'
import { slotOn } from '#tests/support/actors/hours.ts'
import { startTestApp } from '#tests/support/app.ts'
import { freePort } from '#tests/support/free-port.ts'
import { eventBetween, eventFile } from '#tests/support/samples/calendar-events.ts'
import { until } from '#tests/support/until.ts'
import { choose, connect, connectionOf, pathOf, readNow } from './setup.ts'

/** An open-source server of calendars, from the package of that name of Debian or PyPI. */
const command = [['radicale'], ['python3', '-m', 'radicale']].find(
  ([program = '', ...args]) => Bun.which(program) && Bun.spawnSync([program, ...args, '--version']).exitCode === 0,
)
const reason = command ? '' : ' (not run: Radicale is not installed)'

describe.skipIf(reason)(`a Radicale server${reason}`, async () => {
  if (!command) return
  const folder = mkdtempSync(`${tmpdir()}/latchkey-radicale-`)
  const port = await freePort()
  writeFileSync(`${folder}/users`, 'alan:app-password\n')
  const options = {
    ...{ '--server-hosts': `127.0.0.1:${port}`, '--storage-filesystem-folder': `${folder}/collections` },
    ...{ '--auth-type': 'htpasswd', '--auth-htpasswd-filename': `${folder}/users`, '--auth-htpasswd-encryption': 'plain' },
  }
  const args = Object.entries(options).flat()
  const radicale = Bun.spawn([...command, '--config', '', ...args], { stdout: 'ignore', stderr: 'ignore' })
  afterAll(async () => {
    radicale.kill()
    await radicale.exited
    rmSync(folder, { recursive: true, force: true })
  })
  const url = `http://127.0.0.1:${port}`
  const account = { server: url, user: 'alan', password: 'app-password' }
  const authorization = `Basic ${btoa('alan:app-password')}`
  const send = (method: string, path: string, body?: string) =>
    fetch(url + path, { method, headers: { authorization }, ...(body !== undefined && { body }) })
  await until(() =>
    send('GET', '/.web/').then(
      ({ ok }) => ok,
      () => false,
    ),
  )
  for (const name of ['work', 'private']) {
    const set = `<set><prop><displayname>${name}</displayname></prop></set>`
    const made = await send(
      'MKCALENDAR',
      `/alan/${name}/`,
      `<c:mkcalendar xmlns="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav">${set}</c:mkcalendar>`,
    )
    if (made.status !== 201) throw new Error(`The calendar was not made: ${made.status}`)
  }
  const app = await startTestApp({ env: { LOG_LEVEL: 'silent' } })
  const enter = async (uid: string, file: string) =>
    expect((await send('PUT', `/alan/private/${uid}.ics`, file)).status).toBe(201)

  test('is found from its address, chosen from, read with its recurring events, and written', async () => {
    const [once, daily] = [slotOn(3, '10:00'), slotOn(2, '16:00')]
    await enter('once', eventBetween('once', once.start, once.end))
    const from = slotOn(-20, '16:00').start.replace(/[-:]|\.\d{3}/g, '')
    await enter('daily', eventFile('daily', [`DTSTART:${from}`, 'DURATION:PT30M', 'RRULE:FREQ=DAILY', 'SUMMARY:Run']))
    await enter('free', eventBetween('free', slotOn(3, '12:00').start, slotOn(3, '12:00').end, ['TRANSP:TRANSPARENT']))

    const investor = await investorWith(app)
    expect(await connect(investor, { ...account, password: 'wrong' })).toMatchObject({ body: { code: 'calendars.refused' } })
    expect(await connect(investor, account)).toMatchObject({ body: { connection: { busyCalendars: 2, isWritten: true } } })
    const { body } = await investor.get<{ calendars: { url: string; name: string }[] }>(pathOf(investor.listing, '/calendars'))
    expect(body.calendars.map(({ name }) => name).sort()).toEqual(['private', 'work'])
    const at = (name: string) => body.calendars.find((calendar) => calendar.name === name)?.url ?? ''
    const seen = await available(app.visitor(), investor.listing)
    const clocks = ['09:30', '10:00', '10:30', '12:00', '16:00']
    expect(clocks.map((clock) => offers(seen, slotOn(3, clock)))).toEqual([true, false, true, true, false])
    expect(offers(seen, daily)).toBe(false)

    expect((await choose(investor, { busy: [at('private')], events: at('work') })).status).toBe(200)
    const buyer = await founder(app)
    await bookCall(app, buyer, investor.listing, slotOn(5, '10:00'))
    const events = async (name = 'work') => (await send('GET', `/alan/${name}/`)).text()
    const count = (text: string) => text.split('BEGIN:VEVENT').length - 1
    const stamp = (start: string) => start.replace(/[-:]|\.\d{3}/g, '')
    await until(async () => (await events()).includes(stamp(slotOn(5, '10:00').start)))
    expect(await readNow(investor)).toMatchObject({ conflicts: [], failing: null, writeFault: null })
    const [call] = (await buyer.post<{ put: { bookings: { id: string }[] } }>('/api/sync/me', { have: {} })).body.put.bookings
    await buyer.post(`/api/bookings/${call?.id}/reschedule`, { start: slotOn(6, '15:00').start })
    await until(async () => (await events()).includes(stamp(slotOn(6, '15:00').start)))
    expect(count(await events())).toBe(1)
    await choose(investor, { busy: [at('work')], events: at('private') })
    await until(async () => (await events('private')).includes(stamp(slotOn(6, '15:00').start)))
    expect([count(await events()), count(await events('private'))]).toEqual([0, 4])
    expect((await connectionOf(investor)).conflicts).toEqual([])
    await buyer.post(`/api/bookings/${call?.id}/cancel`, {})
    await until(async () => count(await events('private')) === 3)
  })
})
