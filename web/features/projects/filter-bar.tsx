import { SelectField } from '#web/ui/field.tsx'
import type { ProjectFilters } from './filters.ts'

type Props = {
  filters: ProjectFilters
  ecosystems: string[]
  verticals: string[]
  onChange: (change: Partial<ProjectFilters>) => void
}

export function FilterBar({ filters, ecosystems, verticals, onChange }: Props) {
  return (
    <div className="mb-8 grid max-w-xl grid-cols-2 gap-4">
      <SelectField label="Ecosystem" value={filters.ecosystem} onChange={(event) => onChange({ ecosystem: event.target.value })}>
        <Choices all="All ecosystems" values={ecosystems} />
      </SelectField>
      <SelectField label="Vertical" value={filters.vertical} onChange={(event) => onChange({ vertical: event.target.value })}>
        <Choices all="All verticals" values={verticals} />
      </SelectField>
    </div>
  )
}

const Choices = ({ all, values }: { all: string; values: string[] }) => (
  <>
    <option value="all">{all}</option>
    {values.map((value) => (
      <option key={value}>{value}</option>
    ))}
  </>
)
