import { useState } from 'react'
import type { BankAccount as Account } from '#shared/earnings/bank-account.ts'
import { HttpProblem } from '#web/net/api.ts'
import type { WithProof } from '#web/net/with-proof.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { toast } from '#web/ui/toast.ts'
import { disconnectBankAccount } from './api.ts'

type Props = { withProof: WithProof; onDisconnected: (account: Account) => void; onClose: () => void }

/** Asks for confirmation and disconnects the bank account. */
export function DisconnectDialog({ withProof, onDisconnected, onClose }: Props) {
  const [refusal, setRefusal] = useState<string>()
  const [isBusy, setIsBusy] = useState(false)

  const disconnect = async () => {
    setIsBusy(true)
    setRefusal(undefined)
    try {
      const account = await withProof(disconnectBankAccount)
      if (account) {
        onDisconnected(account)
        toast({ title: 'Bank account disconnected' })
        return onClose()
      }
    } catch (error) {
      const message = error instanceof HttpProblem ? error.problem?.message : undefined
      setRefusal(message ?? 'Nothing was changed. Reconnect and try again.')
    }
    setIsBusy(false)
  }

  return (
    <Dialog title="Disconnect this bank account?" isOpen onClose={onClose} canClose={!isBusy}>
      <div className="grid gap-5">
        <p>We pay you manually until you set up another account. Transfers already sent are not reversed.</p>
        {refusal && <Notice tone="red">{refusal}</Notice>}
        <div className="flex flex-wrap justify-end gap-3">
          <Button variant="outline" disabled={isBusy} onClick={onClose}>
            Keep it
          </Button>
          <Button isBusy={isBusy} onClick={() => void disconnect()}>
            Disconnect
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
