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
      text: 'This device could not store your project. Your words are still here; copy them if this goes on.',
    }
  }
  if (phase === 'saving') return { Icon: PenLine, text: 'Saving…' }
  if (phase === 'writing') return { Icon: PenLine, text: 'Not saved yet…' }
  if (isBlank) return { Icon: PenLine, text: 'Every word is saved on this device as you write.' }
  if (isWaiting && !isOnline) {
    return { Icon: CloudOff, text: 'Saved on this device, to be sent when you are online.' }
  }
  return { Icon: HardDriveDownload, text: 'Saved on this device' }
}
