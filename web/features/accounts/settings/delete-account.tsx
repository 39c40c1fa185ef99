import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import type { Earnings } from '#shared/earnings/contract.ts'
import { type Cents, cents, formatCents } from '#shared/money.ts'
import { storageSentence } from '#web/db/storage-errors.ts'
import { deleteAccount, readEarnings } from '#web/features/accounts/api.ts'
import { refusalOr } from '#web/features/accounts/auth/auth-errors.ts'
import type { WithProof } from '#web/net/with-proof.ts'
import { switchPrincipal } from '#web/sync/engine/sync-port.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { toast } from '#web/ui/toast.ts'

export function DeleteAccount({ withProof }: { withProof: WithProof }) {
  const { history } = useRouter()
  const [isAsking, setAsking] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [left, setLeft] = useState<Left>()
  const [givesUp, setGivesUp] = useState(false)

  const ask = async () => {
    setAsking(true)
    setGivesUp(false)
    // If the server cannot be reached, it repeats the check when the account is to be deleted.
    setLeft(await readEarnings().then(leftOf, () => undefined))
  }

  /**
   * The account is deleted. Data that this device cannot remove now is removed after the server reports the deletion at the next
   * pull.
   */
  const leaveDevice = async () => {
    history.push('/')
    try {
      await switchPrincipal('guest')
      toast({ title: 'Account deleted', description: 'Its data is erased, here and on this device.' })
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
      if (await withProof(() => deleteAccount(givesUp))) {
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
        Your profile, projects, notes and unlocked contacts go. Calls that are still to come are cancelled; what you paid for them
        comes back if free cancellation has not ended. Earnings have to be paid out first. The books keep the amounts, without
        your name.
      </p>
      <Button variant="danger" onClick={ask}>
        Delete account
      </Button>
      <ConfirmDialog
        title="Delete your account?"
        isOpen={isAsking}
        stay="Keep my account"
        onStay={() => setAsking(false)}
        isStayAdvised
        action={isBusy ? 'Deleting…' : 'Delete for good'}
        variant="danger"
        onAct={() => void leave()}
        isBusy={isBusy}
        canAct={!isKept(left, givesUp)}
      >
        <p className="text-soft">
          This cannot be undone. What you unlocked leaves every device. A code mailed to the address of its receipts can bring
          purchases back; everything else is gone.
        </p>
        {left && left.unpaid > 0 && (
          <div className="mt-5 grid gap-3">
            <Notice tone="red" title={`${formatCents(left.unpaid)} of your earnings is not paid out`}>
              Wait for your next payout, or write to support to ask for it. If you delete the account now, you give this money up.
            </Notice>
            <label className="flex min-h-11 items-center gap-3">
              <input
                type="checkbox"
                className="checkbox"
                checked={givesUp}
                onChange={(event) => setGivesUp(event.target.checked)}
              />
              I give up {formatCents(left.unpaid)}
            </label>
          </div>
        )}
        {left && left.onItsWay > 0 && (
          <div className="mt-5">
            <Notice tone="red" title="A payout is on its way">
              {formatCents(left.onItsWay)} is being paid to you. Please delete the account once it has arrived.
            </Notice>
          </div>
        )}
      </ConfirmDialog>
    </>
  )
}

type Left = { unpaid: Cents; onItsWay: Cents }

/** What a deletion would forfeit; a negative part does not reduce another. */
const leftOf = ({ balance: { inWindow, held, payable, onItsWay } }: Earnings): Left => ({
  unpaid: cents([inWindow, held, payable].reduce((sum: number, part) => sum + Math.max(0, part), 0)),
  onItsWay,
})

const isKept = (left: Left | undefined, givesUp: boolean) =>
  left !== undefined && (left.onItsWay > 0 || (left.unpaid > 0 && !givesUp))
