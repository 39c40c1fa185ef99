/**
 * Reports whether the app opens offline: a worker serves this address, and its cache has the page. Reports now, and on every
 * possible change; in browsers without workers, never.
 */
export function watchAppShellCache(show: (isKept: boolean) => void): () => void {
  const workers = navigator.serviceWorker
  if (!workers) return () => undefined
  const check = async () => {
    const [registration, page] = await Promise.all([
      workers.getRegistration(),
      caches.match('/index.html', { ignoreSearch: true }),
    ])
    show(Boolean(registration?.active) && page !== undefined)
  }
  const recheck = () => void check().catch(() => show(false))
  recheck()
  void workers.ready.then(recheck)
  // The kill switch posts a message before it removes the worker.
  for (const event of ['controllerchange', 'message'] as const) workers.addEventListener(event, recheck)
  return () => {
    for (const event of ['controllerchange', 'message'] as const) workers.removeEventListener(event, recheck)
  }
}
