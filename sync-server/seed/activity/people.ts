import { eq, like } from 'drizzle-orm'
import { principals, sessions, users, vcs } from '#drizzle/schema/index.ts'
import type { Account } from '#server/http/session.ts'
import { DEMO_INVESTOR } from '#server/seed/accounts.ts'
import type { PrincipalId, UserId, VcId } from '#shared/ids.ts'
import { samplePicture } from '#shared/uploads/address.ts'
import { type Stage, sessionOf } from './stage.ts'

/** The other people of the sample: no account of theirs has a password, so none can sign in. */
const others = [
  ['ines', 'Inês', 'Carvalho', 'founder'],
  ['tomasz', 'Tomasz', 'Wolski', 'founder'],
  ['adaeze', 'Adaeze', 'Nwosu', 'founder'],
  ['linh', 'Linh', 'Tran', 'founder'],
  ['mikael', 'Mikael', 'Rask', 'founder'],
  ['priya', 'Priya', 'Raman', 'founder'],
  ['jonas', 'Jonas', 'Ebert', 'founder'],
  ['salma', 'Salma', 'Haddad', 'founder'],
  ['hugo', 'Hugo', 'Marchetti', 'founder'],
  ['yuki', 'Yuki', 'Okada', 'founder'],
  ['bea', 'Beatriz', 'Solano', 'founder'],
  ['owen', 'Owen', 'Pryce', 'founder'],
  ['lena', 'Lena', 'Vogt', 'vc'],
  ['mateo', 'Mateo', 'Quiroga', 'angel'],
  ['nadia', 'Nadia', 'Ferrante', 'angel'],
] as const

export type Buyer = Extract<(typeof others)[number], readonly [string, string, string, 'founder']>[0]
type Other = (typeof others)[number][0]
/** Those who are investors of the platform. */
export type Host = Exclude<Other, Buyer>

export type Cast = {
  founder: Account
  investor: Account
  admin: Account
  others: Record<Other, Account>
  /** The listing of the sample's investor. */
  listing: VcId
  /** Ids that one scene makes and a later one needs. */
  made: Map<string, string>
}

/** A value that an earlier scene has made. */
export function madeBy<Id extends string>({ made }: Cast, name: string): Id {
  const id = made.get(name)
  if (id === undefined) throw new Error(`No earlier scene of the sample has made ${name}`)
  return id as Id
}

/** How long ago the sample's accounts were opened, in days. */
const OPENED = -200

/** Adds the people, each in a session. */
export async function castPeople(stage: Stage): Promise<Cast> {
  const { tx, accountOf } = stage
  const openedAt = stage.at(OPENED)
  stage.clock.at = openedAt
  const rows = others.map(([key, firstName, lastName, userType]) => ({
    id: `usr_demo_${key}` as UserId,
    firstName,
    lastName,
    userType,
    email: `${key}@people.latchkey.example`,
    emailVerifiedAt: openedAt,
    profileCompleted: true,
    createdAt: openedAt,
  }))
  await tx.insert(users).values(rows)
  const owners = others.map(([key]) => ({
    id: `pri_demo_${key}` as PrincipalId,
    kind: 'account' as const,
    userId: `usr_demo_${key}` as UserId,
    createdAt: openedAt,
  }))
  await tx.insert(principals).values(owners)
  await tx.update(vcs).set({ createdAt: openedAt, submittedAt: openedAt }).where(eq(vcs.id, DEMO_INVESTOR))
  const actors = ['founder', 'investor', 'admin', ...others.map(([key]) => key)]
  const opened = actors.map((key) => ({ sid: sessionOf(key), userId: `usr_demo_${key}` as UserId, expire: stage.begin }))
  await tx.insert(sessions).values(opened)
  const found = await Promise.all(others.map(async ([key]) => [key, await accountOf(key)] as const))
  return {
    founder: await accountOf('founder'),
    investor: await accountOf('investor'),
    admin: await accountOf('admin'),
    others: Object.fromEntries(found) as Cast['others'],
    listing: DEMO_INVESTOR,
    made: new Map(),
  }
}

/** The portraits of the sample's accounts and of the platform's investors, as places among the drawn ones. */
const PORTRAITS = { founder: 7, investor: 3, admin: 19 }
const LISTINGS: Record<Host, number> = { lena: 39, mateo: 12, nadia: 26 }

/**
 * The three accounts were opened long ago, and have portraits. Written last, so that a sign-in waits for these rows as briefly as
 * possible. It may wait before: rows that refer to an account lock it.
 */
export async function finishAccounts(stage: Stage, cast: Cast) {
  const { tx } = stage
  const openedAt = stage.at(OPENED)
  for (const [key, place] of Object.entries(PORTRAITS)) {
    const portrait = { profileImageUrl: samplePicture('portrait', place), createdAt: openedAt, emailVerifiedAt: openedAt }
    await tx
      .update(users)
      .set(portrait)
      .where(eq(users.id, `usr_demo_${key}` as UserId))
  }
  const listings = [
    [cast.listing, PORTRAITS.investor],
    ...Object.entries(LISTINGS).map(([key, place]) => [madeBy(cast, key), place]),
  ] as const
  for (const [id, place] of listings) {
    await tx
      .update(vcs)
      .set({ logoUrl: samplePicture('portrait', place as number) })
      .where(eq(vcs.id, id as VcId))
  }
}

/** Ends the sessions in which the people have acted. */
export const dismissPeople = ({ tx }: Stage) => tx.delete(sessions).where(like(sessions.sid, `${sessionOf('')}%`))
