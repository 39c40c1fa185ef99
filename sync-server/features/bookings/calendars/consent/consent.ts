import { lockCaller } from '#server/features/accounts/sessions/lock-caller.ts'
import { begin, type ConnectionDeps, connectAccount, reading } from '#server/features/bookings/calendars/connection.ts'
import type { Registration } from '#server/features/bookings/calendars/providers/registrations.ts'
import type { Tokens } from '#server/features/bookings/calendars/providers/tokens.ts'
import { assertOwnListing } from '#server/features/listings/service.ts'
import type { Account } from '#server/http/session.ts'
import { hashToken, randomToken } from '#server/http/token.ts'
import { CALENDAR_CALLBACK, type ConsentProvider } from '#shared/bookings/external-calendar.ts'
import type { VcId } from '#shared/ids.ts'
import { Problem } from '#shared/problem.ts'
import { setConsent, takeConsent } from './queries.ts'

export type ConsentDeps = ConnectionDeps & {
  consents: Partial<Record<ConsentProvider, Registration & { tokens: Tokens }>>
}

/** For a sign-in at the provider, also with a second factor. */
const VALID_MS = 20 * 60 * 1000

const ownerOf = (vcId: VcId) => `calendar-consent ${vcId}`
const challengeOf = (verifier: string) => new Bun.CryptoHasher('sha256').update(verifier).digest('base64url')

/**
 * The address of the page at which the owner of a listing gives access to a calendar. The way back is bound to the session and the
 * listing, and counts once.
 *
 * @param origin  where the provider sends the browser back to; it has to be registered there
 * @see RFC 6749 §4.1.1, RFC 7636 §4
 * @throws Problem `not-found`, `calendars.not-offered`, `too-many-requests`
 */
export async function startConsent(deps: ConsentDeps, account: Account, vcId: VcId, provider: ConsentProvider, origin: string) {
  await begin(deps, account, vcId)
  const registration = deps.consents[provider]
  if (!registration) throw new Problem('calendars.not-offered')
  const [state, verifier] = [randomToken(), randomToken()]
  const consent = {
    ...{ vcId, provider, state: hashToken(state), session: account.session.sid },
    verifier: await deps.keyring.encrypt(verifier, ownerOf(vcId)),
    expiresAt: new Date(deps.now().getTime() + VALID_MS),
  }
  await deps.db.transaction(async (tx) => {
    await lockCaller(tx, { principalId: account.principalId, account })
    await assertOwnListing(tx, vcId, account)
    await setConsent(tx, consent)
  })
  const search = new URLSearchParams({
    ...registration.request,
    response_type: 'code',
    client_id: registration.clientId,
    redirect_uri: `${origin}${CALENDAR_CALLBACK}`,
    state,
    code_challenge: challengeOf(verifier),
    code_challenge_method: 'S256',
  })
  return { url: `${registration.consentUrl}?${search}` }
}

/**
 * Connects the calendar of an account at a provider, as its owner returns from there.
 *
 * @param returned  what the provider has added to the address
 * @throws Problem `calendars.consent-unknown` for a state that was used, is of another session or too old, before the provider is
 *   asked; `calendars.consent-refused`, `calendars.*`, `not-found`
 */
export async function finishConsent(
  deps: ConsentDeps,
  account: Account,
  { state = '', code, error }: { state?: string | undefined; code?: string | undefined; error?: string | undefined },
  origin: string,
) {
  const consent = await takeConsent(deps.db, { state: hashToken(state), session: account.session.sid })
  if (!consent || consent.expiresAt <= deps.now()) throw new Problem('calendars.consent-unknown')
  if (error !== undefined || !code) throw new Problem('calendars.consent-refused')
  const { vcId, provider } = consent
  await begin(deps, account, vcId)
  const registration = deps.consents[provider]
  if (!registration) throw new Problem('calendars.not-offered')
  const verifier = await deps.keyring.decrypt(consent.verifier, ownerOf(vcId))
  const redirectUri = `${origin}${CALENDAR_CALLBACK}`
  const granted = await reading(provider, () => registration.tokens.exchange({ code, verifier, redirectUri }))
  // The owner may allow a part of what was asked for.
  if (!registration.scopes.every((scope) => isIn(granted.scope, scope))) throw new Problem('calendars.consent-refused')
  const input = { server: registration.apiUrl, user: '', password: granted.refreshToken }
  await connectAccount(deps, account, vcId, provider, input)
}

/** Microsoft names its scopes with the address of Graph before them, or without it. */
const isIn = (scopes: string[], scope: string) =>
  scopes.some((one) => one.toLowerCase() === scope.toLowerCase() || one.toLowerCase().endsWith(`/${scope.toLowerCase()}`))
