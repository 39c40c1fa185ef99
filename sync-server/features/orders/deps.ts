import type { Keyring } from '#server/crypto/keyring.ts'
import type { Database } from '#server/database/client.ts'
import type { Fulfilment, PaymentSubscriber } from '#server/features/orders/settlement/fulfilment.ts'
import type { Looks } from '#server/features/orders/settlement/looks.ts'
import type { Log } from '#server/log.ts'
import type { Payments } from '#server/payments/payments-port.ts'
import type { Cents } from '#shared/money.ts'
import type { OrderKind } from '#shared/orders/contract.ts'

export type OrderDeps = {
  db: Database
  log: Log
  now: () => Date
  payments: Payments
  keyring: Keyring
  looks: Looks
  isLiveMode: boolean
  /** The provider's minimum charge for a card, in the settlement currency of the platform's account. */
  minimumCharge: Cents
  /** Where buyers are taxed who have named no country. Taxes are calculated only where it is set. */
  taxCountry?: string | undefined
  fulfilments: Partial<Record<OrderKind, Fulfilment>>
  subscribers: PaymentSubscriber[]
  /** Origin of the links in mails. */
  base: () => string
}
