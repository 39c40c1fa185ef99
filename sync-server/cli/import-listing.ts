import { readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { openDatabase } from '#server/database/open.ts'
import { type Env, parseEnv } from '#server/env.ts'
import { type ImportOutcome, importListing } from '#server/features/directory/import/import-listing.ts'
import { readListingFile } from '#server/features/directory/import/read-file.ts'
import { listingSource, refreshListing } from '#server/features/directory/import/refresh-listing.ts'
import { Problem } from '#shared/problem.ts'

const USAGE = `bun run import FILE [--confirm]    replace the external listing by the file's records (JSON or CSV)
bun run import --api [--confirm]   refresh it from AIRTABLE_* now

--confirm   also when a fifth of the listing or more would go`

/** Maximum number of quarantined rows printed; all of them are in the database. */
const MOST_PRINTED = 50

const print = (line: string) => process.stdout.write(`${line}\n`)

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    options: { confirm: { type: 'boolean', default: false }, api: { type: 'boolean', default: false } },
    allowPositionals: true,
  })
  const [file] = positionals
  if (positionals.length > 1 || values.api === (file !== undefined)) throw new Error(USAGE)
  const records = file === undefined ? undefined : readListingFile(await readFile(file))

  const env = parseEnv(process.env)
  const { db, close } = await openDatabase(env)
  try {
    report(
      records
        ? await importListing({ db }, { source: 'file', records, confirm: values.confirm })
        : await refreshListing({ db, source: configuredSource(env), confirm: values.confirm }),
    )
  } finally {
    await close()
  }
}

function configuredSource(env: Env) {
  const source = listingSource(env)
  if (!source) throw new Error('AIRTABLE_API_KEY, AIRTABLE_BASE_ID and AIRTABLE_TABLE are needed to import from the API.')
  return source
}

function report({ quarantine, ...counts }: ImportOutcome) {
  print(
    `${counts.received} received, ${counts.received - counts.quarantined - counts.suppressed} listed: ${counts.added} added, ${counts.changed} changed, ${counts.unchanged} unchanged.`,
  )
  print(`${counts.unlisted} unlisted, ${counts.quarantined} quarantined, ${counts.suppressed} suppressed.`)
  for (const { id, reason } of quarantine.slice(0, MOST_PRINTED)) print(`  ${id}: ${reason}`)
  if (quarantine.length > MOST_PRINTED) print(`  and ${quarantine.length - MOST_PRINTED} more`)
}

try {
  await main()
} catch (error) {
  const hint = error instanceof Problem && error.code === 'imports.shrunk' ? ' Run it again with --confirm.' : ''
  const sentence = error instanceof Error ? error.message : String(error)
  process.stderr.write(`${sentence.slice(0, 1000)}${hint}\n`)
  process.exitCode = 1
}
