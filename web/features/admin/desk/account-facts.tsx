import type { Customer, CustomerAccount } from '#shared/admin/customer.ts'
import { formatCount } from '#shared/format/count.ts'
import { formatCents } from '#shared/money.ts'
import { type Fact, Facts } from '#web/features/admin/facts.tsx'
import { formatDateTime } from '#web/ui/dates.ts'

const userTypes = { founder: 'Founder', vc: 'VC', angel: 'Angel' } as const

const devices = (sessions: number, pushDevices: number) =>
  `${sessions} signed in${pushDevices > 0 ? `, ${pushDevices} with notifications` : ''}`

/** Facts of the account and of its devices, or of the guest. */
export const AccountFacts = ({ customer }: { customer: Customer }) => (
  <div className="grid content-start gap-8">
    <h2 className="sr-only">Facts</h2>
    <Facts title={customer.account ? 'Account' : 'Customer'} facts={factsOf(customer)} />
    {customer.balance && (
      <Facts
        title="Earnings"
        facts={[
          { label: 'In window', value: formatCents(customer.balance.inWindow) },
          { label: 'Held', value: formatCents(customer.balance.held) },
          { label: 'Payable', value: formatCents(customer.balance.payable) },
          { label: 'On its way', value: formatCents(customer.balance.onItsWay) },
          { label: 'Paid out', value: formatCents(customer.balance.paidOut) },
          { label: 'Donated', value: formatCents(customer.balance.donated) },
        ]}
      />
    )}
    <Facts title="Sync" facts={syncFacts(customer)} />
  </div>
)

function factsOf({ id, createdAt, seenAt, account }: Customer): Fact[] {
  if (!account)
    return [
      { label: 'Created', value: formatDateTime(createdAt) },
      { label: 'Last seen', value: formatDateTime(seenAt) },
      { label: 'Customer id', value: id },
    ]
  return [
    { label: 'Email', value: account.email },
    { label: 'Confirmed', value: account.emailVerifiedAt ? formatDateTime(account.emailVerifiedAt) : 'No' },
    { label: 'New email', value: account.pendingEmail && `${account.pendingEmail} (not confirmed)` },
    { label: 'Type', value: typeOf(account) },
    { label: 'Registered', value: formatDateTime(account.createdAt) },
    { label: 'Sign-in', value: signInOf(account) },
    { label: 'Devices', value: devices(account.sessions, account.pushDevices) },
    { label: 'Last seen', value: account.lastSeenAt && formatDateTime(account.lastSeenAt) },
    { label: 'Account id', value: account.id },
    { label: 'Customer id', value: id },
  ].filter(({ label, value }) => label !== 'New email' || value)
}

const typeOf = ({ userType, isApprovedInvestor, isAdmin }: CustomerAccount) =>
  [userTypes[userType], isApprovedInvestor && 'approved investor', isAdmin && 'admin'].filter(Boolean).join(', ')

const signInOf = ({ hasPassword, hasTwoFactor }: CustomerAccount) =>
  `${hasPassword ? 'Password' : 'No password'}, ${hasTwoFactor ? 'authenticator app' : 'no authenticator app'}`

function syncFacts({ mutations: { applied, refused, isCut, lastAt } }: Customer): Fact[] {
  const count = (changes: number) => `${formatCount(changes)}${isCut ? ' of the latest' : ''}`
  return [
    { label: 'Last change', value: lastAt && formatDateTime(lastAt) },
    { label: 'Applied', value: count(applied) },
    { label: 'Rejected', value: count(refused) },
  ]
}
