import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Customer, CustomerAccount, CustomerOrder } from '#shared/admin/customer.ts'
import type { AdminRole } from '#shared/admin/rights.ts'
import type { OrderId, PrincipalId, UserId, VcId } from '#shared/ids.ts'
import { cents } from '#shared/money.ts'
import { renderInRouter } from '#tests/support/render-in-router.tsx'
import type { WithProof } from '#web/net/with-proof.ts'
import { CustomerPage } from './customer-page.tsx'

const ID = 'prn_1' as PrincipalId
const at = '2027-01-04T10:00:00.000Z'
const none = { items: [], hasMore: false }

const account = (about: Partial<CustomerAccount> = {}): CustomerAccount => ({
  ...{
    id: 'usr_1' as UserId,
    email: 'ada@x.example',
    pendingEmail: null,
    name: 'Ada Member',
    userType: 'founder',
    createdAt: at,
  },
  ...{ emailVerifiedAt: at, hasPassword: true, hasTwoFactor: false, isApprovedInvestor: false, isAdmin: false, sessions: 1 },
  ...{ pushDevices: 0, lastSeenAt: at, ban: null, ...about },
})
const order = (about: Partial<CustomerOrder> = {}): CustomerOrder => ({
  ...{ id: 'ord_1' as OrderId, kind: 'vc_unlock', title: 'Contact of Grace', amount: cents(2500), status: 'paid', createdAt: at },
  ...{
    paidAt: at,
    receiptNumber: 7,
    receiptEmail: null,
    paymentId: 'pi_1',
    checkoutId: null,
    refund: null,
    disputes: [],
    ...about,
  },
})
const customer = (about: Partial<Customer> = {}): Customer => ({
  ...{ id: ID, kind: 'account', createdAt: at, seenAt: at, mergedInto: null, account: account(), balance: null, orders: none },
  ...{ grants: none, grantsVersion: 3, bookings: none, listings: none, projects: none, tickets: none, mails: none },
  mutations: { applied: 1, refused: 0, isCut: false, lastAt: at },
  ...about,
})

const cardBlock = {
  ...{ id: 'blk_1', kind: 'card', value: '0123456789ab…', reason: 'Stolen.', creator: null, createdAt: at, endsAt: null },
  ...{ isInForce: true, hits: 0, lastHitAt: null },
}

