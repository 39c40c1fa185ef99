import { conversationLabels } from '#shared/contacts/conversation.ts'
import { type PersonField, personFields } from '#shared/people/contract.ts'
import { reachFields } from '#shared/people/reach-fields.ts'
import type { StageLabels } from '#shared/raise/labels.ts'
import { fold } from '#shared/search/normalise-text.ts'
import { readTable, type Table, textOfCell } from '#web/forms/read-table.ts'
import { type ImportedPerson, importedPerson } from './imported-person.ts'
import { ownFields, readOwnColumns, readTags } from './read-own-columns.ts'

/** What a column of a table is: a field, a part of the name, text for the note, or nothing. */
export const columnKinds = [...personFields, 'firstName', 'lastName', 'tags', ...ownFields, 'datedNotes', 'note', 'skip'] as const
export type ColumnKind = (typeof columnKinds)[number]

/** @returns `undefined` for a file without a head and a row */
export const readPeopleTable = (file: string): Table | undefined => readTable(file, (column) => kindOf(column) !== 'skip')

/** Names of columns in the exports of LinkedIn, Google Contacts, Outlook and this app. */
const names: [ColumnKind, RegExp][] = [
  ['firstName', /^(first|given|middle|additional) name$/],
  ['lastName', /^(last|family) name$|^surname$/],
  ['name', /^((full|display|contact) )?name$/],
  ['organisation', /^(company|organisation|organization|fund|employer)( 1)?( name)?$/],
  ['role', /^((job|organisation|organization)( 1)? )?(title|position|role)$/],
  ['email', /^e ?mail( address| \d+| \d+ (value|address))?$/],
  ['phone', /^(mobile|business phone|home phone|phone|telephone)( number| phone| \d+| \d+ value)?$/],
  ['telegram', /^telegram( handle)?$/],
  ['linkedinUrl', /^linkedin( url| profile)?$|^url$/],
  ['twitterUrl', /^(x|twitter)( url| handle| profile)?$/],
  ['website', /^(web ?site|web page)( \d+)?( value)?$/],
  ['location', /^(location|city|address 1 city|home city|business city)$/],
  ['note', /^notes?$/],
  ['tags', /^tags?$/],
  ['metAt', /^met at$/],
  ['stage', /^(stage|conversation)$/],
  ['rating', /^rating$/],
  ['dueAt', /^(next )?follow up$/],
  ['datedNotes', /^dated notes$/],
]

function kindOf(column: string): ColumnKind {
  const name = fold(column.replace(/[-_]/g, ' ').replace(/([a-z])([A-Z])/g, '$1 $2'))
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()
  return names.find(([, pattern]) => pattern.test(name))?.[0] ?? 'skip'
}

/** Of several values of one person the first is the field, and the others are in the note. */
const ONE_EACH: ReadonlySet<ColumnKind> = new Set(reachFields)

/** The proposed kind of each column. Only given names, addresses, numbers and links are proposed more than once: no value is left out. */
export function matchColumns(columns: string[]): ColumnKind[] {
  const used = new Set<ColumnKind>()
  return columns.map((column) => {
    const kind = kindOf(column)
    if (kind === 'skip' || (used.has(kind) && kind !== 'firstName' && !ONE_EACH.has(kind))) return 'skip'
    used.add(kind)
    return kind
  })
}

/** Google writes several values of one label into one cell: `a@x.example ::: b@x.example`. */
const SEVERAL = ' ::: '

/** The people of a table. Columns of one kind are joined by a space, except those that have one value each. */
export function readRows({ rows }: Table, kinds: ColumnKind[], stages: StageLabels = conversationLabels): ImportedPerson[] {
  return rows.flatMap((row) => {
    const valuesOf = (kind: ColumnKind) =>
      row
        .filter((_, at) => kinds[at] === kind)
        .flatMap((cell) => (ONE_EACH.has(kind) ? cell.split(SEVERAL) : [cell]))
        .map(textOfCell)
        .filter(Boolean)
    const textOf = (kind: ColumnKind) => valuesOf(kind).join(' ')
    const extra: string[] = []
    const fieldOf = (field: PersonField) => {
      if (!ONE_EACH.has(field)) return textOf(field)
      const [first = '', ...others] = new Set(valuesOf(field))
      extra.push(...others)
      return first
    }
    const texts = Object.fromEntries(personFields.map((field) => [field, fieldOf(field)])) as Record<PersonField, string>
    const name = texts.name || [textOf('firstName'), textOf('lastName')].filter(Boolean).join(' ')
    const datedNotes = valuesOf('datedNotes').join('\n\n')
    const [metAt, stage, rating, dueAt] = [textOf('metAt'), textOf('stage'), textOf('rating'), textOf('dueAt')]
    const read = readOwnColumns({ metAt, stage, rating, dueAt, datedNotes }, stages)
    const note = [...extra, ...read.extra, textOf('note')].filter(Boolean)
    const person = importedPerson({ ...texts, name }, note, readTags(valuesOf('tags').join(',')))
    return person ? { ...person, ...read.own } : []
  })
}
