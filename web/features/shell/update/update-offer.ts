/** State of the update bar. The code that sets it is loaded after the page has rendered. */
type Offer = { isShown: boolean; take: () => void }

let offer: Offer = { isShown: false, take: () => location.reload() }
const listeners = new Set<() => void>()

export function setOffer(change: Partial<Offer>) {
  offer = { ...offer, ...change }
  for (const listener of listeners) listener()
}

/** Activates the newer build, if there is one, and reloads. */
export const takeUpdate = () => offer.take()

/** Whether a newer build waits for the user's consent and no form has unsaved text; for `useSyncExternalStore`. */
export const updateOffer = {
  isShown: () => offer.isShown,
  subscribe(listener: () => void) {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  },
}
