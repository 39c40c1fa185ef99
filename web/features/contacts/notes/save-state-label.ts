import type { SavedTextState } from './use-autosave.ts'

const words: Record<SavedTextState, string> = {
  saved: 'Saved on this device',
  writing: 'Not saved yet…',
  saving: 'Saving…',
  unsaved: 'This device could not store it. Your words are still here; copy them if this goes on.',
}

/** What is said beside words that save themselves; nothing beside none. */
export const saveStateLabel = (text: string, state: SavedTextState): string =>
  text === '' && state === 'saved' ? '' : words[state]
