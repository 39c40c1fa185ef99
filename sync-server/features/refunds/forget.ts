import type { Keyring } from '#server/crypto/keyring.ts'
import type { Database } from '#server/database/client.ts'
import { mailboxOf } from '#shared/accounts/mailbox.ts'
import { CAP_DAYS } from '#shared/refunds/cap.ts'
import { deleteMarks, forgetBuyersBefore, listTypedAddresses } from './queries.ts'

export const FORGET_BUYERS = 'refunds.forget-buyers'
export const FORGET_BUYERS_SECONDS = 24 * 60 * 60

const DAY_MS = 24 * 60 * 60 * 1000

/** Earlier releases also marked an order with an address that was only typed. Their last nodes are gone within days. */
const TYPED_UNTIL = new Date('2026-12-31T00:00:00Z')

type ForgetDeps = { db: Database; now: () => Date; keyring: Pick<Keyring, 'sign'> }

/** The marks that identify buyers across accounts are kept for as long as the refund cap looks back. */
export const forgetBuyers = (deps: ForgetDeps) => async () => {
  const { db, now } = deps
  await forgetBuyersBefore(db, new Date(now().getTime() - CAP_DAYS * DAY_MS))
  await forgetTyped(deps)
}

/** With a typed address a stranger could use up the refunds of its owner, so such marks of earlier releases are deleted. */
async function forgetTyped({ db, keyring }: ForgetDeps) {
  let after = ''
  for (;;) {
    const typed = await listTypedAddresses(db, { after, until: TYPED_UNTIL })
    for (const { orderId, email } of typed) {
      await deleteMarks(db, orderId, await keyring.sign('buyer-mailbox', mailboxOf(email)))
      after = orderId
    }
    if (typed.length === 0) return
  }
}
