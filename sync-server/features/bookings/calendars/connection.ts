import type { Transaction } from '#server/database/client.ts'
import { newId } from '#server/database/new-id.ts'
import { lockCaller } from '#server/features/accounts/sessions/lock-caller.ts'
import { writeAuditEntry } from '#server/features/admin/write-audit-entry.ts'
import { lockDays } from '#server/features/bookings/holds/queries.ts'
import { assertOwnListing } from '#server/features/listings/service.ts'
import type { RateLimit } from '#server/http/limits/rate-limit.ts'
import type { Account } from '#server/http/session.ts'
import type {
  CalendarChoices,
  CalendarFault,
  CalendarProvider,
  ChooseCalendars,
  ConnectCalendar,
  ConsentProvider,
  ExternalCalendarState,
} from '#shared/bookings/external-calendar.ts'
import { faultText } from '#shared/bookings/external-calendar.ts'
import type { VcId } from '#shared/ids.ts'
import { Problem, type ProblemCode } from '#shared/problem.ts'
import { isOverlapped } from './busy-times.ts'
import { deleteConsent } from './consent/queries.ts'
import { type CalendarAccount, CalendarError, type ExternalCalendar } from './external-calendar.ts'
import { type CalendarRow, deleteCalendar, findCalendar, listComing, lockCalendar, setCalendar } from './queries.ts'
import { type CalendarDeps, READ_MS, readBusy, readCalendar } from './refresh.ts'
import { openSealed, openStored, type SealedCalendar, seal } from './sealed.ts'
import { queueComing } from './write-events.ts'

export type ConnectionDeps = CalendarDeps & { limit: RateLimit; offers: ConsentProvider[] }

/** The discovery makes up to five requests. */
const CONNECT_MS = 15_000

/** The connection of an own listing. It asks no calendar. @throws Problem `not-found` for a listing of another account */
export async function readConnection(deps: ConnectionDeps, account: Account, vcId: VcId): Promise<ExternalCalendarState> {
  return deps.db.transaction(async (tx) => {
    await assertOwnListing(tx, vcId, account)
    return present(tx, deps, vcId)
  })
}

/** Connects the calendars of a CalDAV server. @throws Problem `not-found`, `calendars.*`, `too-many-requests` */
export async function connectCalendar(
  deps: ConnectionDeps,
  account: Account,
  vcId: VcId,
  input: ConnectCalendar,
): Promise<ExternalCalendarState> {
  await begin(deps, account, vcId)
  return connectAccount(deps, account, vcId, 'caldav', input)
}

/**
 * Connects a calendar in the place of an earlier one. All calendars of the account count as busy, and calls are written to the
 * first one that takes them, until the owner chooses. The account is tested first: nothing changes where it does not work.
 *
 * @throws Problem `not-found`, `calendars.*`
 */
export async function connectAccount(
  deps: ConnectionDeps,
  account: Account,
  vcId: VcId,
  provider: CalendarProvider,
  input: CalendarAccount,
): Promise<ExternalCalendarState> {
  const opened = openNow(deps, provider, input)
  const { calendars, writable } = await listNow(opened)
  const next = { calendars, writable, busy: calendars, events: writable[0] ?? null }
  return keep(deps, account, vcId, opened, next, 'calendar connected')
}

/** The calendars of the connected account, as its server lists them now. @throws Problem `calendars.not-connected`, `calendars.*` */
export async function listChoices(deps: ConnectionDeps, account: Account, vcId: VcId): Promise<CalendarChoices> {
  const { calendar, sealed } = await begin(deps, account, vcId, 'connected')
  const external = openStored(deps, calendar, sealed, AbortSignal.timeout(CONNECT_MS))
  const calendars = await reading(calendar.provider, () => external.listCalendars())
  const isThere = (url: string) => calendars.some((calendar) => calendar.url === url)
  return { calendars, busy: sealed.busy.filter(isThere), events: sealed.events && isThere(sealed.events) ? sealed.events : null }
}

