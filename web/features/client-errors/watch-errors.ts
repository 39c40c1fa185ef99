import type { ClientErrorKind } from '#shared/client-errors/contract.ts'
import { createReporter } from './reporter.ts'

/** Reports errors of this page from now on, and those that an earlier page could not send. */
export function watchErrors(): void {
  const reporter = createReporter({
    readPage: () => ({
      origin: location.origin,
      pathname: location.pathname,
      isOnline: navigator.onLine,
      userAgent: navigator.userAgent,
      script: document.querySelector<HTMLScriptElement>('script[type=module][src]')?.src ?? '',
    }),
    request: (path, init) => fetch(path, init),
    storage: () => localStorage,
    onOnline: (send) => addEventListener('online', send),
    random: Math.random,
    now: () => new Date(),
  })
  const report = (kind: ClientErrorKind, error: unknown) => void reporter.report(kind, error)
  addEventListener('error', ({ error }) => report('error', error))
  addEventListener('unhandledrejection', ({ reason }) => report('rejection', reason))
  addEventListener('vite:preloadError', ({ payload }) => report('chunk', payload))
  // Sent by the screen that replaces one that was not rendered.
  addEventListener('screen', (event) => report('screen', (event as ErrorEvent).error))
  void reporter.sendWaiting()
}
