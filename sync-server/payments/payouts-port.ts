import type { UserId } from '#shared/ids.ts'
import type { Cents } from '#shared/money.ts'

/** A payee's account at the provider, from which the payee's bank is paid. Only the provider knows the payee's identity. */
export type ConnectedAccount = {
  id: string
  /** The payee has completed the provider's onboarding questions; the provider may ask more. */
  areDetailsSubmitted: boolean
  /** Transfers to the account are paid out to the payee's bank. */
  arePayoutsEnabled: boolean
}

/** `attempt` counts transfers that the provider's balance did not cover: each has a separate idempotency key. */
export type OwedTransfer = { lineId: string; amount: Cents; destination: string; attempt: number }

/** `uncovered`: the platform's balance at the provider is currently too small, and the same transfer may be made later. */
export type SentTransfer = { id: string } | { refusal: string } | { uncovered: string }

/** The functions that the product needs to pay others through the provider. */
export type Connect = {
  /**
   * @param earlier  how many accounts of the user were disconnected before
   * @returns its id; repeated calls for the same user return the same one
   */
  openAccount: (userId: UserId, earlier: number) => Promise<string>
  /** The provider's onboarding page. Its link can be opened once. */
  openAccountLink: (accountId: string, backUrl: string) => Promise<string>
  /** @returns undefined when the provider knows no such account, or it was disconnected */
  readAccount: (id: string) => Promise<ConnectedAccount | undefined>
  /** The transfer that was made for a line, of any age: idempotency keys expire after a day, transfers do not. */
  findTransfer: (lineId: string) => Promise<{ id: string } | undefined>
  /** @returns `refusal` with the reason, when the provider rejects the transfer */
  sendTransfer: (owed: OwedTransfer) => Promise<SentTransfer>
}

/** The payee functions that the payment side needs; the earnings feature provides them. */
export type PayeePort = {
  /** Reads an account again. @returns false when no user of this installation has it */
  refresh: (accountId: string) => Promise<boolean>
}
