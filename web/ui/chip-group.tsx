import { useId } from 'react'
import { formatCount } from '#shared/format/count.ts'

type Props<Value> = {
  legend: string
  /** Several options can be chosen: check boxes instead of radio buttons. */
  isMultiple?: boolean
  /** The third element is the number of results, where it is known. */
  options: readonly (readonly [value: Value, words: string, count?: number | undefined])[]
  isChosen: (value: Value) => boolean
  onChoose: (value: Value) => void
}

/** A choice of options, as large tap targets; radio buttons or check boxes for keyboard and screen reader. */
export function ChipGroup<Value>({ legend, isMultiple = false, options, isChosen, onChoose }: Props<Value>) {
  const name = useId()
  return (
    <fieldset className="min-w-0">
      <legend className="column-head mb-2">{legend}</legend>
      <div className="flex flex-wrap gap-2">
        {options.map(([value, label, count]) => (
          <label
            key={label}
            className="relative inline-flex min-h-11 cursor-pointer items-center rounded-field border border-edge bg-sheet px-4 text-sm hover:bg-well has-checked:border-ink has-checked:bg-ink has-checked:text-sheet has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-ink"
          >
            <input
              type={isMultiple ? 'checkbox' : 'radio'}
              name={name}
              checked={isChosen(value)}
              onChange={() => onChoose(value)}
              className="absolute inset-0 cursor-pointer appearance-none opacity-0"
            />
            <bdi>{label}</bdi>
            {count !== undefined && <span className="ml-2 tabular-nums opacity-70">{formatCount(count)}</span>}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
