import * as v from 'valibot'
import { expect, test } from 'vitest'
import type { VcId } from '#shared/ids.ts'
import { cents } from '#shared/money.ts'
import { ApplyAsInvestor } from './contract.ts'
import { type ApplicationDraft, applicationOf, draftOf, isBlank, readDraft } from './draft.ts'
import { previewEarnings, previewInvestor } from './preview.ts'

const full: ApplicationDraft = {
  ...readDraft({}),
  partnerName: 'Mary Lantern',
  position: 'Partner',
  fundName: 'Lantern',
  location: 'Lisbon',
  investmentTag: 'Web3',
  stage: ['Seed'],
  sectors: ['DeFi'],
  investmentThesis: 'Layers.',
  fundDescription: 'Small.',
  bio: 'Built things.',
  portfolioPerformance: '3x',
  email: 'mary@lantern.example',
  meetingLink: 'https://cal.example/mary',
}

test.each<[unknown, Partial<ApplicationDraft>]>([
  [undefined, { fundName: '', stage: [], isAngel: false }],
  ['text', { fundName: '' }],
  [
    { fundName: 'Lantern', stage: ['Seed'], of: 'another build' },
    { fundName: 'Lantern', stage: ['Seed'], bio: '' },
  ],
  [
    { fundName: 7, stage: 'Seed', bio: 'kept' },
    { fundName: '', stage: [], bio: 'kept' },
  ],
])('a draft stored as %j is read as far as possible', (kept, draft) => {
  expect(readDraft(kept)).toMatchObject(draft)
})

test('an untouched form is blank, and one with a letter or a ticked box is not', () => {
  expect(isBlank(readDraft({}))).toBe(true)
  expect(isBlank(readDraft({ bio: 'a' }))).toBe(false)
  expect(isBlank(readDraft({ isAngel: true }))).toBe(false)
})

test.each<[price: string, cents: number | null | undefined]>([
  ['', null],
  ['25', 2500],
  ['0', 0],
  ['49.5', 4950],
  // 1.005 * 100 is 100.49999999999999 in binary.
  ['1.005', 101],
  ['-1', undefined],
  ['ten', undefined],
  ['1e400', undefined],
])('a price of %j dollars is sent as %j cents', (price, expected) => {
  const read = v.safeParse(ApplyAsInvestor, applicationOf({ ...full, price }))
  expect(read.success ? read.output.price : undefined).toBe(expected)
})

test.each<[limit: string, expected: number | undefined]>([
  ['', 5],
  ['10', 10],
  ['0', undefined],
  ['1.5', undefined],
  ['many', undefined],
])('a limit of %j is sent as %j', (weeklyIntroLimit, expected) => {
  const read = v.safeParse(ApplyAsInvestor, applicationOf({ ...full, weeklyIntroLimit }))
  expect(read.success ? read.output.weeklyIntroLimit : undefined).toBe(expected)
})

test.each([
  // price typed, limit typed: charged, 85 %, 70 %, a full week
  ['25', '4', { charged: 2500, perUnlock: 2125, afterFees: 1750, perWeek: 8500, isMinimum: false }],
  ['', '', { charged: 500, perUnlock: 425, afterFees: 350, perWeek: 2125, isMinimum: false }],
  ['0', '1', { charged: 50, perUnlock: 42, afterFees: 35, perWeek: 42, isMinimum: true }],
  ['nonsense', '-3', { charged: 500, perUnlock: 425, afterFees: 350, perWeek: 425, isMinimum: false }],
])('%j dollars, %j a week: the earnings match the ledger', (price, weeklyIntroLimit, earnings) => {
  expect(previewEarnings({ price, weeklyIntroLimit })).toEqual(earnings)
})

test.each<[kind: Partial<ApplicationDraft>, messages: string[]]>([
  [{ isAngel: true }, []],
  [{ isVentureCapital: true }, ['Portfolio performance is required', 'Meeting link is required']],
  [{ isAngel: true, isVentureCapital: true }, ['Portfolio performance is required', 'Meeting link is required']],
  [{}, ['Portfolio performance is required', 'Meeting link is required']],
])('without a meeting link and a portfolio performance, an application as %j is refused for %j', (kind, messages) => {
  const application = applicationOf({ ...full, ...kind, meetingLink: ' ', portfolioPerformance: ' ' })
  const read = v.safeParse(ApplyAsInvestor, application)
  expect(read.issues?.map(({ message }) => message).sort() ?? []).toEqual([...messages].sort())
  if (read.success) expect(read.output).toMatchObject({ meetingLink: null, portfolioPerformance: null })
  expect(
    v.safeParse(ApplyAsInvestor, { ...application, meetingLink: 'javascript:1' }).issues?.map(({ message }) => message),
  ).toContain('Please enter a link such as https://example.com')
})

test('the preview matches the later card, and contains no contact', () => {
  const draft = { ...full, telegramUrl: '@zqxcanary', websiteUrl: 'https://zqxcanary.example', logoUrl: 'javascript:alert(1)' }
  const investor = previewInvestor(draft)
  expect(investor).toMatchObject({
    name: 'Mary Lantern',
    fund: 'Lantern',
    isVerified: true,
    quote: 500,
    limit: 5,
    imageUrl: null,
  })
  expect(JSON.stringify(investor)).not.toMatch(/zqxcanary|mary@|cal\.example/)
  expect(previewInvestor(readDraft({}))).toMatchObject({ name: 'Your name', fund: 'Your fund', thesis: null })
})

test('the form of a rejected applicant is filled with the previous application', () => {
  const sent = v.parse(ApplyAsInvestor, applicationOf({ ...full, price: '49.5', telegramUrl: '@mary_l' }))
  const review = {
    contactType: 'meeting',
    contactHandle: null,
    isVerified: false,
    isActive: true,
    reviewStatus: 'rejected',
  } as const
  const listing = {
    ...sent,
    ...review,
    id: 'vc_1' as VcId,
    price: cents(4950),
    reviewReason: 'Short.',
    timeZone: null,
    createdAt: '',
    updatedAt: '',
  }
  expect(v.parse(ApplyAsInvestor, applicationOf(draftOf(listing)))).toEqual(sent)
})
