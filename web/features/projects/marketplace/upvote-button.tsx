import { ArrowBigUp } from 'lucide-react'
import { buttonClass } from '#web/ui/button.tsx'

type Props = { name: string; isCast: boolean; onPress: (isCast: boolean) => void; className?: string }

/** Casts the user's vote, and pressed again withdraws it. Its label is constant; the state is in `aria-pressed`. */
export function UpvoteButton({ name, isCast, onPress, className = '' }: Props) {
  return (
    <button
      type="button"
      aria-pressed={isCast}
      aria-label={`Upvote ${name}`}
      title={isCast ? 'Remove your vote' : undefined}
      onClick={() => onPress(!isCast)}
      className={buttonClass(isCast ? 'ink' : 'outline', `gap-1.5 px-4 ${className}`)}
    >
      <ArrowBigUp className="size-5" strokeWidth={1.5} fill={isCast ? 'currentColor' : 'none'} aria-hidden="true" />
      Upvote
    </button>
  )
}
