import { eq, getTableColumns } from 'drizzle-orm'
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { mailOutbox, users, vcs } from '#drizzle/schema/index.ts'
import type { Application } from '#shared/applications/contract.ts'
import { PlatformRecord } from '#shared/directory/api-contract.ts'
import type { VcId } from '#shared/ids.ts'
import { sampleApplication } from '#tests/support/actors/application.ts'
import { approveInvestor, listInvestor } from '#tests/support/actors/money.ts'
import { startTestApp } from '#tests/support/app.ts'
import type { Client } from '#tests/support/client.ts'

const app = await startTestApp()
const { member, visitor, database } = app
const { db } = database

type Reply = Application & { code?: string; message?: string; fields?: { path: string; message: string }[] }
const apply = (client: Client, about: Record<string, unknown> = {}) => client.post<Reply>('/api/vcs', sampleApplication(about))
const rowOf = async (id: VcId) => (await db.select().from(vcs).where(eq(vcs.id, id)))[0]
const listed = async (query = '') => (await visitor().get<PlatformRecord[]>(`/api/vcs${query}`)).body

describe('an application', () => {
  test.each(['founder', 'vc', 'angel'] as const)(
    'of a %s is pending, is not listed, and is confirmed by a mail',
    async (userType) => {
      const mary = await member({ userType })
      const { status, body } = await apply(mary)
      expect([status, body]).toEqual([
        200,
        { id: body.id, fundName: 'Lantern Partners', partnerName: 'Mary Lantern', isVerified: false, reviewStatus: 'pending' },
      ])
      expect((await listed()).map(({ id }) => id)).not.toContain(body.id)
      expect(await db.$count(mailOutbox, eq(mailOutbox.recipient, mary.user.email))).toBeGreaterThan(1)
      const [user] = await db.select().from(users).where(eq(users.id, mary.user.id))
      expect(user).toMatchObject({ userType, isApprovedInvestor: false })
    },
  )

  test('stores the input normalised, and one link under all its names', async () => {
    const mary = await member({ userType: 'vc' })
    const { body } = await apply(mary, {
      fundName: '  Lantern\u202e \n Partners\u0000 ',
      bio: 'One.\r\n\r\nTwo.\u0007 <b>3</b>',
      email: ' Mary@Lantern.Example ',
      sectors: ['DeFi', 'AI/ML', 'DeFi'],
      meetingLink: 'calendly.com/mary',
      telegramUrl: '@mary_lantern',
      twitterUrl: '@marylantern',
      linkedinUrl: 'linkedin.com/in/mary',
      websiteUrl: '',
      logoUrl: `/uploads/${'a'.repeat(32)}-1024.webp`,
      charityOfChoice: 'Sea Rescue',
      donateToCharity: true,
    })
    expect(await rowOf(body.id)).toMatchObject({
      userId: mary.user.id,
      fundName: 'Lantern Partners',
      bio: 'One.\n\nTwo. <b>3</b>',
      email: 'mary@lantern.example',
      sectors: ['AI/ML', 'DeFi'],
      stage: ['Seed', 'Series B+'],
      meetingLink: 'https://calendly.com/mary',
      meetingUrl: 'https://calendly.com/mary',
      calendlyLink: 'https://calendly.com/mary',
      contactHandle: 'https://calendly.com/mary',
      contactType: 'meeting',
      telegramUrl: 'https://t.me/mary_lantern',
      twitterUrl: 'https://x.com/marylantern',
      linkedinUrl: 'https://linkedin.com/in/mary',
      websiteUrl: null,
      price: 2500,
      weeklyIntroLimit: 4,
      charityOfChoice: 'Sea Rescue',
    })
  })

  test.each([
    [{}, 'angel', { isVentureCapital: false, isAngel: true }],
    [{}, 'founder', { isVentureCapital: true, isAngel: false }],
    [{ isVentureCapital: true, isAngel: true }, 'angel', { isVentureCapital: true, isAngel: true }],
  ] as const)('%j of a %s has the kind %j', async (input, userType, kind) => {
    const { body } = await apply(await member({ userType }), input)
    expect(await rowOf(body.id)).toMatchObject(kind)
  })

  test('without price, limit or selected charity the defaults apply; a price of 0 is kept', async () => {
    const { body } = await apply(await member(), { price: undefined, weeklyIntroLimit: undefined, charityOfChoice: 'Nobody' })
    expect(await rowOf(body.id)).toMatchObject({
      price: null,
      weeklyIntroLimit: 5,
      donateToCharity: false,
      charityOfChoice: null,
    })
    const free = await apply(await member(), { price: 0 })
    expect(await rowOf(free.body.id)).toMatchObject({ price: 0 })
  })

  test('no server-owned column can be set', async () => {
    const mary = await member({ userType: 'vc' })
    const everything = Object.fromEntries(Object.keys(getTableColumns(vcs)).map((column) => [column, true]))
    const owned = {
      id: 'vc_chosen',
      userId: 'usr_other',
      isVerified: true,
      isActive: false,
      reviewStatus: 'approved',
      reviewReason: 'because',
      contactHandle: 'https://evil.example/x',
      contactType: 'telegram',
      createdAt: '2001-01-01T00:00:00Z',
      calendlyToken: 'secret',
      isApprovedInvestor: true,
      isAdmin: true,
    }
    const { websiteUrl, isWebsitePublic, logoUrl, donateToCharity, isVentureCapital, isAngel, ...fields } = everything
    const input = sampleApplication()
    const { status, body } = await mary.post<Reply>('/api/vcs', {
      ...fields,
      telegramUrl: null,
      linkedinUrl: null,
      twitterUrl: null,
      charityOfChoice: null,
      ...input,
      ...owned,
    })
    expect(status).toBe(200)
    expect(body.id).not.toBe('vc_chosen')
    const row = await rowOf(body.id)
    expect(row).toMatchObject({
      userId: mary.user.id,
      isVerified: false,
      isActive: true,
      reviewStatus: 'pending',
      reviewReason: null,
      contactType: 'meeting',
    })
    expect(row?.contactHandle).toBe(input.meetingLink)
    expect(row?.createdAt.getFullYear()).toBeGreaterThan(2020)
    const [user] = await db.select().from(users).where(eq(users.id, mary.user.id))
    expect(user).toMatchObject({ isApprovedInvestor: false, isAdmin: false })
  })
})

