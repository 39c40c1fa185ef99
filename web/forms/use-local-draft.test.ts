import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { PrincipalId } from '#shared/ids.ts'
import { PrivateDatabase } from '#web/db/private-database.ts'
import { StorageTimeoutError } from '#web/db/storage-errors.ts'
import { draftWriter, storeDraft } from './local-draft.ts'
import { useLocalDraft, useRestoredDraft } from './use-local-draft.ts'

let db: PrivateDatabase
beforeEach(async () => {
  db = new PrivateDatabase('guest', 'life')
  await db.meta.put({ key: 'life', value: 'life' })
})
afterEach(async () => {
  cleanup()
  vi.useRealTimers()
  await db.delete()
})

test('of many keystrokes the latest is stored, and writes do not overlap', async () => {
  const written: string[] = []
  let isWriting = false
  const write = draftWriter<string>(async (draft) => {
    expect(isWriting).toBe(false)
    isWriting = true
    await new Promise((resolve) => setTimeout(resolve, 1))
    isWriting = false
    written.push(draft)
  })
  await Promise.all(['a', 'ab', 'abc', 'abcd'].map(write))
  expect(written).toEqual(['a', 'abcd'])
})

test('after a failed write the next one is attempted', async () => {
  let isFull = true
  const written: string[] = []
  const write = draftWriter<string>(async (draft) => {
    if (isFull) throw new Error('full')
    written.push(draft)
  })
  await expect(write('a')).rejects.toThrow('full')
  isFull = false
  await write('ab')
  expect(written).toEqual(['ab'])
})

test('a draft without content has no row, and a device of another generation stores nothing', async () => {
  await storeDraft(db, 'shared', { values: 'one' })
  expect((await db.drafts.get('shared'))?.values).toBe('one')
  await storeDraft(db, 'shared', undefined)
  expect(await db.drafts.count()).toBe(0)
  const earlier = new PrivateDatabase('guest', 'earlier life')
  await expect(storeDraft(earlier, 'shared', { values: 'two' })).rejects.toThrow('changed hands')
  expect(await db.drafts.count()).toBe(0)
  earlier.close()
})

test('the status is behind until the draft is stored, keeps the fault of a failure, and recovers with the next draft', async () => {
  const writes: PromiseWithResolvers<void>[] = []
  const write = () => {
    const settle = Promise.withResolvers<void>()
    writes.push(settle)
    return settle.promise
  }
  const { result } = renderHook(() => useLocalDraft<string>(write))
  const keep = async (draft: string) => {
    let outcome: Promise<boolean> | undefined
    await act(async () => {
      outcome = result.current.keep(draft)
    })
    return () => outcome
  }
  const first = await keep('a')
  expect(result.current.status).toEqual({ fault: undefined, isKept: false, isBehind: true })
  await act(async () => writes[0]?.resolve())
  expect([await first(), result.current.status]).toEqual([true, { fault: undefined, isKept: true, isBehind: false }])

  const second = await keep('ab')
  const overdue = new StorageTimeoutError('The storage does not answer.')
  await act(async () => writes[1]?.reject(overdue))
  expect([await second(), result.current.status.fault]).toEqual([false, 'The storage does not answer.'])

  await keep('abc')
  expect(result.current.status.fault).toBe('The storage does not answer.')
  await act(async () => writes[2]?.resolve())
  expect(result.current.status).toEqual({ fault: undefined, isKept: true, isBehind: false })
})

test('a browser without storage keeps nothing and reports nothing', async () => {
  const { result } = renderHook(() => useLocalDraft<string>(undefined))
  expect(await result.current.keep('a')).toBe(false)
  expect(result.current.status).toEqual({ fault: undefined, isKept: false, isBehind: false })
})

const load = async (db: PrivateDatabase) => String((await db.drafts.get('shared'))?.values ?? '')

test('a draft is restored for its principal only', async () => {
  await storeDraft(db, 'shared', { values: 'the guest’s' })
  const ada = new PrivateDatabase('ada' as PrincipalId, 'life of ada')
  const { result, rerender } = renderHook((db: PrivateDatabase) => useRestoredDraft(db, load, ''), { initialProps: db })
  expect(result.current).toBeUndefined()
  await waitFor(() => expect(result.current).toBe('the guest’s'))
  rerender(ada)
  expect(result.current).toBeUndefined()
  await waitFor(() => expect(result.current).toBe(''))
  await ada.delete()
})

test('a device that cannot read, or has no storage, begins with the blank form', async () => {
  const fails = () => Promise.reject(new Error('unreadable'))
  const unreadable = renderHook(() => useRestoredDraft(db, fails, 'blank'))
  await waitFor(() => expect(unreadable.result.current).toBe('blank'))

  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const without = renderHook(() => useRestoredDraft(undefined, load, 'blank'))
  expect(without.result.current).toBeUndefined()
  await act(async () => vi.advanceTimersByTime(3000))
  expect(without.result.current).toBe('blank')
})
