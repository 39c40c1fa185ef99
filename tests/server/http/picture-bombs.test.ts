import { describe, expect, test } from 'vitest'
import { startTestApp } from '#tests/support/app.ts'
import { MAX_BYTES, MAX_MS, startCostNode } from '#tests/support/request-cost.ts'
import { blackPng, grayJpeg, plainGif } from '#tests/support/samples/picture-bombs.ts'
import { picture, upload } from '#tests/support/samples/pictures.ts'
import { countPictures } from '#tests/support/state/accounts.ts'

// cspell:ignore xboundary

const { db, visitor, costOf } = await startCostNode()
const ada = visitor()
const password = 'a-fine-password'
await ada.post('/api/auth/register', {
  ...{ email: 'ada@example.com', password, confirmPassword: password },
  ...{ firstName: 'Ada', lastName: 'Member', userType: 'founder' },
})

const SIDE = 7000
const square = { width: SIDE, height: SIDE }

/** Below the pixel limit, but costly in another way. Each file is smaller than 1 MB. */
const bombs: [name: string, make: () => Uint8Array][] = [
  ['a PNG of 16 bits', () => blackPng({ width: 3000, height: 3000, depth: 16, hasAlpha: true })],
  ['an interlaced PNG', () => blackPng({ width: 4000, height: 4000, isInterlaced: true })],
  ['a PNG of eight lines', () => blackPng({ width: 1_000_000, height: 8 })],
  ['a PNG of eight columns', () => blackPng({ width: 8, height: 1_000_000 })],
  ['a progressive JPEG', () => grayJpeg({ ...square, scans: 'progressive' })],
  ['a JPEG with a scan for each colour', () => grayJpeg({ ...square, scans: 'each' })],
  ['a GIF', () => plainGif(square)],
  ['a GIF of many frames', () => plainGif(square, 20)],
]

test.each(bombs)('%s is refused by its header', async (_, make) => {
  const bytes = make()
  expect(bytes.length).toBeLessThan(1_000_000)
  const { threadMs, grownBytes } = await costOf(async () => {
    expect(await upload(ada, bytes)).toMatchObject({ status: 422, body: { code: 'uploads.too-many-pixels' } })
  }, MAX_MS)
  expect(threadMs).toBeLessThan(MAX_MS)
  expect(grownBytes).toBeLessThan(MAX_BYTES)
})

/** The most costly accepted pictures take 0.1 to 0.3 s, in a thread beside the event loop. */
const MAX_PICTURE_MS = 600
/** The memory of the decoder for one picture, up to 37 MB, with the file and the results. */
const MAX_PICTURE_BYTES = 1.5 * MAX_BYTES

/** The largest accepted picture of each kind. */
const costly: [name: string, make: () => Uint8Array][] = [
  ['a JPEG of a phone', () => grayJpeg({ ...square, scans: 'one' })],
  ['a progressive JPEG', () => grayJpeg({ width: 2480, height: 2480, scans: 'progressive' })],
  ['a PNG with alpha', () => blackPng({ width: 4000, height: 3990, hasAlpha: true })],
  ['an interlaced PNG of 16 bits', () => blackPng({ width: 2140, height: 2140, hasAlpha: true, depth: 16, isInterlaced: true })],
  ['a GIF of many frames', () => plainGif({ width: 2480, height: 2480 }, 500)],
]

test.each(costly)('%s is accepted, and costs a node little', async (_, make) => {
  const bytes = make()
  const { threadMs, grownBytes } = await costOf(async () => {
    expect(await upload(ada, bytes)).toMatchObject({ status: 200 })
  }, MAX_PICTURE_MS)
  expect(threadMs).toBeLessThan(MAX_PICTURE_MS)
  expect(grownBytes).toBeLessThan(MAX_PICTURE_BYTES)
})

