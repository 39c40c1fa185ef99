import { CloudOff, HardDriveDownload, PenLine, TriangleAlert } from 'lucide-react'
import type { SavePhase } from '#web/forms/use-autosave.ts'

type Props = { phase: SavePhase; isWaiting: boolean; isOnline: boolean; isBlank: boolean; className?: string }

/** Save state of the form. "Saved" is shown only once the write has completed. */
export function SaveState({ className = '', ...props }: Props) {
  const { Icon, text } = stateOf(props)
  const ink = props.phase === 'unsaved' ? 'text-red' : 'text-soft'
  return (
    <p role="status" className={`items-center gap-2 text-sm ${ink} ${className}`}>
      <Icon className="size-4 shrink-0" aria-hidden="true" />
      {text}
    </p>
  )
}

function stateOf({ phase, isWaiting, isOnline, isBlank }: Omit<Props, 'className'>) {
  if (phase === 'unsaved') {
    return {
      Icon: TriangleAlert,
      text: 'Couldn’t save your project on this device. Your text is still here. Copy it if this continues.',
    }
  }
  if (phase === 'saving') return { Icon: PenLine, text: 'Saving…' }
  if (phase === 'writing') return { Icon: PenLine, text: 'Not saved yet…' }
  if (isBlank) return { Icon: PenLine, text: 'Saved on this device as you type.' }
  if (isWaiting && !isOnline) {
    return { Icon: CloudOff, text: 'Saved on this device. Sends when you are online.' }
  }
  return { Icon: HardDriveDownload, text: 'Saved on this device' }
}
