import { readdir } from 'node:fs/promises'
import { and, eq, isNull } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { jobs, uploads } from '#drizzle/schema/index.ts'
import { MAX_UPLOAD_BYTES, type UploadPath } from '#shared/uploads/contract.ts'
import { verifiedMember, verifyEmail } from '#tests/support/actors/projects.ts'
import { startTestApp } from '#tests/support/app.ts'
import { picture, upload } from '#tests/support/samples/pictures.ts'
import { startS3 } from '#tests/support/stand-ins/s3.ts'
import { until } from '#tests/support/until.ts'

const app = await startTestApp()
const { member, visitor, database, world } = app
const ada = await member()
const png = await picture()

const kept = () => database.db.$count(uploads)
const shown = async (address: string) => {
  const response = await fetch(app.url + address)
  return { status: response.status, headers: response.headers, bytes: await response.bytes() }
}

describe('one pipeline behind three calls', () => {
  test.each<[UploadPath, string]>([
    ['/api/upload/logo', 'logo'],
    ['/api/upload/vc-logo', 'logo'],
    ['/api/upload-image', 'image'],
  ])('%s takes the field %s and answers with both keys', async (path, field) => {
    const { status, body } = await upload(ada, png, { path, field })
    expect(status).toBe(200)
    expect(body).toEqual({ fileUrl: body.url, url: expect.stringMatching(/^\/uploads\/[a-f0-9]{32}-1024\.webp$/) })
    const other = field === 'logo' ? 'image' : 'logo'
    expect(await upload(ada, png, { path, field: other })).toMatchObject({ status: 422, body: { code: 'uploads.not-an-image' } })
  })

  test('a picture is re-encoded as WebP in two sizes, and served under an immutable address', async () => {
    const { body } = await upload(ada, await picture('jpeg', { width: 3000, height: 1500 }))
    const large = await shown(body.url ?? '')
    const small = await shown((body.url ?? '').replace('-1024', '-320'))
    expect(await sharp(large.bytes).metadata()).toMatchObject({ format: 'webp', width: 1024, height: 512 })
    expect(await sharp(small.bytes).metadata()).toMatchObject({ format: 'webp', width: 320, height: 160 })
    expect(Object.fromEntries(large.headers)).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=31536000, s-maxage=3600, immutable',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
    })
    const again = await fetch(app.url + body.url, { headers: { 'if-none-match': large.headers.get('etag') ?? '' } })
    expect(again.status).toBe(304)
  })

  test.each(['png', 'jpeg', 'gif', 'webp'] as const)('%s is accepted with any file name', async (format) => {
    expect((await upload(ada, await picture(format), { name: 'notes.txt' })).status).toBe(200)
  })

  test('a small picture is not enlarged', async () => {
    const { body } = await upload(ada, png)
    expect(await sharp((await shown(body.url ?? '')).bytes).metadata()).toMatchObject({ width: 64, height: 48 })
  })

  test('location and camera metadata are removed, and the picture is rotated upright', async () => {
    const withExif = await sharp(await picture('jpeg', { width: 60, height: 40 }))
      .withMetadata({ orientation: 6 })
      .withExif({ IFD0: { Make: 'Canary', Copyright: 'zqxcanary' }, IFD3: { GPSLatitude: '51/1 30/1 0/1' } })
      .jpeg()
      .toBuffer()
    expect(withExif.includes('zqxcanary')).toBe(true)
    const { body } = await upload(ada, withExif)
    const { bytes } = await shown(body.url ?? '')
    const { exif, width, height } = await sharp(bytes).metadata()
    expect({ exif, width, height }).toEqual({ exif: undefined, width: 40, height: 60 })
    expect(Buffer.from(bytes).includes('zqxcanary')).toBe(false)
  })

  test('content appended to a picture is removed', async () => {
    const script = '<script>alert("zqxcanary")</script>'
    const { status, body } = await upload(ada, Buffer.concat([await picture('gif'), Buffer.from(script)]), { name: 'x.html' })
    expect(status).toBe(200)
    expect(Buffer.from((await shown(body.url ?? '')).bytes).includes('zqxcanary')).toBe(false)
  })
})