describe('one at a time', () => {
  test('a second one is refused while the first is pending, also if both are sent concurrently', async () => {
    const mary = await member({ userType: 'vc' })
    const replies = await Promise.all([apply(mary), apply(mary), apply(mary)])
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    expect(await apply(mary)).toMatchObject({ status: 409, body: { code: 'applications.pending' } })
    expect(await db.$count(vcs, eq(vcs.userId, mary.user.id))).toBe(1)
  })

  test('a rejected applicant may apply again, and it is the same entry, pending again', async () => {
    const mary = await member({ userType: 'vc' })
    const { body: first } = await apply(mary)
    await db.update(vcs).set({ reviewStatus: 'rejected', reviewReason: 'Too short.' }).where(eq(vcs.id, first.id))
    const { status, body: second } = await apply(mary, { bio: 'Longer now.' })
    expect([status, second.id]).toEqual([200, first.id])
    expect(await rowOf(first.id)).toMatchObject({
      reviewStatus: 'pending',
      reviewReason: null,
      bio: 'Longer now.',
      isVerified: false,
    })
  })

  test('only an approved investor may add a profile', async () => {
    const mary = await member({ userType: 'vc' })
    const { body: first } = await apply(mary)
    await db.update(vcs).set({ reviewStatus: 'approved', isVerified: true }).where(eq(vcs.id, first.id))
    expect(await apply(mary)).toMatchObject({ status: 409, body: { code: 'applications.not-approved' } })
    await db.update(users).set({ isApprovedInvestor: true }).where(eq(users.id, mary.user.id))
    const { status, body } = await apply(mary)
    expect(status).toBe(200)
    expect(body.id).not.toBe(first.id)
  })

  test('an account is required', async () => {
    expect(await apply(visitor())).toMatchObject({ status: 401, body: { message: 'Unauthorized' } })
  })
})

