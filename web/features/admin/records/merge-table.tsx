import type { ReactNode } from 'react'
import type { MergePreview, RecordCounts } from '#shared/admin/merge.ts'
import { recordFieldLabels } from '#shared/admin/record-labels.ts'
import { type AdminRecord, RECORD_CONTACT, RECORD_FACTS, type RecordContact, type RecordFact } from '#shared/admin/records.ts'
import { type Cents, formatCents } from '#shared/money.ts'
import { Badge } from '#web/ui/badge.tsx'

const countLabels: Record<keyof RecordCounts, string> = {
  buyers: 'Buyers',
  calls: 'Calls to come',
  writers: 'Users with notes about it',
  saved: 'Users who saved it',
}

type Field = RecordFact | RecordContact
const NOTHING = '–'

const isContact = (field: Field): field is RecordContact => (RECORD_CONTACT as readonly string[]).includes(field)

/** The value as admins see it: of a contact detail only whether there is one. */
function shown({ facts, given }: AdminRecord, field: Field): string {
  if (isContact(field)) return given.includes(field) ? 'Given' : NOTHING
  const value = facts[field]
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (Array.isArray(value)) return value.join(', ') || NOTHING
  if (value === null || value === '') return NOTHING
  return field === 'price' ? formatCents(value as Cents) : String(value)
}

/** Both records side by side, and the one that stays as it is after the merge. */
export function MergeTable({ preview: { from, into, counts, filled } }: { preview: MergePreview }) {
  const fields = [...RECORD_FACTS, ...RECORD_CONTACT].filter((field) =>
    [from, into].some((record) => ![NOTHING, 'No'].includes(shown(record, field))),
  )
  return (
    <table className="w-full table-fixed text-left text-sm">
      <thead>
        <tr className="border-b border-edge align-bottom">
          <th scope="col" className="w-[28%] py-2 pr-3 font-normal text-soft">
            Field
          </th>
          <th scope="col" className="py-2 pr-3 font-medium">
            Goes
          </th>
          <th scope="col" className="py-2 font-medium">
            Stays
          </th>
        </tr>
      </thead>
      <tbody>
        <Row label="Id" goes={from.id} stays={into.id} />
        {fields.map((field) => (
          <Row
            key={field}
            label={recordFieldLabels[field]}
            goes={<Value text={shown(from, field)} />}
            stays={
              filled.includes(field) ? (
                <>
                  <Value text={shown(from, field)} /> <Badge tone="brass">Filled</Badge>
                </>
              ) : (
                <Value text={shown(into, field)} />
              )
            }
          />
        ))}
        {(Object.keys(countLabels) as (keyof RecordCounts)[]).map((count) => (
          <Row key={count} label={countLabels[count]} goes={counts.from[count]} stays={counts.into[count]} />
        ))}
      </tbody>
    </table>
  )
}

const Value = ({ text }: { text: string }) => (
  <span dir="auto" className="line-clamp-4">
    {text}
  </span>
)

const Row = ({ label, goes, stays }: { label: string; goes: ReactNode; stays: ReactNode }) => (
  <tr className="border-b border-rule align-top">
    <th scope="row" className="py-2 pr-3 font-normal break-words text-soft">
      {label}
    </th>
    <td className="py-2 pr-3 break-words">{goes}</td>
    <td className="py-2 break-words">{stays}</td>
  </tr>
)
