import * as v from 'valibot'
import type { Keyring } from '#server/crypto/keyring.ts'
import type { Database } from '#server/database/client.ts'
import type { VcId } from '#shared/ids.ts'
import type { CalendarAccount, ExternalCalendar, OpenCalendar } from './external-calendar.ts'
import { type CalendarRow, setSealed } from './queries.ts'

const text = v.string()

/** The part of a connection that is stored encrypted. Addresses of calendars contain user names. */
const SealedCalendar = v.object({
  account: v.object({ server: text, user: text, password: text }),
  /** Every calendar of the account at the last choice, those that are read for busy times, and the one that calls are written to. */
  calendars: v.array(text),
  /** Those that calls can be written to; not stored by earlier releases. */
  writable: v.optional(v.array(text)),
  busy: v.array(text),
  events: v.nullable(text),
})
export type SealedCalendar = v.InferOutput<typeof SealedCalendar>

const ownerOf = (vcId: VcId) => `external-calendar ${vcId}`

export const seal = (keyring: Keyring, vcId: VcId, calendar: SealedCalendar): Promise<Uint8Array> =>
  keyring.encrypt(JSON.stringify(calendar), ownerOf(vcId))

export const openSealed = async (
  keyring: Keyring,
  { vcId, sealed }: Pick<CalendarRow, 'vcId' | 'sealed'>,
): Promise<SealedCalendar> => v.parse(SealedCalendar, JSON.parse(await keyring.decrypt(sealed, ownerOf(vcId))))

/** The calendar of a stored connection. A secret that its provider replaces is stored. */
export const openStored = (
  { db, keyring, openCalendar }: { db: Database; keyring: Keyring; openCalendar: OpenCalendar },
  { vcId, connection, provider }: CalendarRow,
  sealed: SealedCalendar,
  signal: AbortSignal,
): ExternalCalendar =>
  openCalendar(provider, sealed.account, {
    signal,
    keep: async (account: CalendarAccount) =>
      setSealed(db, { vcId, connection }, await seal(keyring, vcId, { ...sealed, account })),
  })
