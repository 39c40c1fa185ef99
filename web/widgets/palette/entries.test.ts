import { expect, test } from 'vitest'
import type { ColdFund, DecisionMaker } from '#shared/cold-scout/contract.ts'
import { DirectoryIndex } from '#shared/directory/directory-index.ts'
import type { ColdInvestorId, DecisionMakerId, ProjectId, VcId } from '#shared/ids.ts'
import { SCREENS } from '#shared/screens.ts'
import { sampleContact } from '#tests/support/samples/sample-contact.ts'
import { sampleInvestor } from '#tests/support/samples/sample-investor.ts'
import { sampleProject } from '#tests/support/samples/sample-project.ts'
import type { DirectoryFilters } from '#web/features/directory/filters/search-params.ts'
import { findEntries, type Sources } from './entries.ts'
import { PAGES, type PaletteUser, pagesFor } from './pages.ts'

const founder: PaletteUser = { userType: 'founder', isApprovedInvestor: false, isAdmin: false }
const angel: PaletteUser = { ...founder, userType: 'angel' }

const investors = [
  sampleInvestor({ id: 'recA' as VcId, name: 'Marit Moretti', fund: 'Kestrel', location: 'Oslo' }),
  sampleInvestor({ id: 'recB' as VcId, name: 'Ana Nuñez', fund: 'Nimbus', location: null }),
  ...Array.from({ length: 9 }, (_, i) => sampleInvestor({ id: `recN${i}` as VcId, name: `Noor ${i}`, fund: 'Settlement' })),
]
const index = new DirectoryIndex()
index.put(investors)
const contact = sampleContact({ id: 'recB' as VcId, name: 'Ana Nuñez', fund: 'Nimbus', email: null, telegram: null, stages: [] })
const own = { notes: new Map([[contact.id, { id: contact.id, text: 'Met in Lisbon', updatedAt: '' }]]), followUps: new Map() }
const person = {
  ...{ id: 'dm1' as DecisionMakerId, fullName: 'Vera Winter', role: 'Partner', fundName: 'Cold Bay', fundSlug: 'cold-bay' },
} as DecisionMaker
const fund = { id: 'cf1' as ColdInvestorId, fundName: 'Cold Bay', fundSlug: 'cold-bay', investmentFocus: 'Gaming' } as ColdFund
const projects = Array.from({ length: 6 }, (_, i) =>
  sampleProject({ id: `prj${i}` as ProjectId, companyName: `Rollup ${i}`, oneLineDescription: 'Settlement for all' }),
)

const sources: Sources = {
  user: founder,
  contacts: { listed: [contact], words: own },
  decisionMakers: [person],
  searches: [
    {
      id: 'sch_1',
      name: 'Angels near me',
      detail: 'Angels, Lisbon',
      newCount: 3,
      filters: { type: 'angel' } as DirectoryFilters,
    },
    { id: 'sch_2', name: 'Payments', detail: 'Robotics', newCount: 0, filters: { sector: 'Robotics' } as DirectoryFilters },
  ],
  savedIds: new Set(['recA']),
  findInvestors: (text, limit) => index.query({ text, limit }),
  isPartial: false,
  projects,
  funds: [fund],
}
const found = (text: string, more: Partial<Sources> = {}) =>
  findEntries(text, { ...sources, ...more }).map(({ title, entries }) => [title, entries.map(({ label }) => label)])

test.each([
  [
    'lisbon',
    [
      ['Your contacts', ['Ana Nuñez']],
      ['Saved searches', ['Angels near me']],
    ],
  ],
  ['NUNEZ', [['Your contacts', ['Ana Nuñez']]]],
  ['vera cold', [['Your contacts', ['Vera Winter']]]],
  ['moreti', [['Investors', ['Marit Moretti']]]],
  [
    'cold bay',
    [
      ['Your contacts', ['Vera Winter']],
      ['Investors', ['Cold Bay']],
    ],
  ],
  ['rollup 3', [['Projects', ['Rollup 3']]]],
  ['logout', [['Pages and actions', ['Sign Out']]]],
  ['log out', [['Pages and actions', ['Sign Out']]]],
  ['qqqq', []],
])('%j finds %j', (text, groups) => {
  expect(found(text)).toEqual(groups)
})

