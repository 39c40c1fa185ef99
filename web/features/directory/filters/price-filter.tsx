import { useEffect, useState } from 'react'
import { ChipGroup } from '#web/ui/chip-group.tsx'
import { TextField } from '#web/ui/field.tsx'
import type { DirectoryFilters } from './search-params.ts'

type Bounds = Pick<DirectoryFilters, 'min' | 'max'>
type Props = { bounds: Bounds; onChange: (bounds: Bounds) => void }

const PRESETS: readonly (readonly [Bounds, string])[] = [
  [{ min: undefined, max: undefined }, 'Any price'],
  [{ min: undefined, max: 5 }, 'Up to $5'],
  [{ min: 5, max: 25 }, '$5 to $25'],
  [{ min: 25, max: 100 }, '$25 to $100'],
  [{ min: 100, max: undefined }, '$100 and more'],
]

/** Preset ranges in one tap, any other range by its bounds. */
export function PriceFilter({ bounds, onChange }: Props) {
  return (
    <div className="grid gap-3">
      <ChipGroup
        legend="Price"
        options={PRESETS}
        isChosen={({ min, max }) => min === bounds.min && max === bounds.max}
        onChoose={onChange}
      />
      <div className="grid grid-cols-2 gap-3">
        <Dollars label="At least, in $" value={bounds.min} onChange={(min) => onChange({ ...bounds, min })} />
        <Dollars label="At most, in $" value={bounds.max} onChange={(max) => onChange({ ...bounds, max })} />
      </div>
    </div>
  )
}

type DollarsProps = { label: string; value: number | undefined; onChange: (value: number | undefined) => void }

/** Preserves the typed text: `4.` is the beginning of an amount, but not an amount yet. */
function Dollars({ label, value, onChange }: DollarsProps) {
  const [input, setInput] = useState(String(value ?? ''))
  useEffect(() => setInput((current) => (read(current) === value ? current : String(value ?? ''))), [value])
  return (
    <TextField
      label={label}
      inputMode="decimal"
      autoComplete="off"
      maxLength={9}
      value={input}
      onChange={(event) => {
        setInput(event.target.value)
        onChange(read(event.target.value))
      }}
    />
  )
}

/** Parses dollars as users type them; `undefined` for invalid input. */
function read(text: string): number | undefined {
  const digits = /^\s*\$?\s*(\d+(?:\.\d{0,2})?|\.\d{1,2})\s*$/.exec(text.replace(',', '.'))?.[1]
  return digits === undefined || Number(digits) > 1_000_000 ? undefined : Number(digits)
}
