import type { Random } from './random.ts'
import { CLIENT_ID, type Entry, MADE_AT } from './wire.ts'

/** The sender of a call. `throwaway` is a separate account, because the call ends its session or deletes it. */
export type Role = 'stranger' | 'buyer' | 'investor' | 'admin' | 'throwaway'

/** A call that the last release would have made, written out. */
export type Call = {
  role: Role
  method: string
  /** As `/api/openapi.json` writes it. */
  template: string
  path: string
  body?: unknown
  /** A form with a picture instead of JSON. */
  form?: { field: string; type: string; content: string }
}

/** The lists of an admin from which ids are taken. */
export const QUEUES = [
  'intros',
  'profile-requests',
  'refunds',
  'tickets',
  'audit',
  'vcs',
  'projects',
  'imports',
  'disputes',
  'deliveries',
] as const
type Queue = (typeof QUEUES)[number]

/** The names and ids that the calls use. */
export type Names = {
  contacts: string[]
  locked: string
  unverified: string
  published: string
  listing: string
  fundSlug: string
  decisionMaker: string
  /** A ticket and an order of the caller. */
  ticketId: string
  orderId: string
  /** Ids that are in an admin's lists now, by list. */
  queued: Partial<Record<Queue, readonly string[]>>
  /** Ids of the other principal. */
  foreign: { principalId: string; draft: string; orderId: string; ticketId: string; listing: string }
}

const PICTURE = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

/** `tests/sync/wire.test.ts` compares this list with the mutations of the product. */
export const MUTATIONS = [
  'contact.note',
  'contact.intro',
  'contact.follow-up',
  'contact.tag',
  'investor.save',
  'person.write',
  'person.delete',
  'person.join',
  'deal.write',
  'raise.write',
  'entry.write',
  'entry.delete',
  'photo.delete',
  'template.write',
  'search.write',
  'search.delete',
  'intro.request',
  'request.reply',
  'call.rate',
  'call.reply',
  'notice.read',
  'notice.prefer',
  'vote.cast',
  'project.report',
  'project.saveDraft',
  'listing.edit',
  'listing.pause',
  'listing.hours',
  'listing.replyDays',
  'feedback.submit',
  'support.submit',
  'ticket.write',
  'earlyAccess.join',
  'profile.rename',
] as const
type MutationName = (typeof MUTATIONS)[number]

/** One of five people, whom the calls of one principal may add. */
const personOf = (random: Making['random']) => `psn_0193a1b2-0000-7000-8000-00000000b00${random.below(5)}`

/** One of five entries of each contact. */
const dated = (random: Making['random'], contactId: string) => ({
  id: `ent_0193a1b2-0000-7000-8000-00000000c00${random.below(5)}`,
  contactId,
})
const searchOf = (random: Making['random']) => `sch_0193a1b2-0000-7000-8000-00000000b00${random.below(5)}`

