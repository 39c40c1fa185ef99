import type { coldInvestors, decisionMakers } from '#drizzle/schema/index.ts'
import type { ColdOutcome, ColdRow, ReadFund, ReadPerson } from '#shared/cold-scout/import.ts'
import { readColdRow } from '#shared/cold-scout/import.ts'
import type { ColdInvestorId, DecisionMakerId } from '#shared/ids.ts'
import { fold } from '#shared/search/normalise-text.ts'

export type StoredFund = Pick<typeof coldInvestors.$inferSelect, 'id' | 'fundName' | 'fundSlug' | 'website' | 'investmentFocus'>
export type StoredPerson = typeof decisionMakers.$inferSelect
export type PlannedFund = { slug: string; id: ColdInvestorId | undefined; fund: ReadFund; isChanged: boolean }
export type PlannedPerson = { slug: string; id: DecisionMakerId | undefined; person: ReadPerson; isChanged: boolean }
export type PlannedLine = { line: number; outcome: ColdOutcome; fund: string; name: string; reason: string | null }
export type ImportPlan = { funds: Map<string, PlannedFund>; people: PlannedPerson[]; lines: PlannedLine[] }

type Stored = { funds: readonly StoredFund[]; people: readonly StoredPerson[] }

const linkKey = (url: string | null | undefined) => url?.toLowerCase().replace(/\/+$/, '')

/**
 * What an import does with each line. A fund is recognised by the address of its page, a person by the LinkedIn profile, and within a
 * fund by the name. An empty cell leaves what is stored, and of two values for one fund the first counts. Nothing is removed.
 *
 * @param isSuppressed  whether a person asked not to be listed
 */
export function planImport(
  rows: readonly ColdRow[],
  stored: Stored,
  isSuppressed: (slug: string, person: ReadPerson) => boolean,
): ImportPlan {
  const plan: ImportPlan = { funds: new Map(), people: [], lines: [] }
  const known = new Map(stored.funds.map((fund) => [fund.fundSlug, fund]))
  const nameOfFund = new Map(stored.funds.map(({ id, fundName }) => [id, fundName]))
  /** The line of each person of the file. */
  const seen = new Map<string, number>()

  for (const row of rows) {
    const read = readColdRow(row)
    const about = { line: row.line, fund: row.fund.trim(), name: row.name.trim() }
    const leaveOut = (reason: string) => plan.lines.push({ ...about, outcome: 'quarantined', reason })
    if ('reason' in read) {
      leaveOut(read.reason)
      continue
    }
    const { fund, person } = read
    if (person && isSuppressed(fund.slug, person)) {
      plan.lines.push({ ...about, name: '', outcome: 'suppressed', reason: 'asked not to be listed' })
      continue
    }
    const storedFund = known.get(fund.slug)
    const keys = person ? keysOf(fund.slug, person) : []
    const twin = keys.map((key) => seen.get(key)).find((line) => line !== undefined)
    if (twin !== undefined) {
      leaveOut(`the same person as line ${twin}`)
      continue
    }
    const found = person && findPerson(stored.people, storedFund?.id, person)
    if (found && found.coldInvestorId !== storedFund?.id) {
      leaveOut(`already listed at ${nameOfFund.get(found.coldInvestorId) ?? 'another fund'}`)
      continue
    }
    for (const key of keys) seen.set(key, row.line)
    const isFundTouched = planFund(plan, fund, storedFund)
    const isPersonChanged = person !== undefined && found !== undefined && differs(person, found)
    if (person) plan.people.push({ slug: fund.slug, id: found?.id, person, isChanged: isPersonChanged })
    const isNew = person ? found === undefined : isFundTouched === 'new'
    const outcome = isNew ? 'added' : isPersonChanged || isFundTouched ? 'changed' : 'unchanged'
    plan.lines.push({ ...about, outcome, reason: null })
  }
  return plan
}

const keysOf = (slug: string, { fullName, linkedinUrl }: ReadPerson) => [
  `name:${slug}:${fold(fullName)}`,
  ...(linkedinUrl ? [`linkedin:${linkKey(linkedinUrl)}`] : []),
]

/** By the profile at any fund, otherwise by the name at this one. */
function findPerson(people: readonly StoredPerson[], fundId: ColdInvestorId | undefined, person: ReadPerson) {
  const byLink = person.linkedinUrl && people.find((one) => linkKey(one.linkedinUrl) === linkKey(person.linkedinUrl))
  if (byLink) return byLink
  const name = fold(person.fullName)
  return people.find((one) => one.coldInvestorId === fundId && fold(one.fullName) === name)
}

/** A given text that is not the stored one. */
const differs = <Given extends object>(given: Given, stored: { [Field in keyof Given]?: unknown }) =>
  (Object.keys(given) as (keyof Given)[]).some((field) => given[field] !== stored[field])

/** @returns whether this line is the first that creates or changes the fund */
function planFund({ funds }: ImportPlan, fund: ReadFund, stored: StoredFund | undefined): 'new' | 'changed' | undefined {
  const { slug, ...texts } = fund
  const earlier = funds.get(slug)
  const planned = earlier ? { ...fund, ...earlier.fund } : fund
  const isChanged = stored !== undefined && differs({ ...texts, ...earlierTexts(earlier) }, stored)
  funds.set(slug, { slug, id: stored?.id, fund: planned, isChanged })
  if (!stored) return earlier ? undefined : 'new'
  return isChanged && !earlier?.isChanged ? 'changed' : undefined
}

function earlierTexts(earlier: PlannedFund | undefined) {
  if (!earlier) return {}
  const { slug: _, ...texts } = earlier.fund
  return texts
}
