import { parseArgs } from 'node:util'
import { openDatabase } from '#server/database/open.ts'
import { misspeltLines, parseEnv } from '#server/env.ts'
import { readArchive } from '#server/operations/backup/archive.ts'
import { restore } from '#server/operations/backup/restore.ts'
import { StartError } from '#server/start/preconditions.ts'
import { openStorage } from '#server/storage/storage.ts'
import { runCommand } from './run-command.ts'

const USAGE = `bun run restore FOLDER           writes a backup into an empty database and into the storage
bun run restore FOLDER --check   only compares the backup with its checksums

Stop every node first. What follows is in sync-server/OPERATIONS.md, "Backup and restore".`

const flag = { type: 'boolean', default: false } as const
const print = (line: string) => process.stdout.write(`${line}\n`)

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({ options: { check: flag, help: flag }, allowPositionals: true })
  const [folder] = positionals
  if (values.help) return void print(USAGE)
  if (folder === undefined || positionals.length > 1) throw new StartError(USAGE)
  if (values.check) {
    const { at } = await readArchive(folder)
    return void print(`The backup of ${at} is complete.`)
  }

  const env = parseEnv(process.env)
  for (const line of misspeltLines(process.env)) process.stderr.write(`${line}\n`)
  const database = await openDatabase(env, { migrates: false })
  try {
    const { manifest, migrated, unknown } = await restore({ database, storage: openStorage(env) }, folder)
    const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
    print(`Restored ${rows} rows and ${manifest.files.length} files, as of ${manifest.at}.`)
    if (migrated > 0) print(`${migrated} later migrations were applied.`)
    if (unknown.length > 0) print(`Not restored, because they are no tables of Latchkey: ${unknown.join(', ')}.`)
    print('Devices start over by themselves. What to check about payments is in sync-server/OPERATIONS.md, "Backup and restore".')
  } finally {
    await database.close()
  }
}

await runCommand(main)
