import { eq, getTableColumns } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { users, vcs } from '#drizzle/schema/index.ts'
import { sampleApplication } from '#tests/support/actors/application.ts'
import { findUser } from '#tests/support/state/accounts.ts'
import { listListings } from '#tests/support/state/investors.ts'
import { mailKindsTo } from '#tests/support/state/mails.ts'
import { apply, type Reply, setUp } from './setup.ts'

const { member, visitor, db, rowOf, listed } = await setUp()

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
      expect((await mailKindsTo(db, mary.user.email)).length).toBeGreaterThan(1)
      expect(await findUser(db, { id: mary.user.id })).toMatchObject({ userType, isApprovedInvestor: false })
    },
  )

  test('of an angel needs neither a meeting link nor a portfolio performance; Telegram is then the way of contact', async () => {
    const about = { isAngel: true, isVentureCapital: false, meetingLink: '', portfolioPerformance: '' }
    const rowFor = async (more: Record<string, unknown>) =>
      rowOf((await apply(await member({ userType: 'angel' }), { ...about, ...more })).body.id)
    expect(await rowFor({ telegramUrl: '@mary_lantern' })).toMatchObject({
      ...{ meetingLink: null, calendlyLink: null, portfolioPerformance: null },
      ...{ contactType: 'telegram', contactHandle: 'https://t.me/mary_lantern' },
    })
    expect(await rowFor({})).toMatchObject({ contactType: 'meeting', contactHandle: null, email: 'mary@lantern.example' })
    const fund = await apply(await member({ userType: 'vc' }), { ...about, isVentureCapital: true })
    expect(fund.status).toBe(422)
  })

  test('takes the time zone of the browser for calls, and an unknown one is no reason to refuse it', async () => {
    const zoneOf = async (timeZone: unknown) => {
      const { status, body } = await apply(await member({ userType: 'vc' }), { timeZone })
      return [status, (await rowOf(body.id))?.timeZone]
    }
    expect(await zoneOf('Europe/Lisbon')).toEqual([200, 'Europe/Lisbon'])
    expect(await zoneOf('Mars/Olympus')).toEqual([200, null])
    expect(await zoneOf(undefined)).toEqual([200, null])
  })

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
    expect(await findUser(db, { id: mary.user.id })).toMatchObject({ isApprovedInvestor: false, isAdmin: false })
  })
})

describe('one at a time', () => {
  test('a second one is refused while the first is pending, also if both are sent concurrently', async () => {
    const mary = await member({ userType: 'vc' })
    const replies = await Promise.all([apply(mary), apply(mary), apply(mary)])
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    expect(await apply(mary)).toMatchObject({ status: 409, body: { code: 'applications.pending' } })
    expect(await listListings(db, { userId: mary.user.id })).toHaveLength(1)
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