/** A valid entry of every mutation. `token` is in each text that a user writes. */
export function entryOf(name: MutationName, { random, names, token }: Making): Entry {
  const contactId = random.pick(names.contacts)
  const id = random.uuid()
  const argsOf: Record<MutationName, () => { args: object; base?: unknown }> = {
    'contact.note': () => ({ args: { contactId, text: `${token} note` }, base: { text: '', steps: [] } }),
    'contact.intro': () => ({ args: { contactId, text: `${token} intro` }, base: { text: 'Hello', steps: ['1a2b3c'] } }),
    'contact.follow-up': () => ({
      args: {
        contactId,
        stage: 'written',
        rating: 4,
        metAt: `${token} hall`,
        dueAt: '2027-02-01T08:00:00.000Z',
        remindByMail: false,
      },
    }),
    'contact.tag': () => ({ args: { contactId, add: [`${token} tag`.slice(0, 40)], remove: ['cold'] } }),
    'investor.save': () => ({ args: { vcId: `rec${random.below(20)}`, isSaved: random.chance(0.7) } }),
    'person.write': () => ({ args: { id: personOf(random), name: `Noa ${token}`, organisation: token } }),
    'person.delete': () => ({ args: { id: personOf(random), isDeleted: random.below(2) === 0 } }),
    'person.join': () => ({
      args: { from: personOf(random), into: random.chance(0.5) ? personOf(random) : contactId },
      base: ['1a2b3c'],
    }),
    'deal.write': () => ({ args: { id: contactId, amount: random.below(1_000_000), nextStep: `${token} deck` }, base: {} }),
    'raise.write': () => ({ args: { id: 'round', name: `${token} round`, passed: token }, base: {} }),
    'entry.write': () => ({
      args: { ...dated(random, contactId), text: `${token} said`, writtenOn: '2027-02-01T08:00:00.000Z' },
      base: { text: '', steps: [], writtenOn: null },
    }),
    'entry.delete': () => ({ args: { ...dated(random, contactId), isDeleted: random.below(2) === 0 }, base: ['1a2b3c'] }),
    'photo.delete': () => ({
      args: { id: searchOf(random).replace('sch', 'pho'), contactId, isDeleted: random.below(2) === 0 },
    }),
    'template.write': () => ({
      args: { id: searchOf(random).replace('sch', 'tpl'), text: `${token} {name}` },
      base: { text: '', steps: [] },
    }),
    'search.write': () => ({ args: { id: searchOf(random), name: `Seed ${token}`, filters: 'stage=Seed' } }),
    'search.delete': () => ({ args: { id: searchOf(random) } }),
    'intro.request': () => ({ args: { vcId: names.unverified, message: `${token} please` } }),
    'notice.read': () => ({ args: { ids: [`ntc_${random.below(5)}`] } }),
    'notice.prefer': () => ({ args: { which: 'replies:mail', isOn: random.chance(0.5) } }),
    'request.reply': () => ({ args: { requestId: `req_${random.below(5)}`, choice: 'not-now', text: `${token} later` } }),
    'call.rate': () => ({ args: { bookingId: `bkg_${random.below(5)}`, stars: 1 + random.below(5), text: `${token} thanks` } }),
    'call.reply': () => ({ args: { bookingId: `bkg_${random.below(5)}`, text: `${token} see you` } }),
    'vote.cast': () => ({ args: { projectId: names.published, isCast: random.chance(0.5) } }),
    'project.report': () => ({ args: { projectId: names.published, reason: 'spam', text: `${token} listed twice` } }),
    'project.saveDraft': () => ({
      args: {
        changes: { companyName: `${token} works`, amountRaising: '$1,500', tickerLaunched: true },
        settles: {},
        isFinished: true,
      },
      base: { companyName: ['1a2b3c'] },
    }),
    'listing.edit': () => ({
      args: { vcId: names.listing, change: { bio: `${token} bio`, weeklyIntroLimit: 1 + random.below(9) } },
    }),
    'listing.pause': () => ({ args: { vcId: names.listing, until: random.pick(['2027-01-04', null]) } }),
    'listing.hours': () => ({
      args: {
        vcId: names.listing,
        change: random.pick([{ bufferMinutes: random.below(60) }, { callsADay: 1 + random.below(9) }, null]),
      },
    }),
    'listing.replyDays': () => ({ args: { vcId: names.listing, days: 1 + random.below(6) } }),
    'feedback.submit': () => ({ args: { id: random.uuid(), category: 'bug', message: `${token} is broken`, homepage: '' } }),
    'support.submit': () => ({
      args: {
        id: random.uuid(),
        name: 'Ada Member',
        email: 'ada@example.com',
        subject: `${token} help`,
        message: `${token} does not load at all`,
      },
    }),
    'ticket.write': () => ({
      args: { ticketId: random.pick([names.ticketId, names.foreign.ticketId]), id: random.uuid(), text: `${token} once more` },
    }),
    'earlyAccess.join': () => ({ args: { email: `${token}@example.com`, source: 'early_access' } }),
    'profile.rename': () => ({ args: { firstName: `Ada ${token}` } }),
  }
  return { id, name, ...argsOf[name](), madeAt: MADE_AT }
}

export type Making = { random: Random; names: Names; token: string }

/** A push of one to four entries. */
export function pushOf(making: Making): Call {
  const { random } = making
  const mutations = Array.from({ length: 1 + random.below(4) }, () => entryOf(random.pick(MUTATIONS), making))
  return call('buyer', 'POST', '/api/sync/push', { clientId: CLIENT_ID, mutations })
}