describe('a file that is no picture is refused with a message, and nothing is stored', () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><image href="file:///etc/passwd"/></svg>'
  const crafted: [name: string, make: () => Promise<Uint8Array | string>, code: string, status: number][] = [
    ['text called fake.png', async () => 'I am not a picture', 'uploads.not-an-image', 422],
    ['an empty file', async () => '', 'uploads.not-an-image', 422],
    ['an SVG', async () => svg, 'uploads.not-an-image', 422],
    ['a page', async () => '<html><body onload=alert(1)>', 'uploads.not-an-image', 422],
    [
      'a truncated PNG',
      async () => (await picture('png', { width: 900, height: 900 })).subarray(0, 900),
      'uploads.not-an-image',
      422,
    ],
    [
      'the first bytes of a PNG and a script',
      async () => Buffer.concat([png.subarray(0, 33), Buffer.from('<script>')]),
      'uploads.not-an-image',
      422,
    ],
    ['a TIFF', () => picture('tiff'), 'uploads.not-an-image', 422],
    ['an AVIF', () => picture('avif'), 'uploads.not-an-image', 422],
    ['a bomb', () => picture('png', { width: 9000, height: 9000 }), 'uploads.too-many-pixels', 422],
    ['5 MB and a byte', async () => new Uint8Array(MAX_UPLOAD_BYTES + 1), 'uploads.too-large', 413],
    ['nearly 6 MB', async () => new Uint8Array(6_200_000), 'uploads.too-large', 413],
    ['7 MB', async () => new Uint8Array(7_000_000), 'too-large', 413],
  ]
  test.each(crafted)('%s', async (_, make, code, status) => {
    const before = await kept()
    expect(await upload(ada, await make(), { name: 'fake.png' })).toMatchObject({
      status,
      body: { code, message: expect.any(String) },
    })
    expect(await kept()).toBe(before)
  })

  test('a sender without a content length is stopped as well', async () => {
    const endless = new ReadableStream({ pull: (stream) => stream.enqueue(new Uint8Array(256 * 1024)) })
    const headers = { 'content-type': 'multipart/form-data; boundary=x' }
    const init = { method: 'POST', body: endless, headers, duplex: 'half' } as RequestInit
    const status = await ada.send('/api/upload/logo', init).then(
      ({ status }) => status,
      () => 'cut off',
    )
    expect([413, 'cut off']).toContain(status)
  })

  test.each([
    [
      'a truncated form',
      '--x\r\nContent-Disposition: form-data; name="logo"; filename="a.png"\r\n\r\nabc',
      'multipart/form-data; boundary=x',
    ],
    ['a form without its boundary', 'abc', 'multipart/form-data'],
  ])('%s', async (_, body, type) => {
    const response = await ada.send('/api/upload/logo', { method: 'POST', body, headers: { 'content-type': type } })
    expect(response.status).toBeGreaterThanOrEqual(400)
    expect(response.status).toBeLessThan(500)
  })

  test('text in the field of the file', async () => {
    const form = new FormData()
    form.append('logo', 'just text')
    const response = await ada.send('/api/upload/logo', { method: 'POST', body: form })
    expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([422, 'uploads.not-an-image'])
  })

  test.each(['..%2f..%2fmail%2fx', '%2e%2e', 'x', 'a'.repeat(400), `${'a'.repeat(32)}-1024.webp`])(
    'no address reaches outside the pictures: /uploads/%s',
    async (file) => expect((await shown(`/uploads/${file}`)).status).toBe(404),
  )
})

describe('permissions', () => {
  test('an account is required, and another site is refused', async () => {
    expect(await upload(visitor(), png)).toMatchObject({ status: 401, body: { message: 'Unauthorized' } })
    const response = await ada.send('/api/upload/logo', {
      method: 'POST',
      body: new FormData(),
      headers: { origin: 'https://evil.example' },
    })
    expect(response.status).toBe(403)
  })

  test('twenty in a minute, and then a pause', async () => {
    const strict = await startTestApp({ env: { RATE_LIMIT_SCALE: '1' } })
    const eager = await strict.member()
    const statuses = await Promise.all(Array.from({ length: 21 }, () => upload(eager, 'no picture').then(({ status }) => status)))
    expect(statuses.filter((status) => status === 429)).toHaveLength(1)
    expect((await upload(await strict.member(), png)).status).toBe(200)
  })

  test('an address stores at most 300 in an hour, with any number of accounts', async () => {
    const strict = await startTestApp({ env: { RATE_LIMIT_SCALE: '0.02' } })
    const statuses: number[] = []
    for (let at = 0; at < 8; at += 1) {
      // A minute passes; the accounts of an attacker are new ones.
      await strict.database.sql`delete from rate_buckets where bucket <> 'upload-address-hour'`
      statuses.push((await upload(await strict.member(), png)).status)
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 429, 429])
  })

  test('an account stores at most its quota of pictures', async () => {
    const full = await verifiedMember(app)
    const rows = Array.from({ length: 300 }, (_, at) => ({
      id: `${full.user.id}-${at}`,
      userId: full.user.id,
      bytes: 1,
      width: 1,
      height: 1,
    }))
    await database.db.insert(uploads).values(rows)
    // Refused before anything is decoded.
    for (const bytes of [png, 'no picture'])
      expect(await upload(full, bytes)).toMatchObject({ status: 409, body: { code: 'uploads.full' } })
  })

  test('an account with an unproven address, which costs an attacker nothing, stores at most 30 pictures', async () => {
    const invented = await member()
    const rows = Array.from({ length: 29 }, (_, at) => ({
      id: `${invented.user.id}-${at}`,
      userId: invented.user.id,
      bytes: 1,
      width: 1,
      height: 1,
    }))
    await database.db.insert(uploads).values(rows)
    expect((await upload(invented, png)).status).toBe(200)
    expect(await upload(invented, png)).toMatchObject({ status: 409, body: { code: 'uploads.full' } })
    await verifyEmail(database.db, invented.user)
    expect((await upload(invented, png)).status).toBe(200)
  })

  test('concurrent uploads do not exceed the quota', async () => {
    const nearlyFull = await verifiedMember(app)
    const rows = Array.from({ length: 299 }, (_, at) => ({
      id: `${nearlyFull.user.id}-${at}`,
      userId: nearlyFull.user.id,
      bytes: 1,
      width: 1,
      height: 1,
    }))
    await database.db.insert(uploads).values(rows)
    const replies = await Promise.all(Array.from({ length: 4 }, () => upload(nearlyFull, png)))
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
    expect(await database.db.$count(uploads, eq(uploads.userId, nearlyFull.user.id))).toBe(300)
  })

  test('deleting the account deletes its pictures', async () => {
    const gone = await member()
    const { body } = await upload(gone, png)
    expect((await gone.send('/api/auth/delete-account', { method: 'DELETE' })).status).toBe(200)
    await until(async () => (await shown(body.url ?? '')).status === 404)
    expect(await database.db.$count(uploads, eq(uploads.userId, gone.user.id))).toBe(0)
    // A shared cache revalidates after an hour, and must not serve it any longer.
    const headers = { 'if-none-match': `"${body.url?.split('/').at(-1)}"` }
    expect((await fetch(app.url + body.url, { headers })).status).toBe(404)
  })
})

