import { readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { openDatabase } from '#server/database/open.ts'
import { type Env, misspeltLines, parseEnv } from '#server/env.ts'
import { listPrices, type PriceRow } from '#server/features/admin/imports/import-queries.ts'
import { type ImportOutcome, importListing } from '#server/features/directory/import/import-listing.ts'
import { readListingFile } from '#server/features/directory/import/read-file.ts'
import { listingSource, refreshListing } from '#server/features/directory/import/refresh-listing.ts'
import { messageOf } from '#server/log.ts'
import { formatPrice } from '#shared/money.ts'
import { Problem } from '#shared/problem.ts'

const USAGE = `bun run import FILE [--confirm]    replace the external listing by the file's records (JSON or CSV)
bun run import --api [--confirm]   refresh it from AIRTABLE_* now

--confirm   also when a fifth of the listing or more would be unlisted
The columns and fields are listed in sync-server/OPERATIONS.md, "Import".`

/** Maximum number of quarantined rows printed; all of them are in the database. */
const MAX_PRINTED = 50
/** Maximum number of doubtful prices printed; the admin screen shows all of them. */
const MAX_PRICES = 10

const flag = { type: 'boolean', default: false } as const
const print = (line: string) => process.stdout.write(`${line}\n`)

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    options: { confirm: flag, api: flag, help: flag },
    allowPositionals: true,
  })
  if (values.help) return void print(USAGE)
  const [file] = positionals
  if (positionals.length > 1 || values.api === (file !== undefined)) throw new Error(USAGE)
  const records = file === undefined ? undefined : readListingFile(await readFile(file))

  const env = parseEnv(process.env)
  for (const line of misspeltLines(process.env)) process.stderr.write(`${line}\n`)
  const { db, close } = await openDatabase(env)
  try {
    report(
      records
        ? await importListing({ db }, { source: 'file', records, confirm: values.confirm })
        : await refreshListing({ db, source: configuredSource(env), confirm: values.confirm }),
    )
    reportPrices(await listPrices(db))
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
  for (const { id, reason } of quarantine.slice(0, MAX_PRINTED)) print(`  ${id}: ${reason}`)
  if (quarantine.length > MAX_PRINTED) print(`  and ${quarantine.length - MAX_PRINTED} more`)
}

function reportPrices(prices: PriceRow[]) {
  const doubtful = prices.filter(({ isConfirmed }) => !isConfirmed)
  if (doubtful.length === 0) return
  print(`${doubtful.length} doubtful prices. An admin confirms or corrects them on /admin, "Imports".`)
  for (const { id, name, price, priceRaw, doubt } of doubtful.slice(0, MAX_PRICES)) {
    print(`  ${id} ${name}: ${JSON.stringify(priceRaw)} read as ${price === null ? 'no price' : formatPrice(price)} (${doubt})`)
  }
  if (doubtful.length > MAX_PRICES) print(`  and ${doubtful.length - MAX_PRICES} more`)
}

try {
  await main()
} catch (error) {
  const hint = error instanceof Problem && error.code === 'imports.shrunk' ? ' Run it again with --confirm.' : ''
  const sentence = error instanceof Error ? messageOf(error) : String(error)
  process.stderr.write(`${sentence.slice(0, 1000)}${hint}\n`)
  process.exitCode = 1
}
