import { act, cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { renderInRouter } from '#tests/support/render-in-router.tsx'
import { eventually } from '#tests/support/runner/eventually.ts'
import type { DirectoryState, SyncPhase } from '#web/db/directory-database.ts'
import type { OutboxEntry } from '#web/db/outbox-entry.ts'
import { PrivateDatabase } from '#web/db/private-database.ts'
import { directoryDb, setPrivateDb } from '#web/db/tab/databases.ts'
import { faces, type StatusPillState } from './sync-status-pill.tsx'

/** Loads the pill and the status it follows as after a page load: no status is known. */
async function openPage() {
  vi.resetModules()
  const [{ SyncPill }, status, current] = await Promise.all([
    import('./sync-status-pill.tsx'),
    import('#web/sync/tab/use-sync-status.ts'),
    import('#web/db/tab/databases.ts'),
  ])
  await renderInRouter(<SyncPill />)
  current.setPrivateDb(privateDb)
  return status
}

const WHOLE: DirectoryState = { epoch: 'e', parts: [], base: 'b', isComplete: true, revision: 1 }
const NOON = new Date(new Date().setHours(12, 5, 0, 0)).toISOString()
let privateDb: PrivateDatabase
/** The app shell as cached by the browser. */
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
  privateDb = new PrivateDatabase('guest', 'life')
  await Promise.all([privateDb.outbox.clear(), privateDb.meta.put({ key: 'validatedAt', value: Date.now() })])
})
afterEach(() => {
  cleanup()
  setPrivateDb(undefined)
  privateDb.close()
  Reflect.deleteProperty(navigator, 'serviceWorker')
  vi.unstubAllGlobals()
})

const pillText = () => screen.getByRole('status').textContent
const expectText = (text: string) => eventually(() => expect(pillText()).toBe(text))
const phase = (next: SyncPhase) => directoryDb.setMeta('phase', next)
const queue = (...states: OutboxEntry['state'][]) =>
  privateDb.outbox.bulkAdd(
    states.map((state, at) => ({ id: `m${at}`, name: 'vote.cast', args: {}, madeAt: NOON, state }) as OutboxEntry),
  )

/** How each state arises on a device without other problems, and its text. */
const states: [StatusPillState['kind'], string, () => unknown, text: string][] = [
  ['connecting', 'no leader has answered for a long time', () => phase({ kind: 'connecting' }), 'Connecting…'],
  [
    'connecting',
    'a mutation is pending before a leader has answered',
    () => [phase({ kind: 'connecting' }), queue('waiting')],
    '1 waiting',
  ],
  ['connecting', 'the directory is incomplete', () => directoryDb.meta.delete('directory'), 'Connecting…'],
  ['connecting', 'the private data was never confirmed', () => privateDb.meta.delete('validatedAt'), 'Connecting…'],
  ['ready', 'everything is loaded and opens without a network', () => undefined, 'Ready offline'],
  ['current', 'no worker is installed', () => Object.assign(shell, { isActive: false }), 'Up to date'],
  ['current', 'the app was cleared from the cache', () => Object.assign(shell, { isCached: false }), 'Up to date'],
  ['syncing', 'the directory is arriving', () => phase({ kind: 'syncing', done: 2, total: 11 }), 'Syncing 2 of 11'],
  ['offline', 'the server is unreachable', () => [phase({ kind: 'offline', since: NOON })], 'Offline since 12:05'],
  [
    'offline',
    'the server is unreachable, and mutations are pending',
    () => [phase({ kind: 'offline', since: NOON }), queue('waiting', 'waiting')],
    'Offline · 2 waiting',
  ],
  ['waiting', 'mutations are being sent', () => queue('waiting', 'waiting', 'waiting'), '3 waiting'],
  [
    'attention',
    'the server rejected a mutation',
    () => queue('refused', 'waiting'),
    'Needs attention: One change was not accepted.',
  ],
  ['attention', 'the device is full', () => phase({ kind: 'attention', message: 'It is full.' }), 'Needs attention: It is full.'],
  ['sign-in', 'the session has ended', () => [phase({ kind: 'sign-in' }), queue('waiting')], 'Sign in again'],
]

test.each(states)('%s: %s', async (_, __, arrange, text) => {
  await Promise.all([arrange()].flat())
  const { acceptStoredStatus } = await openPage()
  acceptStoredStatus()
  await expectText(text)
})

test('every state can occur on a device', () => {
  expect(new Set(states.map(([kind]) => kind))).toEqual(new Set(Object.keys(faces)))
})

test('a storage fault takes precedence over every other state until storage works again', async () => {
  const { reportStorageFault, acceptStoredStatus } = await openPage()
  acceptStoredStatus()
  act(() => reportStorageFault('The storage does not answer.'))
  await expectText('Needs attention: The storage does not answer.')
  act(() => reportStorageFault(undefined))
  await expectText('Ready offline')
})

test.each<[string, SyncPhase, string]>([
  ['was ready', { kind: 'idle' }, 'Ready offline'],
  ['was offline', { kind: 'offline', since: NOON }, 'Offline since 12:05'],
])('the phase that an earlier launch stored when it %s is ignored until a leader answers', async (_, stored, text) => {
  await phase(stored)
  const { acceptStoredStatus } = await openPage()
  expect(pillText()).toBe('Connecting…')
  // All stored values have been read at this point.
  await queue('waiting')
  await expectText('1 waiting')
  await privateDb.outbox.clear()
  await expectText('Connecting…')
  acceptStoredStatus()
  await expectText(text)
})

test('a page that missed notifications while suspended reads the stored phase as soon as a leader answers', async () => {
  const { acceptStoredStatus } = await openPage()
  acceptStoredStatus()
  await expectText('Ready offline')
  // Written without a notification to observers.
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
  expect(pillText()).toBe('Ready offline')
  acceptStoredStatus()
  await expectText('Offline since 12:05')
})

test('offline is reported beside a rejection that the pill shows first', async () => {
  await Promise.all([phase({ kind: 'offline', since: NOON }), queue('refused')])
  const { acceptStoredStatus, useIsOffline, useIsReached } = await openPage()
  const Both = () => <p>{`offline ${useIsOffline()}, reached ${useIsReached()}`}</p>
  await renderInRouter(<Both />)
  acceptStoredStatus()
  await expectText('Needs attention: One change was not accepted.')
  expect(screen.getByText('offline true, reached false')).toBeTruthy()
  await phase({ kind: 'idle' })
  await eventually(() => expect(screen.getByText('offline false, reached true')).toBeTruthy())
})

test('once the app shell cache is deleted, the pill no longer shows "Ready offline"', async () => {
  const { acceptStoredStatus } = await openPage()
  acceptStoredStatus()
  await expectText('Ready offline')
  Object.assign(shell, { isActive: false, isCached: false })
  act(() => void navigator.serviceWorker.dispatchEvent(new Event('message')))
  await expectText('Up to date')
})
