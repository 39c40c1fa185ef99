import { useEffect, useState } from 'react'
import type { VcId } from '#shared/ids.ts'
import { CalendarToken as Kept } from '#shared/listings/contract.ts'
import { get, HttpProblem, put } from '#web/net/api.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/field.tsx'
import { toast } from '#web/ui/toast.ts'

/** The token of the user's own calendar as its field has it. It is never stored on this device. */
export function useCalendarToken(id: VcId, isOnline: boolean) {
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

  const type = (token: string) => {
    setError(undefined)
    setTyped(token)
  }
  /** Resolves with whether it was stored. */
  const save = async (token: string | null) => {
    setBusy(true)
    setError(undefined)
    try {
      const answer = await put(path, { token }, Kept)
      setKept(answer.isKept)
      setTyped('')
      toast({ title: answer.isKept ? 'Token saved' : 'Token removed' })
      return true
    } catch (problem) {
      const field = problem instanceof HttpProblem ? problem.problem?.fields?.[0]?.message : undefined
      setError(field ?? 'Couldn’t save. Please try again.')
      return false
    } finally {
      setBusy(false)
    }
  }
  const isTyped = typed.trim() !== ''
  /** Resolves with whether no typed token is left. */
  const saveTyped = async () => {
    if (!isTyped) return true
    if (isOnline) return await save(typed.trim())
    setError('A token needs a connection. Clear this field, or save again when you are online.')
    return false
  }
  return { isKept, typed, isTyped, error, isBusy, isOnline, type, saveTyped, remove: () => save(null) }
}

type Props = { token: ReturnType<typeof useCalendarToken> }

/** The token of the user's own calendar: it is set, replaced and deleted here, and displayed nowhere. */
export function CalendarToken({ token: { isKept, typed, isTyped, error, isBusy, isOnline, type, saveTyped, remove } }: Props) {
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
          // A token that was typed before the connection was lost can be cleared.
          disabled={(!isOnline && typed === '') || isBusy}
          onChange={(event) => type(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || !isTyped) return
            // It saves the token, and not the form around it.
            event.preventDefault()
            void saveTyped()
          }}
        />
        <div className="flex flex-wrap gap-3">
          <Button variant="outline" isBusy={isBusy} disabled={!isOnline || !isTyped} onClick={saveTyped}>
            {isKept ? 'Replace token' : 'Save token'}
          </Button>
          {isKept && (
            <Button variant="quiet" disabled={!isOnline || isBusy} onClick={remove}>
              Remove token
            </Button>
          )}
        </div>
        {!isOnline && <p className="text-sm text-soft">Adding a token needs a connection. It is not stored on this device.</p>}
      </div>
    </section>
  )
}
