import { Link } from '@tanstack/react-router'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import type { DeletedAccount } from './queries.ts'

/** Shown once on every other device of an account that was deleted. */
export function DeletedElsewhere({ unsent, onRead }: DeletedAccount & { onRead: () => void }) {
  return (
    <Dialog title="This account was deleted" isOpen onClose={onRead}>
      <p className="text-soft">
        It was deleted on another device. Its contacts, notes, drafts and other data are removed from this one.
      </p>
      {unsent > 0 && (
        <p className="mt-3">
          {unsent === 1 ? 'One change that had' : `${unsent} changes that had`} not synced {unsent === 1 ? 'is' : 'are'} lost.
        </p>
      )}
      <div className="mt-6 flex flex-wrap items-center justify-end gap-x-5 gap-y-3">
        <Link
          to="/privacy-policy"
          onClick={onRead}
          className="inline-flex min-h-11 items-center text-sm text-soft underline underline-offset-4 hover:text-ink"
        >
          Legally required records
        </Link>
        <Button onClick={onRead}>OK</Button>
      </div>
    </Dialog>
  )
}
