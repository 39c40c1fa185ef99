import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { Glob } from 'bun'
import { afterAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { type Storage, s3Storage } from '#server/storage/storage.ts'
import { emptyDatabase, testDatabase } from '#tests/support/database/postgres.ts'
import { startS3 } from '#tests/support/stand-ins/s3.ts'
import { backUp } from './back-up.ts'
import { restore } from './restore.ts'
import { WRITERS } from './stored-files.ts'

const folder = mkdtempSync(`${tmpdir()}/latchkey-files-`)
const s3 = startS3('key')
afterAll(() => {
  s3.stop()
  rmSync(folder, { recursive: true })
})
const storage = s3Storage({
  bucket: 'pictures',
  endpoint: s3.url,
  region: 'us-east-1',
  accessKeyId: 'key',
  secretAccessKey: 'secret',
})

const database = await testDatabase()
const { sql } = database
await sql`insert into users (id, email, password, user_type) values ('usr_a', 'a@example.com', 'x', 'founder')`

const id = (digit: string) => digit.repeat(32)
const filesOf = (digit: string) => [1024, 320].map((size) => `${id(digit)}-${size}.webp`)
const addRow = (digit: string) =>
  sql`insert into uploads (id, user_id, bytes, width, height) values (${id(digit)}, 'usr_a', 1, 1, 1)`
const addFiles = async (digit: string) => {
  for (const name of filesOf(digit)) await storage.put(name, Buffer.from(`content of ${name}`))
}

let archives = 0
const backUpWith = (read: Pick<Storage, 'get'> = storage, uploadMs = 0) => {
  archives += 1
  const archive = `${folder}/${archives}`
  return backUp({ database, storage: read, now: () => new Date(), uploadMs }, archive).then((contents) => ({
    ...contents,
    archive,
  }))
}
const names = (files: { path: string }[]) => files.map(({ path }) => path.slice('files/'.length)).sort()
const sorted = (...digits: string[]) => digits.flatMap(filesOf).sort()

beforeEach(async () => {
  await sql`delete from uploads`
  s3.objects.clear()
  for (const digit of ['a', 'b']) {
    await addRow(digit)
    await addFiles(digit)
  }
})

test('the files that rows name are copied, and are in the storage after a restore', async () => {
  await storage.put('of-no-row.webp', Buffer.from('x'))
  const { files, archive } = await backUpWith()
  expect(names(files)).toEqual(sorted('a', 'b'))
  const was = new Map(s3.objects)
  s3.objects.clear()
  await restore({ database: await emptyDatabase(), storage }, archive)
  was.delete('/pictures/uploads/of-no-row.webp')
  expect(s3.objects).toEqual(was)
})

test('no file is written when the database is not empty, and a database that gets a table in the meantime is left as it is', async () => {
  const { archive } = await backUpWith()
  s3.objects.clear()
  await expect(restore({ database, storage }, archive)).rejects.toThrow(/not empty/)
  expect(s3.objects.size).toBe(0)
  const other = await emptyDatabase()
  const put = async () => void (await other.sql`create table if not exists anything (id int)`)
  await expect(restore({ database: other, storage: { put } }, archive)).rejects.toThrow(/not empty/)
  expect(await other.sql`select to_regclass('public.users') as users`).toEqual([{ users: null }])
})

test('photos about contacts are copied, and one that never arrived is no missing file', async () => {
  const addPhotoRow = (photo: string, file: string | null) => sql`
    insert into contact_photos (principal_id, id, contact_id, taken_at, width, height, bytes, file)
    values ('pri_a', ${photo}, 'rec', now(), 1, 1, 1, ${file})`
  onTestFinished(async () => void (await sql`delete from contact_photos`))
  await addPhotoRow('pho_a', 'photo-a.webp')
  await addPhotoRow('pho_b', null)
  await storage.put('photo-a.webp', Buffer.from('a card'))
  const { files, missing } = await backUpWith()
  expect([names(files), missing]).toEqual([[...sorted('a', 'b'), 'photo-a.webp'], []])
})

test('a picture that is deleted between the copies of the database and of the files is left out', async () => {
  const deleting: Pick<Storage, 'get'> = {
    async get(name) {
      if (name.startsWith('b')) {
        await sql`delete from uploads where id = ${id('b')}`
        await storage.remove(name)
      }
      return storage.get(name)
    },
  }
  const { files, missing } = await backUpWith(deleting, 5000)
  expect([names(files), missing]).toEqual([sorted('a'), []])
})

test('the files of an upload that has stored its row, and not yet its files, are waited for', async () => {
  await addRow('c')
  let asked = 0
  const uploading: Pick<Storage, 'get'> = {
    async get(name) {
      if (name.startsWith('c')) asked += 1
      if (asked === 4) await addFiles('c')
      return storage.get(name)
    },
  }
  const { files, missing } = await backUpWith(uploading, 20_000)
  expect([names(files), missing]).toEqual([sorted('a', 'b', 'c'), []])
})

test('a file that was lost before is reported, and stops no backup', async () => {
  const [lost = ''] = filesOf('b')
  await storage.remove(lost)
  const { files, missing } = await backUpWith()
  expect(missing).toEqual([lost])
  expect(names(files)).toEqual(sorted('a', 'b').filter((name) => name !== lost))
})

test('a storage that has none of the files is another storage: there is no backup', async () => {
  s3.objects.clear()
  await expect(backUpWith()).rejects.toThrow(/None of the 4 files.*DATA_DIR or the S3_/)
})

test('a storage that does not answer fails the backup', async () => {
  const unreachable = s3Storage({ bucket: 'b', endpoint: s3.url, region: 'x', accessKeyId: 'another', secretAccessKey: 'secret' })
  await expect(backUpWith(unreachable)).rejects.toThrow(/AccessDenied/)
})

test('each module that writes to the storage is known to the backup', () => {
  const writers = [...new Glob('sync-server/{features,seed}/**/*.ts').scanSync('.')].filter(
    (path) => !path.includes('.test.') && /\bstorage\.put\(/.test(readFileSync(path, 'utf8')),
  )
  expect(writers.sort()).toEqual([...WRITERS].sort())
})
