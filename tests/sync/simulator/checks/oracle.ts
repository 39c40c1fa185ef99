import type { MutationId, PrincipalId, UserId } from '#shared/ids.ts'
import type { SimDevice } from '#tests/sync/simulator/device.ts'
import type { Call, Exchange } from '#tests/sync/simulator/environment/network.ts'
import { privateDatabaseName } from '#web/db/private-database.ts'

export type Account = { name: string; email: string; principalId: PrincipalId; userId: UserId }

/** One person's time on one device: as a guest, or as an account. Words belong to the stay they were written in. */
export type Stay = {
  device: SimDevice
  /** Whose it is; a guest's becomes the account's that it signs in to. */
  account: Account | undefined
  /** Of a guest who signed in to two accounts at once: either may have taken the words along. */
  alsoOf?: Account[]
  isGuest: boolean
  /** Signed out: what had not been sent is given up, and nothing of it is left on the device. */
  isOver: boolean
}

export const isOf = (stay: Stay | undefined, account: Account) =>
  stay?.account === account || stay?.alsoOf?.includes(account) === true

/** Something that a person was told is saved. */
export type Write = {
  token: string
  stay: Stay
  id: MutationId
  /** Texts of drafts and notes are folded into later entries and merged with others, so they are looked for by their words. */
  isMerged: boolean
  isNote: boolean
  hasWords: boolean
  words: string
  /** Of one that switches something on or off. */
  isOn: boolean | undefined
  /** The conversation it goes on with. */
  about: string | undefined
  /** How many others had been called saved when this one was begun. */
  begunAfter: number
  /** What it is about, where a later command about the same takes its place. */
  target: string | undefined
  edit: TextEdit | undefined
}

type Sent = { id: MutationId; replaces?: MutationId[] }

/** An edit of a text that holds one value. */
export type TextEdit = {
  stay: Stay
  /** As `text_changes` names it. */
  subject: string
  /** What it is about, where a waiting edit takes in an earlier one. */
  target: string | undefined
  /** Tokens of the edits that were in the text when its writer saw it. */
  seen: ReadonlySet<string>
}

/** As long as the longest form asks for. */
export const wordsOf = (token: string) => `words of mine: ${token}`

/** Each text that anybody writes holds the number of its stay, so that it is known wherever it turns up. */
const TOKEN = /‹(\d+)\.\d+\.\w+›/g
export const tokensIn = (text: string): ReadonlySet<string> => new Set(text.match(TOKEN))
const CANARY = /canary-(rec\w)@/g

/** Sees every answer and every disk, and says at once when something is where it must not be, or not where it must be. */
export class Witness {
  readonly stays: Stay[] = []
  readonly writes: Write[] = []
  /** Edits by token, from before they are written: a tab may die before it calls one saved. */
  readonly edits = new Map<string, TextEdit>()
  /** What the server has said of an entry, whether or not the device has heard it. */
  private readonly processed = new Map<string, string>()
  /** Contacts that somebody has ever been sold: `{principal or guest's device}/{vc}`. */
  private readonly sold = new Set<string>()
  private readonly sessions = new Map<string, string>()
  private readonly calls = new Map<SimDevice, { ids: string[]; call: Call }[]>()
  private texts = 0
  /** Its database has seen other histories. */
  private readonly name = crypto.randomUUID().slice(0, 8)
  failure: Error | undefined

  constructor(private readonly accounts: Account[]) {}

  begin(stay: Stay): Stay {
    this.stays.push(stay)
    return stay
  }

  newToken(stay: Stay) {
    return `‹${this.stays.indexOf(stay)}.${++this.texts}.${this.name}›`
  }

  sell(to: string, vc: string) {
    this.sold.add(`${to}/${vc}`)
  }

  knowSession(token: string, email: string) {
    this.sessions.set(token, email)
  }

  /** One tab leads: no entry is on its way twice at once, unless the network itself doubled it. */
  onSend(device: SimDevice, path: string, body: string | undefined, call: Call) {
    if (path !== '/api/sync/push' || !body) return
    const ids = (JSON.parse(body).mutations as { id: string }[]).map(({ id }) => id)
    // The worker sends beside a tab that hangs: the server's marks make it one effect.
    if (device.isWorker(call.realm)) return
    const open = (this.calls.get(device) ?? []).filter((other) => !other.call.isOver)
    const twice = open.flatMap((other) => other.ids).find((id) => ids.includes(id))
    if (twice) this.fail(`${device.name} sends ${twice} twice at once`)
    this.calls.set(device, [...open, { ids, call }])
  }

