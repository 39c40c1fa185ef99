import { eq } from 'drizzle-orm'
import { payoutDetails, principals, users, vcs } from '#drizzle/schema/index.ts'
import { openKeyring } from '#server/crypto/keyring.ts'
import type { Database } from '#server/database/client.ts'
import { hashPassword } from '#server/features/accounts/credentials/password-hash.ts'
import { sampleUserId } from '#server/features/accounts/service.ts'
import { sealDetails } from '#server/features/earnings/payouts/payout-details.ts'
import { maskDetails } from '#shared/earnings/check-details.ts'
import type { PayoutDetails } from '#shared/earnings/payout-details.ts'
import type { PrincipalId, VcId } from '#shared/ids.ts'
import { cents } from '#shared/money.ts'

export const DEMO_FOUNDER = sampleUserId('founder')
export const DEMO_INVESTOR = 'vc_demo_investor' as VcId

const people = [
  { key: 'founder', firstName: 'Noa', lastName: 'Lindgren', userType: 'founder' },
  { key: 'investor', firstName: 'Iris', lastName: 'Halloran', userType: 'vc', isApprovedInvestor: true },
  { key: 'admin', firstName: 'Sam', lastName: 'Okafor', userType: 'founder' },
] as const

/** The example of the IBAN registry for the investor's country. */
const DEMO_DETAILS: PayoutDetails = {
  kind: 'iban',
  holder: 'Iris Halloran',
  country: 'PT',
  iban: 'PT50000201231234567890154',
}

/** Three demo accounts, and the listing and the payout details of the investor. Existing accounts keep their passwords. */
export async function seedAccounts(db: Database, password: string) {
  const verifiedAt = new Date('2026-02-01T09:00:00.000Z')
  for (const { key, ...person } of people) {
    const id = sampleUserId(key)
    if ((await db.$count(users, eq(users.id, id))) > 0) continue
    const hash = await hashPassword(password)
    const sealed = key === 'investor' && (await sealDetails(await openKeyring(db), id, DEMO_DETAILS))
    const user = {
      ...person,
      id,
      email: `${key}@latchkey.example`,
      emailVerifiedAt: verifiedAt,
      passwordProvedAt: verifiedAt,
      password: hash,
    }
    await db.transaction(async (tx) => {
      const complete = { ...user, hasSetPassword: true, profileCompleted: true }
      // No row is returned when another node was faster, or when the address had been registered before.
      const added = await tx.insert(users).values(complete).onConflictDoNothing().returning({ id: users.id })
      const principal = { id: `pri_demo_${key}` as PrincipalId, kind: 'account' as const, userId: id }
      if (added.length === 0) return
      await tx.insert(principals).values(principal)
      if (!sealed) return
      await tx.insert(payoutDetails).values({ userId: id, sealed, masked: maskDetails(DEMO_DETAILS), changedAt: verifiedAt })
    })
  }
  const [investor] = await db
    .select({ id: users.id })
    .from(users)
    .where(eq(users.id, sampleUserId('investor')))
  const meetingLink = 'https://calendly.com/latchkey-demo/intro-30'
  await db
    .insert(vcs)
    .values({
      id: DEMO_INVESTOR,
      userId: investor?.id ?? null,
      fundName: 'Brasslatch Ventures',
      partnerName: 'Iris Halloran',
      email: 'investor@latchkey.example',
      location: 'Lisbon, Portugal',
      position: 'General Partner',
      investmentTag: 'Infrastructure and payments',
      fundDescription: 'A small fund that leads pre-seed and seed rounds of teams who have shipped.',
      bio: 'Two exits as an operator, eleven years of backing engineers. Answers every memo within a week.',
      investmentThesis:
        'We back protocols that people use before they speculate on them, from the first commit to the first million users.',
      portfolioPerformance: 'Fund I at 3.1× net; nine of fourteen companies raised again.',
      linkedinUrl: 'https://www.linkedin.com/in/iris-halloran-example',
      twitterUrl: 'https://x.com/irishalloran_ex',
      telegramUrl: 'https://t.me/iris_halloran_ex',
      meetingUrl: meetingLink,
      calendlyLink: meetingLink,
      meetingLink,
      callLink: 'https://meet.brasslatch.example/iris',
      contactHandle: meetingLink,
      contactType: 'meeting',
      websiteUrl: 'https://brasslatch.example',
      isWebsitePublic: true,
      stage: ['Pre-Seed', 'Seed'],
      sectors: ['Infrastructure', 'Payments', 'Identity'],
      price: cents(7500),
      isVerified: true,
      reviewStatus: 'approved',
    })
    .onConflictDoNothing()
}
