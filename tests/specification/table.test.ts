import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { afterAll, expect, test } from 'vitest'
import { type Fact, inFile, rule, text } from './facts.ts'
import { createTestReader } from './read-tests.ts'
import { makeTable, TABLE } from './table.ts'

const { text: table, problems } = makeTable()

test('each fact of the specification has a test that holds it', () => {
  expect(problems).toEqual([])
})

test(`${TABLE} is what the rows and the tests make: \`bun tests/specification/table.ts\` writes it`, () => {
  expect(readFileSync(TABLE, 'utf8')).toBe(table)
})

const folder = mkdtempSync(`${tmpdir()}/latchkey-rows-`)
afterAll(() => rmSync(folder, { recursive: true }))

/** Whether a test with this code holds a fact; what the helper `says` is given, it asserts. */
function holds(fact: Fact, code: string): boolean {
  const name = crypto.randomUUID()
  writeFileSync(
    `${folder}/${name}.test.ts`,
    `const says = (text) => expect(screen.getByText(text)).toBeTruthy()
     const send = (text) => client.post('/x', { text })
     const SAID = 'Logged out'
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
  ["says('Logged out')"],
  ['expect(title).toBe(SAID)'],
  ['for (const [title] of rows) expect(screen.getByText(title)).toBeTruthy()'],
  ["for (const title of ['Logged out']) expect(screen.getByText(title)).toBeTruthy()"],
])('a text is held by %s', (code) => {
  expect(holds(toast, code)).toBe(true)
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
])('no text is held by %s', (code) => {
  expect(holds(toast, code)).toBe(false)
})

test('texts that stand together are held by one test, and a decision is in a README', () => {
  const both = text('signed out', ['Logged out', 'You have been successfully logged out.'])
  expect(holds(both, "says('Logged out')")).toBe(false)
  expect(holds(both, "says('Logged out'); says('You have been successfully logged out.')")).toBe(true)
  const instead = { shows: 'Logged out', decision: 'No README says so' }
  expect(holds(text('signed out', 'Signed out', { instead }), "says('Logged out')")).toBe(false)
})

test('a test that is named has to be there, and to mention the fact', () => {
  const timer = (name: string) => rule('It waits 500 ms', inFile('x.test.ts')(name), '500')
  expect(holds(timer('signing out'), 'wait(500)')).toBe(true)
  expect(holds(timer('signing out'), 'wait(50)')).toBe(false)
  expect(holds(timer('signing in'), 'wait(500)')).toBe(false)
})