test('no unfinished file is left on disk, and a failing storage leaves no row', async () => {
  const names = await readdir(`${world.env.DATA_DIR}/uploads`)
  expect(names.filter((name) => !/^[a-f0-9]{32}-(1024|320)\.webp$/.test(name))).toEqual([])
  const broken = await startTestApp({
    env: {
      S3_BUCKET: 'b',
      S3_ACCESS_KEY_ID: 'k',
      S3_SECRET_ACCESS_KEY: 's',
      S3_ENDPOINT: 'http://127.0.0.1:1',
      LOG_LEVEL: 'silent',
    },
  })
  expect((await upload(await broken.member(), png)).status).toBe(500)
  expect(await broken.database.db.$count(uploads)).toBe(0)
}, 60_000)

describe('with S3', async () => {
  const s3 = startS3('latchkey-key')
  afterAll(s3.stop)
  afterEach(() => {
    s3.hooks.beforePut = undefined
  })
  const node = await startTestApp({
    env: {
      S3_BUCKET: 'pictures',
      S3_ENDPOINT: s3.url,
      S3_ACCESS_KEY_ID: 'latchkey-key',
      S3_SECRET_ACCESS_KEY: 'secret',
      LOG_LEVEL: 'silent',
    },
  })

  test('pictures are stored in the bucket, served from it, and deleted from it with the account', async () => {
    const grace = await node.member()
    const { body } = await upload(grace, png)
    const file = (body.url ?? '').replace('/uploads/', '')
    expect([...s3.objects.keys()].sort()).toEqual(
      [file, file.replace('-1024', '-320')].map((name) => `/pictures/uploads/${name}`),
    )
    const reply = await fetch(node.url + body.url)
    expect([reply.status, (await sharp(await reply.bytes()).metadata()).format]).toEqual([200, 'webp'])
    expect((await fetch(`${node.url}/uploads/${'0'.repeat(32)}-320.webp`)).status).toBe(404)
    await grace.send('/api/auth/delete-account', { method: 'DELETE' })
    await until(async () => s3.objects.size === 0)
  })

  test('nothing remains of a picture that arrives while its account is deleted', async () => {
    const gone = await node.member()
    const isRemoved = async () =>
      (await node.database.db.$count(jobs, and(eq(jobs.kind, 'uploads.remove'), isNull(jobs.doneAt)))) === 0
    s3.hooks.beforePut = async () => {
      s3.hooks.beforePut = undefined
      await gone.send('/api/auth/delete-account', { method: 'DELETE' })
      await until(isRemoved)
    }
    expect((await upload(gone, png)).status).toBe(401)
    await until(async () => s3.objects.size === 0)
    expect(await node.database.db.$count(uploads)).toBe(0)
  })

  test('nothing remains of a picture of which only one size could be stored', async () => {
    const grace = await node.member()
    s3.hooks.beforePut = async (pathname) => {
      if (pathname.endsWith('-320.webp')) throw new Error('No space left')
    }
    expect((await upload(grace, png)).status).toBe(500)
    await until(async () => s3.objects.size === 0)
    expect(await node.database.db.$count(uploads)).toBe(0)
  })
})
