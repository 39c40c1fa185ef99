import { Copy } from 'lucide-react'
import { Button, type ButtonVariant } from './button.tsx'
import { toast } from './toast.ts'

type Props = { text: string; thing: string; variant?: ButtonVariant; isCompact?: boolean; className?: string }

/** Copies `text` and confirms with a toast. `thing` names it, as in "Email copied to clipboard". */
export function CopyButton({ text, thing, variant = 'outline', isCompact = false, className }: Props) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      toast({ title: `${thing} copied to clipboard` })
    } catch {
      // Without permission, or on a page that is not secure: the text stays selectable in place.
      toast({ title: 'Failed to copy to clipboard', variant: 'destructive' })
    }
  }
  return (
    <Button
      variant={variant}
      onClick={copy}
      aria-label={`Copy ${thing}`}
      className={`${isCompact ? 'btn-square' : ''} ${className ?? ''}`}
    >
      <Copy className="size-4" aria-hidden="true" />
      {!isCompact && 'Copy'}
    </Button>
  )
}
