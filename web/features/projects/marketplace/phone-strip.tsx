import { type ReactNode, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'

type Props = { state: ReactNode; preview: ReactNode }

/** On a phone the end of the form is far away, so the save state and the preview are fixed below the header. */
export function PhoneStrip({ state, preview }: Props) {
  const [isOpen, setOpen] = useState(false)
  return (
    <div className="sticky top-16 z-20 -mx-5 -mt-8 flex items-center justify-between gap-4 border-b border-rule bg-page px-5 py-1 lg:hidden">
      {state}
      <Button variant="quiet" className="-mr-3 shrink-0 px-3" onClick={() => setOpen(true)}>
        See your card
      </Button>
      <Dialog title="Your card" isOpen={isOpen} onClose={() => setOpen(false)}>
        {preview}
      </Dialog>
    </div>
  )
}
