import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'

type Props = { unsent: number; email: string; isBusy: boolean; onGoOn: () => void; onStay: () => void }

/** Shown before a sign-in if another account has unsent changes on this device. */
export function AnotherPersonDialog({ unsent, email, isBusy, onGoOn, onStay }: Props) {
  const them = unsent === 1 ? 'it' : 'them'
  return (
    <ConfirmDialog
      title="Another account is on this device"
      stay="Stay out"
      onStay={onStay}
      isStayAdvised
      action={`Sign in and lose ${them}`}
      variant="danger"
      onAct={onGoOn}
      isBusy={isBusy}
    >
      <p className="text-soft">
        {unsent === 1 ? 'One change' : `${unsent} changes`} written with it {unsent === 1 ? 'has' : 'have'} not reached the server
        yet. Signing in as <bdi className="text-ink">{email}</bdi> removes {them} for good; signing in with that account first
        sends {them}.
      </p>
    </ConfirmDialog>
  )
}
