import { ChevronDown, Download } from 'lucide-react'
import { useEffect, useState } from 'react'
import * as v from 'valibot'
import type { AuditChoices, AuditFilter } from '#shared/admin/audit.ts'
import { UserId } from '#shared/ids.ts'
import { listAuditChoices } from '#web/features/admin/api.ts'
import { Button } from '#web/ui/button.tsx'
import { SelectField, TextField } from '#web/ui/field.tsx'
import { kindOf, verbOf } from './audit-labels.ts'
import { dayAfter, dayOf, startOfDay } from './days.ts'

type Props = {
  filter: AuditFilter
  onChange: (filter: AuditFilter) => void
  /** Absent for a role that does not export. */
  onExport?: () => void
  isExporting?: boolean
}

const NO_CHOICES: AuditChoices = { actors: [], actions: [], targetTypes: [] }

/** Narrows the log at each change. On a phone the fields are folded, so that the log begins on the first screen. */
export function AuditFilterForm({ filter, onChange, onExport, isExporting = false }: Props) {
  const [choices, setChoices] = useState(NO_CHOICES)
  // Without the choices the log can still be read.
  useEffect(() => void listAuditChoices().then(setChoices, () => undefined), [])
  const change = (part: keyof AuditFilter, value: string | undefined) => {
    const { [part]: _, ...others } = filter
    onChange(value ? { ...others, [part]: value } : others)
  }
  const count = Object.keys(filter).length
  return (
    <div className="relative mb-5">
      <details open={matchMedia('(min-width: 40rem)').matches} className="group">
        <summary className="flex min-h-11 w-fit cursor-pointer items-center gap-2 font-medium">
          <ChevronDown className="size-4 -rotate-90 text-soft group-open:rotate-0" aria-hidden="true" />
          Filter
          {count > 0 && <span className="text-sm font-normal text-soft">{count} set</span>}
        </summary>
        <div className="grid gap-4 pt-2 pb-3 sm:grid-cols-2 lg:grid-cols-3">
          <SelectField label="Admin" value={filter.actor ?? ''} onChange={({ target }) => change('actor', idOf(target.value))}>
            <option value="">Everyone</option>
            {choices.actors.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </SelectField>
          <SelectField
            label="Kind of target"
            value={filter.targetType ?? ''}
            onChange={({ target }) => change('targetType', target.value)}
          >
            <option value="">All kinds</option>
            {including(choices.targetTypes, filter.targetType).map((targetType) => (
              <option key={targetType} value={targetType}>
                {kindOf({ targetType })}
              </option>
            ))}
          </SelectField>
          <SelectField label="Decision" value={filter.action ?? ''} onChange={({ target }) => change('action', target.value)}>
            <option value="">All decisions</option>
            {choices.actions.map((action) => (
              <option key={action} value={action}>
                {verbOf({ action })}
              </option>
            ))}
          </SelectField>
          <TextField
            label="Target id"
            autoComplete="off"
            spellCheck={false}
            maxLength={100}
            value={filter.targetId ?? ''}
            onChange={({ target }) => change('targetId', target.value.trim())}
          />
          <TextField
            label="From"
            type="date"
            value={filter.from ? dayOf(filter.from) : ''}
            onChange={({ target }) => change('from', startOfDay(target.value))}
          />
          <TextField
            label="Until, including"
            type="date"
            value={filter.to ? dayOf(filter.to, -1) : ''}
            onChange={({ target }) => change('to', dayAfter(target.value))}
          />
        </div>
      </details>
      <div className="absolute top-0 right-0 flex gap-2">
        {count > 0 && (
          <Button variant="quiet" aria-label="Clear filter" onClick={() => onChange({})}>
            Clear
          </Button>
        )}
        {onExport && (
          <Button variant="outline" isBusy={isExporting} onClick={onExport}>
            <Download className="size-4" aria-hidden="true" />
            Save as CSV
          </Button>
        )}
      </div>
    </div>
  )
}

const idOf = (value: string) => (v.is(UserId, value) ? value : undefined)

/** A kind of the filter that the choices do not contain. */
const including = (kinds: readonly string[], chosen: string | undefined) =>
  chosen && !kinds.includes(chosen) ? [...kinds, chosen] : kinds
