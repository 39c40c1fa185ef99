import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { VcId } from '#shared/ids.ts'
import { renderInRouter } from '#tests/support/render-in-router.tsx'
import { sampleInvestor } from '#tests/support/samples/sample-investor.ts'
import { store } from '#web/features/directory/queries.ts'
import { pressOnKeys } from '#web/ui/shortcuts.ts'
import { Palette } from './palette.tsx'

const onClose = vi.fn()
const onSignOut = vi.fn()
beforeEach(() => {
  store.set.index.put([
    sampleInvestor({ id: 'recA' as VcId, name: 'Marit Moretti' }),
    sampleInvestor({ id: 'recB' as VcId, name: 'Marit Olsen' }),
  ])
  store.version += 1
})
afterEach(() => {
  cleanup()
  vi.clearAllMocks()
})

const open = () => renderInRouter(<Palette onClose={onClose} onSignOut={onSignOut} />)
const field = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Search everything' })
const type = (value: string) => fireEvent.change(field(), { target: { value } })
const press = (key: string, more = {}) => fireEvent.keyDown(field(), { key, ...more })
const active = () => document.getElementById(field().getAttribute('aria-activedescendant') ?? '')?.textContent
const selected = () => screen.getAllByRole('option', { selected: true }).map(({ textContent }) => textContent)

test('the field has the focus, and the first line is the active one', async () => {
  await open()
  expect(document.activeElement).toBe(field())
  expect(selected()).toEqual([active()])
})

test('the arrow keys move through the lines and around both ends, and Enter opens the active one', async () => {
  const { history } = await open()
  type('marit')
  await waitFor(() => expect(active()).toMatch(/^Marit Moretti/))
  press('ArrowDown')
  expect(active()).toMatch(/^Marit Olsen/)
  press('ArrowDown')
  expect(active()).toMatch(/^Marit Moretti/)
  press('ArrowUp')
  expect(active()).toMatch(/^Marit Olsen/)
  expect(selected()).toEqual([active()])
  press('Enter')
  await waitFor(() => expect(history.location.pathname).toBe('/vc/recB'))
  expect(onClose).toHaveBeenCalledOnce()
})

test('another letter makes the first line the active one again', async () => {
  await open()
  type('marit')
  await waitFor(() => expect(active()).toMatch(/^Marit Moretti/))
  press('ArrowDown')
  type('marit o')
  await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(1))
  expect(active()).toMatch(/^Marit Olsen/)
})

test('Enter of an input method chooses its candidate, and opens nothing', async () => {
  await open()
  press('Enter', { isComposing: true })
  expect(onClose).not.toHaveBeenCalled()
})

test('without a match the status says so, and Enter opens nothing', async () => {
  await open()
  type('qqqq')
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe('Nothing on this device matches.'))
  press('Enter')
  expect(onClose).not.toHaveBeenCalled()
})

test.each([
  ['Control+K', 'k', { ctrlKey: true }],
  ['Command+K', 'k', { metaKey: true }],
  ['Escape, also with a text,', 'Escape', {}],
])('%s closes it', async (_, key, keys) => {
  await open()
  type('marit')
  press(key, keys)
  expect(onClose).toHaveBeenCalledOnce()
})

test('Control or Command and K press the button that declares them, unless a dialog is open', () => {
  const opened = vi.fn()
  const stop = pressOnKeys()
  document.body.innerHTML = '<button aria-keyshortcuts="Control+K Meta+K"></button>'
  document.querySelector('button')?.addEventListener('click', opened)
  const keys = (more: object) => fireEvent.keyDown(document.body, { key: 'k', ...more })
  expect([keys({ ctrlKey: true }), keys({ metaKey: true, key: 'K' })]).toEqual([false, false])
  expect(opened).toHaveBeenCalledTimes(2)
  expect([keys({}), keys({ ctrlKey: true, shiftKey: true }), keys({ ctrlKey: true, metaKey: true })]).toEqual([true, true, true])
  document.body.append(Object.assign(document.createElement('dialog'), { open: true }))
  keys({ ctrlKey: true })
  expect(opened).toHaveBeenCalledTimes(2)
  stop()
  document.body.innerHTML = ''
})
