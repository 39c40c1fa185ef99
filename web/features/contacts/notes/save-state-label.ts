import type { SavedTextState } from './use-autosave.ts'

const labels: Record<SavedTextState, string> = {
  saved: 'Saved on this device',
  writing: 'Not saved yet…',
  saving: 'Saving…',
  unsaved: 'This device could not store it. Your words are still here; copy them if this goes on.',
}

/** Save state of an autosaved text; empty for an empty text that is saved. */
export const saveStateLabel = (text: string, state: SavedTextState): string =>
  text === '' && state === 'saved' ? '' : labels[state]
