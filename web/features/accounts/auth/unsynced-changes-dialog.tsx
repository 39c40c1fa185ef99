import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'

/** Number of changes that exist only on this device; `unknown` if it cannot be read. */
export type Unsent = number | 'unknown'

type Props = {
  unsent: Unsent
  isOffline: boolean
  /** The session has already ended; the user only decides what stays on this device. */
  hasEnded: boolean
  onLeave: () => void
  onStay: () => void
}

/** Shown before a sign-out if there are unsent changes on this device, or no network to sign in again. */
export default function UnsentDialog({ unsent, isOffline, hasEnded, onLeave, onStay }: Props) {
  const { title, text, leave } = textsFor(unsent)
  return (
    <ConfirmDialog
      title={title}
      stay={hasEnded ? 'Keep it and sign in again' : 'Stay signed in'}
      onStay={onStay}
      isStayAdvised
      action={leave}
      variant="danger"
      onAct={onLeave}
    >
      {text && <p className="text-soft">{text}</p>}
      {isOffline && (
        <p className="text-soft">
          You are offline. Signing in again needs a connection: until then you cannot read your contacts.
        </p>
      )}
    </ConfirmDialog>
  )
}

function textsFor(unsent: Unsent) {
  if (unsent === 'unknown')
    return {
      title: 'Couldn’t read this device',
      text: 'Some changes may not be synced. Signing out deletes unsynced changes permanently.',
      leave: 'Sign out anyway',
    }
  if (unsent === 0) return { title: 'Sign out while offline?', text: undefined, leave: 'Sign out' }
  const isOne = unsent === 1
  return {
    title: 'Unsynced changes',
    text: `${isOne ? 'One change' : `${unsent} changes`} on this device ${isOne ? 'is' : 'are'} not synced. Signing out deletes ${isOne ? 'it' : 'them'} permanently.`,
    leave: `Sign out and lose ${isOne ? 'it' : 'them'}`,
  }
}
