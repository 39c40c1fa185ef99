import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'

type Props = { unsent: number; email: string; isBusy: boolean; onGoOn: () => void; onStay: () => void }

/** Shown before a sign-in if another account has unsent changes on this device. */
export function AnotherPersonDialog({ unsent, email, isBusy, onGoOn, onStay }: Props) {
  const them = unsent === 1 ? 'it' : 'them'
  return (
    <ConfirmDialog
      title="This device has another account"
      stay="Cancel"
      onStay={onStay}
      isStayAdvised
      action={`Sign in and lose ${them}`}
      variant="danger"
      onAct={onGoOn}
      isBusy={isBusy}
    >
      <p className="text-soft">
        {unsent === 1 ? 'One change' : `${unsent} changes`} written with it {unsent === 1 ? 'has' : 'have'} not been synced.
        Signing in as <bdi className="text-ink">{email}</bdi> deletes {them} permanently. To keep {them}, sign in with that
        account first.
      </p>
    </ConfirmDialog>
  )
}
