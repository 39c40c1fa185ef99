import { Link, useRouter } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { resetForgotten } from '#web/features/accounts/api.ts'
import { serverMessageOr } from '#web/features/accounts/auth/auth-errors.ts'
import { Button } from '#web/ui/button.tsx'
import { Latch } from '#web/ui/latch-icon.tsx'
import { NarrowPage } from '#web/ui/narrow-page.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { toast } from '#web/ui/toast.ts'
import { forgetLinkToken, useLinkToken } from '#web/ui/use-link-token.ts'
import { NewPasswordFields, useNewPassword } from './new-password-fields.tsx'

/** Destination of a password reset link. It signs no user in: a second factor is still required. */
export function ResetForgotten() {
  const token = useLinkToken()
  const { history } = useRouter()
  const { password, check, fields } = useNewPassword()
  const [refusal, setRefusal] = useState<string>()
  const [isBusy, setBusy] = useState(false)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!check()) return
    setBusy(true)
    setRefusal(undefined)
    try {
      await resetForgotten(token, password)
      forgetLinkToken()
      toast({ title: 'Password Reset', description: 'Sign in with your new password.' })
      history.push('/auth')
    } catch (error) {
      const description = serverMessageOr(error, 'Failed to reset password')
      setRefusal(description)
      toast({ title: 'Error Resetting Password', description, variant: 'destructive' })
      setBusy(false)
    }
  }
  const another = (
    <Link to="/forgot-password" className="inline-flex min-h-11 items-center text-ink underline underline-offset-4">
      Request a new link
    </Link>
  )
  if (!token) {
    return (
      <NarrowPage title="This link is not complete" lead="Open the link from the email, or copy it completely." foot={another}>
        Part of the link is missing.
      </NarrowPage>
    )
  }
  return (
    <NarrowPage
      mark={<Latch isOpen={false} className="h-12" />}
      title="Set a new password"
      lead="All devices are signed out."
      foot={another}
    >
      <form onSubmit={submit} noValidate className="grid gap-5">
        <NewPasswordFields fields={fields} label="New password" confirmLabel="Confirm new password" />
        {refusal && <Notice tone="red">{refusal}</Notice>}
        <Button type="submit" isBusy={isBusy} className="w-full">
          {isBusy ? 'Resetting…' : 'Reset Password'}
        </Button>
      </form>
    </NarrowPage>
  )
}
