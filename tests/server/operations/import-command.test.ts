import { mkdtempSync, rmSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { afterAll, expect, test } from 'vitest'
import { openDatabase } from '#server/database/open.ts'
import pages from '#server/seed/data/airtable-directory.json'
import { runCommand } from '#tests/support/actors/run-command.ts'

// cspell:ignore nrec

const folder = mkdtempSync(`${tmpdir()}/latchkey-import-`)
const file = `${folder}/listing`
const env = { ...process.env, DATA_DIR: folder, DATABASE_URL: '', AIRTABLE_API_KEY: '', AIRTABLE_BASE_ID: '', AIRTABLE_TABLE: '' }

// The server’s own connection: a concurrent import must not take its database away.
const server = await openDatabase({ DATA_DIR: folder })
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true })
})

const command = (...args: string[]) => runCommand('import-listing', { args, env })

const listed = async () => (await server.sql`select 1 from directory_investors where unlisted_at is null`).length

test('a listing is imported, recognised as unchanged, and not halved without a confirmation', async () => {
  await writeFile(file, JSON.stringify(pages))
  expect(await command(file)).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('394 received, 394 listed: 394 added, 0 changed'),
  })
  expect(await command(file)).toMatchObject({ code: 0, stdout: expect.stringContaining('0 added, 0 changed, 394 unchanged') })

  await writeFile(file, JSON.stringify(pages.slice(0, 2)))
  expect(await command(file)).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^Import would remove 194 of 394 records \(limit 20 %\)\..*--confirm/),
  })
  expect(await listed()).toBe(394)
  expect(await command(file, '--confirm')).toMatchObject({ code: 0, stdout: expect.stringContaining('194 unlisted') })
  expect(await listed()).toBe(200)
})

test('records that cannot be listed are reported with their reasons', async () => {
  await writeFile(file, 'id,name,fund,email\nrecNobody,,,x@y.example\nrecAda,Ada,,\n')
  expect(await command(file, '--confirm')).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('recNobody: neither a name nor a fund'),
  })
})

test('doubtful prices are counted and shown as they were read', async () => {
  const rows = Array.from({ length: 12 }, (_, at) => `recPrice${at},Person ${at},150`)
  await writeFile(file, `id,name,price\n${rows.join('\n')}\n`)
  const { stdout } = await command(file, '--confirm')
  expect(stdout).toContain('12 doubtful prices. An admin confirms or corrects them')
  expect(stdout).toMatch(/^ {2}recPrice0 Person 0: 150 read as \$1\.50 \(confirm price: .+\)$/m)
  expect(stdout).toContain('  and 2 more')
})

test('--help prints the usage', async () => {
  expect(await command('--help')).toMatchObject({ code: 0, stdout: expect.stringContaining('bun run import FILE'), stderr: '' })
})

test.each([
  [['nowhere.json'], 'nowhere.json'],
  [[], 'bun run import FILE'],
  [['--api'], 'AIRTABLE_API_KEY'],
])('%j ends with one clear message', async (args, sentence) => {
  const { code, stderr } = await command(...args)
  expect(code).toBe(1)
  expect(stderr).toContain(sentence)
  expect(stderr).not.toContain('    at ')
})
