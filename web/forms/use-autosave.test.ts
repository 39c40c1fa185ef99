import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { PrincipalId } from '#shared/ids.ts'
import { PrivateDatabase } from '#web/db/private-database.ts'
import { setPrivateDb } from '#web/db/tab/databases.ts'
import { useAutosave } from './use-autosave.ts'

let stores: { isFinished: boolean; settle: PromiseWithResolvers<boolean> }[]

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  stores = []
})
afterEach(() => {
  cleanup()
  setPrivateDb(undefined)
  vi.useRealTimers()
})

function open() {
  const store = (isFinished: boolean) => {
    const settle = Promise.withResolvers<boolean>()
    stores.push({ isFinished, settle })
    return settle.promise
  }
  const { result, unmount } = renderHook(() => useAutosave(store))
  return {
    phase: () => result.current.phase,
    change: () => act(() => result.current.noteChange()),
    save: (isFinished?: boolean) => result.current.save(isFinished),
    passes: (ms: number) => act(async () => vi.advanceTimersByTime(ms)),
    isStored: (at: number, isAll = true) => act(async () => stores[at]?.settle.resolve(isAll)),
    fails: (at: number) => act(async () => stores[at]?.settle.reject(new Error('QuotaExceededError'))),
    unmount,
  }
}

test('the pause is counted from the last change, and the phase is "saved" only once the store has completed', async () => {
  const form = open()
  form.change()
  await form.passes(599)
  form.change()
  await form.passes(599)
  expect([form.phase(), stores.length]).toEqual(['writing', 0])
  await form.passes(1)
  expect([form.phase(), stores.length]).toEqual(['saving', 1])
  await form.isStored(0)
  expect(form.phase()).toBe('saved')
})

test.each([
  ['is hidden', () => document.dispatchEvent(new Event('visibilitychange'))],
  ['is left', () => window.dispatchEvent(new Event('pagehide'))],
])('a page that %s saves in the same step, because it may not run again', (_, event) => {
  const form = open()
  form.change()
  act(() => void event())
  expect(stores).toHaveLength(1)
})

test('a form that is removed from the page saves', () => {
  const form = open()
  form.change()
  form.unmount()
  expect(stores).toHaveLength(1)
})

test('without a change nothing is stored, unless the user has finished', async () => {
  const form = open()
  expect(await form.save()).toBe(true)
  expect(stores).toHaveLength(0)
  const finished = form.save(true)
  expect(stores.map(({ isFinished }) => isFinished)).toEqual([true])
  await form.isStored(0)
  expect(await finished).toBe(true)
})

test('saves run one after the other, and one that finds nothing new stores nothing', async () => {
  const form = open()
  form.change()
  const first = form.save()
  form.change()
  const second = form.save()
  const third = form.save()
  expect(stores).toHaveLength(1)
  await form.isStored(0, false)
  expect([await first, stores.length]).toEqual([false, 2])
  await form.isStored(1)
  expect([await second, await third, stores.length, form.phase()]).toEqual([true, true, 2, 'saved'])
})

test('a device that cannot store is reported, and the next change or event tries again', async () => {
  const form = open()
  form.change()
  const save = form.save()
  await form.fails(0)
  expect([await save, form.phase()]).toEqual([false, 'unsaved'])
  act(() => void window.dispatchEvent(new Event('pagehide')))
  expect(stores).toHaveLength(2)
})

test('changes of an account that has left are not stored for the next principal', async () => {
  setPrivateDb(new PrivateDatabase('ada' as PrincipalId, 'life'))
  const form = open()
  form.change()
  setPrivateDb(new PrivateDatabase('guest', 'next life'))
  expect(await form.save()).toBe(false)
  form.unmount()
  expect(stores).toEqual([])
})

test('changes of a guest who signs in are stored for the account', () => {
  setPrivateDb(new PrivateDatabase('guest', 'life'))
  const form = open()
  form.change()
  setPrivateDb(new PrivateDatabase('ada' as PrincipalId, 'next life'))
  void form.save()
  expect(stores).toHaveLength(1)
})
