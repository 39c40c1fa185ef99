import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { MutationId } from '#shared/ids.ts'
import { setPrivateDb } from '#web/db/tab/databases.ts'
import { provideSync } from '#web/sync/engine/sync-port.ts'
import { Toaster } from '#web/ui/toaster.tsx'
import { EarlyAccessPlace } from './early-access-host.tsx'
import { EarlyAccessPopup } from './early-access-popup.tsx'

let bought = 0
beforeEach(() => {
  sessionStorage.clear()
  bought = 0
  setPrivateDb({ principal: 'guest', contacts: { count: async () => bought } } as never)
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  setPrivateDb(undefined)
  document.body.replaceChildren()
})

const popup = () => screen.queryByRole('dialog', { name: 'Early access' })
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const storedAnswer = () => sessionStorage.getItem('latchkeyEarly')

async function open(isDeferred = false) {
  vi.useFakeTimers()
  return render(<EarlyAccessPlace isDeferred={isDeferred} />)
}

test('it opens two seconds after the app, and "Maybe later" applies to the session', async () => {
  const { unmount } = await open()
  await pass(1990)
  expect(popup()).toBeNull()
  await pass(20)
  vi.useRealTimers()
  expect(await screen.findByRole('dialog', { name: 'Early access' })).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Maybe later' }))
  expect(popup()).toBeNull()
  expect(storedAnswer()).toBe('seen')

  unmount()
  await open()
  await pass(5000)
  expect(popup()).toBeNull()
})

test('any value of the flag suppresses it', async () => {
  sessionStorage.setItem('latchkeyEarly', '')
  await open()
  await pass(5000)
  expect(popup()).toBeNull()
})

test('during a gate, a payment or a dialog it waits, and opens afterwards', async () => {
  const dialog = document.body.appendChild(document.createElement('dialog'))
  dialog.setAttribute('open', '')
  const { rerender } = await open(true)
  await pass(5000)
  expect(popup()).toBeNull()
  rerender(<EarlyAccessPlace isDeferred={false} />)
  await pass(100)
  expect(popup()).toBeNull()

  vi.useRealTimers()
  dialog.remove()
  expect(await screen.findByRole('dialog', { name: 'Early access' })).toBeTruthy()
})

test('while a control has the keyboard focus it waits, and its own field does not close it', async () => {
  const field = document.body.appendChild(document.createElement('input'))
  field.focus()
  await open()
  await pass(5000)
  expect(popup()).toBeNull()

  vi.useRealTimers()
  act(() => field.blur())
  expect(await screen.findByRole('dialog', { name: 'Early access' })).toBeTruthy()
  act(() => screen.getByLabelText('Email').focus())
  expect(popup()).toBeTruthy()
})

test('without a network, and after a purchase on this device, it does not open', async () => {
  bought = 1
  await open()
  await pass(5000)
  expect(popup()).toBeNull()
  cleanup()
  bought = 0
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  await open()
  await pass(5000)
  expect(popup()).toBeNull()
})

function openPopup() {
  const joined = vi.fn()
  render(
    <>
      <EarlyAccessPopup onJoined={joined} onLater={() => undefined} />
      <Toaster />
    </>,
  )
  return joined
}
const typeEmail = (email: string) => fireEvent.change(screen.getByLabelText('Email'), { target: { value: email } })
const submit = () => fireEvent.submit(screen.getByLabelText('Email').closest('form') ?? document.body)

test.each(['', 'nobody'])('"%s" is not an address', async (email) => {
  const fetch = vi.fn()
  vi.stubGlobal('fetch', fetch)
  openPopup()
  typeEmail(email)
  submit()
  expect(await screen.findByText('Invalid email')).toBeTruthy()
  expect(screen.getByText('Please enter a valid email address.')).toBeTruthy()
  expect(fetch).not.toHaveBeenCalled()
})

test('a user who joins is welcomed, and cannot press twice while the request is pending', async () => {
  let reply = (_: Response) => {}
  const bodies: unknown[] = []
  vi.stubGlobal('fetch', (_: string, { body }: RequestInit) => {
    bodies.push(JSON.parse(String(body)))
    return new Promise<Response>((resolve) => {
      reply = resolve
    })
  })
  const joined = openPopup()
  typeEmail('ada@founders.example')
  submit()
  expect(await screen.findByRole('button', { name: 'Joining...' })).toHaveProperty('disabled', true)
  await act(async () => reply(new Response('{"success":true}')))
  expect(await screen.findByText('Welcome to Latchkey!')).toBeTruthy()
  expect(
    screen.getByText('Confirm your email with the link we sent you, and you’ll be the first to get early bird deals.'),
  ).toBeTruthy()
  expect(joined).toHaveBeenCalledOnce()
  expect(bodies).toEqual([{ email: 'ada@founders.example', source: 'early_access' }])
})

test('a failure is shown, and the address remains', async () => {
  vi.stubGlobal('fetch', async () => new Response('', { status: 503 }))
  const joined = openPopup()
  typeEmail('ada@founders.example')
  submit()
  expect(await screen.findByText('Something went wrong')).toBeTruthy()
  expect(screen.getByText('Please try again or check your email format.')).toBeTruthy()
  expect(screen.getByLabelText('Email')).toHaveProperty('value', 'ada@founders.example')
  expect(joined).not.toHaveBeenCalled()
})

test('a newsletter that was switched off is named as the reason, and the address remains', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ message: 'Off.', code: 'switched-off' }, { status: 403 }))
  const joined = openPopup()
  typeEmail('ada@founders.example')
  submit()
  expect(await screen.findByText('The newsletter takes no new subscribers at the moment.')).toBeTruthy()
  expect(screen.getByLabelText('Email')).toHaveProperty('value', 'ada@founders.example')
  expect(joined).not.toHaveBeenCalled()
})

test('without a network the address is stored on this device, and the message states that', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  const queued: unknown[] = []
  provideSync({
    enqueue: async (...entry) => {
      queued.push(entry)
      return 'queued' as MutationId
    },
    pendingCount: async () => 0,
    switchPrincipal: async () => undefined,
    retryRefused: async () => undefined,
    discardEntry: async () => undefined,
    store: async () => undefined,
    requestSync: () => undefined,
  })
  const joined = openPopup()
  typeEmail('ada@founders.example')
  submit()
  expect(await screen.findByText('Sends when you are online.')).toBeTruthy()
  expect(screen.queryByText('Welcome to Latchkey!')).toBeNull()
  expect(queued).toEqual([['earlyAccess.join', { email: 'ada@founders.example', source: 'early_access' }]])
  expect(joined).toHaveBeenCalledOnce()
})