describe('invalid input is refused with an error on its field', async () => {
  const ada = await member({ userType: 'vc' })
  const required = {
    fundName: 'Fund name is required',
    partnerName: 'Partner name is required',
    position: 'Position is required',
    location: 'Location is required',
    investmentTag: 'Investment tag is required',
    fundDescription: 'Fund description is required',
    investmentThesis: 'Investment thesis is required',
    bio: 'Bio is required',
    portfolioPerformance: 'Portfolio performance is required',
    meetingLink: 'Meeting link is required',
    email: 'Please enter a valid email address',
    stage: 'Please select at least one investment stage',
    sectors: 'Please select at least one sector',
  }

  test.each(Object.entries(required))('%s: %s', async (path, message) => {
    const isList = path === 'stage' || path === 'sectors'
    // `undefined` leaves the key out.
    for (const value of isList
      ? [undefined, null, [], '', 'DeFi', [''], [['DeFi']]]
      : [undefined, null, '', ' \n ', '\u202e\u0000', ['x'], { x: 1 }, 7, true]) {
      const { status, body } = await apply(ada, { [path]: value })
      expect([status, body.fields?.map((field) => field.path), body.fields?.[0]?.message], JSON.stringify(value)).toEqual([
        422,
        [isList && Array.isArray(value) && value.length > 0 ? `${path}.0` : path],
        message,
      ])
    }
  })

  test.each<[string, unknown, string]>([
    ['price', -1, 'Price must be at least 0'],
    ['price', 0.5, 'Price must be in whole cents'],
    ['price', '25', 'Price must be a number'],
    ['price', [25], 'Price must be a number'],
    ['price', 1e15, 'This price is too high'],
    ['weeklyIntroLimit', 0, 'Weekly intro limit must be at least 1'],
    ['weeklyIntroLimit', -5, 'Weekly intro limit must be at least 1'],
    ['weeklyIntroLimit', 1.5, 'Weekly intro limit must be a whole number'],
    ['weeklyIntroLimit', 1e9, 'Weekly intro limit must be at most 1000'],
    ['fundName', 'x'.repeat(121), 'Please use at most 120 characters'],
    ['bio', 'x'.repeat(50_000), 'Please use at most 4,000 characters'],
    ['meetingLink', 'javascript:alert(1)', 'Please enter a link such as https://example.com'],
    ['meetingLink', 'https://user:secret@cal.example', 'Please enter a link such as https://example.com'],
    ['meetingLink', `https://cal.example/${'x'.repeat(3000)}`, 'Please enter a link such as https://example.com'],
    ['telegramUrl', 'not a handle', 'Please enter a Telegram name such as @name'],
    ['linkedinUrl', 'data:text/html,x', 'Please enter a link such as https://example.com'],
    ['twitterUrl', 'javascript:alert(1)', 'Please enter an X profile such as @name'],
    ['logoUrl', 'javascript:alert(1)', 'This is not a picture.'],
    ['logoUrl', '/api/logout', 'This is not a picture.'],
    ['logoUrl', ['x'], 'This is not a picture.'],
  ])('%s %j', async (path, value, message) => {
    const { status, body } = await apply(ada, { [path]: value })
    expect([status, body.fields]).toEqual([422, [{ path, message }]])
  })

  test('an empty body: every required field is reported', async () => {
    const { status, body } = await ada.post<Reply>('/api/vcs', {})
    expect([status, body.fields?.map(({ path }) => path).sort()]).toEqual([422, Object.keys(required).sort()])
  })

  test('an unknown investment stage or sector', async () => {
    expect((await apply(ada, { stage: ['Seed', 'Series Z'] })).status).toBe(422)
    expect((await apply(ada, { sectors: ['Weapons'] })).status).toBe(422)
  })

  test('and none of this was stored', async () => {
    expect(await db.$count(vcs, eq(vcs.userId, ada.user.id))).toBe(0)
  })
})

describe('the public list of platform investors', async () => {
  const open = await approveInvestor(db, {
    partnerName: 'Olga Open',
    stage: ['Series B+'],
    sectors: ['AI/ML'],
    telegramUrl: 'https://t.me/zqxcanary',
    websiteUrl: 'https://zqxcanary.example',
    contactHandle: 'zqxcanary',
  })
  const hidden = [
    await approveInvestor(db, { isActive: false }),
    await approveInvestor(db, { isVerified: false, reviewStatus: 'pending' }),
  ]

  test.each(['', '?verified=true', '?verified=false', '?stage=All&sector=all', '?stage=Series%20B', '?sector=AI'])(
    'GET /api/vcs%s lists verified and active investors, without a contact',
    async (query) => {
      const body = v.parse(v.array(PlatformRecord), await listed(query))
      expect(body.map(({ id }) => id)).toContain(open)
      for (const id of hidden) expect(body.map((record) => record.id)).not.toContain(id)
      expect(JSON.stringify(body)).not.toMatch(/zqxcanary|alan@keystone|cal\.example/)
      expect(body.find(({ id }) => id === open)).toMatchObject({
        vcType: 'platform',
        fundName: 'Keystone',
        partnerName: 'Olga Open',
        isVerified: true,
        hasMeetingLink: true,
        quoteCents: 500,
        websiteUrl: null,
      })
    },
  )

  test.each(['?stage=Seed', '?sector=DeFi', '?stage=Series%20B&sector=DeFi'])(
    '%s excludes investors that do not match',
    async (query) => {
      expect((await listed(query)).map(({ id }) => id)).not.toContain(open)
    },
  )

  test.each(['?stage[]=Seed', '?verified=perhaps', `?sector=${'x'.repeat(200)}`, '?stage=%00'])(
    '%s causes no server error',
    async (query) => {
      expect((await visitor().get(`/api/vcs${query}`)).status).toBeLessThan(500)
    },
  )
})

test.each([
  ['another name drops the rejected claim to a listed record', 'Somebody Else', false],
  ['the name of the record keeps it', 'mary lantern', true],
])('an application under %s', async (_, partnerName, isKept) => {
  const mary = await member({ userType: 'vc' })
  const record = await listInvestor(db, { name: 'Mary Lantern' })
  const { body } = await apply(mary)
  await db.update(vcs).set({ replacesId: record, reviewStatus: 'rejected' }).where(eq(vcs.id, body.id))
  expect((await apply(mary, { partnerName })).body.id).toBe(body.id)
  expect((await rowOf(body.id))?.replacesId).toBe(isKept ? record : null)
})
