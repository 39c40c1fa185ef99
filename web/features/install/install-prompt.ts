/** The browser's own question, for later; it is not in TypeScript's library. */
export type InstallPrompt = Event & { prompt: () => Promise<{ outcome: 'accepted' | 'dismissed' }> }

let kept: InstallPrompt | undefined
const listeners = new Set<() => void>()

function keep(next: InstallPrompt | undefined) {
  kept = next
  for (const listener of listeners) listener()
}

/** Browsers ask whenever they like. Nobody installs what has not helped them yet: the question is kept until it has. */
export function keepInstallPrompt() {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    keep(event as InstallPrompt)
  })
  addEventListener('appinstalled', () => keep(undefined))
}

/** For `useSyncExternalStore`. A prompt can be shown once. */
export const installPrompt = {
  get: () => kept,
  spend: () => keep(undefined),
  subscribe(listener: () => void) {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  },
}
