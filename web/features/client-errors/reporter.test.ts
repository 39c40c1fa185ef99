import { expect, test } from 'vitest'
import { createReporter, MAX_OF_PAGE } from './reporter.ts'

type Sent = { errors: { frames: { line: number }[] }[] }

/** A device with a storage; each page of it has a reporter of its own. */
function aDevice({ rate = 1, isOnline = true } = {}) {
  const kept = new Map<string, string>()
  const state = { isOnline, rate, isReached: true, day: '2026-11-28' }
  const sent: Sent[] = []
  const requests: [path: string, init: RequestInit | undefined][] = []
  const wake: (() => void)[] = []
  const openPage = () =>
    createReporter({
      readPage: () => ({
        origin: 'https://latchkey.example',
        pathname: '/contacts',
        isOnline: state.isOnline,
        userAgent: 'Firefox/145.0',
        script: 'https://latchkey.example/assets/index-AbC12_x.js',
      }),
      request: async (path, init) => {
        requests.push([path, init])
        if (!state.isReached) throw new TypeError('Failed to fetch')
        if (path === '/api/config') return Response.json({ errorSampleRate: state.rate })
        sent.push(JSON.parse(String(init?.body)))
        return Response.json({ success: true })
      },
      storage: () => ({
        getItem: (key) => kept.get(key) ?? null,
        setItem: (key, value) => void kept.set(key, value),
        removeItem: (key) => void kept.delete(key),
      }),
      onOnline: (send) => void wake.push(send),
      random: () => 0.5,
      now: () => new Date(`${state.day}T12:00:00Z`),
    })
  const lines = () => sent.flatMap(({ errors }) => errors.map(({ frames }) => frames[0]?.line))
  return { state, kept, requests, wake, openPage, lines }
}

const failedAt = (line: number) =>
  Object.assign(new TypeError('ada@example.com'), { stack: `a@https://latchkey.example/assets/index-AbC12_x.js:${line}:1` })

test('a place in the code is reported once a day, by all pages of a device', async () => {
  const { state, openPage, lines } = aDevice()
  const page = openPage()
  await page.report('error', failedAt(1))
  await page.report('error', failedAt(1))
  await page.report('error', failedAt(2))
  await openPage().report('error', failedAt(1))
  expect(lines()).toEqual([1, 2])
  state.day = '2026-11-29'
  await page.report('error', failedAt(1))
  expect(lines()).toEqual([1, 2, 1])
})

test('one error that is caught in several ways is reported once', async () => {
  const { openPage, lines } = aDevice()
  const [page, error] = [openPage(), failedAt(1)]
  await page.report('chunk', error)
  await page.report('rejection', error)
  await page.report('screen', error)
  expect(lines()).toEqual([1])
})

test('a page reports ten errors at most', async () => {
  const { openPage, lines } = aDevice()
  const page = openPage()
  for (let line = 1; line <= MAX_OF_PAGE + 5; line += 1) await page.report('error', failedAt(line))
  expect(lines()).toHaveLength(MAX_OF_PAGE)
})

test('offline, up to ten reports wait, and are sent once by one of the pages', async () => {
  const { state, kept, openPage, wake, lines, requests } = aDevice({ isOnline: false })
  const pages = [openPage(), openPage()]
  for (let line = 1; line <= 6; line += 1) {
    for (const [at, page] of pages.entries()) await page.report('error', failedAt(line + at * 100))
  }
  expect(requests).toEqual([])
  expect(JSON.parse(kept.get('latchkeyErrors') ?? '')).toHaveLength(10)
  expect([...kept.values()].join()).not.toContain('ada@example.com')
  state.isOnline = true
  for (const send of wake) send()
  await Promise.all(pages.map((page) => page.sendWaiting()))
  expect(lines()).toEqual([1, 101, 2, 102, 3, 103, 4, 104, 5, 105])
  expect(kept.has('latchkeyErrors')).toBe(false)
  await openPage().sendWaiting()
  expect(lines()).toHaveLength(10)
})

test('reports that did not reach the server wait for the next page', async () => {
  const { state, openPage, lines } = aDevice()
  state.isReached = false
  await openPage().report('error', failedAt(1))
  state.isReached = true
  await openPage().sendWaiting()
  expect(lines()).toEqual([1])
})

test('a page outside of the sample reports nothing, and neither does one of a server without a rate', async () => {
  for (const rate of [0.4, 0, Number.NaN]) {
    const { kept, openPage, lines } = aDevice({ rate })
    await openPage().report('error', failedAt(1))
    expect([lines(), kept.has('latchkeyErrors')]).toEqual([[], false])
  }
  const { openPage, lines } = aDevice({ rate: 0.6 })
  await openPage().report('error', failedAt(1))
  expect(lines()).toEqual([1])
})

test('a report is sent without cookies', async () => {
  const { openPage, requests } = aDevice()
  await openPage().report('error', failedAt(1))
  expect(requests.at(-1)).toMatchObject(['/api/client-errors', { method: 'POST', credentials: 'omit' }])
})
