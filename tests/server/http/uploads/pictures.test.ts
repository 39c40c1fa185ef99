import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { MAX_UPLOAD_BYTES, type UploadPath } from '#shared/uploads/contract.ts'
import { picture, upload } from '#tests/support/samples/pictures.ts'
import { countPictures } from '#tests/support/state/accounts.ts'
import { setUp } from './setup.ts'

const { app, database, ada, png, shown } = await setUp()

const kept = () => countPictures(database.db)

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
