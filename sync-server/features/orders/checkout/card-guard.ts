import type { OrderDeps } from '#server/features/orders/deps.ts'
import { isEstablished } from '#server/http/established.ts'
import { clientAddress, WIDE, wideBlockOf } from '#server/http/limits/client-address.ts'
import { refuseBlocked } from '#server/http/limits/refuse-blocked.ts'
import type { Account } from '#server/http/session.ts'
import { createAlertCounter } from '#server/observe/alerts/raise-alert.ts'
import type { PrincipalId } from '#shared/ids.ts'
import { Problem } from '#shared/problem.ts'
import { findNthFailure, saveOrigin } from './card-queries.ts'

const HOUR_MS = 60 * 60 * 1000

/** Cards that may be declined within an hour before the next payment is delayed. People at one venue share an address. */
const MAX_PER_PRINCIPAL = 10
const MAX_PER_ADDRESS = 50

type Connection = Parameters<typeof clientAddress>[1]
type Call = {
  account?: Account | undefined
  request: Request
  server: Connection
  /** The address that a guest enters. */
  email?: string | null | undefined
}

/**
 * Guards every endpoint that opens a payment. A buyer with many declined cards has to wait, because stolen cards are tested this
 * way. So does an address block, except for accounts that are older than a day and verified: a stranger who shares their address
 * must not keep them from paying. A buyer without a verified account is refused when the block list has the sender.
 *
 * @throws Problem `payments.cards-declined`, with the seconds to wait; `blocked`
 */
export const createCardGuard = ({ orders, trustedProxies }: { orders: OrderDeps; trustedProxies: number }) => {
  const { db, now, keyring } = orders
  const countHot = createAlertCounter({ db, now }, 'cards')
  return async (principalId: PrincipalId, { account, request, server, email }: Call) => {
    const block = clientAddress(request, server, trustedProxies)
    if (!account?.emailVerified) await refuseBlocked(db, now(), { address: block, email })
    const wide = wideBlockOf(block)
    const addressKey = await keyring.sign('card-origin', block)
    const wideKey = wide === undefined ? null : await keyring.sign('card-origin', wide)
    const since = new Date(now().getTime() - HOUR_MS)
    const isKnown = account !== undefined && isEstablished(account, now())
    const hot = [
      await findNthFailure(db, { principalId }, MAX_PER_PRINCIPAL, since),
      isKnown ? undefined : await findNthFailure(db, { addressKey }, MAX_PER_ADDRESS, since),
      isKnown || wideKey === null ? undefined : await findNthFailure(db, { wideKey }, MAX_PER_ADDRESS * WIDE, since),
    ].flatMap((at) => at?.getTime() ?? [])
    if (hot.length > 0) {
      await countHot()
      const waitMs = Math.max(...hot) + HOUR_MS - now().getTime()
      throw new Problem('payments.cards-declined', undefined, Math.max(1, Math.ceil(waitMs / 1000)))
    }
    await saveOrigin(db, { principalId, addressKey, wideKey, seenAt: now() })
  }
}
