import * as v from 'valibot'
import { formatCount } from '#shared/format/count.ts'
import { parseLink, parseXProfile } from '#shared/listing-import/links.ts'
import { fold } from '#shared/search/normalise-text.ts'
import { cleanLine } from '#shared/text.ts'

/** Lines of one import. A larger file is split. */
export const MAX_COLD_ROWS = 1000
const MAX_CELL = 2048
const MAX_LINE = 200

/** What a column of the file is. */
export const coldFields = ['fund', 'website', 'focus', 'name', 'role', 'linkedinUrl', 'twitterUrl'] as const
export type ColdField = (typeof coldFields)[number]
export type ColdColumn = ColdField | 'skip'

export const coldFieldLabels: Record<ColdColumn, string> = {
  fund: 'Fund',
  website: 'Website of the fund',
  focus: 'Investment focus',
  name: 'Name of the person',
  role: 'Role',
  linkedinUrl: 'LinkedIn',
  twitterUrl: 'X profile',
  skip: 'Leave out',
}

const names: [ColdField, RegExp][] = [
  ['fund', /^(fund|firm|company|organisation|organization)( name)?$/],
  ['website', /^((fund|company) )?(web ?site|url|domain)$/],
  ['focus', /^(investment )?focus$|^(sectors?|thesis|industry|industries)$/],
  ['name', /^((full|contact|partner|person|decision maker) )?name$|^(decision maker|partner|person|contact)$/],
  ['role', /^(job )?(title|position|role)$/],
  ['linkedinUrl', /^linkedin( url| profile)?$/],
  ['twitterUrl', /^(x|twitter)( url| handle| profile)?$/],
]

export const coldColumnOf = (column: string): ColdColumn => {
  const name = fold(column.replace(/[-_]/g, ' ').replace(/([a-z])([A-Z])/g, '$1 $2'))
  return names.find(([, pattern]) => pattern.test(name))?.[0] ?? 'skip'
}

/** The proposed field of each column; no field is proposed twice. */
export function matchColdColumns(columns: readonly string[]): ColdColumn[] {
  const used = new Set<ColdColumn>()
  return columns.map((column) => {
    const field = coldColumnOf(column)
    if (field === 'skip' || used.has(field)) return 'skip'
    used.add(field)
    return field
  })
}

const Cell = v.optional(v.pipe(v.string(), v.maxLength(MAX_CELL)), '')
/** A line of the file, as text; `line` is its number below the head. */
export const ColdRow = v.object({
  line: v.pipe(v.number(), v.integer(), v.minValue(1)),
  ...{ fund: Cell, website: Cell, focus: Cell, name: Cell, role: Cell, linkedinUrl: Cell, twitterUrl: Cell },
})
export type ColdRow = v.InferOutput<typeof ColdRow>

const Rows = v.pipe(
  v.array(ColdRow),
  v.minLength(1, 'The file has no lines.'),
  v.maxLength(MAX_COLD_ROWS, `Please import at most ${formatCount(MAX_COLD_ROWS)} lines at once.`),
)

/** `POST /api/admin/cold-scout/preview`: what an import would do. Nothing is changed. */
export const PreviewColdImport = v.object({ rows: Rows })
export type PreviewColdImport = v.InferOutput<typeof PreviewColdImport>

/** `POST /api/admin/cold-scout/import`. `version`: that of the preview. */
export const ImportColdScout = v.object({ rows: Rows, version: v.number() })
export type ImportColdScout = v.InferOutput<typeof ImportColdScout>

export const ColdOutcome = v.picklist(['added', 'changed', 'unchanged', 'quarantined', 'suppressed'])
export type ColdOutcome = v.InferOutput<typeof ColdOutcome>

/** received = added + changed + unchanged + quarantined + suppressed. */
export const ColdImport = v.object({
  version: v.number(),
  received: v.number(),
  ...{ added: v.number(), changed: v.number(), unchanged: v.number(), quarantined: v.number(), suppressed: v.number() },
  /** Funds that are new. */
  newFunds: v.number(),
  /** Each line in order; `reason`: why it is left out. A person who asked not to be listed is not named. */
  lines: v.array(
    v.object({ line: v.number(), outcome: ColdOutcome, fund: v.string(), name: v.string(), reason: v.nullable(v.string()) }),
  ),
})
export type ColdImport = v.InferOutput<typeof ColdImport>

/** Absent fields leave what is stored. */
export type ReadFund = { slug: string; fundName: string; website?: string; investmentFocus?: string }
export type ReadPerson = { fullName: string; role: string; linkedinUrl?: string; twitterUrl?: string }
export type ReadColdRow = { fund: ReadFund; person: ReadPerson | undefined } | { reason: string }

const longest = (text: string) => text.length <= MAX_LINE

/** A line of the file, or why it can not be imported. */
export function readColdRow(row: ColdRow): ReadColdRow {
  const [fundName, focus, fullName, role] = [row.fund, row.focus, row.name, row.role].map(cleanLine) as [
    string,
    string,
    string,
    string,
  ]
  if (![fundName, fullName, role].every(longest)) return { reason: `a text of more than ${MAX_LINE} characters` }
  if (fundName === '') return { reason: 'no fund' }
  // The address of the fund's page.
  const slug = fold(fundName)
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
  if (slug === '') return { reason: 'a fund needs a name with Latin letters or digits' }
  const links = {
    website: parseLink(row.website),
    linkedinUrl: parseLink(row.linkedinUrl),
    twitterUrl: parseXProfile(row.twitterUrl),
  }
  const unsafe = (Object.keys(links) as (keyof typeof links)[]).find((field) => links[field].flag !== undefined)
  if (unsafe) return { reason: `no link: ${coldFieldLabels[unsafe]}` }
  const [website, linkedinUrl, twitterUrl] = [links.website.value, links.linkedinUrl.value, links.twitterUrl.value]
  const fund = { slug, fundName, ...(website && { website }), ...(focus && { investmentFocus: focus }) }
  if (!fullName && !role && !linkedinUrl && !twitterUrl) return { fund, person: undefined }
  if (!fullName) return { reason: 'no name of the person' }
  if (!role) return { reason: 'no role' }
  return { fund, person: { fullName, role, ...(linkedinUrl && { linkedinUrl }), ...(twitterUrl && { twitterUrl }) } }
}
