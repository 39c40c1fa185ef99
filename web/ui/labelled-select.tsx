import { ChevronDown } from 'lucide-react'
import { useId, useMemo } from 'react'
import { formatCount } from '#shared/format/count.ts'

type Props = {
  label: string
  value: string
  /** Values, or values with labels, or also with the number of results. The same list is not rendered again. */
  options: readonly (string | readonly [value: string, label: string, count?: number | undefined])[]
  onChange: (value: string) => void
}

/** A select with its label inside its frame; as wide as its value needs. */
export function LabelledSelect({ label, value, options, onChange }: Props) {
  const id = useId()
  const rendered = useMemo(
    () =>
      options.map((option) => {
        const [id, words, count] = typeof option === 'string' ? [option, option] : option
        return (
          <option key={id} value={id} label={count === undefined ? undefined : `${words} (${formatCount(count)})`}>
            {words}
          </option>
        )
      }),
    [options],
  )
  return (
    <div className="relative flex h-11 shrink-0 items-center gap-2 rounded-field border border-edge bg-sheet pl-3 focus-within:border-ink hover:bg-well">
      <label htmlFor={id} className="column-head">
        {label}
      </label>
      <select
        id={id}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className="h-full cursor-pointer appearance-none rounded-field bg-transparent pr-8 text-base [field-sizing:content] sm:text-sm"
      >
        {rendered}
      </select>
      <ChevronDown className="pointer-events-none absolute right-2.5 size-4 text-soft" aria-hidden="true" />
    </div>
  )
}
