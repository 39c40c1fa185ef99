import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { openDatabase } from '#server/database/open.ts'
import { misspeltLines, parseEnv } from '#server/env.ts'
import { backUp, recordBackup } from '#server/operations/backup/back-up.ts'
import { StartError } from '#server/start/preconditions.ts'
import { openStorage } from '#server/storage/storage.ts'
import { runCommand } from './run-command.ts'

const USAGE = `bun run backup FOLDER   copies the database, the uploaded pictures and the keyring into a new folder

The server may run. The folder contains secrets and personal data: see sync-server/OPERATIONS.md, "Backup and restore".`

/** Names of missing files that are printed; all of them are in the manifest. */
const MAX_PRINTED = 10

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({ options: { help: { type: 'boolean' } }, allowPositionals: true })
  const [folder] = positionals
  if (values.help) return void process.stdout.write(`${USAGE}\n`)
  if (folder === undefined || positionals.length > 1) throw new StartError(USAGE)

  const env = parseEnv(process.env)
  for (const line of misspeltLines(process.env)) process.stderr.write(`${line}\n`)
  // Without this check the embedded database would be created in order to be copied.
  if (env.isDatabaseEmbedded && !existsSync(`${env.DATA_DIR}/postgres/PG_VERSION`)) {
    throw new StartError(`DATA_DIR: ${env.DATA_DIR} has no database. Set it, or DATABASE_URL, as the server has it.`)
  }
  const database = await openDatabase(env, { migrates: false })
  try {
    const { at, tables, files, missing } = await backUp({ database, storage: openStorage(env), now: () => new Date() }, folder)
    await recordBackup(database.sql, at)
    const rows = tables.reduce((sum, table) => sum + table.rows, 0)
    const bytes = [...tables, ...files].reduce((sum, entry) => sum + entry.bytes, 0)
    process.stdout.write(
      `Backed up ${rows} rows of ${tables.length} tables and ${files.length} files, ${bytes} bytes, to ${folder}.\nThe folder contains keys and personal data: keep it as safe as the database.\n`,
    )
    if (missing.length > 0) {
      const names = missing.slice(0, MAX_PRINTED).join(', ')
      process.stderr.write(`${missing.length} files that the database names are not in the storage: ${names}\n`)
    }
  } finally {
    await database.close()
  }
}

await runCommand(main)
