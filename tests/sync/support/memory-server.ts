import { createHash } from 'node:crypto'
import { pairFrom } from '#server/sync/push/sealing-key.ts'
import { type PrivateCollection, privateCollections } from '#shared/sync/collections.ts'
import { toColumns } from '#shared/sync/column-part.ts'
import { hashVersions } from '#shared/sync/have.ts'
import type { MutationArgs } from '#shared/sync/mutations.ts'
import type { DirectoryPart, Doc, VersionedDoc } from '#shared/sync/protocol.ts'
import { MAX_PUSH, type MutationResult } from '#shared/sync/push.ts'
import type { Mutation } from '#shared/sync/push-request.ts'

type Principal = { id: string; kind: 'guest' | 'account'; contacts: string[]; notes: Map<string, string>; saved: Set<string> }

/**
 * In-memory server of the sync contracts, for tests of the device alone. Cookies are plain principal ids: `caller` is the
 * principal that the browser's cookie names.
 */
export class MemoryServer {
  readonly principals = new Map<string, Principal>()
  readonly processed = new Map<string, { by: string; count: number; mutation: Mutation }>()
  readonly refuses = new Map<string, { code: string; message: string }>()
  /** Mutations that the server answers with `retry`. */
  readonly postpones = new Set<string>()
  /** Deleted accounts, on any device. */
  readonly deleted = new Set<string>()
  /** Sessions that were ended explicitly on another device. A sign-in removes the cookie from this set. */
  readonly ended = new Set<string>()
  /** Accounts that are banned. Their sessions are ended. */
  readonly suspended = new Set<string>()
  readonly requests: string[] = []
  directory = new Map<string, Doc>()
  epoch = 'epoch0001'
  partSize = 2
  /** Whether it sends chunks by fields to a device that asks for them. Servers of the first releases did not. */
  knowsColumns = true
  /** Servers of the first releases did not know marks. */
  knowsMarks = true
  /** The collections of which it sends only the changes to a device that asks for them; an earlier release knew none. */
  readonly knowsChanges = new Set(['notes'])
  private readonly marks = new Map<
    string,
    { caller: string; hashes: Map<string, string>; sets: Record<string, VersionedDoc[]> }
  >()
  private cursor = 1
  private readonly log: { at: number; id: string }[] = []
  private readonly parts = new Map<string, string>()

  principal(id: string, kind: Principal['kind'] = 'account', contacts: string[] = []): Principal {
    const known = this.principals.get(id) ?? { id, kind, contacts, notes: new Map(), saved: new Set() }
    this.principals.set(id, known)
    return known
  }

  put(doc: Doc) {
    this.directory.set(doc.id, doc)
    this.log.push({ at: ++this.cursor, id: doc.id })
  }

  remove(id: string) {
    this.directory.delete(id)
    this.log.push({ at: ++this.cursor, id })
  }

  /** @returns the reply, and the cookie that it sets or (null) clears */
  handle(path: string, body: unknown, caller: string | undefined): { status: number; body?: unknown; cookie?: string | null } {
    const url = new URL(path, 'http://localhost')
    this.requests.push(url.pathname)
    const isEnded = caller !== undefined && this.ended.has(caller)
    const known = isEnded ? undefined : caller
    const { principalId } = (body ?? {}) as { principalId?: string }
    if (url.pathname.startsWith('/api/sync/') && isEnded && principalId === caller)
      return endedOf(caller, this.suspended.has(caller))
    if (url.pathname === '/api/sync/push') return this.push(body as PushBody, known)
    if (url.pathname === '/api/sync/me') return this.me(body as MeBody, known)
    if (url.pathname === '/api/sync/sealing-key') return known ? { status: 200, body: keyOf(known) } : lost
    if (url.pathname === '/api/sync/directory/snapshot') return { status: 200, body: this.snapshot() }
    if (url.pathname === '/api/sync/directory') return { status: 200, body: this.delta(url.searchParams) }
    if (url.pathname === '/api/auth/logout') {
      const isMeant = principalId === undefined || principalId === caller
      return { status: 200, body: { success: true }, ...(isMeant && { cookie: null }) }
    }
    const part = this.parts.get(url.pathname.split('/').at(-1) ?? '')
    if (part === undefined) return notFound
    const isByFields = this.knowsColumns && url.searchParams.get('form') === 'columns'
    return { status: 200, body: isByFields ? toColumns((JSON.parse(part) as DirectoryPart).put) : part }
  }

