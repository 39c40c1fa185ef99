import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { storageSentence } from '#web/db/storage-fault.ts'
import { switchPrincipal } from '#web/sync/current.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { toast } from '#web/ui/toast.ts'
import { deleteAccount } from './api.ts'
import { refusalOr } from './refusals.ts'
import type { WithProof } from './use-step-up.tsx'

export function DeleteAccount({ withProof }: { withProof: WithProof }) {
  const { history } = useRouter()
  const [isAsking, setAsking] = useState(false)
  const [isBusy, setBusy] = useState(false)

  /** The account is gone; what this device cannot remove now it is told to remove by the server, when it next asks. */
  const leaveDevice = async () => {
    history.push('/')
    try {
      await switchPrincipal('guest')
      toast({ title: 'Account deleted', description: 'Nothing of it is left, here or on this device.' })
    } catch (error) {
      const sentence = storageSentence(error) ?? 'Please reload the page.'
      toast({
        title: 'Account deleted',
        description: `What it kept on this device is still here: ${sentence}`,
        variant: 'destructive',
      })
    }
  }

  const leave = async () => {
    setBusy(true)
    try {
      if (await withProof(deleteAccount)) {
        await leaveDevice()
        return
      }
    } catch (error) {
      toast({ title: 'Error deleting account', description: refusalOr(error, 'Please try again.'), variant: 'destructive' })
    }
    setBusy(false)
  }
  return (
    <>
      <p className="mb-4 text-soft">
        Your profile, projects, notes and unlocked contacts go. Calls that are still to come are cancelled and paid back. The
        books keep the amounts, without your name.
      </p>
      <Button variant="danger" onClick={() => setAsking(true)}>
        Delete account
      </Button>
      <Dialog title="Delete your account?" isOpen={isAsking} onClose={() => setAsking(false)} canClose={!isBusy}>
        <p className="text-soft">
          This cannot be undone. What you unlocked is gone from every device, and nobody can bring it back, not even we.
        </p>
        <div className="mt-6 flex flex-wrap justify-end gap-3">
          <Button variant="danger" isBusy={isBusy} onClick={leave}>
            {isBusy ? 'Deleting…' : 'Delete for good'}
          </Button>
          <Button disabled={isBusy} onClick={() => setAsking(false)}>
            Keep my account
          </Button>
        </div>
      </Dialog>
    </>
  )
}
