import type { TicketId } from '#shared/ids.ts'
import { keyOfFact } from '#tests/sync/simulator/checks/fact-key.ts'
import { changeFact, type FactAction } from '#tests/sync/simulator/checks/shown-facts.ts'
import { editTexts } from '#tests/sync/simulator/checks/shown-text.ts'
import { type Account, messageOf, type Session } from '#tests/sync/simulator/checks/written.ts'
import { PASSWORD } from '#tests/sync/support/world.ts'
import { GUEST_LOCK } from '#web/net/guest-lock.ts'
import { forgetSignOut } from '#web/sync/engine/forget-sign-out.ts'
import { ENTRIES } from './base.ts'
import type { SimDevice, SimTab } from './device.ts'
import type { SimHistory } from './history.ts'
import type { Person } from './person.ts'
import { removePhoto, sendPhotos, takePhoto } from './photos.ts'
import type { Action, AutosaveAction } from './steps.ts'
import { write } from './writes.ts'

/** How long a user waits for a sign-in that does not answer. */
const PATIENCE_MS = 60_000

/** Performs one action of a user in one of their tabs. */
export async function performAction(history: SimHistory, person: Person, tab: SimTab, action: Action): Promise<void> {
  await tab.started.catch((error) => {
    // The tab reports that it could not start; a user opens another one.
    tab.context.die()
    throw error
  })
  // A tab died during the sign-out: the user sees that they are signed out, or signs out now, before any other action.
  if (person.isLeaving) await leave(history, person, tab)
  if (action.do === 'sign in') return signIn(history, person, tab, history.accounts[action.account])
  if (action.do === 'sign out') return signOut(history, person, tab)
  if (action.do === 'sync') {
    sendPhotos(history, person, tab)
    return tab.client.requestSync()
  }
  // The screen reports that they were signed out elsewhere, and they sign in before any other action.
  if (isSignedOutElsewhere(person, tab) && !(await signInAgain(history, person, tab))) return
  if (action.do === 'photo') return takePhoto(history, person, tab, sessionIn(history, person, tab), action)
  if (action.do === 'delete photo') return removePhoto(history, tab, action)
  if (action.do === 'hours' && action.nextDay !== undefined) {
    await performWrite(history, person, tab, action)
    return performWrite(history, person, tab, { ...action, day: action.nextDay })
  }
  if (action.do === 'set' && action.next) {
    await performWrite(history, person, tab, action)
    return performWrite(history, person, tab, { ...action, of: action.next, value: action.value + 1 })
  }
  if (action.do !== 'write much') return performWrite(history, person, tab, action)
  // Each message is reported as saved before the next one is begun.
  const hasTicket = (await ticketOf(tab, { do: 'write on' })) !== undefined
  for (let time = 0; time < action.times; time++)
    await performWrite(history, person, tab, { do: hasTicket ? 'write on' : 'feedback' }, MUCH)
}

/** Characters of a long message, the maximum of a form. */
const MUCH = 5000

/** Whether the device no longer shows the account that its user believes to be signed in to. */
const isSignedOutElsewhere = ({ session }: Person, tab: SimTab) => tab.private?.principal === 'guest' && !session.isGuest

/** @returns whether the user is signed in to the intended account again */
async function signInAgain(history: SimHistory, person: Person, tab: SimTab): Promise<boolean> {
  const { intended } = person
  if (!intended || person.network.conditions === 'off' || !(await login(history, person, tab, intended))) return false
  await switchAccount(history, person, tab, intended)
  return true
}

/**
 * A tab autosaves what was typed in it, if it has started. Nothing was typed in a tab that started after its user's sign-out and
 * has not shown it to them yet.
 */
export async function autosave(history: SimHistory, person: Person, tab: SimTab, action: AutosaveAction): Promise<void> {
  const hasStarted = await tab.started.then(
    () => true,
    () => false,
  )
  if (hasStarted && !isSignedOutElsewhere(person, tab)) await performWrite(history, person, tab, action)
}

async function performWrite(history: SimHistory, person: Person, tab: SimTab, action: Action, length = 0): Promise<void> {
  const session = sessionIn(history, person, tab)
  const { oracle, accounts } = history
  const { writes } = oracle
  const token = history.oracle.newToken(session)
  const begunAfter = writes.length
  const message = messageOf(token).padEnd(length, '.')
  const about = await ticketOf(tab, action)
  const toggle = { device: person.device, orderingKey: orderingKeyOf(action) }
  history.oracle.unreported.add(toggle)
  const edited = action.do === 'text' ? await editTexts(oracle, tab, { action, session }) : undefined
  const changed = isFact(action) ? await changeFact(tab, { oracle, accounts, action, token, session }) : undefined
  const id = (edited ?? changed)?.id ?? (await write({ tab, oracle }, action, token, session, message, about))
  history.oracle.unreported.delete(toggle)
  if (!id) return
  const isNote = NOTES.includes(action.do)
  // A new entry has a day as well.
  const fact = changed?.fact ?? (isNote ? oracle.facts.get(token) : undefined)
  const written = {
    ...{ token, session, id, message, about, begunAfter, isNote, fact },
    isMerged: isNote || action.do === 'draft',
    hasMessage: LOGGED.includes(action.do),
    isOn: action.do === 'save' ? action.isOn : undefined,
    orderingKey: keyOfFact(changed?.fact) ?? orderingKeyOf(action),
    edit: undefined,
  }
  if (!edited) writes.push(written)
  for (const [each, edit] of edited?.edits ?? []) writes.push({ ...written, token: each, orderingKey: edit.orderingKey, edit })
}

