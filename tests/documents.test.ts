import { existsSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { Glob } from 'bun'
import { expect, test } from 'vitest'
import { missingPaths } from '#tests/support/runner/document-paths.ts'

const documents = ['README.md', ...new Glob('{shared,drizzle,sync-server,web,tests}/**/*.md').scanSync('.')].filter(
  (path) => path !== 'tests/specification/TABLE.md',
)
const read = (path: string) => readFileSync(path, 'utf8')

const files = [
  ...new Glob('*').scanSync('.'),
  ...new Glob('{shared,drizzle,sync-server,web,tests,.ci}/**/*').scanSync({ cwd: '.', dot: true }),
]

/** Made by a build, or by a check of types. */
const BUILT = ['web/dist']

/** First folders that a document abbreviates. */
const ABBREVIATIONS = { 'web/features/legal/README.md': { S: 'sync-server/features', T: 'tests/server' } } as Record<
  string,
  Record<string, string>
>

/** As GitHub makes the anchor of a heading. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\w\- ]/g, '')
    .trim()
    .replaceAll(' ', '-')

const anchorsIn = (path: string) => [...read(path).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) => anchorOf(heading))

/** Whether a link of a document leads to a file, and to a heading where it names one. */
function isReachable(document: string, link: string): boolean {
  const [path = '', anchor] = link.split('#')
  const target = path ? posix.join(posix.dirname(document), path) : document
  return existsSync(target) && (anchor === undefined || anchorsIn(target).includes(anchor))
}

test('the root README has at most 8,000 bytes', () => {
  expect(Buffer.byteLength(read('README.md'))).toBeLessThanOrEqual(8000)
})

test('each document of a room is linked from the root README', () => {
  const rooms = documents.filter((path) => path !== 'README.md' && path !== 'tests/server/README.md')
  expect(rooms.filter((path) => !read('README.md').includes(`](${path})`))).toEqual([])
})

test('each path and each link in a document exists', () => {
  const missing = documents.flatMap((document) => {
    const text = read(document)
    const paths = missingPaths(document, text, files, ABBREVIATIONS[document]).filter((path) => !BUILT.includes(path))
    const links = [...text.matchAll(/\]\((?!https?:)([^)\s]+)\)/g)].map(([, link = '']) => link)
    return [...paths, ...links.filter((link) => !isReachable(document, link))].map((each) => `${document}: ${each}`)
  })
  expect(missing).toEqual([])
})

test.each([
  ['`tests/documents.test.ts` and `documents.test.ts`', []],
  ['`documents.txt`, `a/b`, `text/plain` and `tests/<name>.ts` are no paths', []],
  ['`tests/gone.ts`', ['tests/gone.ts']],
  ['`bun tests/gone.ts --all`', ['tests/gone.ts']],
  ['```sh\nbun tests/gone.ts\n```', ['tests/gone.ts']],
  ['`tests/{documents.test,gone}.ts`', ['tests/gone.ts']],
  ['`app/{a,b}/{c,d}.ts`', ['app/a/c.ts', 'app/a/d.ts', 'app/b/c.ts', 'app/b/d.ts']],
  ['`sync/mutations.ts` is relative to the room', []],
  ['`sync/gone`', ['sync/gone']],
  ['`gone.ts` and `gone/gone.tsx`', ['gone.ts', 'gone/gone.tsx']],
  ['`S/documents.test.ts` and `S/gone.ts`', ['tests/gone.ts']],
])('of %j, the missing paths are %j', (markdown, missing) => {
  const known = ['tests/documents.test.ts', 'shared/sync/mutations.ts']
  expect(missingPaths('shared/README.md', markdown, known, { S: 'tests' })).toEqual(missing)
})
