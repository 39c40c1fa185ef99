import { KeyRound } from 'lucide-react'
import { useId } from 'react'
import { MAX_RATING } from '#shared/contacts/follow-up.ts'

const VALUES = Array.from({ length: MAX_RATING }, (_, at) => at + 1)

/**
 * How promising a contact is, in keys from one (maybe) to five (excellent). Pressing the selected key again clears the rating.
 */
export function RatingInput({ rating, onRate }: { rating: number | null; onRate: (rating: number | null) => void }) {
  const name = useId()
  return (
    <fieldset>
      <legend className="mb-1.5 text-sm font-medium">Rating</legend>
      <div className="-ml-2.5 flex">
        {VALUES.map((value) => (
          <label
            key={value}
            className="grid size-11 cursor-pointer place-items-center rounded-field has-focus-visible:outline-2 has-focus-visible:outline-ink"
          >
            <input
              type="radio"
              name={name}
              value={value}
              checked={rating === value}
              aria-label={`${value} of ${MAX_RATING}`}
              className="sr-only"
              onChange={() => onRate(value)}
              onClick={() => rating === value && onRate(null)}
              onKeyDown={({ key }) => (key === 'Backspace' || key === 'Delete') && onRate(null)}
            />
            <KeyRound
              className={`size-6 ${value <= (rating ?? 0) ? 'text-brass' : 'text-edge'}`}
              strokeWidth={value <= (rating ?? 0) ? 2 : 1.25}
              aria-hidden="true"
            />
          </label>
        ))}
      </div>
    </fieldset>
  )
}
