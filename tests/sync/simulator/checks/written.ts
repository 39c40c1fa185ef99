import type { Weekday } from '#shared/bookings/call-hours.ts'
import type { BookingId, MutationId, PrincipalId, UserId, VcId } from '#shared/ids.ts'
import type { MutationName } from '#shared/sync/mutations.ts'
import type { SimDevice } from '#tests/sync/simulator/device.ts'

export type Account = { name: string; email: string; principalId: PrincipalId; userId: UserId }

/** The use of one device by one principal: as a guest, or as an account. Each text belongs to the session it was written in. */
export type Session = {
  device: SimDevice
  /** Its account; a guest's session becomes that of the account it signs in to. */
  account: Account | undefined
  /** A guest who signed in to two accounts concurrently: either account may have received its texts. */
  alsoOf?: Account[]
  isGuest: boolean
  /** Signed out: unsent mutations are discarded, and nothing of it is left on the device. */
  isOver: boolean
}

export const isOf = (session: Session | undefined, account: Account) =>
  session?.account === account || session?.alsoOf?.includes(account) === true

/** A write that the screen reported as saved. */
export type Write = {
  token: string
  session: Session
  id: MutationId
  /** Texts of drafts and notes are squashed into later entries and merged with others, so they are found by their text. */
  isMerged: boolean
  isNote: boolean
  hasMessage: boolean
  message: string
  /** For a mutation that switches something on or off. */
  isOn: boolean | undefined
  /** The ticket it replies to. */
  about: string | undefined
  /** How many other writes had been reported as saved when this one was begun. */
  begunAfter: number
  /** The ordering key, where a later mutation with the same key replaces this one. */
  orderingKey: string | undefined
  edit: TextEdit | undefined
  fact: Fact | undefined
}

/** An edit of a single-value text. */
export type TextEdit = {
  session: Session
  /** As `text_changes` names it. */
  subject: string
  /** The ordering key, where a pending edit squashes an earlier one. */
  orderingKey: string | undefined
  /** Tokens of the edits that were in the text when its writer saw it. */
  seen: ReadonlySet<string>
}

/** A change of a call, of hours, of notices, of tags or of a value, as its mutation sends it. */
export type Fact = { session: Session } & (
  | { do: 'rate'; bookingId: BookingId; stars: number }
  /** `from`: a start of a range that no other change of the history has. Fields that are not a range are always the same. */
  | { do: 'hours'; vcId: VcId; day: Weekday; from: number }
  | { do: 'read'; ids: string[] }
  /** `tag`: a text that no other change has. */
  | { do: 'tag'; vcId: VcId; tag: string }
  | SetValue
)

/** A value that other changes may have as well: of two devices the later one counts. `null` for none. */
export type SetValue = {
  do: 'set'
  name: MutationName
  /** Of the document. */
  id: string
  /** As the mutation names it. `tag …` for a tag that is added (`true`) or removed (`false`). */
  field: string
  value: string | null
  /** The ordering key, where a pending change squashes an earlier one. */
  orderingKey: string
}

/** A photo that a user took. `isSaved`: the screen reported it as saved. `isDeleted`: its user has begun to delete it. */
export type Photo = { session: Session; contactId: VcId; token: string; isSaved: boolean; isDeleted: boolean }

/** Long enough for the form with the largest minimum length. */
export const messageOf = (token: string) => `typed by user: ${token}`

/**
 * Each written text contains the number of its session, so that it is recognised wherever it appears. So does each number: `4242`, three
 * digits of the session, six that no other one has.
 */
export const TOKEN = /‹(\d+)\.\d+\.\w+›|\b4242(\d{3})\d{6}\b/g
export const numberOf = (session: number, nth: number) => `4242${String(session).padStart(3, '0')}${String(nth).padStart(6, '0')}`
export const tokensIn = (text: string): ReadonlySet<string> => new Set(text.match(TOKEN))