test('while one client uploads twenty costly pictures in parallel, others are answered, and most of the twenty are refused', async () => {
  const bytes = costly[2]?.[1]() ?? new Uint8Array()
  const before = await countPictures(db)
  const waits: number[] = []
  let isOver = false
  const bea = visitor()
  await bea.post('/api/auth/register', {
    ...{ email: 'bea@example.com', password, confirmPassword: password },
    ...{ firstName: 'Bea', lastName: 'Member', userType: 'founder' },
  })
  const statuses = new Set<number>()
  const ask = async () => {
    while (!isOver) {
      const from = performance.now()
      statuses.add((await bea.get('/api/auth/user')).status)
      waits.push(performance.now() - from)
    }
  }
  const send = async () => {
    const from = performance.now()
    return { ...(await upload(ada, bytes)), waitedMs: performance.now() - from }
  }
  const startedAt = performance.now()
  const asking = ask()
  const { grownBytes } = await costOf(async () => {
    const replies = await Promise.all(Array.from({ length: 20 }, send))
    const [taken, refused] = [200, 503].map((expected) => replies.filter(({ status }) => status === expected))
    expect(new Set(refused?.map(({ body }) => body.code))).toEqual(new Set(['uploads.busy']))
    // One is decoded, three wait, and some arrive once a place is free again.
    expect(refused?.length).toBeGreaterThanOrEqual(10)
    expect(await countPictures(db)).toBe(before + (taken?.length ?? 0))
    const longest = (of: typeof replies = []) => Math.max(...of.map(({ waitedMs }) => waitedMs))
    expect(longest(refused)).toBeLessThan(longest(taken))
  })
  isOver = true
  await asking
  expect([...statuses]).toEqual([200])
  // A node that decoded them in one go would answer when all are done. A share of the total time is also valid on a busy machine.
  expect(Math.max(...waits)).toBeLessThan((performance.now() - startedAt) / 3)
  expect(grownBytes).toBeLessThan(2 * MAX_PICTURE_BYTES)
})

describe('limits apply before any byte is read', () => {
  test('sixty in a minute of one address, with any number of accounts', async () => {
    const strict = await startTestApp({ env: { RATE_LIMIT_SCALE: '1', TRUST_PROXY: '1' } })
    const from = (address: string) => ({ 'x-forwarded-for': address })
    const accounts = await Promise.all([1, 2, 3, 4].map(() => strict.member()))
    const send = async (account: (typeof accounts)[number], address: string) =>
      (await account.send('/api/upload/logo', { method: 'POST', body: new FormData(), headers: from(address) })).status
    const statuses = await Promise.all(accounts.flatMap((each) => Array.from({ length: 16 }, () => send(each, '192.0.2.1'))))
    expect(statuses.filter((status) => status === 429)).toHaveLength(4)
    const [first] = accounts
    if (first) expect(await send(first, '192.0.2.2')).toBe(422)
  })
})

const PART = '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n\r\n'

test('a form of a hundred thousand parts is refused without being parsed', async () => {
  const body = `${PART.repeat(100_000)}--x--\r\n`
  const headers = { 'content-type': 'multipart/form-data; boundary=x' }
  const response = await ada.send('/api/upload/logo', { method: 'POST', body, headers })
  expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([400, 'malformed'])
})

test.each([
  ['another kind of form beside it', 'multipart/form-data; boundary=zzz; x=application/x-www-form-urlencoded', 'a&'],
  ['another kind of form as the boundary', 'multipart/form-data; boundary=application/x-www-form-urlencoded', 'a&'],
  ['a parameter that ends in boundary', 'multipart/form-data; xboundary=x; boundary=zzz', PART],
  ['two boundaries', 'multipart/form-data; Boundary=zzz; boundary=x', PART],
  ['no boundary', 'multipart/form-data', PART],
])('a form whose header names %s is refused before its body is parsed', async (_, type, part) => {
  const body = part.repeat(Math.floor(5_000_000 / part.length))
  const response = await ada.send('/api/upload/logo', { method: 'POST', body, headers: { 'content-type': type } })
  expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([415, 'unsupported-media-type'])
})

test('a large photo of a camera is accepted', async () => {
  expect((await upload(ada, await picture('jpeg', { width: 8000, height: 6000 }))).status).toBe(200)
})
