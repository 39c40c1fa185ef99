import type { MutationId, VcId } from '#shared/ids.ts'
import type { PersonId } from '#shared/people/contract.ts'
import type { PhotoId } from '#shared/photos/contract.ts'
import type { SimDevice } from '#tests/sync/simulator/device.ts'
import type { Call, Exchange } from '#tests/sync/simulator/environment/network.ts'
import { privateDatabaseName } from '#web/db/private-database.ts'
import { keyOfFact } from './fact-key.ts'
import { pendingFacts } from './pending-facts.ts'
import {
  type Account,
  type Fact,
  isOf,
  numberOf,
  type Photo,
  type Session,
  type TextEdit,
  TOKEN,
  tokensIn,
  type Write,
} from './written.ts'

type Sent = { id: MutationId; replaces?: MutationId[] }

/** The store that shows the text of a mutation. */
const MERGED_TEXTS: Record<string, string> = { 'entry.write': 'entries', 'template.write': 'templates' }
const CANARY = /canary-(rec\w)@/g

/**
 * Inspects every response and every disk, and fails immediately when data is where it must not be, or is missing where it must
 * be.
 */
export class Oracle {
  readonly sessions: Session[] = []
  readonly writes: Write[] = []
  /** Toggles that were begun and not reported as saved: a tab that died in between may have stored its one. */
  readonly unreported = new Set<{ device: SimDevice; orderingKey: string | undefined }>()
  /** Edits by token, recorded before they are written: a tab may die before it reports one as saved. */
  readonly edits = new Map<string, TextEdit>()
  /** The same for changes of calls, hours, notices, tags and values. */
  readonly facts = new Map<string, Fact>()
  /** For each deletion of a dated entry, the tokens that its user saw. Recorded before it is written. */
  readonly deletions: ReadonlySet<string>[] = []
  /** The same for each deletion of a person. */
  readonly deletedPeople: ReadonlySet<string>[] = []
  /** The joins that users have begun. */
  readonly joins: { from: PersonId; into: VcId }[] = []
  /** Tags that a user has begun to remove. */
  readonly removedTags = new Set<string>()
  /** Photos by id, recorded before they are stored. */
  readonly photos = new Map<PhotoId, Photo>()
  /** Accounts that may read a text of another one. */
  private readonly readers = new Map<string, Account[]>()
  /** The server's result for an entry, whether or not the device has received it. */
  private readonly processed = new Map<string, string>()
  /** Contacts that were ever sold: `{principal or guest's device}/{vc}`. */
  private readonly sold = new Set<string>()
  private readonly emailByCookie = new Map<string, string>()
  private readonly calls = new Map<SimDevice, { ids: string[]; call: Call }[]>()
  private texts = 0
  /** Unique per history: its database has run other histories. */
  private readonly name = crypto.randomUUID().slice(0, 8)
  failure: Error | undefined

  constructor(private readonly accounts: Account[]) {}

  startSession(session: Session): Session {
    this.sessions.push(session)
    return session
  }

  newToken(session: Session) {
    return `‹${this.sessions.indexOf(session)}.${++this.texts}.${this.name}›`
  }

  /** A token that is a number. */
  newNumber(session: Session) {
    return numberOf(this.sessions.indexOf(session), ++this.texts)
  }

  /** The text of a token is for this account as well. */
  letRead(token: string, account: Account) {
    this.readers.set(token, [...(this.readers.get(token) ?? []), account])
  }

  sell(to: string, vc: string) {
    this.sold.add(`${to}/${vc}`)
  }

  addSession(token: string, email: string) {
    this.emailByCookie.set(token, email)
  }

  /** Only one tab leads: no entry is in flight twice at the same time, unless the network itself doubled it. */
  onSend(device: SimDevice, path: string, body: string | undefined, call: Call) {
    if (path !== '/api/sync/push' || !body) return
    const ids = (JSON.parse(body).mutations as { id: string }[]).map(({ id }) => id)
    // The worker may send in parallel with a tab that hangs: the server's marks apply the mutation once.
    if (device.isWorker(call.context)) return
    const open = (this.calls.get(device) ?? []).filter((other) => !other.call.isOver)
    const twice = open.flatMap((other) => other.ids).find((id) => ids.includes(id))
    if (twice) this.fail(`${device.name} has ${twice} in flight twice`)
    this.calls.set(device, [...open, { ids, call }])
  }

