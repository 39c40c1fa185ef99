import { act, cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { renderInRouter } from '#tests/support/render-in-router.tsx'
import type { DirectoryState, SyncPhase } from '#web/db/directory-database.ts'
import type { OutboxEntry } from '#web/db/outbox-entry.ts'
import { PrivateDatabase } from '#web/db/private-database.ts'
import { directoryDb, setPrivateDb } from '#web/db/tab/databases.ts'
import { faces, type StatusPillState } from './sync-status-pill.tsx'

/** The pill and the status it follows as a page finds them at its start: nothing is known. */
async function openPage() {
  vi.resetModules()
  const [{ SyncPill }, status, current] = await Promise.all([
    import('./sync-pill.tsx'),
    import('#web/sync/tab/use-sync-status.ts'),
    import('#web/db/tab/databases.ts'),
  ])
  await renderInRouter(<SyncPill />)
  current.setPrivateDb(mine)
  return status
}

const WHOLE: DirectoryState = { epoch: 'e', parts: [], base: 'b', isComplete: true, revision: 1 }
const NOON = new Date(new Date().setHours(12, 5, 0, 0)).toISOString()
let mine: PrivateDatabase
/** What the browser keeps of the app itself. */
let shell: { isActive: boolean; isCached: boolean }

beforeEach(async () => {
  shell = { isActive: true, isCached: true }
  const registration = async () => ({ active: shell.isActive ? {} : null })
  const serviceWorker = Object.assign(new EventTarget(), { getRegistration: registration, ready: registration() })
  Object.defineProperty(navigator, 'serviceWorker', { value: serviceWorker, configurable: true })
  vi.stubGlobal('caches', { match: async () => (shell.isCached ? new Response('') : undefined) })
  await directoryDb.meta.clear()
  await directoryDb.setMeta('directory', WHOLE)
  await directoryDb.setMeta('phase', { kind: 'idle' })
  mine = new PrivateDatabase('guest', 'life')
  await Promise.all([mine.outbox.clear(), mine.meta.put({ key: 'validatedAt', value: Date.now() })])
})
afterEach(() => {
  cleanup()
  setPrivateDb(undefined)
  mine.close()
  Reflect.deleteProperty(navigator, 'serviceWorker')
  vi.unstubAllGlobals()
})

const said = () => screen.getByRole('status').textContent
const says = (words: string) => vi.waitFor(() => expect(said()).toBe(words))
const phase = (next: SyncPhase) => directoryDb.setMeta('phase', next)
const queue = (...states: OutboxEntry['state'][]) =>
  mine.outbox.bulkAdd(
    states.map((state, at) => ({ id: `m${at}`, name: 'vote.cast', args: {}, madeAt: NOON, state }) as OutboxEntry),
  )

/** How each state comes about on a device where all else is well, and what it says. */
const states: [StatusPillState['kind'], string, () => unknown, words: string][] = [
  ['connecting', 'nobody has answered for long', () => phase({ kind: 'connecting' }), 'Connecting…'],
  ['connecting', 'something waits before anybody has', () => [phase({ kind: 'connecting' }), queue('waiting')], '1 waiting'],
  ['connecting', 'the directory is not whole', () => directoryDb.meta.delete('directory'), 'Connecting…'],
  ['connecting', 'what is theirs was never confirmed', () => mine.meta.delete('validatedAt'), 'Connecting…'],
  ['ready', 'all is here and opens without a network', () => undefined, 'Ready offline'],
  ['current', 'no worker is installed', () => Object.assign(shell, { isActive: false }), 'Up to date'],
  ['current', 'the app was cleared from the cache', () => Object.assign(shell, { isCached: false }), 'Up to date'],
  ['syncing', 'the directory is arriving', () => phase({ kind: 'syncing', done: 2, total: 11 }), 'Syncing 2 of 11'],
  ['offline', 'nobody was reached', () => [phase({ kind: 'offline', since: NOON }), queue('waiting')], 'Offline since 12:05'],
  ['waiting', 'something is being sent', () => queue('waiting', 'waiting', 'waiting'), '3 waiting'],
  ['attention', 'the server refused', () => queue('refused', 'waiting'), 'Needs attention: One change was refused.'],
  ['attention', 'the device is full', () => phase({ kind: 'attention', message: 'It is full.' }), 'Needs attention: It is full.'],
  ['sign-in', 'the session has ended', () => [phase({ kind: 'sign-in' }), queue('waiting')], 'Sign in again'],
]

test.each(states)('%s: %s', async (_, __, arrange, words) => {
  await Promise.all([arrange()].flat())
  const { acceptStoredStatus } = await openPage()
  acceptStoredStatus()
  await says(words)
})

test('there is no state that a device cannot be in', () => {
  expect(new Set(states.map(([kind]) => kind))).toEqual(new Set(Object.keys(faces)))
})

test('a storage that fails is told over everything else, until it works again', async () => {
  const { reportStorageFault, acceptStoredStatus } = await openPage()
  acceptStoredStatus()
  act(() => reportStorageFault('The storage does not answer.'))
  await says('Needs attention: The storage does not answer.')
  act(() => reportStorageFault(undefined))
  await says('Ready offline')
})

test.each<[string, SyncPhase, string]>([
  ['was ready', { kind: 'idle' }, 'Ready offline'],
  ['was offline', { kind: 'offline', since: NOON }, 'Offline since 12:05'],
])('what an earlier launch stored when it %s is not believed before a leader lives', async (_, stored, words) => {
  await phase(stored)
  const { acceptStoredStatus } = await openPage()
  expect(said()).toBe('Connecting…')
  // Everything has been read by then.
  await queue('waiting')
  await says('1 waiting')
  await mine.outbox.clear()
  await says('Connecting…')
  acceptStoredStatus()
  await says(words)
})

test('a page that slept through what was told reads it as soon as a leader answers', async () => {
  const { acceptStoredStatus } = await openPage()
  acceptStoredStatus()
  await says('Ready offline')
  // Behind the back of whoever watches.
  const database = await new Promise<IDBDatabase>((done) => {
    const opened = indexedDB.open('latchkey-directory')
    opened.onsuccess = () => done(opened.result)
  })
  const writing = database.transaction('meta', 'readwrite')
  writing.objectStore('meta').put({ key: 'phase', value: { kind: 'offline', since: NOON } })
  await new Promise((done) => {
    writing.oncomplete = done
  })
  database.close()
  expect(said()).toBe('Ready offline')
  acceptStoredStatus()
  await says('Offline since 12:05')
})

test('offline is known beside a refusal that the pill tells first', async () => {
  await Promise.all([phase({ kind: 'offline', since: NOON }), queue('refused')])
  const { acceptStoredStatus, useIsOffline, useIsReached } = await openPage()
  const Both = () => <p>{`offline ${useIsOffline()}, reached ${useIsReached()}`}</p>
  await renderInRouter(<Both />)
  acceptStoredStatus()
  await says('Needs attention: One change was refused.')
  expect(screen.getByText('offline true, reached false')).toBeTruthy()
  await phase({ kind: 'idle' })
  await vi.waitFor(() => expect(screen.getByText('offline false, reached true')).toBeTruthy())
})

test('once the app is gone from the device, it is not called ready for offline any more', async () => {
  const { acceptStoredStatus } = await openPage()
  acceptStoredStatus()
  await says('Ready offline')
  Object.assign(shell, { isActive: false, isCached: false })
  act(() => void navigator.serviceWorker.dispatchEvent(new Event('message')))
  await says('Up to date')
})