/** The versions that a device reports: some that it has, some that it cannot have. */
export function pullOf({ random, names, token }: Making): Call {
  const have = {
    contacts: { [random.pick(names.contacts)]: random.below(2 ** 31), [names.locked]: 1 },
    notes: { [names.locked]: random.below(2 ** 31) },
    tickets: { [names.foreign.ticketId]: 5 },
    [`${token}s`]: { one: 1 },
  }
  if (random.chance(0.5)) return call('buyer', 'POST', '/api/sync/me', { have })
  // As a client that keeps a mark: its mark belongs to another server, or is empty.
  const snapshot = `${1 + random.below(900)}:${900 + random.below(900)}:`
  const mark = random.pick(['', `e${token} rules pri_${token} 1795503709805  ${snapshot} ${1800 + random.below(900)}`])
  return call('buyer', 'POST', '/api/sync/me', { mark, have, hashes: { notes: token, orders: '0' }, doubtful: ['notes', token] })
}

/** Calls of the public lane. */
export function directoryOf({ random, token }: Making, epoch: string): Call {
  const since = random.pick(['0', '1', '00', '18446744073709551615', '99999999999999999999', '-1', '1e3', token])
  const sha256 = random.pick(['0'.repeat(64), 'f'.repeat(63), 'F'.repeat(64), token])
  const paths = [
    ['/api/sync/directory/', `/api/sync/directory?epoch=${epoch}&since=${since}`],
    ['/api/sync/directory/', `/api/sync/directory?epoch=${token}&since=${since}`],
    ['/api/sync/directory/snapshot', '/api/sync/directory/snapshot'],
    ['/api/sync/directory/parts/{sha256}', `/api/sync/directory/parts/${sha256}`],
  ] as const
  const [template, path] = random.pick(paths)
  return { role: 'stranger', method: 'GET', template, path }
}

const call = (role: Role, method: string, template: string, body?: unknown, ids: Record<string, string> = {}): Call => ({
  role,
  method,
  template,
  path: template.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(ids[name] ?? 'none')),
  ...(body !== undefined && { body }),
})

/**
 * Every call of the product that changes something, and those that read by an id, with bodies that are accepted without mutation.
 */
