import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import type { Earnings } from '#shared/earnings/contract.ts'
import { type Cents, cents, formatCents } from '#shared/money.ts'
import { storageSentence } from '#web/db/storage-errors.ts'
import { deleteAccount, readEarnings } from '#web/features/accounts/api.ts'
import { serverMessageOr } from '#web/features/accounts/auth/auth-errors.ts'
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
      toast({ title: 'Account deleted', description: 'Your data is erased.' })
    } catch (error) {
      const sentence = storageSentence(error) ?? 'Please reload the page.'
      toast({
        title: 'Account deleted',
        description: `Data on this device was not removed: ${sentence}`,
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
      toast({ title: 'Error deleting account', description: serverMessageOr(error, 'Please try again.'), variant: 'destructive' })
    }
    setBusy(false)
  }
  return (
    <>
      <p className="mb-4 text-soft">
        Your profile, projects, notes and unlocked contacts are deleted. Upcoming calls are cancelled, and refunded if free
        cancellation has not ended. Earnings must be paid out first. We keep anonymised payment records.
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
        action={isBusy ? 'Deleting…' : 'Delete permanently'}
        variant="danger"
        onAct={() => void leave()}
        isBusy={isBusy}
        canAct={!isKept(left, givesUp)}
      >
        <p className="text-soft">
          This can’t be undone. Unlocked contacts are removed from all devices. Purchases can be restored with a code sent to the
          email on your receipts. Everything else is lost.
        </p>
        {left && left.unpaid > 0 && (
          <div className="mt-5 grid gap-3">
            <Notice tone="red" title={`${formatCents(left.unpaid)} of earnings not paid out`}>
              Wait for your next payout, or contact support. If you delete the account now, you lose this money.
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
              {formatCents(left.onItsWay)} is being transferred. Delete the account once it has arrived.
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
