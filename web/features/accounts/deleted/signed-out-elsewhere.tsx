import { useNavigate } from '@tanstack/react-router'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import type { Ended } from './queries.ts'

/** Shown once on a device whose session was ended from another device, or by a password change. */
export function SignedOutElsewhere({ unsent, onRead }: Ended & { onRead: () => void }) {
  const navigate = useNavigate()
  const signIn = async () => {
    await navigate({ to: '/auth' })
    onRead()
  }
  return (
    <Dialog title="This browser was signed out" isOpen onClose={onRead}>
      <p className="text-soft">
        The account was signed out here from another browser, or because its password changed. What it kept in this browser is
        removed: contacts, notes, drafts and everything else of its own.
      </p>
      {unsent > 0 && (
        <p className="mt-3">
          {unsent === 1 ? 'One change that had' : `${unsent} changes that had`} not reached the server{' '}
          {unsent === 1 ? 'is' : 'are'} kept here, encrypted. {unsent === 1 ? 'It is' : 'They are'} sent when the same account
          signs in again in this browser.
        </p>
      )}
      <div className="mt-6 flex flex-wrap items-center justify-end gap-3">
        <Button variant="outline" onClick={onRead}>
          Understood
        </Button>
        <Button onClick={signIn}>Sign In</Button>
      </div>
    </Dialog>
  )
}
