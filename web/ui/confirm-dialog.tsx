import type { ReactNode } from 'react'
import { Button, type ButtonVariant } from './button.tsx'
import { Dialog } from './dialog.tsx'

type Props = {
  title: string
  isOpen?: boolean
  /** Consequences of the action. */
  children: ReactNode
  /** Label of the button that leaves everything as it is. */
  stay: string
  onStay: () => void
  /** Label of the button that acts. */
  action: string
  variant?: Extract<ButtonVariant, 'ink' | 'danger'>
  onAct: () => void
  /** The action runs: no button can be pressed, and the dialog cannot be closed. */
  isBusy?: boolean
  canAct?: boolean
  /** The safe button is the prominent one and comes last: for a loss that most users do not want. */
  isStayAdvised?: boolean
}

/** Asks before an action that cannot be taken back, or that has a price. */
export function ConfirmDialog(props: Props) {
  const { title, isOpen = true, children, stay, onStay, action, variant = 'ink', onAct } = props
  const { isBusy = false, canAct = true, isStayAdvised = false } = props
  const buttons = [
    <Button key="stay" variant={isStayAdvised ? 'ink' : 'outline'} disabled={isBusy} onClick={onStay}>
      {stay}
    </Button>,
    <Button key="act" variant={variant} isBusy={isBusy} disabled={!canAct} onClick={onAct}>
      {action}
    </Button>,
  ]
  return (
    <Dialog title={title} isOpen={isOpen} onClose={onStay} canClose={!isBusy}>
      {children}
      <div className="mt-6 flex flex-wrap justify-end gap-3">{isStayAdvised ? buttons.toReversed() : buttons}</div>
    </Dialog>
  )
}
