import type { SavePhase } from './use-autosave.ts'

const labels: Record<SavePhase, string> = {
  saved: 'Saved on this device',
  writing: 'Not saved yet…',
  saving: 'Saving…',
  unsaved: 'Couldn’t save on this device. Your text is still here. Copy it if this continues.',
}

/** Save state of an autosaved text; empty for an empty text that is saved. */
export const savePhaseLabel = (text: string, phase: SavePhase): string => (text === '' && phase === 'saved' ? '' : labels[phase])

type Props = { text: string; phase: SavePhase; isShown?: boolean; className?: string }

/** The save state below a field. Its line is there also while it is empty, so that the fields below do not move. */
export const SavedTextStatus = ({ text, phase, isShown = true, className = '' }: Props) => (
  <p role="status" className={`${className} min-h-5 text-sm ${phase === 'unsaved' ? 'text-red' : 'text-soft'}`}>
    {isShown && savePhaseLabel(text, phase)}
  </p>
)
