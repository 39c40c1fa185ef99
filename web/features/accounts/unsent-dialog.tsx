import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'

type Props = { unsent: number; onLeave: () => void; onStay: () => void }

/** Asked before somebody signs out whose words are on this device alone. */
export default function UnsentDialog({ unsent, onLeave, onStay }: Props) {
  return (
    <Dialog title="Not everything is sent" isOpen onClose={onStay}>
      <p className="text-soft">
        {unsent === 1 ? 'One change' : `${unsent} changes`} you made on this device {unsent === 1 ? 'has' : 'have'} not reached
        the server yet. Signing out removes {unsent === 1 ? 'it' : 'them'} for good.
      </p>
      <div className="mt-6 flex flex-wrap justify-end gap-3">
        <Button variant="danger" onClick={onLeave}>
          Sign out and lose {unsent === 1 ? 'it' : 'them'}
        </Button>
        <Button onClick={onStay}>Stay signed in</Button>
      </div>
    </Dialog>
  )
}