  /** Everything this principal may store, by collection. */
  holdings(id: string): Record<string, VersionedDoc[]> {
    const { kind, contacts, notes, saved } = this.principal(id)
    const sets: Record<string, Doc[]> = {
      account: [{ id, kind, user: null }],
      contacts: contacts.map((contact) => ({ id: contact, email: `${contact}@example.org` })),
      notes: [...notes].map(([contact, text]) => ({ id: contact, text })),
      saved: [...saved].map((vc) => ({ id: vc })),
      orders: [],
    }
    return Object.fromEntries(
      Object.entries(sets).map(([name, docs]) => [name, docs.map((doc) => ({ ...doc, version: versionOf(doc) }))]),
    )
  }

  private push({ principalId, mutations }: PushBody, caller: string | undefined) {
    if (principalId !== undefined && principalId !== caller) return this.deleted.has(principalId) ? gone : lost
    if (mutations.length > MAX_PUSH) return invalid
    const id = caller ?? `guest${this.principals.size}`
    const principal = this.principal(id, 'guest')
    const results = mutations.map((mutation) => this.process(principal, mutation))
    return { status: 200, body: { ...(caller ? {} : { principalId: id }), results }, ...(caller ? {} : { cookie: id }) }
  }

  private process(principal: Principal, mutation: Mutation): MutationResult {
    const refusal = this.refuses.get(mutation.id)
    if (refusal) return { id: mutation.id, status: 'refused', ...refusal }
    if (this.postpones.has(mutation.id)) return { id: mutation.id, status: 'retry' }
    const known = this.processed.get(mutation.id)
    if (known) return { id: mutation.id, status: 'duplicate' }
    this.processed.set(mutation.id, { by: principal.id, count: 1, mutation })
    if (mutation.name === 'contact.note') {
      const { contactId, text } = mutation.args as MutationArgs['contact.note']
      if (text.trim()) principal.notes.set(contactId, text)
      else principal.notes.delete(contactId)
    }
    if (mutation.name === 'investor.save') {
      const { vcId, isSaved } = mutation.args as MutationArgs['investor.save']
      if (isSaved) principal.saved.add(vcId)
      else principal.saved.delete(vcId)
    }
    return { id: mutation.id, status: 'applied' }
  }

  private me(request: MeBody, caller: string | undefined) {
    const { principalId, have = {} } = request
    if (principalId !== undefined && principalId !== caller) return this.deleted.has(principalId) ? gone : lost
    if (caller === undefined) return { status: 204 }
    if (request.mark !== undefined && this.knowsMarks) return this.compare({ ...request, have, mark: request.mark }, caller)
    if (request.have === undefined) return invalid
    const sets = this.holdings(caller)
    const put: Record<string, VersionedDoc[]> = {}
    const del: Record<string, string[]> = {}
    for (const [name, docs] of Object.entries(sets)) {
      const changed = docs.filter(({ id, version }) => have[name]?.[id] !== version)
      if (changed.length > 0) put[name] = changed
    }
    for (const [name, ids] of Object.entries(have)) {
      const gone = Object.keys(ids).filter((id) => !sets[name]?.some((doc) => doc.id === id))
      if (gone.length > 0) del[name] = gone
    }
    return Object.keys(put).length + Object.keys(del).length === 0 ? { status: 204 } : { status: 200, body: { put, del } }
  }

