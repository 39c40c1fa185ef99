import { existsSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { Glob } from 'bun'
import { expect, test } from 'vitest'

const documents = ['README.md', ...new Glob('{shared,drizzle,sync-server,web,tests}/**/*.md').scanSync('.')].filter(
  (path) => path !== 'tests/specification/TABLE.md',
)
const read = (path: string) => readFileSync(path, 'utf8')

/** Paths of the repository in code type. A path with a placeholder is not one. */
const pathsIn = (text: string) =>
  [...text.matchAll(/`((?:web|sync-server|shared|drizzle|tests)\/[\w./-]+)`/g)].map(([, path = '']) => path)

/** Made by a build. */
const BUILT = ['web/dist']

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
    const paths = pathsIn(text).filter((path) => !BUILT.includes(path) && !existsSync(path))
    const links = [...text.matchAll(/\]\((?!https?:)([^)\s]+)\)/g)].map(([, link = '']) => link)
    return [...paths, ...links.filter((link) => !isReachable(document, link))].map((each) => `${document}: ${each}`)
  })
  expect(missing).toEqual([])
})
