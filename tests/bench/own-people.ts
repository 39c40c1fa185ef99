import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { createBenchAccount } from './own-people/account.ts'
import { type Cost, measurePulls } from './own-people/pulls.ts'
import { startServer } from './start.ts'

/**
 * A founder who meets everybody: 5,000 own people with 20,000 dated notes, beside 5 people with 20 notes in the same run.
 *
 * bun tests/bench/own-people.ts [people] [notes]
 */
const [PEOPLE = 5000, NOTES = 19_900] = process.argv.slice(2).map(Number)
const FEW = { people: 5, entries: 20 }

const print = (line: string) => process.stdout.write(`${line}\n`)
const folder = mkdtempSync(`${tmpdir()}/latchkey-own-people-`)
const server = await startServer(50, folder, `${folder}/data`)

const cell = ({ ms, nodeMs, requests, up, down }: Cost) =>
  `${ms.toFixed(1).padStart(8)} ms ${nodeMs.toFixed(0).padStart(5)} ms node ${requests} req ${kb(up)} up ${kb(down)} down`
const kb = (bytes: number) => `${(bytes / 1000).toFixed(1).padStart(8)} KB`

try {
  const accounts = [
    await createBenchAccount(server.url, `${folder}/data`, 'few', FEW),
    await createBenchAccount(server.url, `${folder}/data`, 'many', { people: PEOPLE, entries: NOTES }),
  ] as const
  const [few, many] = [await measurePulls(server.pid, accounts[0]), await measurePulls(server.pid, accounts[1])]
  for (const [what, cost] of Object.entries(many)) {
    const least = few[what]
    if (!least) continue
    print(`${what}\n  few  ${cell(least)}\n  many ${cell(cost)}   ${(cost.ms / least.ms).toFixed(1)} ×`)
  }
} finally {
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
}
