import type { Queryable } from '#server/database/client.ts'
import type { Order } from '#server/features/orders/queries.ts'
import { createLimit, type Keys, tryConsume } from '#server/http/limits/rate-limit.ts'
import type { OrderId } from '#shared/ids.ts'

type Settled = Order | undefined
type Read = () => Promise<Settled>
type Flight = { running: Promise<Settled>; next?: Promise<Settled> }

export type Looks = {
  /**
   * Settles an order with at most one provider read at a time in this node. Callers that arrive during a read share the next one:
   * the running one may have queried the provider before their update.
   */
  share: (id: OrderId, read: Read) => Promise<Settled>
  /** The result of the running read, or of the next one; undefined when there is none. */
  join: (id: OrderId) => Promise<Settled> | undefined
  /**
   * Whether a browser's request justifies another read: all nodes together allow two per order in three seconds, and four in a
   * minute once it was paid.
   */
  isDue: (id: OrderId, wasPaid: boolean) => Promise<boolean>
}

/** The running provider reads of one node, and the budget that all nodes share. */
export function createLooks(db: Queryable, keys: Keys): Looks {
  const flights = new Map<OrderId, Flight>()
  // Not scaled like the other rate limits: it saves the provider's quota and rejects no request.
  const limit = createLimit({ db, scale: 1, keys })

  const begin = (id: OrderId, read: Read): Promise<Settled> => {
    const flight: Flight = { running: read() }
    flights.set(id, flight)
    const end = () => {
      if (flights.get(id) === flight && !flight.next) flights.delete(id)
    }
    flight.running.then(end, end)
    return flight.running
  }

  return {
    share(id, read) {
      const flight = flights.get(id)
      if (!flight) return begin(id, read)
      flight.next ??= flight.running.then(
        () => begin(id, read),
        () => begin(id, read),
      )
      return flight.next
    },
    join: (id) => flights.get(id)?.next ?? flights.get(id)?.running,
    isDue: (id, wasPaid) => tryConsume(limit, wasPaid ? 'order-look-paid' : 'order-look', id),
  }
}
