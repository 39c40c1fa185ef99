import { parseArgs } from 'node:util'
import * as v from 'valibot'
import { openKeyring } from '#server/crypto/keyring.ts'
import type { Database } from '#server/database/client.ts'
import { openDatabase } from '#server/database/open.ts'
import { MAX_MESSAGE_BYTES, readMessages, splitMbox } from '#server/email/bounces/read-messages.ts'
import { readReports } from '#server/email/bounces/read-report.ts'
import { applyReport, type ReportResult } from '#server/email/delivery-report.ts'
import { type AddressKeys, findStop, release, suppress } from '#server/email/suppressions.ts'
import { misspeltLines, parseEnv } from '#server/env.ts'
import { Email } from '#shared/accounts/contract.ts'
import { runCommand } from './run-command.ts'

const USAGE = `bun run bounces < MESSAGE           applies the bounces or the complaint in a message
bun run bounces PATH...             the same for messages, mbox files, and folders of messages
bun run bounces --suppress ADDRESS  sends security mails only to an address
bun run bounces --lift ADDRESS      sends all mails to it again
bun run bounces --show ADDRESS      whether it gets all mails`

const address = { type: 'string' } as const
const print = (line: string) => process.stdout.write(`${line}\n`)

type Deps = { db: Database; keyring: AddressKeys }

await runCommand(async () => {
  const { values, positionals } = parseArgs({
    options: { suppress: address, lift: address, show: address, help: { type: 'boolean' } },
    allowPositionals: true,
  })
  if (values.help) return void print(USAGE)
  const { suppress: stopped, lift: lifted, show: shown } = values
  const chosen = [stopped, lifted, shown].filter((one) => one !== undefined)
  if (chosen.length > 1 || (chosen.length > 0 && positionals.length > 0)) throw new Error(USAGE)
  const [email] = chosen.map(readAddress)

  for (const line of misspeltLines(process.env)) process.stderr.write(`${line}\n`)
  const { db, close } = await openDatabase(parseEnv(process.env))
  try {
    const deps = { db, keyring: await openKeyring(db) }
    if (email === undefined) await applyAll(deps, positionals)
    else if (stopped !== undefined) await db.transaction((tx) => suppress(tx, deps.keyring, { email, kind: 'manual' }))
    else if (lifted !== undefined) await db.transaction((tx) => release(tx, deps.keyring, email))
    if (email !== undefined) print(await describe(deps, email))
  } finally {
    await close()
  }
})

function readAddress(typed: string): string {
  const read = v.safeParse(Email, typed)
  if (!read.success) throw new Error(`${JSON.stringify(typed)} is no address.`)
  return read.output
}

async function applyAll(deps: Deps, paths: string[]) {
  const counts: Record<ReportResult | 'messages' | 'tooLarge', number> = {
    ...{ messages: 0, tooLarge: 0 },
    ...{ applied: 0, duplicate: 0, unknown: 0 },
  }
  const apply = async (message: Uint8Array) => {
    counts.messages += 1
    if (message.byteLength > MAX_MESSAGE_BYTES) counts.tooLarge += 1
    else for (const report of await readReports(message)) counts[await applyReport(deps, report)] += 1
  }
  for (const path of paths) for await (const message of readMessages(path)) await apply(message)
  if (paths.length === 0) for (const message of splitMbox(await Bun.stdin.bytes())) await apply(message)
  print(
    `${counts.messages} messages: ${counts.applied} reports applied, ${counts.duplicate} known already, ${counts.unknown} not about a mail of the last 30 days.`,
  )
  if (counts.tooLarge > 0) print(`${counts.tooLarge} messages are larger than 10 MB and were left out.`)
}

async function describe({ db, keyring }: Deps, email: string): Promise<string> {
  const stop = await findStop(db, keyring, email)
  return stop ? `Security mails only: ${stop.kind}, since ${stop.since.toISOString()}.` : 'Gets all mails.'
}
