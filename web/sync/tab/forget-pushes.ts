/**
 * Ends the push subscription of the departing account, so that a push that is on its way is not delivered, and closes what is
 * shown. The server has ended it with the session, or does so once this device is online again; the worker shows nothing for
 * another principal either.
 */
export async function forgetPushes(): Promise<void> {
  const worker = await navigator.serviceWorker?.getRegistration()
  for (const shown of (await worker?.getNotifications()) ?? []) shown.close()
  await (await worker?.pushManager?.getSubscription())?.unsubscribe()
}
