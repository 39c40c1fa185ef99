import { expect, type Page, test } from '@playwright/test'
import { SCREENS } from '#shared/screens.ts'
import { openBrowser } from './support/accounts.ts'
import { DESKTOP } from './support/device.ts'
import { ONLINE } from './support/quiet.ts'
import { pressSampleAccount, type SampleAccount } from './support/sample-account.ts'
import { type ProductServer, startProduct } from './support/server.ts'

test.use(ONLINE)

type Screen = (typeof SCREENS)[number]
/** A screen, where it is opened, and a text of its data. Words in braces are ids of the sample: see `idsOf`. */
type Stop = [screen: Screen, path: string, shows: string]

const tours: Record<SampleAccount, Stop[]> = {
  Founder: [
    ['/', '/', 'Write to Ulrich Keller'],
    ['/home', '/home', 'Write to Ulrich Keller'],
    ['/calls', '/calls', 'Mateo Quiroga'],
    ['/calls', '/calls', 'I have read the reserve table'],
    ['/cold-scout/$slug', '/cold-scout/beacon-chain-growth', 'Chiara Karimi'],
    ['/complete-profile', '/complete-profile', 'Crumbledger'],
    ['/contacts', '/contacts', 'Benedikt Peña'],
    ['/contacts/new', '/contacts/new', 'Add a person'],
    ['/raise', '/raise', 'Seed 2026'],
    ['/contacts/$id', '/contacts/rec7JhYiWFZetmkyA', 'kwame@northgate-crypto.example'],
    ['/contacts/$id', '/contacts/{lena}', 'Mills are freight with a shorter road'],
    ['/contacts/$id', '/contacts/{mateo}', 'My six cheques of this year are written'],
    ['/contacts/$id', '/contacts/{nadia}', 'I only back hardware'],
    ['/directory', '/directory', 'Amara Álvarez'],
    ['/investor/$id', '/investor/rec4XWb3mggiXe3m9', 'benedikt@larkspur-growth.example'],
    ['/notices', '/notices', 'A receipt with our VAT number'],
    ['/password-setup', '/password-setup', 'founder@latchkey.example'],
    ['/payment-success/$paymentIntentId', '/payment-success/{payment}', 'Benedikt Peña'],
    ['/ping', '/ping', 'Priya Demir'],
    ['/profile', '/profile', 'Crumbledger'],
    ['/profile', '/profile?tab=activity', 'Contact of Kwame Dlamini'],
    ['/project-payment', '/project-payment', 'Already published'],
    ['/project-setup', '/project-setup', 'Crumbledger'],
    ['/project/$id', '/project/{project}', '140 bakeries'],
    ['/receipt/$id', '/receipt/{order}', 'Benedikt Peña'],
    ['/requests', '/requests', 'investors who lead rounds'],
    ['/scout', '/scout', 'Crumbledger'],
    ['/settings', '/settings', 'Noa'],
    ['/share', '/share?text=Met+at+the+fair', 'Met at the fair'],
    ['/support', '/support', 'A receipt with our VAT number'],
    ['/vc/$id', '/vc/vc_demo_investor', 'Iris Halloran'],
    ['/vcs', '/vcs', 'Priya Demir'],
  ],
  Investor: [
    ['/', '/', 'Call with Adaeze Nwosu'],
    ['/calls', '/calls', 'Tomasz Wolski'],
    ['/earnings', '/earnings', '$382.50'],
    ['/edit-listing/$id', '/edit-listing/vc_demo_investor', 'Brasslatch Ventures'],
    ['/profile', '/profile', 'Brasslatch Ventures'],
    ['/profile', '/profile?tab=activity', 'Owen Pryce'],
    ['/vc-signup', '/vc-signup', 'You are listed already'],
  ],
  Admin: Object.entries({
    applications: 'Teun van der Wijk',
    projects: 'Palisade',
    introductions: 'Ottilie Reyes',
    profiles: 'Viktor Yıldız',
    tickets: 'Mikael Rask',
    refunds: 'Noa Lindgren',
    disputes: 'Beatriz Solano',
    payouts: 'Lena Vogt',
    'ledger-checks': 'Owed to investors',
    accounting: 'Owed to investors',
    imports: 'Prices to confirm',
    'client-errors': 'Reported by browsers',
    audit: 'Camille Demir',
  }).map(([queue, shows]): Stop => ['/admin', `/admin?queue=${queue}`, shows]),
}

/** Screens without data of an account: the same form or text for all viewers, or the end of a link or a payment. */
const WITHOUT_DATA: Screen[] = [
  '/auth',
  '/claim',
  '/forgot-password',
  '/join',
  '/keep-email',
  '/newsletter',
  '/outbox',
  '/payment-success',
  '/privacy-policy',
  '/profile-request',
  '/reply',
  '/reset-password',
  '/scout-success',
  '/signup',
  '/signup-type',
  '/terms-of-service',
  '/unsubscribe',
  '/verify-email',
]

let server: ProductServer
test.beforeAll(async () => {
  server = await startProduct({ SEED: 'demo' })
})
test.afterAll(() => server.dispose())

/** The ids of the founder's project, of one of their purchases and of its payment, and of investors who replied: each start of the sample has its own. */
async function idsOfFounder(): Promise<Record<string, string>> {
  const { sql, close } = await server.openDatabase()
  const [row] = await sql`
    select o.id as order, o.pi_id as payment, project.id as project,
      (select id from vcs where user_id = 'usr_demo_lena') as lena, (select id from vcs where user_id = 'usr_demo_mateo') as mateo,
      (select id from vcs where user_id = 'usr_demo_nadia') as nadia
    from users u join principals p on p.user_id = u.id join orders o on o.principal_id = p.id
      join projects project on project.user_id = u.id
    where u.email = 'founder@latchkey.example' and o.kind = 'vc_unlock' and o.target_id = 'rec4XWb3mggiXe3m9'`
  await close()
  if (!row) throw new Error('The sample founder has no project or has not bought this contact.')
  return row
}

const isForeign = (url: string) => !/^(?:data|blob):/.test(url) && !url.startsWith(server.url)

/** What the screen shows as text, and in its fields. */
const readMain = (page: Page) =>
  page
    .getByRole('main')
    .evaluate((main) =>
      [main.textContent, ...[...main.querySelectorAll<HTMLInputElement>('input, textarea')].map(({ value }) => value)].join('\n'),
    )

for (const account of ['Founder', 'Investor', 'Admin'] as const) {
  test(`one press on the start page signs in as the sample account ${account}, and each of its screens has data`, async ({
    browser,
  }) => {
    const page = await openBrowser(browser, server, { viewport: DESKTOP })
    const foreign: string[] = []
    page.on('request', (request) => isForeign(request.url()) && foreign.push(request.url()))
    await pressSampleAccount(page, account)
    const ids = account === 'Founder' ? await idsOfFounder() : {}
    for (const [, path, shows] of tours[account]) {
      const address = path.replace(/\{(\w+)\}/, (_, name: string) => ids[name] ?? '')
      await page.evaluate((to) => history.pushState({}, '', to), address)
      await expect.poll(() => readMain(page), `${path} shows ${shows}`).toContain(shows)
    }
    expect(foreign).toEqual([])
    await page.context().close()
  })
}

test('each screen of the app is opened with one of the sample accounts, unless it has no data of an account', () => {
  const opened = Object.values(tours).flatMap((stops) => stops.map(([screen]) => screen))
  expect(SCREENS.filter((screen) => !opened.includes(screen))).toEqual(WITHOUT_DATA)
})
