import type { LucideIcon } from 'lucide-react'
import { useId } from 'react'

type Props = {
  legend: string
  icon: LucideIcon
  max: number
  rating: number | null
  /** Without `canClear`, null is never passed. */
  onRate: (rating: number | null) => void
  /** The icons up to the rating are filled. */
  isFilled?: boolean
  /** Pressing the selected value again, Backspace or Delete clears the rating. */
  canClear?: boolean
}

/** A rating from one to `max`, as radio buttons that are drawn as a row of icons. */
export function RatingInput({ legend, icon: Icon, max, rating, onRate, isFilled, canClear = false }: Props) {
  const name = useId()
  return (
    <fieldset>
      <legend className="mb-1.5 text-sm font-medium">{legend}</legend>
      <div className="-ml-2.5 flex">
        {Array.from({ length: max }, (_, at) => at + 1).map((value) => (
          <label
            key={value}
            className="grid size-11 cursor-pointer place-items-center rounded-field has-focus-visible:outline-2 has-focus-visible:outline-ink"
          >
            <input
              type="radio"
              name={name}
              value={value}
              checked={rating === value}
              aria-label={`${value} of ${max}`}
              className="sr-only"
              onChange={() => onRate(value)}
              onClick={() => canClear && rating === value && onRate(null)}
              onKeyDown={({ key }) => canClear && (key === 'Backspace' || key === 'Delete') && onRate(null)}
            />
            <Icon
              className={`size-6 ${value <= (rating ?? 0) ? 'text-brass' : 'text-edge'}`}
              strokeWidth={value <= (rating ?? 0) ? 2 : 1.25}
              fill={isFilled && value <= (rating ?? 0) ? 'currentColor' : 'none'}
              aria-hidden="true"
            />
          </label>
        ))}
      </div>
    </fieldset>
  )
}