export function productCalls({ random, names, token }: Making): Call[] {
  const { contacts, foreign, listing, locked, published, unverified } = names
  /** An id from an admin's list, or an invalid one. */
  const queued = (queue: Queue) => ({ id: random.pick([token, ...(names.queued[queue] ?? [])]) })
  const vcId = random.pick(contacts)
  const email = `${token}@example.com`
  const link = `${token}-aaaaaaaaaaaaaaaaaaaa`
  const payment = { paymentIntentId: `pi_${token}` }
  const slot = { start: '2027-03-01T10:00:00.000Z', end: '2027-03-01T10:30:00.000Z', available: true }
  const booker = { name: `Noa ${token}`, email, company: token, message: `${token} ports`, timeZone: 'America/New_York' }
  const draft = { companyName: `${token} works`, description: `${token} ports`, email, amountRaising: '1500', teamSize: 4 }
  const application = {
    fundName: `${token} Partners`,
    partnerName: 'Mary Lantern',
    position: 'General Partner',
    location: 'Lisbon, Portugal',
    email,
    investmentTag: 'Infrastructure',
    fundDescription: `${token} fund`,
    investmentThesis: `${token} layers`,
    bio: `${token} databases`,
    portfolioPerformance: '3.1x since 2016',
    stage: ['Seed', 'Series B+'],
    sectors: ['Infrastructure', 'DeFi'],
    meetingLink: 'https://calendly.com/mary-lantern/intro',
    price: 2500,
    weeklyIntroLimit: 4,
  }
  return [
    call('stranger', 'POST', '/api/auth/login', { email, password: `${token}-password`, totp: '123456' }),
    call('stranger', 'POST', '/api/auth/register', {
      email,
      password: 'a-fine-password',
      confirmPassword: 'a-fine-password',
      firstName: `Ada ${token}`,
      lastName: 'Member',
      userType: 'founder',
    }),
    call('stranger', 'POST', '/api/auth/sample', { account: 'admin' }),
    call('throwaway', 'POST', '/api/auth/logout'),
    call('throwaway', 'POST', '/api/logout'),
    call('stranger', 'POST', '/api/auth/forgot-password', { email }),
    call('stranger', 'POST', '/api/auth/reset-forgotten', { token: link, newPassword: 'another-fine-password' }),
    call('stranger', 'POST', '/api/auth/verify-email', { token: link, password: 'a-fine-password' }),
    call('stranger', 'POST', '/api/auth/keep-email', { token: link }),
    call('buyer', 'POST', '/api/auth/send-verification'),
    call('buyer', 'POST', '/api/auth/resume-mail'),
    call('throwaway', 'PUT', '/api/auth/profile', { firstName: `Ada ${token}`, lastName: 'Member', profileImageUrl: null }),
    call('throwaway', 'POST', '/api/complete-profile', { firstName: `Ada ${token}`, lastName: 'Member' }),
    call('throwaway', 'POST', '/api/set-password', { password: 'another-fine-password' }),
    call('throwaway', 'POST', '/api/update-password', { currentPassword: 'a-password', newPassword: 'another-fine-password' }),
    call('throwaway', 'POST', '/api/reset-password', { newPassword: 'another-fine-password' }),
    call('throwaway', 'POST', '/api/auth/code'),
    call('throwaway', 'POST', '/api/auth/step-up', { code: '123456' }),
    call('throwaway', 'DELETE', '/api/auth/sessions'),
    call('throwaway', 'DELETE', '/api/auth/sessions/{id}', undefined, { id: token }),
    call('throwaway', 'POST', '/api/auth/totp/begin'),
    call('throwaway', 'POST', '/api/auth/totp/confirm', { code: '123456' }),
    call('throwaway', 'POST', '/api/auth/totp/disable'),
    call('buyer', 'PUT', '/api/push', {
      endpoint: `https://push.example/send/${token}`,
      p256dh: `B${'A'.repeat(86)}`,
      auth: 'A'.repeat(22),
    }),
    call('buyer', 'DELETE', '/api/push'),
    call('throwaway', 'DELETE', '/api/auth/delete-account'),
    call('admin', 'POST', '/api/admin/accounts/recover', { email, reason: `${token} lost both devices` }),
    call('admin', 'POST', '/api/admin/team', { email, roles: random.pick([['support'], ['finance', 'support'], []]) }),
    call('admin', 'PATCH', '/api/admin/team/{id}', { roles: ['support'], seen: ['owner'] }, { id: `usr_${token}` }),
    call('admin', 'POST', '/api/admin/blocks', {
      kind: random.pick(['email', 'domain', 'network']),
      value: `${token}.example`,
      reason: token,
      days: random.pick([30, null]),
    }),
    call(
      'admin',
      'POST',
      '/api/admin/orders/{id}/block-card',
      { reason: token, days: random.pick([30, null]) },
      { id: `ord_${token}` },
    ),
    call('admin', 'POST', '/api/admin/blocks/{id}/end', { reason: token }, { id: `blk_${token}` }),
    // Newsletter sign-ups are called by other histories too: it stays on.
    call('admin', 'PATCH', '/api/admin/switches/{feature}', { isOff: false, reason: token }, { feature: 'newsletter' }),
    call('admin', 'PATCH', '/api/admin/company', {
      ...{
        legalName: `${token} Ltd`,
        address: `${token}
London`,
        registration: token,
        vatId: '',
        supportEmail: email,
      },
      ...{ responsiblePerson: token, mailAddress: '', version: random.pick([0, 1]) },
    }),
    call('admin', 'PATCH', '/api/admin/accounting/codes', {
      codes: {
        ...{ cash: '1000', returned_payments: '1090', investor_payable: token.slice(0, 8), charity_payable: '2010' },
        ...{ platform_revenue: '4.1', stripe_fees: '6000', dispute_losses: '6010' },
      },
      version: random.pick([0, 1]),
    }),
    call('buyer', 'PATCH', '/api/billing-details', {
      details: {
        name: `${token} GmbH`,
        address: `${token}\nBerlin`,
        postalCode: token.slice(0, 20),
        country: 'DE',
        vatId: 'DE123456789',
      },
      version: random.pick([0, 1]),
    }),
    call(
      'buyer',
      'POST',
      '/api/orders/{orderId}/invoice-correction',
      {
        replaces: random.pick([token, 'INV-2027-000001']),
        details: { name: `${token} GmbH`, address: '', postalCode: '', country: '', vatId: '' },
      },
      { orderId: random.pick([token, foreign.orderId]) },
    ),
    call('admin', 'POST', '/api/admin/audit/export', { action: token }),
    call('stranger', 'POST', '/api/claims/', { email }),
    call('buyer', 'POST', '/api/claims/confirm', { code: '123456' }),
    call('buyer', 'POST', '/api/newsletter', { isOn: random.pick([true, false]) }),
    call('stranger', 'POST', '/api/newsletter-signup', { email, source: 'footer' }),
    call('stranger', 'POST', '/api/newsletter-confirm', { token: link }),
    call('stranger', 'POST', '/api/newsletter-unsubscribe', { token: link }),
    { ...call('stranger', 'POST', '/api/newsletter/unsubscribe'), path: `/api/newsletter/unsubscribe?token=${link}` },
    call('admin', 'POST', '/api/admin/newsletter/export'),
    call('stranger', 'POST', '/api/listings/{id}/claim', { email, message: `${token} is me` }, { id: vcId }),
    call('stranger', 'POST', '/api/listings/{id}/remove', { email, message: `${token} wants to leave` }, { id: vcId }),
    call('stranger', 'POST', '/api/profile-requests/look', { token: link }),
    call('stranger', 'POST', '/api/profile-requests/confirm', { token: link }),
    call('stranger', 'POST', '/api/replies/look', { token: link }),
    call('stranger', 'POST', '/api/replies/give', { token: link, choice: 'yes', text: `${token} Friday` }),
    { ...call('stranger', 'POST', '/api/notices/unsubscribe'), path: `/api/notices/unsubscribe?token=${link}` },
    call('admin', 'PATCH', '/api/admin/profile-requests/{id}', { decision: 'decline' }, queued('profile-requests')),
    call('throwaway', 'POST', '/api/vcs', application),
    call(
      'admin',
      'PATCH',
      '/api/admin/vcs/{id}/verify',
      { isVerified: true, reason: `${token} checked`, version: 0 },
      { id: listing },
    ),
    call('admin', 'POST', '/api/admin/vcs/{id}/lift-revocation', { reason: `${token} was true`, version: 0 }, { id: listing }),
    call('admin', 'PATCH', '/api/admin/projects/{id}', { status: 'verified', reason: `${token} checked` }, { id: published }),
    call('admin', 'PATCH', '/api/admin/intros/{id}', { answer: 'declined', note: `${token} busy` }, queued('intros')),
    call('admin', 'PATCH', '/api/admin/imports/{id}', { status: 'confirmed' }, queued('imports')),
    call('admin', 'PATCH', '/api/admin/prices/{id}', { price: 2500 }, { id: vcId }),
    call('admin', 'POST', '/api/admin/prices/confirm', { prices: [{ id: vcId, version: 0 }] }),
    call(
      'admin',
      'POST',
      '/api/admin/deliveries/retry',
      random.pick([
        { what: random.pick(['mail', 'job']), ...queued('deliveries') },
        { what: 'mails', kind: random.pick([token, 'sale']) },
      ]),
    ),
    call('admin', 'POST', '/api/admin/audit/{id}/undo', {}, queued('audit')),
    call(
      'admin',
      'PATCH',
      '/api/admin/listings/{id}',
      { change: { bio: `${token} ports`, price: 2500 }, reason: `${token} asked`, version: 0 },
      { id: listing },
    ),
    call(
      'admin',
      'PATCH',
      '/api/admin/listings/{id}/contact',
      { change: { email, websiteUrl: null }, reason: `${token} asked`, version: 0 },
      { id: listing },
    ),
    call(
      'admin',
      'POST',
      '/api/admin/listings/{id}/pause',
      { until: null, reason: `${token} asked`, version: 0 },
      { id: listing },
    ),
    call('admin', 'POST', '/api/admin/records', {
      facts: { name: `Ida ${token}`, bio: `${token} ports`, stages: ['Seed'], price: 2500 },
      contact: { email, website: 'https://ida.example' },
      reason: `${token} asked`,
      isAnother: true,
    }),
    call(
      'admin',
      'PATCH',
      '/api/admin/records/{id}',
      { change: { bio: `${token} ports`, price: 2500 }, reason: `${token} asked`, version: 0 },
      { id: vcId },
    ),
    call(
      'admin',
      'PATCH',
      '/api/admin/records/{id}/contact',
      { change: { email, website: null }, reason: `${token} asked`, version: 0 },
      { id: vcId },
    ),
    call('admin', 'POST', '/api/admin/records/{id}/source', { reason: `${token} asked`, version: 0 }, { id: vcId }),
    call(
      'admin',
      'POST',
      '/api/admin/records/{id}/listed',
      { isListed: true, reason: `${token} asked`, version: 0 },
      { id: vcId },
    ),
    call(
      'admin',
      'POST',
      '/api/admin/records/{id}/merge',
      { into: `rec_${token}`, reason: `${token} is listed twice`, version: 0, intoVersion: 0 },
      { id: vcId },
    ),
    call('admin', 'POST', '/api/admin/cold-scout/preview', {
      rows: [{ line: 1, fund: `${token} Capital`, name: `Ida ${token}`, role: 'Partner', website: 'https://ida.example' }],
    }),
    call('admin', 'POST', '/api/admin/cold-scout/import', {
      rows: [{ line: 1, fund: `${token} Capital`, focus: `${token} ports` }],
      version: 0,
    }),
    call('admin', 'POST', '/api/admin/search', { query: token }),
    call('admin', 'POST', '/api/admin/customers/{id}', {}, { id: `prn_${token}` }),
    call('admin', 'POST', '/api/admin/customers/{id}/ban', { reason: `${token} sent spam` }, { id: `prn_${token}` }),
    call(
      'admin',
      'POST',
      '/api/admin/customers/{id}/grants',
      { vcId, reason: `${token} paid at the fair`, version: 0 },
      { id: `prn_${token}` },
    ),
    call(
      'admin',
      'POST',
      '/api/admin/customers/{id}/grants/{grant}/revoke',
      { reason: `${token} is fraud`, version: 0 },
      { id: `prn_${token}`, grant: `unl_${token}` },
    ),
    call('admin', 'POST', '/api/admin/customers/{id}/unban', { reason: `${token} was right` }, { id: `prn_${token}` }),
    call('admin', 'POST', '/api/admin/payouts', {}),
    call('admin', 'POST', '/api/admin/payouts/{id}/pay', { reference: token }, { id: `pay_${token}` }),
    call('admin', 'POST', '/api/admin/payouts/{id}/withdraw', {}, { id: `pay_${token}` }),
    call('admin', 'POST', '/api/admin/payouts/{id}/lines/{line}/withdraw', {}, { id: `pay_${token}`, line: `lin_${token}` }),
    call('admin', 'POST', '/api/admin/payouts/{id}/lines/{line}/details', {}, { id: `pay_${token}`, line: `lin_${token}` }),
    call('admin', 'POST', '/api/admin/payouts/remind', { account: `investor_payable:${listing}` }),
    call('buyer', 'POST', '/api/support', {
      id: random.uuid(),
      name: 'Ada Member',
      email,
      subject: `${token} help`,
      category: 'billing',
      message: `${token} does not load at all`,
    }),
    call('stranger', 'POST', '/api/submit-request', {
      id: random.uuid(),
      name: null,
      email: '',
      category: 'bug',
      message: `${token} broke`,
    }),
    call('admin', 'POST', '/api/admin/tickets/{id}/reply', { text: `${token} thanks`, close: false }, queued('tickets')),
    call('stranger', 'POST', '/api/stripe/webhook', {
      id: `evt_${token}`,
      type: 'payment_intent.succeeded',
      data: { object: payment },
    }),
    call('stranger', 'POST', '/api/mail/events', {
      events: [{ kind: 'complaint', messageId: `<mail_${token}@latchkey.example>`, recipient: email }],
    }),
    call('buyer', 'POST', '/api/refunds', {
      orderId: random.pick([names.orderId, foreign.orderId]),
      reason: `${token} never answered`,
    }),
    call('admin', 'POST', '/api/admin/refunds', { orderId: random.pick([token, names.orderId]), note: `${token} by mail` }),
    call('admin', 'POST', '/api/admin/refunds/{id}/approve', { note: token }, queued('refunds')),
    call('admin', 'POST', '/api/admin/refunds/{id}/reject', { reason: `${token} is too late` }, queued('refunds')),
    call('admin', 'POST', '/api/admin/warnings/{id}/leave-alone', {}, queued('disputes')),
    call('buyer', 'POST', '/api/vc-request', {
      vcId: unverified,
      vcType: 'airtable',
      founderEmail: email,
      founderScore: 7.5,
      tags: [token, 'seed'],
      requestType: 'intro',
      amount: 1,
    }),
    call('buyer', 'POST', '/api/create-vc-unlock-payment', { vcId: locked, vcType: 'airtable', email, bookingType: 'contact' }),
    call('buyer', 'POST', '/api/create-vc-payment', { vcId: locked }),
    call('buyer', 'POST', '/api/confirm-vc-unlock', { ...payment, vcId: locked, vcType: 'airtable', email }),
    call('buyer', 'POST', '/api/confirm-vc-unlock-payment', { ...payment, vcId: locked, vcType: 'airtable', email }),
    call('buyer', 'POST', '/api/confirm-payment', payment),
    call('buyer', 'POST', '/api/bookings/{id}/cancel', { reason: `${token} is ill`, paidBack: true }, { id: token }),
    call('investor', 'POST', '/api/bookings/{id}/decline', { reason: `${token} is ill` }, { id: token }),
    call('buyer', 'POST', '/api/bookings/{id}/no-show', { reason: token }, { id: token }),
    call('buyer', 'POST', '/api/bookings/{id}/show-contact', {}, { id: token }),
    call('investor', 'POST', '/api/bookings/{id}/contest', { reason: `${token} was there` }, { id: token }),
    call('buyer', 'POST', '/api/bookings/{id}/reschedule', { start: slot.start }, { id: token }),
    call('investor', 'POST', '/api/bookings/{id}/propose', { times: [slot.start], note: `${token} is away` }, { id: token }),
    call('buyer', 'POST', '/api/bookings/{id}/accept-proposal', { start: slot.start }, { id: token }),
    call('buyer', 'POST', '/api/bookings/{id}/decline-proposal', { at: slot.start }, { id: token }),
    call('investor', 'POST', '/api/bookings/{id}/withdraw-proposal', { at: slot.start }, { id: token }),
    call('buyer', 'POST', '/api/calendly/availability', { vcId: listing, vcType: 'platform', calendlyLink: '' }),
    call('buyer', 'POST', '/api/create-meeting-payment', {
      vcId: listing,
      vcType: 'platform',
      selectedSlot: slot,
      bookingDetails: booker,
      amount: 1,
    }),
    call('buyer', 'POST', '/api/confirm-meeting-booking', {
      ...payment,
      vcId: listing,
      vcType: 'platform',
      selectedSlot: slot,
      bookingDetails: booker,
    }),
    ...['logo', 'vc-logo'].map((kind) => upload(`/api/upload/${kind}`, 'logo')),
    upload('/api/upload-image', 'image'),
    photo(searchOf(random).replace('sch', 'pho'), vcId),
    call('buyer', 'POST', '/api/projects/{id}/vote', undefined, { id: published }),
    call('buyer', 'DELETE', '/api/projects/{id}/vote', undefined, { id: published }),
    call('stranger', 'POST', '/api/projects/{id}/report', { reason: 'scam', text: `${token} copies us` }, { id: published }),
    call('stranger', 'POST', '/api/visits', {
      visits: [
        { subject: 'project', id: published, kind: 'view' },
        { subject: 'investor', id: vcId, kind: 'contact' },
      ],
    }),
    call('stranger', 'POST', '/api/client-errors', {
      errors: [
        {
          ...{ kind: 'rejection', name: `${token} failed`, code: null, build: 'index-0000000.js', route: `/contacts/${token}` },
          ...{ frames: [{ file: `${token}.js`, line: 1, column: 2 }], isOnline: false, browser: 'Firefox' },
        },
      ],
    }),
    call('buyer', 'POST', '/api/create-decision-maker-payment', { decisionMakerId: names.decisionMaker, email, amount: 1 }),
    call('buyer', 'POST', '/api/confirm-decision-maker-unlock', { ...payment, decisionMakerId: names.decisionMaker, email }),
    call('throwaway', 'POST', '/api/create-scout-payment', draft),
    call('throwaway', 'POST', '/api/create-project-payment'),
    call('throwaway', 'POST', '/api/confirm-project-payment', payment),
    call('buyer', 'POST', '/api/projects/{id}/withdraw', undefined, { id: published }),
    call('buyer', 'POST', '/api/projects/{id}/put-back', undefined, { id: published }),
    call('throwaway', 'POST', '/api/founder/project/delete', { seen: { companyName: ['1a2b3c'] } }),
    call('investor', 'PATCH', '/api/vcs/{id}', { bio: `${token} bio`, price: 2500, timeZone: 'Europe/Berlin' }, { id: listing }),
    call('buyer', 'PATCH', '/api/vcs/{id}', { bio: `${token} bio` }, { id: foreign.listing }),
    call('investor', 'PUT', '/api/vcs/{id}/calendar', { token: `${token}-aaaaaaaaaaaaaaaaaaaa` }, { id: listing }),
    // A server that answers nothing, and one of a private network.
    call(
      'investor',
      'PUT',
      '/api/vcs/{id}/external-calendar',
      { server: random.pick(['https://127.0.0.1:1/', 'https://10.0.0.1/']), user: token, password: token },
      { id: listing },
    ),
    call('investor', 'POST', '/api/vcs/{id}/external-calendar/authorization', { provider: 'google' }, { id: listing }),
    call('investor', 'POST', '/api/vcs/{id}/external-calendar/test', undefined, { id: listing }),
    call('investor', 'PUT', '/api/vcs/{id}/external-calendar/calendars', { busy: [token], events: null }, { id: listing }),
    call('investor', 'DELETE', '/api/vcs/{id}/external-calendar', undefined, { id: listing }),
    call('investor', 'POST', '/api/earnings/account'),
    call('investor', 'DELETE', '/api/earnings/account'),
    call('investor', 'PUT', '/api/earnings/payout-details', {
      kind: 'iban',
      holder: `${token} Investor`,
      country: 'DE',
      iban: 'DE89370400440532013000',
    }),
    call('investor', 'DELETE', '/api/earnings/payout-details'),
    call('throwaway', 'POST', '/api/founder/project', { ...draft, base: { companyName: ['1a2b3c'] } }),
    ...readingCalls({ random, names, token }),
  ]
}

