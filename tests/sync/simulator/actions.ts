import type { MutationId, TicketId, VcId } from '#shared/ids.ts'
import { OWN, type OwnProject } from '#shared/projects/own.ts'
import { fingerprint } from '#shared/sync/three-way-merge.ts'
import { type Account, type Stay, wordsOf } from '#tests/sync/simulator/checks/oracle.ts'
import { editText } from '#tests/sync/simulator/checks/shown-text.ts'
import { PASSWORD } from '#tests/sync/support/world.ts'
import { localValue } from '#web/features/projects/editor/conflict-versions.ts'
import { nothingYet } from '#web/features/projects/editor/mutations.ts'
import { GUEST_LOCK } from '#web/net/guest-lock.ts'
import { forgetSignOut } from '#web/sync/engine/forget-sign-out.ts'
import { LISTING, PROJECT, VCS } from './base.ts'
import type { SimTab } from './device.ts'
import type { SimHistory } from './history.ts'
import type { Person } from './person.ts'
import type { Deed, Keeping } from './steps.ts'

/** So long a person looks at a sign-in that does not answer. */
const PATIENCE_MS = 60_000

/** What one person does in one of their tabs. */
export async function act(history: SimHistory, person: Person, tab: SimTab, deed: Deed): Promise<void> {
  await tab.started.catch((error) => {
    // It says that it could not start, and is opened anew.
    tab.realm.die()
    throw error
  })
  // A tab died over their sign-out: they see that they have left, or leave now, before they do anything else.
  if (person.isLeaving) await leave(history, person, tab)
  if (deed.do === 'sign in') return signIn(history, person, tab, history.accounts[deed.account])
  if (deed.do === 'sign out') return signOut(history, person, tab)
  if (deed.do === 'sync') return tab.client.requestSync()
  // They read that they were signed out elsewhere, and sign in before they do anything else.
  if (isEmptied(person, tab) && !(await comeBack(history, person, tab))) return
  if (deed.do !== 'write much') return putDown(history, person, tab, deed)
  // Each is called saved before the next is begun.
  const hasTicket = (await ticketOf(tab, { do: 'write on' })) !== undefined
  for (let time = 0; time < deed.times; time++)
    await putDown(history, person, tab, { do: hasTicket ? 'write on' : 'feedback' }, MUCH)
}

/** Characters of a long message, as many as a form takes. */
const MUCH = 5000

/** Of the account that somebody at this device still takes themselves for. */
const isEmptied = ({ stay }: Person, tab: SimTab) => tab.private?.principal === 'guest' && !stay.isGuest

/** @returns whether they are who they mean to be again */
async function comeBack(history: SimHistory, person: Person, tab: SimTab): Promise<boolean> {
  const { means } = person
  if (!means || person.network.weather === 'off' || !(await login(history, person, tab, means))) return false
  await handOver(history, person, tab, means)
  return true
}

/**
 * A tab keeps what was typed in it, if it has started by then. In one that came up after its person's sign-out, of which they
 * have not heard yet, nothing was typed.
 */
export async function keep(history: SimHistory, person: Person, tab: SimTab, deed: Keeping): Promise<void> {
  const hasStarted = await tab.started.then(
    () => true,
    () => false,
  )
  if (hasStarted && !isEmptied(person, tab)) await putDown(history, person, tab, deed)
}

async function putDown(history: SimHistory, person: Person, tab: SimTab, deed: Deed, length = 0): Promise<void> {
  const stay = stayIn(history, person, tab)
  const { writes } = history.witness
  const token = history.witness.newToken(stay)
  const begunAfter = writes.length
  const words = wordsOf(token).padEnd(length, '.')
  const about = await ticketOf(tab, deed)
  const edited = deed.do === 'text' ? await editText(history.witness, tab, { deed, token, stay }) : undefined
  const id = edited ? edited.id : await write(tab, deed, token, stay, words, about)
  const isNote = deed.do === 'note'
  const isMerged = isNote || deed.do === 'draft'
  const hasWords = WORDS.includes(deed.do)
  if (id)
    writes.push({
      token,
      stay,
      id,
      isMerged,
      isNote,
      hasWords,
      words,
      about,
      isOn: deed.do === 'save' ? deed.isOn : undefined,
      begunAfter,
      target: edited ? edited.edit.target : targetOf(deed),
      edit: edited?.edit,
    })
}

/** Whose the tab is by now: a pull, or another tab, may have learned of a sign-in before the tab that asked for it did. */
function stayIn({ witness, accounts }: SimHistory, { stay, device }: Person, tab: SimTab): Stay {
  const account = accounts.find(({ principalId }) => principalId === tab.private?.principal)
  return !account || stay.account === account ? stay : witness.begin({ device, account, isGuest: false, isOver: false })
}

/** What a command is about, where the last one says what holds. */
function targetOf(deed: Deed): string | undefined {
  if (deed.do === 'save' || deed.do === 'follow-up') return `${deed.do} ${deed.vc}`
  return deed.do === 'vote' ? deed.do : undefined
}

/** Of these the server's database writes down every word that takes effect. */
const WORDS: Deed['do'][] = ['feedback', 'support', 'write on']

/** The conversation that a message goes on with. */
async function ticketOf({ private: db }: SimTab, deed: Deed): Promise<TicketId | undefined> {
  if (deed.do !== 'write on') return undefined
  const [ticket] = (await db?.tickets.toArray().catch(() => [])) ?? []
  return ticket?.id as TicketId | undefined
}