let sent: string[]
let shown: Customer | { status: number }
let roles: AdminRole[]
beforeEach(() => {
  sent = []
  shown = customer()
  roles = ['owner']
  vi.stubGlobal('fetch', async (path: string, { body }: RequestInit = {}) => {
    if (path === '/api/admin/me') return Response.json({ roles })
    sent.push(`${path} ${body ?? ''}`.trim())
    if ('status' in shown) return Response.json({ message: 'Not found', code: 'not-found' }, { status: shown.status })
    if (path.endsWith('/block-card')) return Response.json(cardBlock)
    return Response.json(path.endsWith('/refunds') ? {} : shown)
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const withProof: WithProof = (action) => action()
const open = (self = 'usr_admin') => renderInRouter(<CustomerPage self={self as UserId} id={ID} withProof={withProof} />)

async function confirm(button: string, text: string) {
  const dialog = await screen.findByRole('dialog')
  fireEvent.change(within(dialog).getByRole('textbox'), { target: { value: text } })
  await waitFor(() => expect((within(dialog).getByRole('button', { name: button }) as HTMLButtonElement).disabled).toBe(false))
  fireEvent.click(within(dialog).getByRole('button', { name: button }))
}

describe('the page of a customer', () => {
  test('lists what there is, and what there is not in one line', async () => {
    shown = customer({ orders: { items: [order()], hasMore: false } })
    await open()
    expect(await screen.findByRole('heading', { level: 1, name: 'Ada Member' })).toBeTruthy()
    expect(screen.getByText('Contact of Grace')).toBeTruthy()
    expect([screen.getByText('ord_1'), screen.getByText('pi_1')]).toHaveLength(2)
    expect(screen.getByText('None: calls, listings, projects, tickets, mails.')).toBeTruthy()
    expect(sent).toEqual([`/api/admin/customers/${ID}`])
  })

  test('refunds a paid order without a request, once the admin has confirmed it', async () => {
    shown = customer({ orders: { items: [order()], hasMore: false } })
    await open()
    fireEvent.click(await screen.findByRole('button', { name: 'Refund $25.00: Contact of Grace' }))
    await confirm('Refund $25.00', 'Paid twice.')
    await waitFor(() => expect(sent).toContain('/api/admin/refunds {"orderId":"ord_1","note":"Paid twice.","version":null}'))
  })

  test.each<[string, Partial<CustomerOrder>]>([
    ['is unpaid', { status: 'pending' }],
    ['was refunded', { status: 'refunded' }],
    ['is in dispute', { status: 'disputed' }],
    ['has a request, which is decided in its queue', { refund: { id: 'rfd_1', status: 'requested', requestedAt: at } }],
  ])('offers no refund of an order that %s', async (_, about) => {
    shown = customer({ orders: { items: [order(about)], hasMore: false } })
    await open()
    expect(await screen.findByText('Contact of Grace')).toBeTruthy()
    expect(screen.queryByRole('button', { name: /^Refund/ })).toBeNull()
  })

  test('blocks the card of an order with a reason, for 30 days or without an end', async () => {
    shown = customer({ orders: { items: [order()], hasMore: false } })
    await open()
    const press = async () => fireEvent.click(await screen.findByRole('button', { name: 'Block card: Contact of Grace' }))
    await press()
    await confirm('Block card', 'Stolen.')
    await waitFor(() => expect(sent).toContain('/api/admin/orders/ord_1/block-card {"reason":"Stolen.","days":30}'))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await press()
    fireEvent.click(await screen.findByRole('checkbox'))
    await confirm('Block card', 'Stolen.')
    await waitFor(() => expect(sent).toContain('/api/admin/orders/ord_1/block-card {"reason":"Stolen.","days":null}'))
  })

  test.each<[string, Partial<CustomerOrder>, AdminRole[]]>([
    ['without a payment', { paymentId: null }, ['owner']],
    ['to finance', {}, ['finance']],
  ])('offers no block of a card %s', async (_, about, given) => {
    roles = given
    shown = customer({ orders: { items: [order(about)], hasMore: false } })
    await open()
    expect(await screen.findByText('Contact of Grace')).toBeTruthy()
    expect(screen.queryByRole('button', { name: /^Block card:/ })).toBeNull()
  })

  test('bans with a reason, and shows since when and why it is banned', async () => {
    await open()
    fireEvent.click(await screen.findByRole('button', { name: 'Ban account' }))
    shown = customer({ account: account({ ban: { bannedAt: at, reason: 'Spam to investors' } }) })
    await confirm('Ban account', 'Spam to investors')
    await waitFor(() => expect(sent).toContain(`/api/admin/customers/${ID}/ban {"reason":"Spam to investors"}`))
    expect(await screen.findByText(/^Banned since/)).toBeTruthy()
    expect(screen.getByText('Spam to investors')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Lift ban' })).toBeTruthy()
  })

  test('gives a contact and takes one back, with the version of the access that is shown', async () => {
    const grant = { orderId: 'ord_1' as OrderId, title: 'Contact of Grace', investorId: 'vc_1' as VcId, createdAt: at }
    const active = { ...grant, id: 'unl_1', status: 'completed', revokedAt: null } as const
    const returned = { ...grant, id: 'unl_2', title: 'Contact of Alan', status: 'completed', revokedAt: at } as const
    shown = customer({ grants: { items: [active, returned], hasMore: false } })
    await open()
    expect(await screen.findByRole('button', { name: 'Take back: Contact of Grace' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Take back: Contact of Alan' })).toBeNull()
    fireEvent.click(screen.getByRole('button', { name: 'Take back: Contact of Grace' }))
    await confirm('Take back', 'Harassed her.')
    await waitFor(() =>
      expect(sent).toContain(`/api/admin/customers/${ID}/grants/unl_1/revoke {"reason":"Harassed her.","version":3}`),
    )
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    fireEvent.change(screen.getByRole('textbox', { name: 'Give a contact' }), { target: { value: ' vc_2 ' } })
    fireEvent.click(screen.getByRole('button', { name: 'Give…' }))
    await confirm('Give contact', 'Paid at the fair.')
    await waitFor(() =>
      expect(sent).toContain(`/api/admin/customers/${ID}/grants {"vcId":"vc_2","reason":"Paid at the fair.","version":3}`),
    )
  })

  test('shows the first entries of a long list, and all of them on request', async () => {
    const items = Array.from({ length: 12 }, (_, nth) => order({ id: `ord_${nth}` as OrderId, title: `Contact ${nth}` }))
    shown = customer({ orders: { items, hasMore: false } })
    await open()
    expect(await screen.findByText('Contact 7')).toBeTruthy()
    expect(screen.queryByText('Contact 8')).toBeNull()
    fireEvent.click(screen.getByRole('button', { name: 'Show all 12 orders' }))
    expect(screen.getByText('Contact 11')).toBeTruthy()
  })

  test('offers no ban of the own account, and none of a guest', async () => {
    await open('usr_1')
    expect(await screen.findByRole('heading', { level: 1, name: 'Ada Member' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Ban account' })).toBeNull()
    cleanup()
    shown = customer({ kind: 'guest', account: null })
    await open()
    expect(await screen.findByRole('heading', { level: 1, name: 'A guest' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Ban account' })).toBeNull()
  })

  test.each<[AdminRole, string[]]>([
    ['support', ['Ban account', 'Take back: Contact of Grace', 'Give…']],
    ['finance', ['Refund $25.00: Contact of Grace']],
  ])('offers what the role %s may decide', async (role, offered) => {
    const grant = { orderId: 'ord_1' as OrderId, title: 'Contact of Grace', investorId: 'vc_1' as VcId, createdAt: at }
    const active = { ...grant, id: 'unl_1', status: 'completed', revokedAt: null } as const
    shown = customer({ orders: { items: [order()], hasMore: false }, grants: { items: [active], hasMore: false } })
    roles = [role]
    await open()
    expect(await screen.findByRole('heading', { level: 1, name: 'Ada Member' })).toBeTruthy()
    const decisions = ['Ban account', 'Refund $25.00: Contact of Grace', 'Take back: Contact of Grace', 'Give…']
    expect(decisions.filter((name) => screen.queryByRole('button', { name }))).toEqual(
      decisions.filter((name) => offered.includes(name)),
    )
  })

  test('only an owner may ban a member of the team', async () => {
    shown = customer({ account: account({ isAdmin: true }) })
    roles = ['support']
    await open()
    expect(await screen.findByRole('heading', { level: 1, name: 'Ada Member' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Ban account' })).toBeNull()
  })

  test('says so when there is no such customer', async () => {
    shown = { status: 404 }
    await open()
    expect(await screen.findByRole('heading', { level: 1, name: 'No such customer' })).toBeTruthy()
  })
})
