import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ProjectId } from '#shared/ids.ts'
import { countVisit } from '#web/net/visits.ts'
import { keepMember, wasMember } from './member-hint.ts'

const empty = () => {
  localStorage.clear()
  sessionStorage.clear()
}

beforeEach(() => {
  vi.useFakeTimers()
  empty()
})
afterEach(() => {
  vi.useRealTimers()
  empty()
})

const look = () => countVisit({ subject: 'project', id: 'prj_1' as ProjectId, kind: 'view' })
const kept = () => JSON.stringify([{ ...localStorage }, { ...sessionStorage }])

test('after a sign-out no tab holds which pages its person looked at', () => {
  keepMember(true)
  look()
  expect(kept()).toContain('prj_1')
  // Another tab was first to remove the mark.
  localStorage.removeItem('latchkeyMember')
  keepMember(false)
  expect(kept()).not.toContain('prj_1')
  expect(wasMember()).toBe(false)
})

test('a visitor without an account is counted once, however often the page is loaded', () => {
  look()
  keepMember(false)
  expect(kept()).toContain('prj_1')
})