test('a saved search is found by its name and its filters, says what is new, and leads to its list', () => {
  expect(findEntries('near me', sources)).toMatchObject([
    { title: 'Saved searches', entries: [{ label: 'Angels near me', note: '3 new', link: { search: { type: 'angel' } } }] },
  ])
  const [group] = findEntries('robotics', sources)
  expect(group?.entries.map(({ label, note }) => [label, note])).toEqual([['Payments', undefined]])
})

test('more matches than lines lead to the list with the same search', () => {
  const groups = findEntries(' Settlement ', sources)
  const last = groups.map(({ title, entries }) => [title, entries.length, entries.at(-1)?.label, entries.at(-1)?.link])
  expect(last).toEqual([
    ['Investors', 7, 'All 9 investors', { to: '/vcs', search: { q: 'Settlement' } }],
    ['Projects', 5, 'All 6 projects', { to: '/scout', search: { q: 'Settlement' } }],
  ])
})

test('where the server has more investors than this device, the search there is offered, also without a match here', () => {
  expect(found('qqqq', { isPartial: true })).toEqual([['Investors', ['Search all investors for “qqqq”']]])
})

test('a page whose name begins with three typed letters comes first, otherwise people do', () => {
  expect(found('set').map(([title]) => title)).toEqual(['Pages and actions', 'Investors', 'Projects'])
  expect(found('se').map(([title]) => title)).toEqual(['Investors', 'Projects', 'Pages and actions'])
})

test('a saved investor is marked, and an unlocked one is a contact only', () => {
  expect(findEntries('marit', sources)[0]?.entries).toMatchObject([{ detail: 'Kestrel · Oslo', note: 'Saved' }])
  expect(found('nimbus')).toEqual([['Your contacts', ['Ana Nuñez']]])
})

test('nothing is found before the device was read, except pages', () => {
  const nothing = {
    contacts: undefined,
    decisionMakers: undefined,
    findInvestors: undefined,
    projects: undefined,
    funds: undefined,
  }
  expect(found('settings', nothing)).toEqual([['Pages and actions', ['Settings']]])
})

test('before anything is typed it lists the pages of this user', () => {
  const labels = (user: PaletteUser) => pagesFor(user).map(({ label }) => label)
  expect(found('')).toEqual([['Go to', labels(founder)]])
  const [visitors, founders, angels] = [null, founder, angel].map(labels)
  expect(visitors).toEqual(expect.arrayContaining(['Sign in', 'Browse VCs', 'Apply as an investor']))
  expect(founders).toEqual(expect.arrayContaining(['Your project', 'Notices', 'Sign Out']))
  expect(angels).toEqual(expect.arrayContaining(['Earnings', 'Your listing']))
  for (const label of ['Sign in', 'Earnings', 'Review', 'Your listing']) expect(founders).not.toContain(label)
  for (const label of ['Sign Out', 'Dashboard', 'Saved investors']) expect(visitors).not.toContain(label)
  expect(labels({ ...founder, isAdmin: true })).toContain('Review')
  expect(labels({ ...angel, isApprovedInvestor: true })).not.toContain('Apply as an investor')
})

/** Screens that only a mail, a payment, another app or a gate leads to. */
const ELSEWHERE = [
  ...['/complete-profile', '/password-setup', '/profile-request', '/forgot-password', '/reset-password', '/verify-email'],
  ...['/keep-email', '/reply', '/unsubscribe', '/payment-success', '/project-payment', '/scout-success', '/share', '/signup'],
]

test('every screen without an id in its address is in the palette, or is reached in another way', () => {
  const listed = new Set<string>([...PAGES.flatMap(({ to }) => to ?? []), ...ELSEWHERE])
  expect(SCREENS.filter((screen) => !screen.includes('$') && !listed.has(screen))).toEqual([])
  expect([...listed].filter((to) => !SCREENS.includes(to as (typeof SCREENS)[number]))).toEqual([])
})
