import { readdir } from 'node:fs/promises'
import sharp from 'sharp'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { uploads } from '#drizzle/schema/index.ts'
import { verifiedMember, verifyEmail } from '#tests/support/actors/projects.ts'
import { startTestApp } from '#tests/support/app.ts'
import { upload } from '#tests/support/samples/pictures.ts'
import { startS3 } from '#tests/support/stand-ins/s3.ts'
import { countPictures } from '#tests/support/state/accounts.ts'
import { waitingJobs } from '#tests/support/state/jobs.ts'
import { until } from '#tests/support/until.ts'
import { setUp } from './setup.ts'

const { app, member, visitor, database, world, ada, png, shown } = await setUp()

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
      await strict.database.sql`delete from rate_limits where bucket <> 'upload-address-hour'`
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
    expect(await countPictures(database.db, { userId: nearlyFull.user.id })).toBe(300)
  })

  test('deleting the account deletes its pictures', async () => {
    const gone = await member()
    const { body } = await upload(gone, png)
    expect((await gone.send('/api/auth/delete-account', { method: 'DELETE' })).status).toBe(200)
    await until(async () => (await shown(body.url ?? '')).status === 404)
    expect(await countPictures(database.db, { userId: gone.user.id })).toBe(0)
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
  expect(await countPictures(broken.database.db)).toBe(0)
})

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
    const isRemoved = async () => (await waitingJobs(node.database.db, 'uploads.remove')).length === 0
    s3.hooks.beforePut = async () => {
      s3.hooks.beforePut = undefined
      await gone.send('/api/auth/delete-account', { method: 'DELETE' })
      await until(isRemoved)
    }
    expect((await upload(gone, png)).status).toBe(401)
    await until(async () => s3.objects.size === 0)
    expect(await countPictures(node.database.db)).toBe(0)
  })

  test('nothing remains of a picture of which only one size could be stored', async () => {
    const grace = await node.member()
    s3.hooks.beforePut = async (pathname) => {
      if (pathname.endsWith('-320.webp')) throw new Error('No space left')
    }
    expect((await upload(grace, png)).status).toBe(500)
    await until(async () => s3.objects.size === 0)
    expect(await countPictures(node.database.db)).toBe(0)
  })
})
