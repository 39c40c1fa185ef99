import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const folder = new URL('./migrations/', import.meta.url)
const readJson = (path: string) => JSON.parse(readFileSync(new URL(path, folder), 'utf8'))

type Entry = { when: number; tag: string }
const { entries } = readJson('meta/_journal.json') as { entries: Entry[] }

test('each schema snapshot references the previous one, so that the next migration can be generated', () => {
  const snapshots = readdirSync(new URL('meta/', folder))
    .filter((file) => file.endsWith('_snapshot.json'))
    .sort()
    .map((file) => ({ file, ...(readJson(`meta/${file}`) as { id: string; prevId: string }) }))
  const parents = snapshots.slice(1).map(({ file, prevId }) => [file, prevId])
  expect(parents).toEqual(snapshots.slice(1).map(({ file }, at) => [file, snapshots[at]?.id]))
})

test('the journal lists every migration, each later than the previous one: an earlier one would be skipped', () => {
  const files = readdirSync(folder).filter((file) => file.endsWith('.sql'))
  expect(entries.map(({ tag }) => `${tag}.sql`).sort()).toEqual(files.sort())
  const times = entries.map(({ when }) => when)
  expect(times).toEqual(times.toSorted((a, b) => a - b))
  expect(new Set(times).size).toBe(times.length)
})