const upload = (template: string, field: string, ids?: Record<string, string>): Call => ({
  ...call('throwaway', 'POST', template, undefined, ids),
  form: { field, type: 'image/png', content: PICTURE },
})

function photo(id: string, contactId: string): Call {
  const sent = upload('/api/photos/{id}', 'photo', { id })
  return { ...sent, path: `${sent.path}?contactId=${contactId}&takenAt=2027-02-01T08:00:00.000Z` }
}

/** Calls that read by an id of the caller, also for objects of another principal. */
function readingCalls({ random, names, token }: Making): Call[] {
  const { foreign, locked } = names
  const id = random.pick([foreign.draft, foreign.listing, foreign.orderId, foreign.ticketId, locked, token, '%00', '..', '💶'])
  const get = (
    template: string,
    query = '',
    ids = { id, orderId: id, paymentIntentId: id, vcId: id, vcType: 'airtable', slug: id },
  ) => ({
    ...call('buyer', 'GET', template, undefined, ids),
    path: `${call('buyer', 'GET', template, undefined, ids).path}${query}`,
  })
  const query = `?vcId=${encodeURIComponent(id)}&vcType=airtable&email=${token}@example.com`
  return [
    get('/api/bookings/{id}'),
    get('/api/receipts/{orderId}'),
    get('/api/billing-details'),
    get('/api/payments/{paymentIntentId}'),
    get('/api/projects/{id}'),
    get('/api/vcs/{id}/calendar'),
    get('/api/external-calendars/callback', `?state=${token}&code=${token}`),
    get('/api/vcs/{id}/external-calendar'),
    get('/api/vcs/{id}/external-calendar/calendars'),
    get('/api/cold-investors/{slug}'),
    get('/api/vc-stats/{vcId}/{vcType}'),
    get('/api/check-vc-unlock', query),
    get('/api/check-decision-maker-unlock', `?decisionMakerId=${names.decisionMaker}&email=${token}@example.com`),
    get('/api/vc-stats', query),
    get('/api/vcs', `?verified=${token}&stage=${token}&sector=%00`),
    get('/api/scout-payment-success', `?session_id=${token}`),
    get('/api/earnings.csv', `?month=${token}`),
    get('/api/admin/audit', `?before=${token}&action=${token}&from=${token}`),
    get('/api/admin/audit/choices'),
    get('/api/admin/team'),
    get('/api/admin/blocks'),
    get('/api/admin/company'),
    get('/api/admin/switches'),
    get('/api/admin/accounting', '?month=2026-01'),
    get('/api/admin/accounting/codes'),
    get('/api/admin/accounting.csv', '?month=2026-01'),
    get('/api/admin/me'),
    get('/api/my-history'),
    get('/api/contacts.csv'),
    get('/api/auth/export'),
  ]
}
