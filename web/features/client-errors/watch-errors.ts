import type { ClientErrorKind } from '#shared/client-errors/contract.ts'
import { takeErrors } from './early-errors.ts'
import { createReporter } from './reporter.ts'

/** Reports the errors of this page, and those that an earlier page could not send. */
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
  takeErrors((event) => {
    const { kind, error } = readEvent(event)
    void reporter.report(kind, error)
  })
  void reporter.sendWaiting()
}

function readEvent(event: Event): { kind: ClientErrorKind; error: unknown } {
  if (event instanceof PromiseRejectionEvent) return { kind: 'rejection', error: event.reason }
  if (event instanceof ErrorEvent) return { kind: event.type === 'screen' ? 'screen' : 'error', error: event.error }
  return { kind: 'chunk', error: (event as VitePreloadErrorEvent).payload }
}