/**
 * The session that the tab belongs to now: a pull or another tab may have learned of a sign-in before the tab that requested it.
 */
function sessionIn({ oracle, accounts }: SimHistory, { session, device }: Person, tab: SimTab): Session {
  const account = accounts.find(({ principalId }) => principalId === tab.private?.principal)
  return !account || session.account === account
    ? session
    : oracle.startSession({ device, account, isGuest: false, isOver: false })
}

/** The key of a mutation whose last value wins. */
function orderingKeyOf(action: Action): string | undefined {
  if (action.do === 'save') return `${action.do} ${action.vc}`
  if (action.do === 'entry') return `entry ${ENTRIES[action.about]}`
  if (action.do === 'delete person') return `${action.do} ${action.person}`
  if (action.do === 'delete entry') return `${action.do} ${action.about}`
  return action.do === 'vote' ? action.do : undefined
}

/** Texts that are merged by three ways and may be appended to each other. */
const NOTES: Action['do'][] = ['note', 'note on person', 'entry', 'template']

/** The server's database logs every text of these that takes effect. */
const LOGGED: Action['do'][] = ['feedback', 'support', 'write on', 'rate']

const isFact = (action: Action): action is FactAction => ['rate', 'hours', 'read', 'tag', 'set'].includes(action.do)

/** The ticket that a message replies to. */
async function ticketOf({ private: db }: SimTab, action: Action): Promise<TicketId | undefined> {
  if (action.do !== 'write on') return undefined
  const [ticket] = (await db?.tickets.toArray().catch(() => [])) ?? []
  return ticket?.id as TicketId | undefined
}

/** The reply of a sign-in can be lost like any other: the server has merged the guest then, and the device does not know. */
async function signIn(history: SimHistory, person: Person, tab: SimTab, account: Account | undefined) {
  if (!account || person.intended === account || person.isLeaving || person.network.conditions === 'off') return
  const { session, device } = person
  // A tab may have died after the device switched to the account of the previous sign-in: its user sees that account.
  const isGuest = session.isGuest && !isShown(device, session.account)
  // A sign-in over another account asks about unsent mutations, as a sign-out does. A guest's mutations are taken along.
  for (const other of history.oracle.sessions) {
    if (person.intended && other.device === device && !(other === session && isGuest)) other.isOver = true
  }
  if (isGuest && session.account) session.alsoOf = [...(session.alsoOf ?? []), account]
  else if (isGuest) session.account = account
  person.intended = account
  if (await login(history, person, tab, account)) await switchAccount(history, person, tab, account)
}

const isShown = ({ pointer }: SimDevice, account: Account | undefined) =>
  account !== undefined && pointer?.principal === account.principalId

/** @returns whether the server accepted the sign-in and its reply arrived */
export async function login(history: SimHistory, { device, network }: Person, tab: SimTab, { email }: Account): Promise<boolean> {
  const deadline = new AbortController()
  history.clock.after(PATIENCE_MS, () => deadline.abort(new TypeError('Failed to fetch')))
  const headers = { 'content-type': 'application/json' }
  const init = { method: 'POST', headers, body: JSON.stringify({ email, password: PASSWORD }), signal: deadline.signal }
  try {
    return await device.locks.of(tab.context).exclusively(GUEST_LOCK, async () => {
      const { ok } = await network.of(tab.context)('/api/auth/login', init)
      if (ok) await forgetSignOut(tab.directory).catch(() => undefined)
      return ok
    })
  } catch {
    return false // The user sees "no connection" and tries again later.
  }
}

export async function switchAccount({ oracle }: SimHistory, person: Person, tab: SimTab, account: Account) {
  await tab.client.switchPrincipal(account.principalId)
  person.session = oracle.startSession({ device: person.device, account, isGuest: false, isOver: false })
}

async function signOut(history: SimHistory, person: Person, tab: SimTab) {
  if (!person.intended || tab.private?.principal === 'guest') return
  person.intended = undefined
  person.isLeaving = true
  await leave(history, person, tab)
}

/** The user was asked about unsent mutations and discards them. If a tab dies here, the next tab continues. */
export async function leave({ oracle }: SimHistory, person: Person, tab: SimTab) {
  for (const session of oracle.sessions) if (session.device === person.device) session.isOver = true
  await tab.client.switchPrincipal('guest')
  person.session = oracle.startSession({ device: person.device, account: undefined, isGuest: true, isOver: false })
  person.isLeaving = false
}
