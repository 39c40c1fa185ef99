import { sql } from 'drizzle-orm'
import type { Transaction } from '#server/database/client.ts'
import { newId } from '#server/database/new-id.ts'
import { move } from './charges.ts'
import { recordEvent, unixSeconds } from './events.ts'
import { type Action, ok, type SandboxRequest } from './idempotent-request.ts'
import { metadataOf, readAmount, readCurrency } from './intents.ts'
import { findObject, lockObject, saveObject } from './object-store.ts'
import type { SandboxAccount, SandboxAccountLink, SandboxTransfer } from './objects.ts'
import { safeReturnUrl } from './return-url.ts'
import { invalidRequest } from './stripe-error.ts'

/** Stripe's own lifetime of a link. */
const LINK_SECONDS = 5 * 60

export const createAccount: Action = async ({ tx, form, now }) => {
  if (form.has('type')) throw invalidRequest('type is deprecated: use controller properties.', { param: 'type' })
  const of = (name: string) => {
    const param = `controller[${name}]`
    const value = form.get(param)
    if (!value) throw invalidRequest(`Missing required param: ${param}.`, { code: 'parameter_missing', param })
    return value
  }
  const account: SandboxAccount = {
    id: newId('acct'),
    object: 'account',
    created: unixSeconds(now),
    livemode: false,
    type: 'none',
    controller: {
      type: 'application',
      is_controller: true,
      fees: { payer: of('fees][payer') },
      losses: { payments: of('losses][payments') },
      requirement_collection: of('requirement_collection'),
      stripe_dashboard: { type: of('stripe_dashboard][type') },
    },
    country: 'US',
    default_currency: 'usd',
    charges_enabled: false,
    details_submitted: false,
    payouts_enabled: false,
    capabilities: { transfers: 'inactive' },
    metadata: metadataOf(form),
  }
  return ok(await saveObject(tx, account))
}

export const createAccountLink: Action = async ({ tx, form, now }) => {
  const account = await requireAccount(tx, form.get('account'), 'account')
  const return_url = safeReturnUrl(form.get('return_url'), 'return_url')
  const id = newId('alnk')
  const link: SandboxAccountLink = {
    id,
    object: 'account_link',
    created: unixSeconds(now),
    livemode: false,
    account: account.id,
    expires_at: unixSeconds(now) + LINK_SECONDS,
    is_used: false,
    return_url,
    refresh_url: safeReturnUrl(form.get('refresh_url'), 'refresh_url'),
    url: `${new URL(return_url).origin}/sandbox/stripe/onboarding/${id}`,
  }
  const { object, created, expires_at, url } = await saveObject<'account_link'>(tx, link)
  return ok({ object, created, expires_at, url })
}

/** A user opens an onboarding link: all questions count as answered. @returns the address to redirect to */
export async function onboard({ tx, id, now }: Omit<SandboxRequest, 'form'>): Promise<string | undefined> {
  const link = await lockObject(tx, 'account_link', id)
  if (!link) return undefined
  if (link.is_used || link.expires_at < unixSeconds(now)) return link.refresh_url
  await saveObject<'account_link'>(tx, { ...link, is_used: true })
  const account = await requireAccount(tx, link.account, 'account')
  const ready: SandboxAccount = {
    ...account,
    details_submitted: true,
    payouts_enabled: true,
    capabilities: { transfers: 'active' },
  }
  await saveObject(tx, ready)
  await recordEvent({ tx, now }, 'account.updated', ready, ready.id)
  return link.return_url
}

export const createTransfer: Action = async (call) => {
  const { tx, form, now } = call
  const amount = readAmount(form.get('amount'), 'amount')
  const destination = await requireAccount(tx, form.get('destination'), 'destination')
  if (destination.capabilities.transfers !== 'active') {
    throw invalidRequest(
      'Your destination account needs to have at least one of the following capabilities enabled: transfers, crypto_transfers, legacy_payments',
      { code: 'insufficient_capabilities_for_transfer' },
    )
  }
  if ((await readBalance(tx)) < amount) {
    // A reply, not a fault: the call was executed, so its idempotency key repeats it.
    const message = 'You have insufficient available funds in your Stripe account. Try adding funds to your available balance.'
    return { status: 400, body: { error: { type: 'invalid_request_error', code: 'balance_insufficient', message } } }
  }
  const id = newId('tr')
  const entry = await move(call, { amount: -amount, fee: 0, type: 'transfer', source: id })
  const transfer: SandboxTransfer = {
    id,
    object: 'transfer',
    created: unixSeconds(now),
    livemode: false,
    amount,
    amount_reversed: 0,
    reversed: false,
    currency: readCurrency(form.get('currency'), 'currency'),
    destination: destination.id,
    transfer_group: form.get('transfer_group'),
    balance_transaction: entry.id,
    metadata: metadataOf(form),
  }
  await saveObject(tx, transfer)
  await recordEvent(call, 'transfer.created', transfer)
  return ok(transfer)
}

/** The balance of the platform at the provider: the sum of all movements, minus payouts to its bank. */
async function readBalance(tx: Transaction): Promise<number> {
  const [sum] = await tx.execute<{ net: string }>(sql`
    select coalesce(sum((body->>'amount')::bigint - (body->>'fee')::bigint), 0) as net
    from sandbox_objects where type = 'balance_transaction'`)
  return Number(sum?.net ?? 0)
}

async function requireAccount(tx: Transaction, id: string | null, param: string): Promise<SandboxAccount> {
  const account = await findObject(tx, 'account', id ?? '')
  if (!account) throw invalidRequest(`No such ${param}: '${id ?? ''}'`, { code: 'resource_missing', param })
  return account
}
