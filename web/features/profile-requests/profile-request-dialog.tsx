import { type FormEvent, useState } from 'react'
import type { Investor } from '#shared/directory/contract.ts'
import { MAX_REQUEST_MESSAGE, type RequestKind } from '#shared/profile-requests/contract.ts'
import { useDraft } from '#web/forms/use-draft.ts'
import { messageOfFailure } from '#web/net/use-look-up.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { TextArea, TextField } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { useOnline } from '#web/ui/use-online.ts'
import { askForProfile } from './api.ts'
import { KindChoice } from './kind-choice.tsx'
import { WhatHappensNext } from './what-happens-next.tsx'

type Step = { kind: 'choose' } | { kind: 'address' } | { kind: 'asked'; next: 'mail' | 'team'; email: string }
type Props = { investor: Pick<Investor, 'id' | 'name'>; onClose: () => void }

/** Requests to claim or remove a profile, and explains who decides about it and when. */
export default function ProfileRequestDialog({ investor, onClose }: Props) {
  const { values, change, clear } = useDraft(`profile-request:${investor.id}`, { kind: 'claim', email: '', message: '' })
  const kind: RequestKind = values.kind === 'remove' ? 'remove' : 'claim'
  const [step, setStep] = useState<Step>({ kind: 'choose' })
  const [error, setError] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const isOnline = useOnline()

  const type: typeof change = (field, value) => {
    setError(undefined)
    change(field, value)
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const [email, message] = [values.email.trim(), values.message]
    if (step.kind === 'address' && !email) return setError('Please enter a valid email address')
    setBusy(true)
    setError(undefined)
    try {
      const { next } = await askForProfile(investor.id, kind, step.kind === 'address' ? { email, message } : {})
      if (next === 'address') setStep({ kind: 'address' })
      else {
        setStep({ kind: 'asked', next, email })
        await clear()
      }
    } catch (failure) {
      setError(messageOfFailure(failure))
    }
    setBusy(false)
  }

  if (step.kind === 'asked') {
    return (
      <Dialog title={step.next === 'mail' ? 'Check your email' : 'Request received'} isOpen onClose={onClose}>
        <WhatHappensNext request={kind} next={step.next} email={step.email} />
        <Button className="mt-7 w-full" onClick={onClose}>
          Done
        </Button>
      </Dialog>
    )
  }
  return (
    <Dialog title="Is this you?" isOpen onClose={onClose} canClose={!isBusy}>
      <form onSubmit={submit} noValidate className="grid gap-5">
        {step.kind === 'choose' ? (
          <>
            <p className="text-soft">
              We listed <bdi className="text-ink">{investor.name}</bdi> from public sources. If that is you, or you represent
              them, you can claim or remove this profile.
            </p>
            <KindChoice value={kind} onChange={(next) => type('kind', next)} />
          </>
        ) : (
          <>
            <p className="text-soft">
              We have no email address for this profile, so our team reviews your request. Where can we reply?
            </p>
            <TextField
              label="Your email"
              name="email"
              type="email"
              autoComplete="email"
              value={values.email}
              onChange={(event) => type('email', event.target.value)}
            />
            <TextArea
              label="How can we verify your identity?"
              name="message"
              optional
              rows={3}
              value={values.message}
              onChange={(event) => type('message', event.target.value)}
              maxLength={MAX_REQUEST_MESSAGE}
              placeholder="For example a fund email address or your LinkedIn profile."
            />
          </>
        )}
        {error && <Notice tone="red">{error}</Notice>}
        {!isOnline && <Notice>You’re offline. Reconnect to continue.</Notice>}
        <Button type="submit" disabled={!isOnline} isBusy={isBusy}>
          {isBusy ? 'Sending…' : 'Continue'}
        </Button>
      </form>
    </Dialog>
  )
}