async function write(
  tab: SimTab,
  deed: Deed,
  token: string,
  stay: Stay,
  words: string,
  about: TicketId | undefined,
): Promise<MutationId | undefined> {
  const { client } = tab
  const vcId = VCS['vc' in deed ? deed.vc : 0] as VcId
  if (deed.do === 'note') return writeNote(tab, vcId, wordsOf(token))
  if (deed.do === 'follow-up') return client.enqueue('contact.follow-up', { contactId: vcId, rating: 4 })
  if (deed.do === 'intro') return client.enqueue('intro.request', { vcId, message: token })
  if (deed.do === 'save') return client.enqueue('investor.save', { vcId, isSaved: deed.isOn })
  if (deed.do === 'join') return client.enqueue('earlyAccess.join', { email: `${crypto.randomUUID()}@example.com` })
  if (deed.do === 'report') return client.enqueue('project.report', { projectId: PROJECT, reason: 'spam', text: token })
  if (deed.do === 'feedback' || deed.do === 'support' || deed.do === 'write on') return writeToTeam(tab, deed.do, words, about)
  if (deed.do === 'listing') {
    const change = { weeklyIntroLimit: 10 + deed.price }
    return stay.isGuest ? undefined : client.enqueue('listing.edit', { vcId: LISTING, change })
  }
  if (deed.do === 'vote') return client.enqueue('vote.cast', { projectId: PROJECT, isCast: deed.isOn })
  const db = tab.private
  if (deed.do !== 'draft' || !db || db.principal === 'guest' || stay.isGuest) return undefined
  const clientId = await tab.directory.getMeta('clientId')
  const own: OwnProject = (await db.ownProject.get(OWN)) ?? nothingYet
  const before = localValue(own, deed.field, clientId)
  const changes = { [deed.field]: `${before}${token}` }
  return client.enqueue('project.saveDraft', { changes, settles: {} }, { [deed.field]: [fingerprint(before)] })
}

/** A person goes on below what their screen shows. */
async function writeNote({ client, private: db }: SimTab, contactId: VcId, words: string) {
  const before = (await db?.notes.get(contactId))?.text ?? ''
  const text = before ? `${before}\n${words}` : words
  return client.enqueue('contact.note', { contactId, text }, { text: before, steps: [] })
}

async function writeToTeam(
  { client }: SimTab,
  kind: 'feedback' | 'support' | 'write on',
  text: string,
  ticketId: TicketId | undefined,
) {
  const id = crypto.randomUUID() as TicketId
  const person = { name: 'Ada Lovelace', email: 'ada@example.com' }
  if (kind === 'feedback')
    return client.enqueue('feedback.submit', { id, ...person, category: 'general', message: text, homepage: '' })
  if (kind === 'support') {
    const about = { subject: 'About the app', category: 'technical' as const }
    return client.enqueue('support.submit', { id, ...person, ...about, message: text, homepage: '' })
  }
  return ticketId && client.enqueue('ticket.write', { ticketId, id, text })
}

/** The reply of a sign-in gets lost like any other: the server has merged the guest then, and the device does not know. */
async function signIn(history: SimHistory, person: Person, tab: SimTab, account: Account | undefined) {
  if (!account || person.means === account || person.isLeaving || person.network.weather === 'off') return
  const { stay, device } = person
  // Whoever signs in over somebody else was asked about what is unsent, as if they had signed out. A guest goes along.
  for (const other of history.witness.stays) {
    if (person.means && other.device === device && !(other === stay && stay.isGuest)) other.isOver = true
  }
  if (stay.isGuest && stay.account) stay.alsoOf = [...(stay.alsoOf ?? []), account]
  else if (stay.isGuest) stay.account = account
  person.means = account
  if (await login(history, person, tab, account)) await handOver(history, person, tab, account)
}

/** @returns whether they heard a yes */
export async function login(history: SimHistory, { device, network }: Person, tab: SimTab, { email }: Account): Promise<boolean> {
  const deadline = new AbortController()
  history.clock.after(PATIENCE_MS, () => deadline.abort(new TypeError('Failed to fetch')))
  const headers = { 'content-type': 'application/json' }
  const init = { method: 'POST', headers, body: JSON.stringify({ email, password: PASSWORD }), signal: deadline.signal }
  try {
    return await device.locks.of(tab.realm).exclusively(GUEST_LOCK, async () => {
      const { ok } = await network.of(tab.realm)('/api/auth/login', init)
      if (ok) await forgetSignOut(tab.directory).catch(() => undefined)
      return ok
    })
  } catch {
    return false // The person sees "no connection" and tries again later.
  }
}

export async function handOver({ witness }: SimHistory, person: Person, tab: SimTab, account: Account) {
  await tab.client.switchPrincipal(account.principalId)
  person.stay = witness.begin({ device: person.device, account, isGuest: false, isOver: false })
}

async function signOut(history: SimHistory, person: Person, tab: SimTab) {
  if (!person.means || tab.private?.principal === 'guest') return
  person.means = undefined
  person.isLeaving = true
  await leave(history, person, tab)
}

/** The person was asked about what is unsent, and gives it up. A tab that dies here is followed by one that goes on. */
export async function leave({ witness }: SimHistory, person: Person, tab: SimTab) {
  for (const stay of witness.stays) if (stay.device === person.device) stay.isOver = true
  await tab.client.switchPrincipal('guest')
  person.stay = witness.begin({ device: person.device, account: undefined, isGuest: true, isOver: false })
  person.isLeaving = false
}
