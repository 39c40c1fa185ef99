import { followUpLabels } from '#shared/contacts/follow-up-labels.ts'
import { type PersonField, personFields } from '#shared/people/contract.ts'
import { personLabels } from '#shared/people/labels.ts'
import type { Table } from '#web/forms/read-table.ts'
import { SelectField } from '#web/ui/field.tsx'
import { type ColumnKind, columnKinds } from './read-table.ts'

const labels: Record<Exclude<ColumnKind, PersonField>, string> = {
  firstName: 'First name',
  lastName: 'Last name',
  tags: followUpLabels.tags,
  metAt: followUpLabels.metAt,
  stage: followUpLabels.stage,
  rating: followUpLabels.rating,
  dueAt: followUpLabels.dueAt,
  datedNotes: 'Dated notes',
  note: 'Note',
  skip: 'Leave out',
}
const labelOf = (kind: ColumnKind) =>
  (personFields as readonly string[]).includes(kind) ? personLabels[kind as PersonField] : labels[kind as keyof typeof labels]

type Props = { table: Table; kinds: ColumnKind[]; onChange: (kinds: ColumnKind[]) => void }

/** What each column of the table is, with its first value as an example. */
export function ColumnMatch({ table: { columns, rows }, kinds, onChange }: Props) {
  return (
    <details open={!kinds.some((kind) => kind !== 'skip') || undefined} className="border-y border-rule">
      <summary className="min-h-11 cursor-pointer content-center font-medium">
        Columns: {kinds.filter((kind) => kind !== 'skip').length} of {columns.length} recognised
      </summary>
      <div className="grid gap-4 pt-2 pb-5 sm:grid-cols-2">
        {columns.map((column, at) => (
          <SelectField
            // Two columns may have one name.
            key={`${at}-${column}`}
            label={column.trim() || `Column ${at + 1}`}
            hint={rows.find((row) => row[at]?.trim())?.[at]?.slice(0, 60)}
            value={kinds[at]}
            onChange={({ target }) => onChange(kinds.with(at, target.value as ColumnKind))}
          >
            {columnKinds.map((kind) => (
              <option key={kind} value={kind}>
                {labelOf(kind)}
              </option>
            ))}
          </SelectField>
        ))}
      </div>
    </details>
  )
}
