import { Star } from 'lucide-react'
import type { VcId } from '#shared/ids.ts'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toast.ts'
import { saveInvestor } from './mutations.ts'

type Props = { id: VcId; name: string; isSaved: boolean }

async function save({ id, isSaved }: Props) {
  await saveInvestor({ vcId: id, isSaved: !isSaved }).catch(() =>
    toast({ title: 'Not saved', description: 'Couldn’t save on this device. Please try again.', variant: 'destructive' }),
  )
}

/** Adds an investor to the shortlist, with or without a connection. */
export function SaveStar(props: Props) {
  return (
    <button
      type="button"
      aria-pressed={props.isSaved}
      aria-label={`Save ${props.name} for later`}
      onClick={() => save(props)}
      className="grid size-11 shrink-0 cursor-pointer place-items-center text-soft hover:text-ink aria-pressed:text-brass"
    >
      <Star className="size-5" strokeWidth={1.5} fill={props.isSaved ? 'currentColor' : 'none'} aria-hidden="true" />
    </button>
  )
}

/** The same action as a button with text. */
export function SaveButton(props: Props) {
  return (
    <Button variant="outline" aria-pressed={props.isSaved} onClick={() => save(props)}>
      <Star className="size-4" fill={props.isSaved ? 'currentColor' : 'none'} aria-hidden="true" />
      {props.isSaved ? 'Saved' : 'Save for later'}
    </Button>
  )
}