  onAnswer(device: SimDevice, { path, cookies, body, reply, status }: Exchange) {
    if (path === '/api/auth/login' && status === 200 && body) this.lastLogin.set(device, JSON.parse(body).email)
    if (path === '/api/auth/logout' && status === 200) this.endSession(cookies, body, device)
    if (path === '/api/sync/push' && status === 200) {
      const sent = new Map<string, Sent>((JSON.parse(body ?? '{}').mutations ?? []).map((each: Sent) => [each.id, each]))
      for (const { id, status } of JSON.parse(reply).results) {
        // A guest whose cookie is gone continues as another guest: its mutations replace those that were in flight.
        const answered = [id, ...(sent.get(id)?.replaces ?? [])]
        if (status !== 'retry') for (const each of answered) this.processed.set(each, this.processed.get(each) ?? status)
        // A duplicate was applied when its first reply was lost. That the text is stored is checked at the end.
        if (status === 'applied' || status === 'duplicate') this.taken.push(JSON.stringify(sent.get(id)))
      }
    }
    if (path.startsWith('/api/sync/directory')) {
      if (TOKEN.test(reply) || CANARY.test(reply)) this.fail('something private is in the directory')
      TOKEN.lastIndex = CANARY.lastIndex = 0
    }
    if (path === '/api/sync/me' && status === 200) {
      const cookie = [...cookies].find(([name]) => name === '__Host-latchkey')?.[1]
      const owner = cookie ? this.accountOf(cookie, device) : undefined
      // A response may date from before the session was ended elsewhere, or belong to the guest of the guest cookie after that.
      const isGuests = cookie !== undefined && this.endedElsewhere.has(cookie) && !this.findViolation(reply, undefined, device)
      if (!isGuests) this.checkText(reply, owner, device, `an answer to ${device.name}`)
    }
  }

  private readonly lastLogin = new Map<SimDevice, string>()
  /** The account of a session opened by a sign-in is known by the email address of the request. */
  learnSession(device: SimDevice, token: string) {
    const email = this.lastLogin.get(device)
    if (email && !this.emailByCookie.has(token)) this.emailByCookie.set(token, email)
  }

  /** The cookie may remain: the response that removes it was lost, and a second one has no session to end. */
  private readonly ended = new Set<string>()
  private endSession(cookies: Exchange['cookies'], body: string | undefined, device: SimDevice) {
    const cookie = cookies.get('__Host-latchkey')
    const principalId = body && JSON.parse(body)?.principalId
    if (cookie && (!principalId || this.accountOf(cookie, device)?.principalId === principalId)) this.ended.add(cookie)
  }

  private readonly endedElsewhere = new Set<string>()
  /** The server has ended all sessions of an account; browsers keep their cookies. */
  endSessionsOf({ email }: Account) {
    for (const [token, of] of this.emailByCookie) if (of === email) this.endedElsewhere.add(token)
  }

  private accountOf(cookie: string, device: SimDevice): Account | undefined {
    if (this.ended.has(cookie)) return undefined
    this.learnSession(device, cookie)
    return this.accounts.find(({ email }) => email === this.emailByCookie.get(cookie))
  }

  /** Everything stored on one device, at a time at which nothing is in progress. */
  inspect(device: SimDevice) {
    for (const name of device.disk.databases()) {
      if (name === device.directoryName) continue
      const owner = this.accounts.find(({ principalId }) => privateDatabaseName(principalId) === name)
      this.checkText(device.disk.textOf(name), owner, device, `${name} on ${device.name}`)
    }
    this.checkKept(device)
    this.checkShown(device)
  }

  /** Texts and contacts in a place belong to its account, or to a guest of this device. */
  private checkText(text: string, owner: Account | undefined, device: SimDevice, place: string) {
    const violation = this.findViolation(text, owner, device)
    if (violation) this.fail(`${violation} is in ${place} (${owner?.name ?? 'guest'})`)
  }

  private findViolation(text: string, owner: Account | undefined, device: SimDevice): string | undefined {
    for (const [token, ofText, ofNumber] of text.matchAll(TOKEN)) {
      const session = this.sessions[Number(ofText ?? ofNumber)]
      const isTheirs = owner
        ? isOf(session, owner) || this.readers.get(token)?.includes(owner)
        : session?.isGuest && session.device === device && !session.isOver
      if (!isTheirs) return `${token} of ${nameOf(session)}`
    }
    for (const [, vc] of text.matchAll(CANARY)) {
      const buyers = owner ? [owner.principalId, ...this.guestsOf(owner)] : [device.name]
      if (!buyers.some((buyer) => this.sold.has(`${buyer}/${vc}`))) return `the contact of ${vc}`
    }
    return undefined
  }

  private guestsOf(account: Account): string[] {
    return this.sessions.flatMap((session) => (session.isGuest && isOf(session, account) ? [session.device.name] : []))
  }

