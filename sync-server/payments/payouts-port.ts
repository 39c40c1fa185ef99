import type { UserId } from '#shared/ids.ts'
import type { Cents } from '#shared/money.ts'

/** Somebody's account at the provider, from which their bank is paid. The provider alone knows who they are. */
export type ConnectedAccount = {
  id: string
  /** They have gone through the provider's questions; it may still have more. */
  areDetailsSubmitted: boolean
  /** Money that we transfer there reaches their bank. */
  arePayoutsEnabled: boolean
}

/** `attempt` counts tries that the provider's balance did not cover: each has an idempotency key of its own. */
export type OwedTransfer = { lineId: string; amount: Cents; destination: string; attempt: number }

/** `uncovered`: the platform's balance at the provider is too small now, and the same transfer may be made later. */
export type SentTransfer = { id: string } | { refusal: string } | { uncovered: string }

/** What the product needs to pay others by way of the provider. */
export type Connect = {
  /**
   * @param earlier  how many accounts of the person were disconnected before
   * @returns its id; the same one for the same person, however often it is asked for
   */
  openAccount: (userId: UserId, earlier: number) => Promise<string>
  /** The provider's page where its questions are answered. It can be opened once. */
  openAccountLink: (accountId: string, backUrl: string) => Promise<string>
  /** @returns undefined when the provider knows no such account, or it is ours no more */
  readAccount: (id: string) => Promise<ConnectedAccount | undefined>
  /** The transfer that was made for a line, however long ago: keys are forgotten after a day, transfers are not. */
  findTransfer: (lineId: string) => Promise<{ id: string } | undefined>
  /** @returns why it was refused, when the provider will not make it as it stands */
  sendTransfer: (owed: OwedTransfer) => Promise<SentTransfer>
}

/** What the payment side needs to know of payees; the earnings feature provides it. */
export type PayeePort = {
  /** Looks at an account again. @returns false when it is nobody's here */
  refresh: (accountId: string) => Promise<boolean>
}
