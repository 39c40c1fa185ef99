import { useEffect, useState } from 'react'
import type { User } from '#shared/accounts/contract.ts'
import { NewsletterChoice } from '#shared/newsletter/contract.ts'
import { get, post } from '#web/net/api.ts'
import { useSwitchedOff } from '#web/net/tab/switches.ts'
import { toast } from '#web/ui/toast.ts'
import { useOnline } from '#web/ui/use-online.ts'

/**
 * Whether the account's address gets the newsletter. The list belongs to the address and is on the server alone, so that the switch
 * needs a network.
 */
export function NewsletterSwitch({ user }: { user: Pick<User, 'emailVerified'> }) {
  const isOnline = useOnline()
  const [isOn, setOn] = useState<boolean>()
  const [isBusy, setBusy] = useState(false)
  const { emailVerified } = user
  const off = useSwitchedOff('newsletter')

  useEffect(() => {
    if (!isOnline || !emailVerified) return
    const leaving = new AbortController()
    // A server that does not answer leaves the switch disabled, with its reason.
    get('/api/newsletter', NewsletterChoice, { signal: leaving.signal })
      .then((choice) => setOn(choice.isOn))
      .catch(() => undefined)
    return () => leaving.abort()
  }, [isOnline, emailVerified])

  const choose = async (wanted: boolean) => {
    setBusy(true)
    try {
      setOn((await post('/api/newsletter', { isOn: wanted }, NewsletterChoice)).isOn)
    } catch {
      toast({ title: 'Not saved', description: 'The newsletter was not changed. Please try again.', variant: 'destructive' })
    } finally {
      setBusy(false)
    }
  }

  const why = !emailVerified
    ? 'Confirm your email address first.'
    : isOn === undefined || !isOnline
      ? 'You need a network to see or change this.'
      : isOn
        ? undefined
        : off
  return (
    <div className="mt-8 border-y border-rule py-2.5">
      <label className="flex min-h-11 cursor-pointer items-center justify-between gap-4">
        <span>
          Newsletter
          <span className="mt-0.5 block text-sm text-soft">News about Latchkey, by email. Off unless you turn it on.</span>
        </span>
        <input
          type="checkbox"
          role="switch"
          aria-label="Newsletter, by email"
          aria-describedby={why && 'newsletter-why'}
          className="toggle checked:border-brass checked:text-brass"
          checked={isOn ?? false}
          aria-checked={isOn ?? false}
          disabled={isBusy || why !== undefined}
          onChange={({ target }) => void choose(target.checked)}
        />
      </label>
      {why && (
        <p id="newsletter-why" className="text-sm text-soft">
          {why}
        </p>
      )}
    </div>
  )
}
