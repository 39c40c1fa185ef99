import { X } from 'lucide-react'
import { type FormEvent, type KeyboardEvent, useId, useState } from 'react'
import type { JoinEarlyAccess } from '#shared/newsletter/contract.ts'
import { Unreachable } from '#web/net/api.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/field.tsx'
import { type Toast, toast } from '#web/ui/toast.ts'
import { joinEarlyAccess } from './api.ts'
import { joinLater } from './mutations.ts'

type Props = { onJoined: () => void; onLater: () => void }

type Outcome = 'joined' | 'kept' | 'not-kept' | 'refused'

const words: Record<Outcome, Toast> = {
  joined: { title: 'Welcome to Latchkey!', description: 'You will be the first to hear of early bird deals.' },
  kept: { title: 'Saved on this device', description: 'Sends when you are online.' },
  'not-kept': { title: 'Not saved', description: 'This device could not store it. Please try again.', variant: 'destructive' },
  refused: { title: 'Something went wrong', description: 'Please try again or check your email format.', variant: 'destructive' },
}

/** Where nobody answers, the address waits on this device; a stranger who is answered needs no place on the server for it. */
async function join(joining: JoinEarlyAccess): Promise<Outcome> {
  try {
    await joinEarlyAccess(joining)
    return 'joined'
  } catch (error) {
    if (!(error instanceof Unreachable)) return 'refused'
  }
  return joinLater(joining).then(
    () => 'kept',
    () => 'not-kept',
  )
}

/** A card slipped under the door. It takes neither the page nor the focus: whoever is reading goes on reading. */
export function EarlyAccessPopup({ onJoined, onLater }: Props) {
  const titleId = useId()
  const [isJoining, setJoining] = useState(false)
  const [isWrong, setWrong] = useState(false)

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const email = String(new FormData(event.currentTarget).get('email') ?? '').trim()
    const isEmail = email.includes('@')
    setWrong(!isEmail)
    if (!isEmail) {
      toast({ title: 'Invalid email', description: 'Please enter a valid email address.', variant: 'destructive' })
      return
    }
    setJoining(true)
    const outcome = await join({ email, source: 'early_access' })
    toast(words[outcome])
    if (outcome === 'joined' || outcome === 'kept') return onJoined()
    // Whatever the reason, the address is still in its field.
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
      <p className="mt-1.5 mb-4 text-sm text-soft">Leave an address and hear of early bird deals first.</p>
      <form onSubmit={submit} noValidate className="grid gap-4">
        <TextField
          label="Email"
          name="email"
          type="email"
          inputMode="email"
          autoComplete="email"
          placeholder="you@company.com"
          error={isWrong && 'An address has an @ in it.'}
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
