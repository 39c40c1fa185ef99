import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'

/** Number of changes that exist only on this device; `unknown` if it cannot be read. */
export type Unsent = number | 'unknown'

type Props = {
  unsent: Unsent
  /** The session has already ended; the user only decides what stays on this device. */
  hasEnded: boolean
  onLeave: () => void
  onStay: () => void
}

/** Shown before a sign-out if there are unsent changes on this device. */
export default function UnsentDialog({ unsent, hasEnded, onLeave, onStay }: Props) {
  const { title, text, leave } = textsFor(unsent)
  return (
    <Dialog title={title} isOpen onClose={onStay}>
      <p className="text-soft">{text}</p>
      <div className="mt-6 flex flex-wrap justify-end gap-3">
        <Button variant="danger" onClick={onLeave}>
          {leave}
        </Button>
        <Button onClick={onStay}>{hasEnded ? 'Keep it and sign in again' : 'Stay signed in'}</Button>
      </div>
    </Dialog>
  )
}

function textsFor(unsent: Unsent) {
  if (unsent === 'unknown')
    return {
      title: 'This device cannot be read',
      text: 'So we cannot say whether everything you wrote here has reached the server. Signing out removes what has not for good.',
      leave: 'Sign out anyway',
    }
  const isOne = unsent === 1
  return {
    title: 'Not everything is sent',
    text: `${isOne ? 'One change' : `${unsent} changes`} you made on this device ${isOne ? 'has' : 'have'} not reached the server yet. Signing out removes ${isOne ? 'it' : 'them'} for good.`,
    leave: `Sign out and lose ${isOne ? 'it' : 'them'}`,
  }
}
