import { useState } from 'react'
import type { User } from '#shared/accounts/contract.ts'
import { sendVerification } from '#web/features/accounts/api.ts'
import { serverMessageOr } from '#web/features/accounts/auth/auth-errors.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { toast } from '#web/ui/toast.ts'

/** Notice about an unconfirmed address: the current one, or its replacement. */
export function AddressNotice({ user }: { user: User }) {
  const [isBusy, setBusy] = useState(false)
  if (user.emailVerified && !user.pendingEmail) return null
  const address = user.pendingEmail ?? user.email

  const send = async () => {
    setBusy(true)
    try {
      await sendVerification()
      toast({ title: 'Link sent', description: `Check the inbox of ${address}.` })
    } catch (error) {
      toast({ title: 'Link not sent', description: serverMessageOr(error, 'Please try again.'), variant: 'destructive' })
    }
    setBusy(false)
  }
  return (
    <Notice title={user.pendingEmail ? 'Confirm your new email address' : 'Confirm your email address'}>
      <p>
        {user.pendingEmail ? (
          <>
            Open the link we emailed to <Address>{address}</Address>, within an hour and in this browser. Until then, your address
            is <Address>{user.email}</Address>.
          </>
        ) : (
          <>
            Open the link we emailed to <Address>{address}</Address>. Guest purchases under this address are then added to your
            account.
          </>
        )}
      </p>
      <Button variant="outline" isBusy={isBusy} onClick={send} className="mt-3">
        {isBusy ? 'Sending…' : 'Send the link again'}
      </Button>
    </Notice>
  )
}

const Address = ({ children }: { children: string }) => <span className="break-all text-ink">{children}</span>
