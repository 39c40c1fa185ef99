import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { counted, failuresOf, readPlaywright, readVitest, reported } from './reports.ts'

// cspell:ignore mexpected

const folder = mkdtempSync(join(tmpdir(), 'reports-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** Writes the report of a runner to the disk. */
function written(name: string, report: object): string {
  const path = join(folder, name)
  writeFileSync(path, JSON.stringify(report))
  return path
}

const vitestFile = (name: string, status: string, message: string, assertionResults: object[]) => ({
  name: join(process.cwd(), name),
  startTime: 0,
  endTime: 1,
  status,
  message,
  assertionResults,
})

test('the end of a run names failed tests, tests that passed on a retry, and files that could not be loaded', () => {
  const path = written('vitest.json', {
    numPassedTests: 2,
    numFailedTests: 1,
    numPendingTests: 0,
    testResults: [
      vitestFile('tests/server/a.test.ts', 'failed', '', [
        {
          fullName: 'a sum is right',
          status: 'failed',
          failureMessages: ['\u001b[31mexpected 1 to be 2\u001b[39m\n    at a.test.ts:3'],
        },
        { fullName: 'a mail is sent', status: 'passed', failureMessages: [] },
      ]),
      vitestFile('tests/sync/b.test.ts', 'passed', '', [
        { fullName: 'a note arrives', status: 'passed', failureMessages: ['timed out'] },
      ]),
      vitestFile('tests/sync/c.test.ts', 'failed', 'Cannot find module', []),
    ],
  })
  expect(failuresOf(readVitest(path).failures).split('\n')).toEqual([
    'Failed: tests/server/a.test.ts › a sum is right',
    '    expected 1 to be 2',
    '        at a.test.ts:3',
    'Failed, and passed at a second try: tests/sync/b.test.ts › a note arrives',
    '    timed out',
    'Failed: tests/sync/c.test.ts › the file itself',
    '    Cannot find module',
  ])
})

test('the end of a run names browser tests that failed or passed on a retry', () => {
  const spec = (title: string, status: string, messages: string[]) => ({
    title,
    file: 'home.e2e.ts',
    tests: [{ status, results: messages.map((message) => ({ duration: 1, errors: message ? [{ message }] : [] })) }],
  })
  const path = written('playwright.json', {
    stats: { expected: 1, flaky: 1, unexpected: 1, skipped: 0 },
    suites: [
      {
        specs: [spec('a page opens', 'expected', [''])],
        suites: [
          {
            specs: [
              spec('a card is read', 'flaky', ['no card', '']),
              spec('a vote counts', 'unexpected', ['0 votes', '0 votes']),
            ],
          },
        ],
      },
    ],
  })
  expect(readPlaywright(path).failures).toEqual([
    { file: 'tests/e2e/home.e2e.ts', title: 'a card is read', message: 'no card', isFlaky: true },
    { file: 'tests/e2e/home.e2e.ts', title: 'a vote counts', message: '0 votes', isFlaky: false },
  ])
})

test('the end of a run names a command that failed, with the end of its output', () => {
  const outcomes = [
    { name: 'bun x tsc', isOk: true, output: '' },
    { name: 'bun x biome check .', isOk: false, output: 'a.ts format\nFound 1 error.\n' },
  ]
  expect(counted(outcomes)).toMatchObject({ passed: 1, failed: 1 })
  expect(failuresOf(counted(outcomes).failures).split('\n')).toEqual([
    'Failed: bun x biome check . › the command itself',
    '    a.ts format',
    '    Found 1 error.',
  ])
})

test('a runner that ends with an error and reports no failed test, or leaves no report, counts as one failure', () => {
  const outcome = { name: 'vitest', isOk: false, output: 'Unhandled Rejection' }
  const clean = { passed: 2, failed: 0, skipped: 0, files: [], failures: [] }
  const failure = { file: 'vitest', title: 'the command itself', message: 'Unhandled Rejection', isFlaky: false }
  expect(reported(outcome, () => clean)).toEqual({ ...clean, failed: 1, failures: [failure] })
  expect(reported({ ...outcome, isOk: true }, () => clean)).toEqual(clean)
  const lost = reported({ ...outcome, isOk: true }, () => {
    throw new Error('no such file')
  })
  expect(lost).toMatchObject({ passed: 0, failed: 1, failures: [{ message: expect.stringContaining('no such file') }] })
})

test('a run without failures has no such lines', () => {
  expect(failuresOf([])).toBe('')
})
