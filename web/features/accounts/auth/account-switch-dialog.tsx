import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'

type Props = { unsent: number; email: string; isBusy: boolean; onGoOn: () => void; onStay: () => void }

/** Shown before a sign-in if another account has unsent changes on this device. */
export function AnotherPersonDialog({ unsent, email, isBusy, onGoOn, onStay }: Props) {
  const them = unsent === 1 ? 'it' : 'them'
  return (
    <Dialog title="Another account is on this device" isOpen onClose={onStay} canClose={!isBusy}>
      <p className="text-soft">
        {unsent === 1 ? 'One change' : `${unsent} changes`} written with it {unsent === 1 ? 'has' : 'have'} not reached the server
        yet. Signing in as <bdi className="text-ink">{email}</bdi> removes {them} for good; signing in with that account first
        sends {them}.
      </p>
      <div className="mt-6 flex flex-wrap justify-end gap-3">
        <Button variant="danger" isBusy={isBusy} onClick={onGoOn}>
          Sign in and lose {them}
        </Button>
        <Button disabled={isBusy} onClick={onStay}>
          Stay out
        </Button>
      </div>
    </Dialog>
  )
}
