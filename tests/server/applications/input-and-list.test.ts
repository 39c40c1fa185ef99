import { eq } from 'drizzle-orm'
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { vcs } from '#drizzle/schema/index.ts'
import { PlatformRecord } from '#shared/directory/api-contract.ts'
import { approveInvestor, listInvestor } from '#tests/support/actors/money.ts'
import { listListings } from '#tests/support/state/investors.ts'
import { apply, type Reply, setUp } from './setup.ts'

const { member, visitor, db, rowOf, listed } = await setUp()

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
    expect(await listListings(db, { userId: ada.user.id })).toEqual([])
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