/** Chooses among the calendars of the account. @throws Problem `calendars.not-connected`, `calendars.unknown`, `calendars.*` */
export async function chooseCalendars(
  deps: ConnectionDeps,
  account: Account,
  vcId: VcId,
  { busy, events }: ChooseCalendars,
): Promise<ExternalCalendarState> {
  const { calendar, sealed } = await begin(deps, account, vcId, 'connected')
  const opened = openNow(deps, calendar.provider, sealed.account)
  const { calendars, writable } = await listNow(opened)
  const chosen = new Set(busy)
  if (![...chosen, ...(events ? [events] : [])].every((url) => calendars.includes(url))) throw new Problem('calendars.unknown')
  const next = { calendars, writable, busy: [...chosen], events }
  return keep(deps, account, vcId, opened, next, 'calendars chosen', calendar.connection)
}

/** Reads the calendar now, and answers with its state: the reason is there where it cannot be read. */
export async function testConnection(deps: ConnectionDeps, account: Account, vcId: VcId): Promise<ExternalCalendarState> {
  const { calendar } = await begin(deps, account, vcId, 'connected')
  await readCalendar(deps, calendar)
  return readConnection(deps, account, vcId)
}

/**
 * Deletes the credentials and the busy times at once, and then ends the access at the provider, where that is possible. Events of
 * calls stay in the calendar, which is the owner's.
 */
export async function disconnectCalendar(deps: ConnectionDeps, account: Account, vcId: VcId): Promise<ExternalCalendarState> {
  const deleted = await deps.db.transaction(async (tx) => {
    await lockCaller(tx, { principalId: account.principalId, account })
    await assertOwnListing(tx, vcId, account)
    await deleteConsent(tx, vcId)
    const calendar = await deleteCalendar(tx, vcId)
    if (!calendar) return undefined
    const entry = { actorId: account.id, action: 'calendar disconnected', targetType: 'vc', targetId: vcId } as const
    await writeAuditEntry(tx, entry)
    return calendar
  })
  if (deleted) await endAccess(deps, deleted)
  return { connection: null, offers: deps.offers }
}

/** The owner can end it at the provider as well, so that one that does not answer is no reason to fail. */
async function endAccess(deps: ConnectionDeps, calendar: CalendarRow) {
  const external = openStored(deps, calendar, await openSealed(deps.keyring, calendar), AbortSignal.timeout(READ_MS))
  await external.endAccess().catch((error) => {
    if (!(error instanceof CalendarError)) throw error
    deps.log.warn(
      { fault: error.fault, reason: error.message, vc: calendar.vcId },
      'access to a calendar not ended at its provider',
    )
  })
}

type Begun = { calendar: CalendarRow; sealed: SealedCalendar }

/** Before the network is used: the caller may use it, for this listing. */
export async function begin(deps: ConnectionDeps, account: Account, vcId: VcId): Promise<undefined>
export async function begin(deps: ConnectionDeps, account: Account, vcId: VcId, needs: 'connected'): Promise<Begun>
export async function begin(deps: ConnectionDeps, account: Account, vcId: VcId, needs?: 'connected'): Promise<Begun | undefined> {
  await deps.limit('calendar-account', account.id)
  await deps.db.transaction((tx) => assertOwnListing(tx, vcId, account))
  if (!needs) return undefined
  const calendar = await findCalendar(deps.db, vcId)
  if (!calendar) throw new Problem('calendars.not-connected')
  return { calendar, sealed: await openSealed(deps.keyring, calendar) }
}

/** An account that is about to be stored, with the secret that its provider has given last. */
type Opened = { provider: CalendarProvider; external: ExternalCalendar; current: () => CalendarAccount }

function openNow({ openCalendar }: ConnectionDeps, provider: CalendarProvider, account: CalendarAccount): Opened {
  let current = account
  const signal = AbortSignal.timeout(CONNECT_MS)
  const keepAccount = async (next: CalendarAccount) => {
    current = next
  }
  return { provider, external: openCalendar(provider, account, { signal, keep: keepAccount }), current: () => current }
}

