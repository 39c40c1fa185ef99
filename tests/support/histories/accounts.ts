import { eq } from 'drizzle-orm'
import { users, vcs } from '#drizzle/schema/index.ts'
import { openKeyring } from '#server/crypto/keyring.ts'
import { newId } from '#server/database/new-id.ts'
import type { AccountDeps } from '#server/features/accounts/deps.ts'
import { eraseAccount } from '#server/features/accounts/erasure/erase-account.ts'
import { mergeGuest } from '#server/features/accounts/guest-merge/merge-guest.ts'
import { cancelCallsOf } from '#server/features/bookings/calls/cancel-calls-of.ts'
import { holdPayouts, readEarningsLeft } from '#server/features/earnings/left.ts'
import { hasOwner } from '#server/features/profile-requests/queries.ts'
import { withdraw as withdrawProfile } from '#server/features/profile-requests/remove-profile.ts'
import type { Account } from '#server/http/session.ts'
import type { VcId } from '#shared/ids.ts'
import { cents } from '#shared/money.ts'
import { sessionOf } from './actors.ts'
import { BASE, ORGANIZER } from './calls.ts'
import { nodeAt, type Run } from './run.ts'
import type { Node } from './setup.ts'
import type { Step } from './steps.ts'

/** A founder erases their account. Their principal stays as the pseudonym of what they bought. */
export async function leave({ setup, actors }: Run, { who, node }: Extract<Step, { do: 'leave' }>) {
  const buyer = actors.buyers[who]
  if (!buyer?.account || buyer.hasLeft) return
  buyer.hasLeft = true
  await erase(nodeAt(setup, node), buyer.account)
}

const cancelCalls = ({ money: { orders } }: Node) => cancelCallsOf({ now: orders.now, base: () => BASE, organizer: ORGANIZER })

export async function erase(node: Node, owner: Account) {
  const { db, now } = node.money.orders
  const account = { ...owner, session: { sid: sessionOf(owner.id), provedAt: now(), roles: [], adminRefusal: undefined } }
  const earnings = { holdPayouts, readEarningsLeft: readEarningsLeft({ now }) }
  const deps = { db, now, keyring: await openKeyring(db), cancelCalls: cancelCalls(node), ...earnings }
  await eraseAccount(deps as Partial<AccountDeps> as AccountDeps, account, { giveUpEarnings: 'yes' })
}

/** The guest is merged into one of the members, with all its purchases. */
export async function signIn({ actors, merges, setup }: Run, { who, node }: Extract<Step, { do: 'sign in' }>) {
  const [guest, member] = [actors.buyers[2], actors.buyers[who]]
  if (!guest || guest.account || !member?.account || member.hasLeft) return
  const { owners, money } = nodeAt(setup, node)
  const { db, now } = money.orders
  const [from, to] = [guest.principalId, member.principalId]
  await db.transaction((tx) => mergeGuest(tx, owners, from, to, now()))
  merges.push({ from, to })
  Object.assign(guest, { principalId: to, account: member.account })
}

/** Uses the link from the record's mailbox; with it no claim stays online. */
export async function removeRecord({ actors, keyring }: Run, node: Node) {
  const { db, now } = node.money.orders
  await db.transaction(async (tx) => {
    if (await hasOwner(tx, actors.listed)) return
    await withdrawProfile(tx, { keyring, now, cancelCalls: cancelCalls(node) }, actors.listed)
  })
}

/**
 * An admin takes a record from its owner and gives it to a claimant, at the setup's clock. The claimant's row is locked, because
 * a claimant may erase their account in the same round; the record then has no owner.
 */
export async function takeOver({ setup, actors }: Run, who: number) {
  const claimant = actors.claimants[who % actors.claimants.length]?.id
  await setup.database.db.transaction(async (tx) => {
    const [there] = claimant ? await tx.select({ id: users.id }).from(users).where(eq(users.id, claimant)).for('key share') : []
    const userId = there?.id ?? null
    await tx.update(vcs).set({ isVerified: false, reviewStatus: 'revoked' }).where(eq(vcs.replacesId, actors.listed))
    await tx.insert(vcs).values({
      id: newId<VcId>('vc'),
      fundName: 'Harbour Ventures',
      partnerName: 'Grace Listed',
      email: 'grace@harbour.example',
      contactHandle: 'https://cal.example.com/grace',
      meetingLink: 'https://cal.example.com/grace',
      price: cents(9900),
      weeklyIntroLimit: 1000,
      userId,
      replacesId: actors.listed,
      replacedAt: setup.now,
      isVerified: true,
      reviewStatus: 'approved',
    })
  })
}
