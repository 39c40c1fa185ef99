import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { afterAll, expect, test } from 'vitest'
import { diskStorage } from './storage.ts'

const folder = await mkdtemp(`${tmpdir()}/latchkey-storage-`)
afterAll(() => rm(folder, { recursive: true }))
const storage = diskStorage(folder)

test('a missing file is not a fault', async () => {
  await storage.put('a', new Uint8Array([1, 2]))
  expect(await storage.get('a')).toEqual(new Uint8Array([1, 2]))
  await storage.remove('a')
  expect(await storage.get('a')).toBeUndefined()
  await storage.remove('a')
})

test('removing a file also removes the remains of a failed write', async () => {
  // A folder with its name: the file is written, but cannot be renamed.
  await Bun.write(`${folder}/b/in-the-way`, '')
  await expect(storage.put('b', new Uint8Array([1]))).rejects.toThrow()
  expect((await readdir(folder)).length).toBe(2)
  await rm(`${folder}/b`, { recursive: true })
  await storage.remove('b')
  expect(await readdir(folder)).toEqual([])
})