async function listNow({ provider, external }: Opened): Promise<Pick<SealedCalendar, 'calendars'> & { writable: string[] }> {
  const found = await reading(provider, () => external.listCalendars())
  return { calendars: found.map(({ url }) => url), writable: found.flatMap(({ url, isWritable }) => (isWritable ? [url] : [])) }
}

/**
 * Reads the chosen calendars, and stores the connection with what is busy in them: it is never without busy times.
 *
 * @param seen  the connection that this changes: one that was ended or replaced during the request stays so
 */
async function keep(
  deps: ConnectionDeps,
  account: Account,
  vcId: VcId,
  { provider, external, current }: Opened,
  chosen: Omit<SealedCalendar, 'account'>,
  action: string,
  seen?: string,
) {
  const { busy, unread, knownUntil } = await reading(provider, () => readBusy(deps, vcId, chosen, external))
  const next = { ...chosen, account: current() }
  const sealed = await seal(deps.keyring, vcId, next)
  const connection = newId<string>('cal')
  const connected = {
    ...{ provider, connection, sealed, unread, knownUntil },
    host: new URL(next.account.server).hostname,
    busy: busy.map(({ start, end }): [number, number] => [start, end]),
    busyCalendars: next.busy.length,
    isWritten: next.events !== null,
  }
  return deps.db.transaction(async (tx): Promise<ExternalCalendarState> => {
    await lockCaller(tx, { principalId: account.principalId, account })
    await assertOwnListing(tx, vcId, account)
    await lockDays(tx, vcId)
    const before = await lockCalendar(tx, vcId)
    if (seen !== undefined && before?.connection !== seen)
      throw new Problem(before ? 'calendars.unknown' : 'calendars.not-connected')
    const wasWritten = before?.isWritten ?? false
    const now = deps.now()
    await writeAuditEntry(tx, { actorId: account.id, action, targetType: 'vc', targetId: vcId })
    await setCalendar(tx, vcId, connected, now)
    if (connected.isWritten || wasWritten) await queueComing(tx, { vcId, connection }, now)
    return present(tx, deps, vcId)
  })
}

const problems: Record<CalendarFault, ProblemCode> = {
  unreachable: 'calendars.unreachable',
  refused: 'calendars.refused',
  'not-found': 'calendars.not-found',
  forbidden: 'calendars.forbidden',
  'too-large': 'calendars.too-large',
  unreadable: 'calendars.unreadable',
}

/** The network, with its faults as refusals of what the owner asked for. */
export async function reading<Answer>(provider: CalendarProvider, ask: () => Promise<Answer>): Promise<Answer> {
  try {
    return await ask()
  } catch (error) {
    if (!(error instanceof CalendarError)) throw error
    if (provider === 'caldav') throw new Problem(problems[error.fault])
    throw new Problem(
      error.fault === 'refused' ? 'calendars.access-ended' : problems[error.fault],
      faultText(provider, error.fault),
    )
  }
}

async function present(tx: Transaction, { offers, now }: ConnectionDeps, vcId: VcId): Promise<ExternalCalendarState> {
  const calendar = await findCalendar(tx, vcId)
  if (!calendar) return { connection: null, offers }
  const { provider, host, busyCalendars, isWritten, readAt, fault, failingSince, writeFault, knownUntil, unread } = calendar
  const busy = calendar.busy.map(([start, end]) => ({ start, end }))
  const conflicts = (await listComing(tx, vcId, now()))
    .filter(({ meetingDateTime }) => isOverlapped(busy, meetingDateTime.getTime()))
    .map(({ id, meetingDateTime }) => ({ bookingId: id, start: meetingDateTime.toISOString() }))
  const failing = fault && failingSince ? { fault, since: failingSince.toISOString() } : null
  const instants = { readAt: readAt.toISOString(), knownUntil: knownUntil.toISOString() }
  return { offers, connection: { provider, host, busyCalendars, isWritten, ...instants, failing, writeFault, conflicts, unread } }
}
