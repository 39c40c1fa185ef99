import { principals, users, vcRequests, vcs } from '#drizzle/schema/index.ts'
import type { Database, Transaction } from '#server/database/client.ts'
import type { PrincipalId, UserId, VcId } from '#shared/ids.ts'
import { cents } from '#shared/money.ts'

const HOUR_MS = 60 * 60 * 1000

type Applicant = Person & {
  isAddressVerified: boolean
  hoursAgo: number
  profile: Omit<typeof vcs.$inferInsert, 'id' | 'partnerName'>
}

/** New, due and overdue; and one hostile application. */
const applicants: Applicant[] = [
  {
    key: 'mara',
    firstName: 'Mara',
    lastName: 'Velasquez',
    userType: 'vc',
    isAddressVerified: true,
    hoursAgo: 5,
    profile: {
      fundName: 'Saltmarsh Capital',
      position: 'Partner',
      location: 'Valencia, Spain',
      investmentTag: 'Payments and stablecoins',
      email: 'mara@saltmarsh.example',
      fundDescription: 'Forty million euros for the plumbing of money, from Spain, Portugal and Latin America.',
      bio: 'Ran payouts for a marketplace in eleven countries before she joined the other side of the table.',
      investmentThesis:
        'Settlement that works at two in the morning on a Sunday. We back teams who have moved real money already, however little of it.',
      portfolioPerformance: 'Nine investments since 2022, two of them profitable, none written off.',
      linkedinUrl: 'https://www.linkedin.com/in/mara-velasquez-example',
      twitterUrl: 'https://x.com/maravelasquez_ex',
      meetingLink: 'https://calendly.com/saltmarsh-example/first-call',
      contactHandle: 'https://calendly.com/saltmarsh-example/first-call',
      websiteUrl: 'https://saltmarsh.example',
      isWebsitePublic: true,
      stage: ['Pre-Seed', 'Seed'],
      sectors: ['Payments', 'Stablecoins', 'RWA'],
      price: cents(4500),
      weeklyIntroLimit: 6,
    },
  },
  {
    key: 'teun',
    firstName: 'Teun',
    lastName: 'van der Wijk',
    userType: 'angel',
    isAddressVerified: true,
    hoursAgo: 27,
    profile: {
      fundName: 'Wijk & Daughters',
      position: 'Angel',
      location: 'Utrecht, Netherlands',
      email: 'teun@wijk.example',
      bio: 'Sold a logistics company in 2021. Writes six cheques a year and answers every message himself.',
      investmentThesis: 'Supply chains that can be proved: where a thing was, who held it, what it cost the climate.',
      telegramUrl: 'https://t.me/teun_wijk_ex',
      meetingLink: 'https://cal.com/teun-wijk-example',
      contactHandle: 'https://cal.com/teun-wijk-example',
      stage: ['Angel', 'Pre-Seed'],
      sectors: ['Supply Chain', 'Energy', 'Data'],
      price: cents(2000),
      weeklyIntroLimit: 3,
      isVentureCapital: false,
      isAngel: true,
      donateToCharity: true,
      charityOfChoice: 'Sea Watch',
    },
  },
  {
    key: 'haruka',
    firstName: '遥',
    lastName: '森田',
    userType: 'vc',
    isAddressVerified: true,
    hoursAgo: 52,
    profile: {
      fundName: '青葉ベンチャーズ Aoba Ventures',
      position: 'Principal',
      location: 'Sendai, Japan',
      email: 'haruka@aoba.example',
      fundDescription: '東北から、世界へ。Industrial software and identity, from the north of Japan.',
      investmentThesis: 'Quiet companies with loud retention.',
      portfolioPerformance: 'Fund II, year three: 1.8× on paper.',
      linkedinUrl: 'https://www.linkedin.com/in/haruka-morita-example',
      meetingLink: 'https://calendly.com/aoba-example/30min',
      contactHandle: 'https://calendly.com/aoba-example/30min',
      websiteUrl: 'https://aoba.example',
      stage: ['Seed', 'Series A'],
      sectors: ['AI/ML', 'Identity', 'Infrastructure'],
      price: cents(12_000),
      weeklyIntroLimit: 2,
    },
  },
  {
    key: 'rex',
    firstName: 'Rex',
    lastName: 'Moon',
    userType: 'vc',
    isAddressVerified: false,
    hoursAgo: 1,
    profile: {
      fundName: '100X <b>GUARANTEED</b> Capital',
      position: 'CEO & Founder & Visionary',
      location: 'Everywhere',
      email: 'rex@moon.example',
      bio: '<img src=x onerror="alert(1)"> Send 0.1 ETH first, then we talk.',
      investmentThesis: 'Everything goes up.',
      linkedinUrl: 'javascript:alert(document.cookie)',
      meetingLink: 'https://moon.example/wallet-connect',
      contactHandle: 'https://moon.example/wallet-connect',
      stage: ['Angel', 'Pre-Seed', 'Seed', 'Series A', 'Series B+'],
      sectors: ['Meme'],
      price: cents(99_900),
      weeklyIntroLimit: 500,
    },
  },
]

