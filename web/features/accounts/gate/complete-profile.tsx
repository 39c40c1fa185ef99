import { type FormEvent, useState } from 'react'
import * as v from 'valibot'
import type { User } from '#shared/accounts/contract.ts'
import { CompleteProfile as Names } from '#shared/accounts/security-contract.ts'
import { completeProfile } from '#web/features/accounts/api.ts'
import { useDraft } from '#web/forms/use-draft.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/field.tsx'
import { NarrowPage } from '#web/ui/narrow-page.tsx'
import { usePageTitle } from '#web/ui/page-title.ts'
import { toast } from '#web/ui/toast.ts'

/** Asks for the names of an account that was created without them. */
export function CompleteProfile({ user, onDone }: { user: User; onDone: (user: User) => Promise<void> }) {
  usePageTitle('Complete Your Profile')
  const { values, change, clear } = useDraft('complete-profile', {
    firstName: user.firstName ?? '',
    lastName: user.lastName ?? '',
  })
  const [isBusy, setBusy] = useState(false)
  const [isMissing, setMissing] = useState({ firstName: false, lastName: false })

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const names = v.safeParse(Names, values)
    const wrong = new Set(names.issues?.map(({ path }) => path?.[0].key))
    setMissing({ firstName: wrong.has('firstName'), lastName: wrong.has('lastName') })
    if (!names.success) {
      toast({ title: 'Required Fields', description: names.issues[0].message, variant: 'destructive' })
      return
    }
    setBusy(true)
    try {
      const completed = await completeProfile(names.output)
      toast({ title: 'Profile Complete', description: `Welcome, ${names.output.firstName}.` })
      await clear()
      await onDone(completed)
    } catch {
      toast({ title: 'Error', description: 'Failed to complete profile. Please try again.', variant: 'destructive' })
      setBusy(false)
    }
  }
  return (
    <NarrowPage title="Complete Your Profile" lead="Shown to investors and on receipts.">
      <form onSubmit={submit} noValidate className="grid gap-5">
        <TextField
          label="First name"
          name="firstName"
          autoComplete="given-name"
          value={values.firstName}
          onChange={(event) => change('firstName', event.target.value)}
          error={isMissing.firstName && 'First name is required'}
        />
        <TextField
          label="Last name"
          name="lastName"
          autoComplete="family-name"
          value={values.lastName}
          onChange={(event) => change('lastName', event.target.value)}
          error={isMissing.lastName && 'Last name is required'}
        />
        <Button type="submit" isBusy={isBusy} className="mt-1 w-full">
          {isBusy ? 'Saving…' : 'Complete Profile'}
        </Button>
      </form>
    </NarrowPage>
  )
}
