import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { afterAll, expect, test } from 'vitest'
import { type Fact, inFile, rule, text } from './facts.ts'
import { createTestReader } from './read-tests.ts'
import { makeTable, TABLE } from './table.ts'

const { text: table, problems } = makeTable()

test('each fact of the specification has a test that covers it', () => {
  expect(problems).toEqual([])
})

test(`${TABLE} matches the rows and the tests: \`bun tests/specification/table.ts\` writes it`, () => {
  expect(readFileSync(TABLE, 'utf8')).toBe(table)
})

const folder = mkdtempSync(`${tmpdir()}/latchkey-rows-`)
afterAll(() => rmSync(folder, { recursive: true }))

/** Whether a test with this code covers a fact; the helper `shows` asserts its argument. */
function covers(fact: Fact, code: string): boolean {
  const name = crypto.randomUUID()
  writeFileSync(
    `${folder}/${name}.test.ts`,
    `const shows = (text) => expect(screen.getByText(text)).toBeTruthy()
     const send = (text) => client.post('/x', { text })
     const SIGNED_OUT = 'Logged out'
     const rows = [['Logged out', 1]]
     test('signing out', async () => { ${code} })`,
  )
  const { testsOf } = createTestReader(folder)
  const here = testsOf(`${name}.test.ts`)
  const reader = { testsOf: () => here, allTests: () => here }
  return makeTable([{ part: 1, title: '8', facts: [fact] }], reader, new Map()).problems.length === 0
}

const toast = text('signed out', 'Logged out')

test.each([
  ["expect(screen.getByText('Logged out')).toBeTruthy()"],
  ["await page.getByRole('status', { name: 'Logged out' }).click()"],
  ["expect(title).toBe('Logged out')"],
  ["expect(currentToast.get()).toMatchObject({ title: 'Logged out' })"],
  ['await expect(page.getByText(/^Logged out$/)).toBeVisible()'],
  ["shows('Logged out')"],
  ['expect(title).toBe(SIGNED_OUT)'],
  ['for (const [title] of rows) expect(screen.getByText(title)).toBeTruthy()'],
  ["for (const title of ['Logged out']) expect(screen.getByText(title)).toBeTruthy()"],
])('a text is covered by %s', (code) => {
  expect(covers(toast, code)).toBe(true)
})

test.each([
  ["expect(screen.queryByText('Logged out')).toBeNull()"],
  ["await expect(page.getByText('Logged out')).toHaveCount(0)"],
  ["await expect(page.getByText('Logged out')).not.toBeVisible()"],
  ["expect(title).not.toBe('Logged out')"],
  ["expect(text.includes('Logged out')).toBe(false)"],
  ["await page.getByLabel('Message').fill('Logged out')"],
  ["send('Logged out')"],
  ["await page.route('/x', (route) => route.fulfill({ json: { message: 'Logged out' } }))"],
  ["await test.step('Logged out', async () => undefined)"],
  ["expect(screen.getByText('Logged out again')).toBeTruthy()"],
  ["const words = 'Logged out'"],
])('no text is covered by %s', (code) => {
  expect(covers(toast, code)).toBe(false)
})

test('texts that belong together are covered by one test, and a decision is in a README', () => {
  const both = text('signed out', ['Logged out', 'You have been successfully logged out.'])
  expect(covers(both, "shows('Logged out')")).toBe(false)
  expect(covers(both, "shows('Logged out'); shows('You have been successfully logged out.')")).toBe(true)
  const instead = { shows: 'Logged out', decision: 'No README contains this' }
  expect(covers(text('signed out', 'Signed out', { instead }), "shows('Logged out')")).toBe(false)
})

test('a named test must exist and mention the fact', () => {
  const timer = (name: string) => rule('It waits 500 ms', inFile('x.test.ts')(name), '500')
  expect(covers(timer('signing out'), 'wait(500)')).toBe(true)
  expect(covers(timer('signing out'), 'wait(50)')).toBe(false)
  expect(covers(timer('signing in'), 'wait(500)')).toBe(false)
})
