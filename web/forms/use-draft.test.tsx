import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { PrivateDatabase } from '#web/db/private-database.ts'
import { setPrivateDb } from '#web/db/tab/databases.ts'
import { useDraft } from './use-draft.ts'

const initial = { email: '', text: '' }
let db: PrivateDatabase
beforeEach(async () => {
  db = new PrivateDatabase('guest', 'life')
  await db.meta.put({ key: 'life', value: 'life' })
  setPrivateDb(db)
})
afterEach(async () => {
  cleanup()
  setPrivateDb(undefined)
  await db.delete()
})

const stored = async () => (await db.drafts.get('early-access'))?.values
const open = () => renderHook(() => useDraft('early-access', initial)).result

test('what is typed while the form is sent stays in its field and on the device; the fields that were sent are blank', async () => {
  const form = open()
  act(() => form.current.change('email', 'ada@founders.example'))
  act(() => form.current.change('text', 'Sent'))
  const { clear } = form.current
  act(() => form.current.change('text', 'Sent, and more'))
  await act(() => clear())
  expect(form.current.values).toEqual({ email: '', text: 'Sent, and more' })
  expect(await stored()).toEqual({ text: 'Sent, and more' })
})

test('a form that was sent without a later change has no draft', async () => {
  const form = open()
  act(() => form.current.change('text', 'Sent'))
  await waitFor(async () => expect(await stored()).toEqual({ text: 'Sent' }))
  await act(() => form.current.clear())
  expect([form.current.values, await stored()]).toEqual([initial, undefined])
})

test('values that a form adds as it sends them are forgotten with the others', async () => {
  const form = open()
  act(() => form.current.change('text', 'Sent'))
  const { forget, values } = form.current
  act(() => form.current.change('email', 'added@founders.example'))
  await act(() => forget({ ...values, email: 'added@founders.example' }))
  expect([form.current.values, await stored()]).toEqual([initial, undefined])
})
