import { useMemo } from 'react'
import { isPersonId } from '#shared/people/contract.ts'
import { WindowList } from '#web/ui/window-list.tsx'
import type { Choice } from './plan-import.ts'
import type { SavedPerson } from './save-import.ts'

const labels: Record<Choice, string> = { add: 'Add', merge: 'Add what is missing', skip: 'Leave out' }

const repetitions = { joined: 'Twice in this file, joined', perhaps: 'Perhaps twice in this file' } as const

/** A longer list has only the rows near the window in the DOM; of a shorter one the browser's own search finds every row. */
const WHOLE = 200
const HEADER_HEIGHT = 64
const ROW_HEIGHT = 66

type Props = { plan: readonly SavedPerson[]; onChange: (at: number, choice: Choice) => void }

/** What becomes of each person of a file. */
export function PlanList({ plan, onChange }: Props) {
  const rows = useMemo(() => plan.map((person, at) => ({ key: person.id, person, at })), [plan])
  const [first] = plan
  if (!first) return <p className="text-soft">No row has a name yet. Choose which column is the name.</p>
  if (plan.length <= WHOLE)
    return (
      <ul className="border-t border-rule">
        {rows.map(({ key, person, at }) => (
          <li key={key}>
            <PlanRow person={person} onChange={(choice) => onChange(at, choice)} />
          </li>
        ))}
      </ul>
    )
  return (
    <div className="border-t border-rule">
      <WindowList
        isList
        rows={rows}
        renderRow={({ person, at }) => <PlanRow person={person} onChange={(choice) => onChange(at, choice)} />}
        guessHeight={() => ROW_HEIGHT}
        name={first.id}
        placeName={first.id}
        stickyHeight={HEADER_HEIGHT}
        overscan={8}
      />
    </div>
  )
}

type RowProps = { person: SavedPerson; onChange: (choice: Choice) => void }

const PlanRow = ({ person: { fields, same, repeated, choice, isSaved }, onChange }: RowProps) => (
  <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-b border-rule py-2">
    <div className="min-w-0">
      <p className="truncate font-medium" dir="auto">
        {fields.name}
      </p>
      <p className="truncate text-sm text-soft" dir="auto">
        {[fields.role, fields.organisation, fields.email].filter(Boolean).join(' · ')}
      </p>
      {same && <p className="text-sm text-brass">Already in your contacts: {same.name}</p>}
      {repeated && <p className="text-sm text-brass">{repetitions[repeated]}</p>}
    </div>
    <select
      aria-label={`What to do with ${fields.name}`}
      className="select h-11 w-auto border-edge bg-sheet text-base"
      value={choice}
      disabled={isSaved}
      onChange={({ target }) => onChange(target.value as Choice)}
    >
      {(same && isPersonId(same.id) ? (['merge', 'add', 'skip'] as const) : (['add', 'skip'] as const)).map((each) => (
        <option key={each} value={each}>
          {labels[each]}
        </option>
      ))}
    </select>
  </div>
)
