import { useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'

type Props = { isOpen: boolean; onAnswer: (isAuthentic: boolean) => Promise<void> }

/** The sandbox's replacement for the page on which a bank asks its customer to approve a payment. */
export function AuthenticationDialog({ isOpen, onAnswer }: Props) {
  const [isAnswering, setAnswering] = useState(false)
  const answer = async (isAuthentic: boolean) => {
    setAnswering(true)
    await onAnswer(isAuthentic)
    setAnswering(false)
  }
  return (
    <Dialog title="Your bank asks for your approval" isOpen={isOpen} canClose={!isAnswering} onClose={() => void answer(false)}>
      <p className="text-soft">This is a test payment. Choose your bank’s response.</p>
      <div className="mt-6 grid gap-3 sm:grid-cols-2">
        <Button disabled={isAnswering} onClick={() => answer(true)}>
          Complete authentication
        </Button>
        <Button variant="outline" disabled={isAnswering} onClick={() => answer(false)}>
          Fail authentication
        </Button>
      </div>
    </Dialog>
  )
}
