import { X } from 'lucide-react'
import { type FormEvent, type KeyboardEvent, useId, useState } from 'react'
import type { JoinEarlyAccess } from '#shared/newsletter/contract.ts'
import { useDraft } from '#web/forms/use-draft.ts'
import { HttpProblem, Unreachable } from '#web/net/api.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/field.tsx'
import { type Toast, toast } from '#web/ui/toast.ts'
import { joinEarlyAccess } from './api.ts'
import { joinLater } from './mutations.ts'

type Props = { onJoined: () => void; onLater: () => void }

type Outcome = 'joined' | 'kept' | 'not-kept' | 'refused' | 'off'

const toasts: Record<Outcome, Toast> = {
  joined: {
    title: 'Welcome to Latchkey!',
    description: 'Confirm your email with the link we sent you, and you’ll be the first to get early bird deals.',
  },
  kept: { title: 'Saved on this device', description: 'Sends when you are online.' },
  'not-kept': { title: 'Not saved', description: 'Couldn’t save on this device. Please try again.', variant: 'destructive' },
  refused: { title: 'Something went wrong', description: 'Please try again or check your email format.', variant: 'destructive' },
  off: {
    title: 'Not available now',
    description: 'The newsletter takes no new subscribers at the moment.',
    variant: 'destructive',
  },
}

/**
 * Without an answer of the server, the address is stored in the outbox. If the server answers, the visitor needs no guest account
 * for it.
 */
async function join(joining: JoinEarlyAccess): Promise<Outcome> {
  try {
    await joinEarlyAccess(joining)
    return 'joined'
  } catch (error) {
    if (error instanceof HttpProblem && error.code === 'switched-off') return 'off'
    if (!(error instanceof Unreachable)) return 'refused'
  }
  return joinLater(joining).then(
    () => 'kept',
    () => 'not-kept',
  )
}

/** A card at the edge of the screen. It neither covers the page nor takes the focus, so that reading is not interrupted. */
export function EarlyAccessPopup({ onJoined, onLater }: Props) {
  const titleId = useId()
  const { values, change, clear } = useDraft('early-access', { email: '' })
  const [isJoining, setJoining] = useState(false)
  const [isInvalid, setInvalid] = useState(false)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const email = values.email.trim()
    const isEmail = email.includes('@')
    setInvalid(!isEmail)
    if (!isEmail) {
      toast({ title: 'Invalid email', description: 'Please enter a valid email address.', variant: 'destructive' })
      return
    }
    setJoining(true)
    const outcome = await join({ email, source: 'early_access' })
    toast(toasts[outcome])
    if (outcome === 'joined' || outcome === 'kept') {
      await clear()
      return onJoined()
    }
    // The address is still in its field, for every reason.
    setJoining(false)
  }
  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (key === 'Escape') onLater()
  }
  return (
    <div
      role="dialog"
      aria-labelledby={titleId}
      onKeyDown={onKeyDown}
      className="early-access rounded-box border border-edge bg-sheet p-5 sm:p-6"
    >
      <div className="flex items-start justify-between gap-4">
        <h2 id={titleId} className="text-2xl">
          Early access
        </h2>
        <button
          type="button"
          aria-label="Close"
          onClick={onLater}
          className="-m-2.5 grid size-11 shrink-0 cursor-pointer place-items-center text-soft hover:text-ink"
        >
          <X className="size-5" aria-hidden="true" />
        </button>
      </div>
      <p className="mt-1.5 mb-4 text-sm text-soft">
        Leave your email to get early bird deals first. We’ll send you a link to confirm it.
      </p>
      <form onSubmit={submit} noValidate className="grid gap-4">
        <TextField
          label="Email"
          name="email"
          type="email"
          inputMode="email"
          autoComplete="email"
          placeholder="you@company.com"
          value={values.email}
          onChange={(event) => change('email', event.target.value)}
          error={isInvalid && 'Enter an email with an @.'}
        />
        <div className="flex flex-wrap gap-2">
          <Button type="submit" isBusy={isJoining} className="flex-1">
            {isJoining ? 'Joining...' : 'Join early access'}
          </Button>
          <Button variant="quiet" onClick={onLater}>
            Maybe later
          </Button>
        </div>
      </form>
    </div>
  )
}