  onAnswer(device: SimDevice, { path, cookies, body, reply, status }: Exchange) {
    if (path === '/api/auth/login' && status === 200 && body) this.lastLogin.set(device, JSON.parse(body).email)
    if (path === '/api/auth/logout' && status === 200) this.endSession(cookies, body, device)
    if (path === '/api/sync/push' && status === 200) {
      const sent = new Map<string, Sent>((JSON.parse(body ?? '{}').mutations ?? []).map((each: Sent) => [each.id, each]))
      for (const { id, status } of JSON.parse(reply).results) {
        // A guest whose cookie is gone goes on as another one: its commands take the place of those that were on their way.
        const answered = [id, ...(sent.get(id)?.replaces ?? [])]
        if (status !== 'retry') for (const each of answered) this.processed.set(each, this.processed.get(each) ?? status)
        if (status === 'applied') this.taken.push(JSON.stringify(sent.get(id)))
      }
    }
    if (path.startsWith('/api/sync/directory')) {
      if (TOKEN.test(reply) || CANARY.test(reply)) this.fail('something private is in the directory')
      TOKEN.lastIndex = CANARY.lastIndex = 0
    }
    if (path === '/api/sync/me' && status === 200) {
      const session = [...cookies].find(([name]) => name === '__Host-latchkey')?.[1]
      const owner = session ? this.accountOf(session, device) : undefined
      // An answer may be of before the session was ended elsewhere, or, by the cookie beside it, of a guest after that.
      const isGuests = session !== undefined && this.endedElsewhere.has(session) && !this.faultOf(reply, undefined, device)
      if (!isGuests) this.checkText(reply, owner, device, `an answer to ${device.name}`)
    }
  }

  private readonly lastLogin = new Map<SimDevice, string>()
  /** Sessions opened by a sign-in are known by the address it named. */
  learnSession(device: SimDevice, token: string) {
    const email = this.lastLogin.get(device)
    if (email && !this.sessions.has(token)) this.sessions.set(token, email)
  }

  /** Its cookie may stay where it was: the answer that removes it got lost, and a second one has no session to end. */
  private readonly ended = new Set<string>()
  private endSession(cookies: Exchange['cookies'], body: string | undefined, device: SimDevice) {
    const session = cookies.get('__Host-latchkey')
    const asked = body && JSON.parse(body)?.principalId
    if (session && (!asked || this.accountOf(session, device)?.principalId === asked)) this.ended.add(session)
  }

  private readonly endedElsewhere = new Set<string>()
  /** The server has ended all sessions of an account; browsers keep their cookies. */
  endSessionsOf({ email }: Account) {
    for (const [token, of] of this.sessions) if (of === email) this.endedElsewhere.add(token)
  }

  private accountOf(session: string, device: SimDevice): Account | undefined {
    if (this.ended.has(session)) return undefined
    this.learnSession(device, session)
    return this.accounts.find(({ email }) => email === this.sessions.get(session))
  }

  /** Everything that one device holds, at a moment at which nothing goes on. */
  inspect(device: SimDevice) {
    for (const name of device.disk.databases()) {
      if (name === device.directoryName) continue
      const owner = this.accounts.find(({ principalId }) => privateDatabaseName(principalId) === name)
      this.checkText(device.disk.textOf(name), owner, device, `${name} on ${device.name}`)
    }
    this.checkKept(device)
    this.checkShown(device)
  }

  /** Words and contacts in a place are those of the account, or of a guest of this very device, whose place it is. */
  private checkText(text: string, owner: Account | undefined, device: SimDevice, place: string) {
    const fault = this.faultOf(text, owner, device)
    if (fault) this.fail(`${fault} is in ${place} (${owner?.name ?? 'guest'})`)
  }

