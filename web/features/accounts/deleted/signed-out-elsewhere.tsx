import { useNavigate } from '@tanstack/react-router'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import type { Ended } from './queries.ts'

/** Shown once on a device whose session was ended from another device, by a password change, or by a ban of the account. */
export function SignedOutElsewhere({ unsent, isSuspended = false, onRead }: Ended & { onRead: () => void }) {
  const navigate = useNavigate()
  const leave = async () => {
    await navigate({ to: isSuspended ? '/support' : '/auth' })
    onRead()
  }
  return (
    <Dialog title={isSuspended ? 'This account is suspended' : 'This browser was signed out'} isOpen onClose={onRead}>
      <p className="text-soft">
        {isSuspended
          ? 'Latchkey has suspended your account and signed it out. If you think that this is a mistake, write to support; you need no account for it. '
          : 'You were signed out from another browser, or your password changed. '}
        Contacts, notes, drafts and other data of the account are removed from this browser.
      </p>
      {unsent > 0 && (
        <p className="mt-3">
          {unsent === 1 ? 'One change that had' : `${unsent} changes that had`} not synced {unsent === 1 ? 'is' : 'are'} kept
          here, encrypted. {unsent === 1 ? 'It is' : 'They are'} sent when you
          {isSuspended ? ' can sign in to this account again.' : ' sign in to this account again.'}
        </p>
      )}
      <div className="mt-6 flex flex-wrap items-center justify-end gap-3">
        <Button variant="outline" onClick={onRead}>
          OK
        </Button>
        <Button onClick={leave}>{isSuspended ? 'Contact Support' : 'Sign In'}</Button>
      </div>
    </Dialog>
  )
}
