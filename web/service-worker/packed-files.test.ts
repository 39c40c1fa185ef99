import { expect, test, vi } from 'vitest'
import { createPackReader, packsIn } from './packed-files.ts'

const entries = [
  { url: 'index.html', revision: 'a' },
  {
    url: 'assets/one.pack',
    revision: null,
    files: [
      ['/assets/a.js', 3],
      ['/assets/b.js', 4],
    ],
  },
  { url: 'assets/two.pack', revision: null, files: [['/assets/c.js', 2]] },
] as const
const CONTENTS: Record<string, string> = { 'assets/one.pack': ['one', 'only'].join(''), 'assets/two.pack': 'cc' }
const packs = packsIn(entries)

test('each file is read from its place in its pack, as a script, and a pack is read from the disk once', async () => {
  const readPack = vi.fn(async (pack: string) => new Response(CONTENTS[pack]))
  const reader = createPackReader(packs, readPack)
  for (const [path, text] of [
    ['/assets/a.js', 'one'],
    ['/assets/b.js', 'only'],
    ['/assets/c.js', 'cc'],
  ] as const) {
    const reply = await reader.read(path)
    expect([await reply?.text(), reply?.headers.get('content-type')]).toEqual([text, 'text/javascript; charset=utf-8'])
  }
  expect(readPack.mock.calls.map(([pack]) => pack)).toEqual(['assets/one.pack', 'assets/two.pack'])
  expect(['/assets/a.js', '/index.html', '/assets/one.pack'].map(reader.contains)).toEqual([true, false, false])
})

test.each([
  ['that the browser has deleted', async () => undefined],
  ['that cannot be read', () => Promise.reject(new Error('The disk failed.'))],
])('a file of a pack %s is left to the network, and the next request tries again', async (_, fail) => {
  const readPack = vi.fn(async (): Promise<Response | undefined> => new Response('cc')).mockImplementationOnce(fail)
  const reader = createPackReader(packs, readPack)
  expect(await reader.read('/assets/c.js')).toBeUndefined()
  expect(await (await reader.read('/assets/c.js'))?.text()).toBe('cc')
})
