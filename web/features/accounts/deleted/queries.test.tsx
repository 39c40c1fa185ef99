import { useLocation } from '@tanstack/react-router'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { Dexie } from 'dexie'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { renderInRouter } from '#tests/support/render-in-router.tsx'
import { PrivateDatabase } from '#web/db/private-database.ts'
import { directoryDb, setPrivateDb } from '#web/db/tab/databases.ts'
import { FarewellPlace } from './account-deleted-notice.tsx'
import { useFarewell } from './queries.ts'

beforeEach(() => setPrivateDb(new PrivateDatabase('guest', 'life')))
afterEach(async () => {
  cleanup()
  setPrivateDb(undefined)
  await directoryDb.meta.clear()
})

const pointer = { principal: 'guest', life: 'life', leaving: [] } as const

test.each([
  [0, null],
  [1, 'One change that had not synced is lost.'],
  [3, '3 changes that had not synced are lost.'],
])('a deletion elsewhere is reported once, with the number of lost changes: %d', async (unsent, sentence) => {
  await directoryDb.setMeta('principal', { ...pointer, leaving: [], deleted: { unsent } })
  await renderInRouter(<FarewellPlace />)
  expect(await screen.findByRole('dialog', { name: 'This account was deleted' })).toBeTruthy()
  expect(screen.queryByText(/lost/)?.textContent ?? null).toBe(sentence)
  fireEvent.click(screen.getByRole('button', { name: 'OK' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await waitFor(async () => expect(await directoryDb.getMeta('principal')).toEqual(pointer))
})

test('the notice is shown only when the next database is open: until then the page restarts, and loses input', async () => {
  setPrivateDb(undefined)
  await directoryDb.setMeta('principal', { ...pointer, leaving: [], ended: { unsent: 0 } })
  const Pointer = () => <output>{useFarewell()?.life}</output>
  await renderInRouter(
    <>
      <FarewellPlace />
      <Pointer />
    </>,
  )
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe('life'))
  await import('./account-deleted-summary.tsx')
  expect(screen.queryByRole('dialog')).toBeNull()
  setPrivateDb(new PrivateDatabase('guest', 'life'))
  expect(await screen.findByRole('dialog', { name: 'This browser was signed out' })).toBeTruthy()
})

test('without a notice no dialog is shown', async () => {
  await directoryDb.setMeta('principal', { ...pointer, leaving: [] })
  await renderInRouter(<FarewellPlace />)
  await directoryDb.getMeta('principal')
  expect(screen.queryByRole('dialog')).toBeNull()
})

test.each([
  [0, null],
  [1, 'One change that had not synced is kept here, encrypted. It is sent when you sign in to this account again.'],
  [3, '3 changes that had not synced are kept here, encrypted. They are sent when you sign in to this account again.'],
])('a session ended elsewhere is reported once, with the number of sealed changes: %d', async (unsent, sentence) => {
  await directoryDb.setMeta('principal', { ...pointer, leaving: [], ended: { unsent } })
  await renderInRouter(<FarewellPlace />)
  expect(await screen.findByRole('dialog', { name: 'This browser was signed out' })).toBeTruthy()
  expect(screen.getByText(/from another browser, or your password changed/)).toBeTruthy()
  expect(screen.queryByText(/kept here/)?.textContent ?? null).toBe(sentence)
  fireEvent.click(screen.getByRole('button', { name: 'OK' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await waitFor(async () => expect(await directoryDb.getMeta('principal')).toEqual(pointer))
})

test('the notice leads to the sign-in, and is dismissed by that', async () => {
  await directoryDb.setMeta('principal', { ...pointer, leaving: [], ended: { unsent: 1 } })
  const Where = () => <output>{useLocation().pathname}</output>
  await renderInRouter(
    <>
      <Where />
      <FarewellPlace />
    </>,
  )
  fireEvent.click(await screen.findByRole('button', { name: 'Sign In' }))
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe('/auth'))
  await waitFor(async () => expect(await directoryDb.getMeta('principal')).toEqual(pointer))
})

test('a device of a suspended account names the suspension, and leads to support', async () => {
  await directoryDb.setMeta('principal', { ...pointer, leaving: [], ended: { unsent: 1, isSuspended: true } })
  const Where = () => <output>{useLocation().pathname}</output>
  await renderInRouter(
    <>
      <Where />
      <FarewellPlace />
    </>,
  )
  const dialog = await screen.findByRole('dialog', { name: 'This account is suspended' })
  expect(dialog.textContent).toContain('Latchkey has suspended your account')
  expect(dialog.textContent).toContain('It is sent when you can sign in to this account again.')
  expect(dialog.textContent).not.toContain('another browser')
  fireEvent.click(screen.getByRole('button', { name: 'Contact Support' }))
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe('/support'))
})

test.each([
  ['This account was deleted', 'OK', { deleted: { unsent: 0 } }],
  ['This browser was signed out', 'OK', { ended: { unsent: 0 } }],
  ['This browser was signed out', 'Sign In', { ended: { unsent: 0 } }],
])('the dialog closes immediately while the device is still being erased: %s, %s', async (name, button, reason) => {
  await directoryDb.setMeta('principal', { ...pointer, leaving: [], ...reason })
  const Where = () => <output>{useLocation().pathname}</output>
  await renderInRouter(
    <>
      <Where />
      <FarewellPlace />
    </>,
  )
  await screen.findByRole('dialog', { name })
  let release: () => void = () => undefined
  const isReleased = new Promise<void>((resolve) => {
    release = resolve
  })
  const holding = directoryDb.transaction('rw', directoryDb.meta, () => Dexie.waitFor(isReleased))
  fireEvent.click(screen.getByRole('button', { name: button }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(screen.getByRole('status').textContent).toBe(button === 'Sign In' ? '/auth' : '/')
  release()
  await holding
  await waitFor(async () => expect(await directoryDb.getMeta('principal')).toEqual(pointer))
})
