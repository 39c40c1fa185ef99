import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { ProjectId } from '#shared/ids.ts'
import { keepAnswer } from '#web/features/newsletter/early-access-flag.ts'
import { saveToken } from '#web/features/profile-requests/kept-token.ts'
import { countVisit } from '#web/net/tab/count-views.ts'
import { browserPlatform, onTriggers } from './browser-platform.ts'

const sync = vi.fn()
const cameOnline = vi.fn()
let isVisible = true

beforeAll(() => {
  vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => (isVisible ? 'visible' : 'hidden'))
  onTriggers(sync, cameOnline)
  expect(sync).toHaveBeenCalledTimes(1) // The launch itself.
})
beforeEach(() => {
  vi.clearAllMocks()
})

const happens = (event: string, more: object = {}, on: EventTarget = window) =>
  on.dispatchEvent(Object.assign(new Event(event), more))

test.each<[string, () => void, syncs: number, onlineCalls: number]>([
  ['the user returns to the window', () => happens('focus'), 1, 0],
  ['the network is back', () => happens('online'), 0, 1],
  ['the network is lost', () => happens('offline'), 1, 0],
  ['a page comes back from the browser’s history', () => happens('pageshow', { persisted: true }), 1, 0],
  ['a page is shown for the first time, which is the launch', () => happens('pageshow', { persisted: false }), 0, 0],
  ['a page that was frozen resumes', () => happens('resume', {}, document), 1, 0],
  ['a tab becomes visible', () => happens('visibilitychange', {}, document), 1, 0],
])('when %s, a sync starts immediately', (_, happen, syncs, onlineCalls) => {
  isVisible = true
  happen()
  expect([sync.mock.calls.length, cameOnline.mock.calls.length]).toEqual([syncs, onlineCalls])
})

test('a tab that is hidden does not sync', () => {
  isVisible = false
  happens('visibilitychange', {}, document)
  expect(sync).not.toHaveBeenCalled()
})

test('a sign-out removes a mailed secret and the visits from the tab storage, and keeps the answers of its screens', () => {
  saveToken('secret')
  countVisit({ subject: 'project', id: 'prj_1' as ProjectId, kind: 'view' })
  keepAnswer('seen')
  expect(Object.keys(sessionStorage)).toHaveLength(3)
  browserPlatform().forgetInTab()
  expect(Object.keys(sessionStorage)).toEqual(['latchkeyEarly'])
  expect(saveToken('')).toBe('')
})