  private faultOf(text: string, owner: Account | undefined, device: SimDevice): string | undefined {
    for (const [token, number] of text.matchAll(TOKEN)) {
      const stay = this.stays[Number(number)]
      const isTheirs = owner ? isOf(stay, owner) : stay?.isGuest && stay.device === device && !stay.isOver
      if (!isTheirs) return `${token} of ${nameOf(stay)}`
    }
    for (const [, vc] of text.matchAll(CANARY)) {
      const buyers = owner ? [owner.principalId, ...this.guestsOf(owner)] : [device.name]
      if (!buyers.some((buyer) => this.sold.has(`${buyer}/${vc}`))) return `the contact of ${vc}`
    }
    return undefined
  }

  private guestsOf(account: Account): string[] {
    return this.stays.flatMap((stay) => (stay.isGuest && isOf(stay, account) ? [stay.device.name] : []))
  }

  /** What was called saved is on the disk until the server has taken it, and stays with its words when it was refused. */
  private checkKept(device: SimDevice) {
    const { pointer } = device
    if (!pointer) return
    const places = [pointer.principal, ...pointer.leaving.map(({ principal }) => principal)]
    const outbox = places.flatMap((place) => device.outboxOf(place))
    const kept = new Map(outbox.flatMap((entry) => [entry.id, ...(entry.replaces ?? [])].map((id) => [id, entry] as const)))
    for (const write of this.writes) {
      const { id, stay, token, isMerged, hasWords } = write
      if (stay.device !== device || stay.isOver) continue
      // Nobody reads it there; once everything has healed it has to have come out.
      if (stay.account && device.sealedFor.includes(stay.account.principalId)) continue
      const said = this.processed.get(id)
      const entry = kept.get(id)
      if (said === 'applied' || said === 'duplicate') continue
      const isThere = isMerged ? outbox.some(({ args }) => JSON.stringify(args).includes(token)) : entry !== undefined
      if (!isThere && (isMerged ? this.isTaken(token) : this.isReplaced(write))) continue
      if (!isThere) this.fail(`${token} was called saved on ${device.name} and is gone (server: ${said ?? 'has not heard'})`)
      else if (hasWords && entry && !isMerged && !JSON.stringify(entry.args).includes(token)) this.fail(`${token} lost its words`)
    }
  }

  /** Words of drafts and notes travel in whatever entry they were folded into. */
  private readonly taken: string[] = []
  isTaken(token: string) {
    return this.taken.some((args) => args.includes(token))
  }

  /** Whether a later command about the same was given on the same device: it says what holds now. */
  isReplaced(write: Write) {
    const later = this.writes.slice(this.writes.indexOf(write) + 1)
    return (
      write.target !== undefined &&
      (later.some(({ target, stay }) => target === write.target && stay.device === write.stay.device) || this.isTakenIn(write))
    )
  }

  /** Whether a later edit on the same device went on from this one, and may have taken its place in the outbox. */
  isTakenIn({ token, edit }: Write) {
    if (edit?.target === undefined) return false
    return [...this.edits].some(([later, { stay }]) => stay.device === edit.stay.device && this.hasSeen(later, token))
  }

  /** Whether the writer of an edit had seen another one, or one that was made after seeing that. */
  hasSeen(edit: string, token: string): boolean {
    const known = new Set(this.edits.get(edit)?.seen)
    // A set is iterated in the order of insertion, with what is added meanwhile.
    for (const other of known) for (const earlier of this.edits.get(other)?.seen ?? []) known.add(earlier)
    return known.has(token)
  }

  /** What waits is what the screen shows, whatever came in between. */
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
      if (name === 'feedback.submit' || name === 'support.submit') {
        const ticket = (args as { id: string }).id
        shown.set(`ticket ${ticket}`, () => rows('tickets').some((row) => row.id === ticket))
      }
      if (name === 'investor.save') shown.set(`save of ${vcId}`, () => rows('saved').some((row) => row.id === vcId) === isSaved)
    }
    for (const [what, isShown] of shown) if (!isShown()) this.fail(`the ${what} waits on ${device.name} and is not shown`)
  }

  fail(message: string) {
    this.failure ??= new Error(message)
  }
}

const nameOf = (stay: Stay | undefined) => `${stay?.account?.name ?? 'a guest'} on ${stay?.device.name}`
