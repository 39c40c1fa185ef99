import { type PersonField, personFields } from '#shared/people/contract.ts'
import { fold } from '#shared/search/normalise-text.ts'
import { readTable, type Table, textOfCell } from '#web/forms/read-table.ts'
import { type ImportedPerson, importedPerson } from './imported-person.ts'

/** What a column of a table is: a field, a part of the name, text for the note, or nothing. */
export const columnKinds = [...personFields, 'firstName', 'lastName', 'note', 'skip'] as const
export type ColumnKind = (typeof columnKinds)[number]

/** @returns `undefined` for a file without a head and a row */
export const readPeopleTable = (file: string): Table | undefined => readTable(file, (column) => kindOf(column) !== 'skip')

/** Names of columns in the exports of LinkedIn, Google Contacts, Outlook and this app. */
const names: [ColumnKind, RegExp][] = [
  ['firstName', /^(first|given) name$/],
  ['lastName', /^(last|family) name$|^surname$/],
  ['name', /^((full|display|contact) )?name$/],
  ['organisation', /^(company|organisation|organization|fund|employer)( 1)?( name)?$/],
  ['role', /^((job|organisation|organization)( 1)? )?(title|position|role)$/],
  ['email', /^e ?mail( address| 1| 1 value)?$/],
  ['phone', /^(mobile|phone|telephone)( number| phone| 1| 1 value)?$/],
  ['telegram', /^telegram( handle)?$/],
  ['linkedinUrl', /^linkedin( url| profile)?$|^url$/],
  ['twitterUrl', /^(x|twitter)( url| handle| profile)?$/],
  ['website', /^(web ?site|web page)( 1)?( value)?$/],
  ['location', /^(location|city|address 1 city|home city|business city)$/],
  ['note', /^notes?$/],
]

function kindOf(column: string): ColumnKind {
  const name = fold(column.replace(/[-_]/g, ' ').replace(/([a-z])([A-Z])/g, '$1 $2'))
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()
  return names.find(([, pattern]) => pattern.test(name))?.[0] ?? 'skip'
}

/** The proposed kind of each column; no kind is proposed twice. */
export function matchColumns(columns: string[]): ColumnKind[] {
  const used = new Set<ColumnKind>()
  return columns.map((column) => {
    const kind = kindOf(column)
    if (kind === 'skip' || used.has(kind)) return 'skip'
    used.add(kind)
    return kind
  })
}

/** The people of a table. Columns of one kind are joined by a space. */
export function readRows({ rows }: Table, kinds: ColumnKind[]): ImportedPerson[] {
  return rows.flatMap((row) => {
    const textOf = (kind: ColumnKind) =>
      row
        .filter((_, at) => kinds[at] === kind)
        .map(textOfCell)
        .filter(Boolean)
        .join(' ')
    const texts = Object.fromEntries(personFields.map((field) => [field, textOf(field)])) as Record<PersonField, string>
    const name = texts.name || [textOf('firstName'), textOf('lastName')].filter(Boolean).join(' ')
    return importedPerson({ ...texts, name }, [textOf('note')]) ?? []
  })
}
