import type { Keyring } from '#server/crypto/keyring.ts'
import type { Database, Transaction } from '#server/database/client.ts'
import { newId } from '#server/database/new-id.ts'
import { writeAuditEntry } from '#server/features/admin/write-audit-entry.ts'
import { recordRun } from '#server/features/directory/import/record-run.ts'
import { lockImports, notSuppressed } from '#server/features/directory/import/suppressions.ts'
import type { Account } from '#server/http/session.ts'
import { docVersion } from '#server/sync/private/doc-version.ts'
import {
  type ColdImport,
  type ColdOutcome,
  type ColdRow,
  type ImportColdScout,
  type PreviewColdImport,
  type ReadPerson,
  readColdRow,
} from '#shared/cold-scout/import.ts'
import type { ColdInvestorId, DecisionMakerId } from '#shared/ids.ts'
import { Problem } from '#shared/problem.ts'
import { idInFile } from './id-in-file.ts'
import { type ImportPlan, planImport } from './plan-import.ts'
import {
  findLastPosition,
  insertFund,
  insertPerson,
  listStoredFunds,
  listStoredPeople,
  updateFund,
  updatePerson,
} from './queries.ts'

type ImportDeps = { db: Database; keyring: Keyring }

/** The source of these runs in the list of imports. */
const SOURCE = 'cold-scout'

/** What an import of these lines would do now. Nothing is changed. */
export const previewImport = ({ db, keyring }: ImportDeps, { rows }: PreviewColdImport): Promise<ColdImport> =>
  db.transaction(async (tx) => present(await plan(tx, keyring, rows)))

/**
 * Imports funds and their people, in one transaction: the rows, the run with the lines that are left out, and the audit entry commit
 * together. Imports are serialised across all nodes.
 *
 * @throws Problem `review.moved-on` when the import would do something else than its preview
 */
export const importFunds = (
  { db, keyring }: ImportDeps,
  admin: Account,
  { rows, version }: ImportColdScout,
): Promise<ColdImport> =>
  db.transaction(async (tx) => {
    // A removal of a person waits for it, and is seen by it.
    await lockImports(tx)
    const planned = await plan(tx, keyring, rows)
    const shown = present(planned)
    if (shown.version !== version) throw new Problem('review.moved-on', undefined, undefined, { version: shown.version })
    await apply(tx, planned)
    const { lines, version: _, newFunds, ...counts } = shown
    const left = lines.filter(({ outcome }) => outcome === 'quarantined')
    const run = { source: SOURCE, ...counts, note: newFunds > 0 ? `New funds: ${newFunds}` : null }
    const id = await recordRun(tx, run, quarantineOf(rows, new Map(left.map(({ line, reason }) => [line, reason ?? '']))))
    await writeAuditEntry(tx, {
      ...{ actorId: admin.id, action: 'imported', targetType: 'import-run', targetId: id },
      after: { ...counts, newFunds },
    })
    return shown
  })

async function plan(tx: Transaction, keyring: Keyring, rows: readonly ColdRow[]): Promise<ImportPlan> {
  const people = rows.flatMap((row) => {
    const read = readColdRow(row)
    return 'person' in read && read.person ? [asRecognisable(read.fund.slug, read.person)] : []
  })
  const kept = new Set((await notSuppressed(tx, keyring, people)).map(({ id, linkedinUrl }) => `${id} ${linkedinUrl}`))
  const stored = { funds: await listStoredFunds(tx), people: await listStoredPeople(tx) }
  return planImport(rows, stored, (slug, person) => {
    const { id, linkedinUrl } = asRecognisable(slug, person)
    return !kept.has(`${id} ${linkedinUrl}`)
  })
}

const asRecognisable = (slug: string, { fullName, linkedinUrl }: ReadPerson) => ({
  ...{ id: idInFile(slug, fullName), name: fullName, email: null, telegram: null, linkedinUrl: linkedinUrl ?? null },
})

function present({ funds, people, lines }: ImportPlan): ColdImport {
  const countOf = (outcome: ColdOutcome) => lines.filter((line) => line.outcome === outcome).length
  return {
    version: docVersion({ funds: [...funds.values()], people, lines }),
    received: lines.length,
    ...{ added: countOf('added'), changed: countOf('changed'), unchanged: countOf('unchanged') },
    ...{ quarantined: countOf('quarantined'), suppressed: countOf('suppressed') },
    newFunds: [...funds.values()].filter(({ id }) => id === undefined).length,
    lines,
  }
}

/** New people come after those that a fund has. */
async function apply(tx: Transaction, { funds, people }: ImportPlan) {
  const ids = new Map<string, ColdInvestorId>()
  for (const { slug, id, fund, isChanged } of funds.values()) {
    const { slug: fundSlug, ...texts } = fund
    const fundId = id ?? newId<ColdInvestorId>('cold')
    ids.set(slug, fundId)
    if (id === undefined) await insertFund(tx, { id: fundId, fundSlug, ...texts })
    else if (isChanged) await updateFund(tx, id, texts)
  }
  const positions = new Map<string, number>()
  for (const { slug, id, person, isChanged } of people) {
    const coldInvestorId = ids.get(slug)
    if (!coldInvestorId) throw new Error(`No fund of the plan has the address ${slug}`)
    if (id !== undefined) {
      if (isChanged) await updatePerson(tx, id, person)
      continue
    }
    const position = (positions.get(slug) ?? (await findLastPosition(tx, coldInvestorId))) + 1
    positions.set(slug, position)
    await insertPerson(tx, { id: newId<DecisionMakerId>('dm'), coldInvestorId, position, ...person })
  }
}

/** As a record of the directory: a removal finds and deletes the lines about its person. */
const quarantineOf = (rows: readonly ColdRow[], reasons: ReadonlyMap<number, string>) =>
  rows.flatMap(({ line, fund, name, role, linkedinUrl, ...others }) => {
    const reason = reasons.get(line)
    if (reason === undefined) return []
    return [{ reason: `line ${line}: ${reason}`, raw: { name, fund, title: role, linkedin: linkedinUrl, ...others } }]
  })
