import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { afterAll, expect, test } from 'vitest'
import { openDatabase } from '#server/database/open.ts'
import { diskStorage } from '#server/storage/storage.ts'
import { listInvestor } from '#tests/support/actors/money.ts'
import { runCommand } from '#tests/support/actors/run-command.ts'

/** The two commands as an operator runs them: on the embedded database, which a server uses in the meantime. */
const folder = mkdtempSync(`${tmpdir()}/latchkey-backup-command-`)
const machine = (name: string) => `${folder}/${name}`
const running = await openDatabase({ DATA_DIR: machine('running') })
afterAll(async () => {
  await running.close()
  rmSync(folder, { recursive: true })
})

const command = (name: 'backup' | 'restore' | 'doctor', dataDir: string, ...args: string[]) =>
  runCommand(name, { args, env: { ...process.env, DATA_DIR: machine(dataDir), DATABASE_URL: '' } })

const archive = `${folder}/backups/archive`

test('a backup of a running machine is restored on an empty one, once, and neither command takes the database away', async () => {
  const vcId = await listInvestor(running.db)
  expect(await command('backup', 'running', archive)).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^Backed up \d+ rows of \d+ tables and 0 files, .* contains keys and personal data/s),
  })
  const { kind, doneAt } = (await running.db.query.operatorAlerts.findFirst()) ?? {}
  expect([kind, Date.now() - Number(doneAt) < 600_000]).toEqual(['backup', true])
  expect(await command('restore', 'empty', archive, '--check')).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('complete'),
  })
  expect(existsSync(machine('empty'))).toBe(false)
  expect(await command('restore', 'empty', archive)).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^Restored \d+ rows/),
  })
  expect(await command('restore', 'empty', archive)).toMatchObject({ code: 1, stderr: expect.stringContaining('not empty') })

  expect(await command('doctor', 'empty')).toMatchObject({
    stdout: expect.stringMatching(/^ok +database +All \d+ migrations are applied/m),
  })

  const restored = await openDatabase({ DATA_DIR: machine('empty') })
  expect(await restored.db.query.directoryInvestors.findMany({ columns: { id: true } })).toEqual([{ id: vcId }])
  await restored.close()
  expect(await running.db.query.directoryInvestors.findMany({ columns: { id: true } })).toEqual([{ id: vcId }])
})

test('a folder that exists, a machine without a database and a missing argument are refused with what to do', async () => {
  await diskStorage(machine('taken')).put('file', Buffer.from('x'))
  expect(await command('backup', 'running', machine('taken'))).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('exists already'),
  })
  expect(await command('backup', 'nowhere', archive)).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^DATA_DIR: .* has no database/),
  })
  expect(existsSync(machine('nowhere'))).toBe(false)
  expect(await command('restore', 'nowhere')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('bun run restore FOLDER'),
  })
})
