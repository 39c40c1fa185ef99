import { X } from 'lucide-react'
import { type FormEvent, type KeyboardEvent, useId, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/field.tsx'
import { toast } from '#web/ui/toast.ts'
import { joinEarlyAccess } from './api.ts'

type Props = { onJoined: () => void; onLater: () => void }

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
    try {
      await joinEarlyAccess({ email, source: 'early_access' })
      toast({ title: 'Welcome to Latchkey!', description: 'You will be the first to hear of early bird deals.' })
      onJoined()
    } catch {
      // Whatever the reason, the address is still in its field.
      toast({
        title: 'Something went wrong',
        description: 'Please try again or check your email format.',
        variant: 'destructive',
      })
      setJoining(false)
    }
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
        New investors are listed every week. Leave an address and hear of early bird deals first.
      </p>
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
