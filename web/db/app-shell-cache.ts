/**
 * Tells whether the app itself opens without a network: a worker serves this address, and its cache holds the page. Now, and
 * whenever that may have changed; where browsers have no workers, never.
 */
export function watchAppShellCache(show: (isKept: boolean) => void): () => void {
  const workers = navigator.serviceWorker
  if (!workers) return () => undefined
  const look = async () => {
    const [registration, page] = await Promise.all([
      workers.getRegistration(),
      caches.match('/index.html', { ignoreSearch: true }),
    ])
    show(Boolean(registration?.active) && page !== undefined)
  }
  const again = () => void look().catch(() => show(false))
  again()
  void workers.ready.then(again)
  // The message is the kill switch's farewell.
  for (const event of ['controllerchange', 'message'] as const) workers.addEventListener(event, again)
  return () => {
    for (const event of ['controllerchange', 'message'] as const) workers.removeEventListener(event, again)
  }
}
