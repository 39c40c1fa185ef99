import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { PushOffer } from './push-offer.tsx'
import { PushSection } from './push-section.tsx'

type Around = {
  permission?: NotificationPermission
  /** What the user answers. */
  answer?: NotificationPermission
  hasWorker?: boolean
  hasPush?: boolean
  userAgent?: string
}

const requestPermission = vi.fn()
let isOnServer = false
let subscribed = false

/** A browser, its push service and the server. */
function arrange({ permission = 'default', answer = 'granted', hasWorker = true, hasPush = true, userAgent = 'Chrome' }: Around) {
  const state = { permission }
  requestPermission.mockImplementation(async () => {
    state.permission = answer
    return answer
  })
  const subscription = {
    toJSON: () => ({ endpoint: 'https://push.example/1', keys: { p256dh: 'key', auth: 'secret' } }),
    unsubscribe: async () => {
      subscribed = false
    },
  }
  const pushManager = {
    getSubscription: async () => (subscribed ? subscription : null),
    subscribe: async () => {
      subscribed = true
      return subscription
    },
  }
  const registration = hasWorker ? { pushManager } : undefined
  vi.stubGlobal('navigator', { userAgent, maxTouchPoints: 5, serviceWorker: { getRegistration: async () => registration } })
  vi.stubGlobal('Notification', {
    get permission() {
      return state.permission
    },
    requestPermission,
  })
  if (hasPush) vi.stubGlobal('PushManager', class {})
  vi.stubGlobal('fetch', async (_: string, { method = 'GET' }: RequestInit) => {
    if (method === 'PUT') isOnServer = true
    if (method === 'DELETE') isOnServer = false
    return Response.json({ publicKey: 'B', isOn: isOnServer })
  })
}

beforeEach(() => {
  isOnServer = false
  subscribed = false
  localStorage.clear()
  requestPermission.mockReset()
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const turn = () => screen.findByRole('switch', { name: 'Notifications on this device' })
const isEnabled = (control: HTMLElement) => waitFor(() => expect(control).toHaveProperty('disabled', false))

test('the switch asks for the permission only when it is used, and turns pushes on and off on the server', async () => {
  arrange({})
  render(<PushSection />)
  const control = await turn()
  await isEnabled(control)
  expect(requestPermission).not.toHaveBeenCalled()
  fireEvent.click(control)
  await waitFor(() => expect([isOnServer, subscribed]).toEqual([true, true]))
  await isEnabled(control)
  expect(control).toHaveProperty('checked', true)
  fireEvent.click(control)
  await waitFor(() => expect([isOnServer, subscribed]).toEqual([false, false]))
  await isEnabled(control)
  expect(control).toHaveProperty('checked', false)
})

test('a permission that is refused leaves the switch off, and says where it can be allowed', async () => {
  arrange({ answer: 'denied' })
  render(<PushSection />)
  const control = await turn()
  await isEnabled(control)
  fireEvent.click(control)
  await screen.findByText(/blocks notifications/)
  expect([control.ariaChecked ?? control.getAttribute('aria-checked'), isOnServer]).toEqual(['false', false])
})

test('a session that the server does not push to is off, although the browser has a subscription of an earlier one', async () => {
  arrange({ permission: 'granted' })
  subscribed = true
  render(<PushSection />)
  const control = await turn()
  await isEnabled(control)
  expect(control).toHaveProperty('checked', false)
})

test.each<[string, Around, RegExp]>([
  ['an iPhone’s browser', { hasPush: false, userAgent: 'iPhone Safari' }, /app on the home screen/],
  ['an iPad’s browser, which calls itself a Mac', { hasPush: false, userAgent: 'Macintosh Safari' }, /app on the home screen/],
  ['a browser that blocks notifications', { permission: 'denied' }, /blocks notifications/],
  ['a browser without a worker', { hasWorker: false }, /can’t show notifications/],
])('the switch is disabled in %s, with the reason', async (_, around, reason) => {
  arrange(around)
  render(<PushSection />)
  await screen.findByText(reason)
  expect(await turn()).toHaveProperty('disabled', true)
})

const offer = () => screen.queryByRole('region', { name: 'Know when there is an answer' })

test('the offer asks for the permission when it is accepted, and is gone then', async () => {
  arrange({})
  render(<PushOffer />)
  await waitFor(() => expect(offer()).not.toBeNull())
  expect(requestPermission).not.toHaveBeenCalled()
  fireEvent.click(screen.getByRole('button', { name: 'Turn on notifications' }))
  await waitFor(() => expect([isOnServer, offer()]).toEqual([true, null]))
})

test('the offer is dismissed for good, without a question of the browser', async () => {
  arrange({})
  const first = render(<PushOffer />)
  await waitFor(() => expect(offer()).not.toBeNull())
  fireEvent.click(screen.getByRole('button', { name: 'No, thanks' }))
  expect(offer()).toBeNull()
  first.unmount()
  render(
    <>
      <PushOffer />
      <PushSection />
    </>,
  )
  // Both know the same by then.
  await isEnabled(await turn())
  expect(offer()).toBeNull()
  expect(requestPermission).not.toHaveBeenCalled()
})

test.each<[string, Around]>([
  ['has refused', { permission: 'denied' }],
  ['has allowed, and turned off later', { permission: 'granted' }],
  ['has a browser without pushes', { hasPush: false }],
])('nothing is offered to a user who %s', async (_, around) => {
  arrange(around)
  render(
    <>
      <PushOffer />
      <PushSection />
    </>,
  )
  await turn()
  expect(offer()).toBeNull()
})