  private compare(asked: Required<Pick<MeBody, 'mark' | 'have'>> & MeBody, caller: string) {
    const { mark, have, hashes = {}, doubtful = [], changes = {} } = asked
    const sets = this.holdings(caller)
    const known = this.marks.get(mark)
    const now = new Map(privateCollections.map((name) => [name, hashOf(sets[name])]))
    const isSame = (name: PrivateCollection) =>
      known?.caller === caller && known.hashes.get(name) === now.get(name) && !doubtful.includes(name)
    const changed = privateCollections.filter((name) => !isSame(name))
    if (changed.length === 0) return { status: 204 }
    const isByChanges = (name: string) => known && changes[name] && !have[name] && this.knowsChanges.has(name)
    const differ = changed.filter((name) => !have[name] && hashes[name] !== now.get(name) && !isByChanges(name))
    if (differ.length > 0) return { status: 200, body: { put: {}, del: {}, differ } }
    const put: Record<string, VersionedDoc[]> = {}
    const del: Record<string, string[]> = {}
    const totals: Record<string, number> = {}
    for (const name of changed) {
      const [ids, docs] = [have[name], sets[name] ?? []]
      if (isByChanges(name)) {
        const before = new Map(known?.sets[name]?.map(({ id, version }) => [id, version]))
        put[name] = docs.filter(({ id, version }) => before.get(id) !== version || changes[name]?.includes(id))
        totals[name] = docs.length
      }
      if (!ids) continue
      put[name] = docs.filter(({ id, version }) => ids[id] !== version)
      del[name] = Object.keys(ids).filter((id) => !docs.some((doc) => doc.id === id))
    }
    const next = `mark${this.marks.size}`
    this.marks.set(next, { caller, hashes: now, sets })
    return { status: 200, body: { put, del, totals, mark: next } }
  }

  private snapshot() {
    const docs = [...this.directory.values()]
    const hashes: string[] = []
    for (let at = 0; at < docs.length; at += this.partSize) {
      const text = JSON.stringify({ put: { investors: docs.slice(at, at + this.partSize) } })
      const hash = createHash('sha256').update(text).digest('hex')
      this.parts.set(hash, text)
      hashes.push(hash)
    }
    return { epoch: this.epoch, cursor: String(this.cursor), parts: hashes }
  }

  private delta(query: URLSearchParams) {
    if (query.get('epoch') !== this.epoch) return { reset: true }
    const ids = new Set(this.log.filter(({ at }) => at > Number(query.get('since'))).map(({ id }) => id))
    const put = [...ids].flatMap((id) => this.directory.get(id) ?? [])
    const del = [...ids].filter((id) => !this.directory.has(id))
    return { epoch: this.epoch, cursor: String(this.cursor), put: { investors: put }, del: { investors: del } }
  }
}

type PushBody = { principalId?: string; mutations: Mutation[] }
type MeBody = {
  principalId?: string
  have?: Record<string, Record<string, number>>
  mark?: string
  hashes?: Record<string, string>
  doubtful?: string[]
  changes?: Record<string, string[]>
}
const hashOf = (docs: VersionedDoc[] = []) => hashVersions(Object.fromEntries(docs.map(({ id, version }) => [id, version])))
const invalid = { status: 422, body: { message: 'Check the marked fields.', code: 'invalid' } }

const lost = { status: 401, body: { message: 'Unauthorized', code: 'session-lost' } }
const gone = { status: 401, body: { message: 'This account was deleted.', code: 'accounts.deleted' } }
const keyOf = (principal: string) => pairFrom(createHash('sha256').update(principal).digest('hex'))
const endedOf = (principal: string, isSuspended: boolean) => {
  const { d: _secret, ...sealTo } = keyOf(principal)
  return {
    status: 401,
    body: { message: 'Unauthorized', code: 'session-ended', current: { sealTo, ...(isSuspended && { isSuspended }) } },
  }
}
const notFound = { status: 404, body: { message: 'Not found', code: 'not-found' } }
const versionOf = (doc: Doc) => Number.parseInt(createHash('sha256').update(JSON.stringify(doc)).digest('hex').slice(0, 8), 16)