  /** What was reported as saved is on the disk until the server has applied it, and stays with its text when it was refused. */
  private checkKept(device: SimDevice) {
    const { pointer } = device
    if (!pointer) return
    const places = [pointer.principal, ...pointer.leaving.map(({ principal }) => principal)]
    const outbox = places.flatMap((place) => device.outboxOf(place))
    const kept = new Map(outbox.flatMap((entry) => [entry.id, ...(entry.replaces ?? [])].map((id) => [id, entry] as const)))
    for (const write of this.writes) {
      const { id, session, token, isMerged, hasMessage } = write
      if (session.device !== device || session.isOver) continue
      // A sealed outbox is not readable; after convergence it must have been opened.
      if (session.account && device.sealedFor.includes(session.account.principalId)) continue
      const result = this.processed.get(id)
      const entry = kept.get(id)
      if (result === 'applied' || result === 'duplicate') continue
      const isThere = isMerged ? outbox.some(({ args }) => JSON.stringify(args).includes(token)) : entry !== undefined
      if (!isThere && (isMerged ? this.isTaken(token) : this.isReplaced(write))) continue
      if (!isThere)
        this.fail(`${token} was reported as saved on ${device.name} and is gone (server: ${result ?? 'not received'})`)
      else if (hasMessage && entry && !isMerged && !JSON.stringify(entry.args).includes(token))
        this.fail(`${token} lost its text`)
    }
  }

  /** Texts of drafts and notes are sent in the entry that they were squashed into. */
  private readonly taken: string[] = []
  isTaken(token: string) {
    return this.taken.some((args) => args.includes(token))
  }

  /** Whether a later mutation with the same key was made on the same device: the later one has the current value. */
  isReplaced(write: Write) {
    const later = this.writes.slice(this.writes.indexOf(write) + 1)
    return (
      write.orderingKey !== undefined &&
      (later.some(({ orderingKey, session }) => orderingKey === write.orderingKey && session.device === write.session.device) ||
        this.isTakenIn(write) ||
        this.isSquashedUnreported(write))
    )
  }

  /** Whether a tab began a later change with the same key on the same device: it may have stored it and died before it reported it. */
  private isSquashedUnreported({ token, orderingKey, session }: Write) {
    const made = [...this.facts]
    const at = made.findIndex(([each]) => each === token)
    const later = at < 0 ? [] : made.slice(at + 1)
    const isSame = (key: string | undefined, device: SimDevice) => key === orderingKey && device === session.device
    return (
      later.some(([, fact]) => isSame(keyOfFact(fact), fact.session.device)) ||
      [...this.unreported].some((begun) => isSame(begun.orderingKey, begun.device)) ||
      [...this.edits].some(
        ([other, edit]) => isSame(edit.orderingKey, edit.session.device) && this.writes.every(({ token }) => token !== other),
      )
    )
  }

  /** Whether a later edit on the same device was based on this one, and may have replaced it in the outbox. */
  isTakenIn({ token, edit }: Write) {
    if (edit?.orderingKey === undefined) return false
    return [...this.edits].some(([later, { session }]) => session.device === edit.session.device && this.hasSeen(later, token))
  }

  /** Whether the writer of an edit had seen another edit, directly or through the edits it had seen. */
  hasSeen(edit: string, token: string): boolean {
    const known = new Set(this.edits.get(edit)?.seen)
    // A set is iterated in the order of insertion, including entries added during the iteration.
    for (const other of known) for (const earlier of this.edits.get(other)?.seen ?? []) known.add(earlier)
    return known.has(token)
  }

  /** The screen shows every pending mutation, after any interleaving. */
  private checkShown(device: SimDevice) {
    const principal = device.pointer?.principal
    if (!principal) return
    const shown = new Map<string, () => boolean>()
    const rows = (store: string) => device.disk.read(privateDatabaseName(principal), store) as Record<string, unknown>[]
    for (const { name, args, state, id } of device.outboxOf(principal)) {
      const { contactId, vcId, text, isSaved } = args as Record<string, unknown>
      if (state !== 'waiting') continue
      if (name === 'contact.note') {
        shown.set(`note of ${contactId} (${id})`.slice(0, 14), () =>
          (String(text).match(TOKEN) ?? []).every((token) =>
            rows('notes').some((row) => row.id === contactId && JSON.stringify(row).includes(token)),
          ),
        )
      }
      const store = MERGED_TEXTS[name]
      if (store) {
        const tokens = tokensIn(String(text))
        shown.set(`${store} ${(args as { id: string }).id}`, () =>
          tokens.values().every((token) => rows(store).some((row) => JSON.stringify(row).includes(token))),
        )
      }
      if (name === 'feedback.submit' || name === 'support.submit') {
        const ticket = (args as { id: string }).id
        shown.set(`ticket ${ticket}`, () => rows('tickets').some((row) => row.id === ticket))
      }
      for (const [what, isShown] of pendingFacts(name, args, rows)) shown.set(what, isShown)
      if (name === 'investor.save') shown.set(`save of ${vcId}`, () => rows('saved').some((row) => row.id === vcId) === isSaved)
    }
    for (const [what, isShown] of shown) if (!isShown()) this.fail(`the ${what} is pending on ${device.name} and is not shown`)
  }

  fail(message: string) {
    this.failure ??= new Error(message)
  }
}

const nameOf = (session: Session | undefined) => `${session?.account?.name ?? 'a guest'} on ${session?.device.name}`
