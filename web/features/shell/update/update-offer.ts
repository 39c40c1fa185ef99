/** What the bar at the head of every page needs to know; how it comes about is loaded when the page stands. */
type Offer = { isShown: boolean; take: () => void }

let offer: Offer = { isShown: false, take: () => location.reload() }
const listeners = new Set<() => void>()

export function setOffer(change: Partial<Offer>) {
  offer = { ...offer, ...change }
  for (const listener of listeners) listener()
}

/** Lets the newer build take over, if there is one, and reloads. */
export const takeUpdate = () => offer.take()

/** Whether a newer build waits for the person's consent, and nothing on the page waits to be saved; for `useSyncExternalStore`. */
export const updateOffer = {
  isShown: () => offer.isShown,
  subscribe(listener: () => void) {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  },
}