type Person = { key: string; firstName: string; lastName: string; userType: 'founder' | 'vc' | 'angel' }

/** Adds an account without a password, so that it cannot sign in. @returns whether it is new */
async function addPerson(tx: Transaction, { key, ...person }: Person, at: Date, isAddressVerified: boolean): Promise<boolean> {
  const id = `usr_demo_${key}` as UserId
  const account = { ...person, id, email: `${key}@people.latchkey.example`, profileCompleted: true, createdAt: at }
  const emailVerifiedAt = isAddressVerified ? at : null
  const added = await tx
    .insert(users)
    .values({ ...account, emailVerifiedAt })
    .onConflictDoNothing()
    .returning({ id: users.id })
  if (added.length === 0) return false
  await tx.insert(principals).values({ id: `pri_demo_${key}` as PrincipalId, kind: 'account', userId: id })
  return true
}

/** Demo data: applications that wait for review. */
export async function seedApplications(db: Database, now: Date) {
  for (const { hoursAgo, profile, isAddressVerified, ...person } of applicants) {
    const { key, firstName, lastName } = person
    const at = new Date(now.getTime() - hoursAgo * HOUR_MS)
    await db.transaction(async (tx) => {
      if (!(await addPerson(tx, person, at, isAddressVerified))) return
      const owner = { id: `vc_demo_${key}` as VcId, userId: `usr_demo_${key}` as UserId, partnerName: `${firstName} ${lastName}` }
      await tx.insert(vcs).values({ ...profile, ...owner, submittedAt: at, createdAt: at })
    })
  }
}

const requester: Person = { key: 'ottilie', firstName: 'Ottilie', lastName: 'Reyes', userType: 'founder' }
const introRequests = [
  { hoursAgo: 7, message: 'We settle invoices between 40 bakeries in stablecoins. Two lines from you would open this door.' },
  { hoursAgo: 31, message: 'Same stage, same sector, and he wrote about us last month without knowing our name.' },
]

/** Demo data: introductions that a founder requested. Her address is not verified, so no ranking counts them. */
export async function seedIntros(db: Database, now: Date) {
  const unverified = await db.query.directoryInvestors.findMany({
    columns: { id: true },
    where: (t, { and, eq, isNull }) => and(eq(t.isVerified, false), isNull(t.unlistedAt)),
    orderBy: (t, { asc }) => asc(t.id),
    limit: introRequests.length,
  })
  await db.transaction(async (tx) => {
    if (!(await addPerson(tx, requester, now, true))) return
    for (const [place, { id }] of unverified.entries()) {
      const { hoursAgo = 0, message = '' } = introRequests[place] ?? {}
      const createdAt = new Date(now.getTime() - hoursAgo * HOUR_MS)
      await tx.insert(vcRequests).values({
        id: `req_intro_demo_${place}`,
        vcId: id,
        vcType: 'airtable',
        principalId: `pri_demo_${requester.key}` as PrincipalId,
        userId: `usr_demo_${requester.key}` as UserId,
        founderEmail: `${requester.key}@people.latchkey.example`,
        requestType: 'intro',
        message,
        amount: cents(0),
        day: createdAt.toISOString().slice(0, 10),
        createdAt,
      })
    }
  })
}
