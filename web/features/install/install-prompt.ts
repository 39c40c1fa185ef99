/** The browser's deferred install prompt; TypeScript's library has no type for it. */
export type InstallPrompt = Event & { prompt: () => Promise<{ outcome: 'accepted' | 'dismissed' }> }

let deferredPrompt: InstallPrompt | undefined
const listeners = new Set<() => void>()

function setPrompt(next: InstallPrompt | undefined) {
  deferredPrompt = next
  for (const listener of listeners) listener()
}

/** Defers the browser's install prompt. It is stored and offered only once the app has been useful to the user. */
export function keepInstallPrompt() {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    setPrompt(event as InstallPrompt)
  })
  addEventListener('appinstalled', () => setPrompt(undefined))
}

/** For `useSyncExternalStore`. A prompt can be shown once. */
export const installPrompt = {
  get: () => deferredPrompt,
  spend: () => setPrompt(undefined),
  subscribe(listener: () => void) {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  },
}
