import { useEffect, useState } from 'react'
import type { VcId } from '#shared/ids.ts'
import { CalendarToken as Kept } from '#shared/listings/contract.ts'
import { get, HttpProblem, put } from '#web/net/api.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/field.tsx'
import { toast } from '#web/ui/toast.ts'

type Props = { id: VcId; isOnline: boolean }

/**
 * The token of the user's own calendar: it is set, replaced and deleted here, and displayed nowhere. It is never stored on this
 * device.
 */
export function CalendarToken({ id, isOnline }: Props) {
  const [isKept, setKept] = useState<boolean>()
  const [typed, setTyped] = useState('')
  const [error, setError] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const path = `/api/vcs/${id}/calendar`

  useEffect(() => {
    if (!isOnline) return
    // A failed request shows no error: a new token can be set regardless.
    get(path, Kept).then(
      (answer) => setKept(answer.isKept),
      () => undefined,
    )
  }, [path, isOnline])

  const save = async (token: string | null) => {
    setBusy(true)
    setError(undefined)
    try {
      const answer = await put(path, { token }, Kept)
      setKept(answer.isKept)
      setTyped('')
      toast({ title: answer.isKept ? 'Token saved' : 'Token removed' })
    } catch (problem) {
      const field = problem instanceof HttpProblem ? problem.problem?.fields?.[0]?.message : undefined
      setError(field ?? 'Couldn’t save. Please try again.')
    } finally {
      setBusy(false)
    }
  }

  return (
    <section className="grid gap-x-10 gap-y-5 md:grid-cols-[12rem_minmax(0,1fr)]">
      <div>
        <h2 className="text-xl">Your calendar</h2>
        <p className="mt-1.5 text-sm text-soft">With a Calendly token, founders see your real availability. Saved immediately.</p>
      </div>
      <div className="grid content-start gap-3">
        <TextField
          label="Calendly token"
          type="password"
          autoComplete="off"
          spellCheck={false}
          optional
          hint={isKept ? 'A token is saved and encrypted. It is never shown.' : 'No token saved.'}
          placeholder={isKept ? '••••••••••••' : undefined}
          value={typed}
          error={error}
          disabled={!isOnline || isBusy}
          onChange={(event) => {
            setError(undefined)
            setTyped(event.target.value)
          }}
        />
        <div className="flex flex-wrap gap-3">
          <Button
            variant="outline"
            isBusy={isBusy}
            disabled={!isOnline || typed.trim() === ''}
            onClick={() => save(typed.trim())}
          >
            {isKept ? 'Replace token' : 'Save token'}
          </Button>
          {isKept && (
            <Button variant="quiet" disabled={!isOnline || isBusy} onClick={() => save(null)}>
              Remove token
            </Button>
          )}
        </div>
        {!isOnline && <p className="text-sm text-soft">Adding a token needs a connection. It is not stored on this device.</p>}
      </div>
    </section>
  )
}
