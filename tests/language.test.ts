import { readFileSync } from 'node:fs'
import { Glob } from 'bun'
import { expect, test } from 'vitest'

/**
 * Words of a literary voice, and what to write instead. A comment, a log line, a test name or a document says what happens in the
 * terms of the field, so that an engineer who has never seen the project understands it at the first reading. Words that are wrong in
 * code and quotations too are `flagWords` of cspell.jsonc.
 */
const flagged: [words: RegExp, instead: string][] = [
  [/\b(who|whom|what|which)(so)?ever\b/i, 'name the caller, the account or the value'],
  [/\b(some|any|every|no)body\b/i, 'a user, another account, all clients, no client'],
  [/\b(whence|thence|anew|meanwhile)\b/i, 'from where, again, in the meantime'],
  [/\bmend(s|ed|ing)?\b/i, 'fix, repair'],
  [/\bfor ever\b/i, 'permanently, indefinitely'],
  [/\b(of ours|one's own|one’s own)\b/i, 'our, its, of the user'],
  [/\b(is|are|was|were|be|been) told\b/i, 'is notified, receives'],
  [/\bhears? of\b/i, 'receives, is notified of'],
]

/** Text that people read, per kind of file. */
const COMMENT = /\/\*[\s\S]*?\*\/|(?:^|\s)\/\/ [^\n]*/g
const TEST_NAME = /\b(?:test|describe)(?:\.\w+)*\(\s*(['`])([\s\S]*?)\1/g
const LOG_LINE = /\blog\.(?:debug|info|warn|error|fatal)\([^\n]*/g

/** Quotations of interface texts and data, which are not prose. */
const QUOTATION = /`[^`\n]*`|"[^"\n]*"|“[^”\n]*”/g

const read = (path: string) => readFileSync(path, 'utf8')
const proseOf = (path: string): string[] => {
  const text = read(path)
  if (path.endsWith('.md')) return text.split('\n').map((line) => line.replace(QUOTATION, ''))
  return [
    ...(text.match(COMMENT) ?? []).map((comment) => comment.replace(QUOTATION, '')),
    ...[...text.matchAll(TEST_NAME)].map(([, , name = '']) => name),
    ...(text.match(LOG_LINE) ?? []),
  ]
}

const GLOBS = ['*.md', '{shared,drizzle,sync-server,web,tests}/**/*.{ts,tsx,md}']
const files = GLOBS.flatMap((glob) => [...new Glob(glob).scanSync('.')]).filter(
  (path) => !/^(web\/dist|drizzle\/migrations)\/|^web\/routeTree\.gen\.ts$|^tests\/language\.test\.ts$/.test(path),
)

test('comments, log lines, test names and documents use plain technical English', () => {
  expect(files.length).toBeGreaterThan(1500)
  const found = files.flatMap((path) =>
    proseOf(path).flatMap((text) =>
      flagged.flatMap(([words, instead]) => {
        const [word] = words.exec(text) ?? []
        return word ? [`${path}: "${word}" (${instead}) in: ${text.trim().slice(0, 160)}`] : []
      }),
    ),
  )
  expect(found).toEqual([])
})

test.each([
  ['/** Whoever asks first is answered. */', 1],
  ["test('nobody pays twice', () => {})", 1],
  ["log.warn('the request waits for ever')", 1],
  ['// A caller without a session is refused.', 0],
  ['const nobody = 1', 0],
])('in %j, %i flagged words are found', (source, count) => {
  const prose = [...(source.match(COMMENT) ?? []), ...(source.match(TEST_NAME) ?? []), ...(source.match(LOG_LINE) ?? [])]
  expect(prose.filter((text) => flagged.some(([words]) => words.test(text)))).toHaveLength(count)
})
