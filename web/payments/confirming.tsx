import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'

type Props = { problem: string | undefined; onClose: () => void }

/** The payment succeeded, and the purchase has not arrived yet. The user is not asked to pay again. */
export function Confirming({ problem, onClose }: Props) {
  if (!problem) {
    return (
      <Button isBusy className="w-full">
        Processing...
      </Button>
    )
  }
  return (
    <div className="grid gap-5">
      <Notice tone="red" title="Your payment went through">
        {problem} Don’t pay again. Your purchase appears here automatically.
      </Notice>
      <Button variant="outline" onClick={onClose}>
        Close
      </Button>
    </div>
  )
}
