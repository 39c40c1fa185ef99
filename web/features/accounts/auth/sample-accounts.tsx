import { Link } from '@tanstack/react-router'
import { Building2, Rocket, ShieldCheck } from 'lucide-react'
import type { SampleAccount } from '#shared/accounts/contract.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The sign-in page was opened to sign in as a sample account. */
    sample?: SampleAccount
  }
}

/** Where a sample account begins. */
export const firstPageOfSample: Record<SampleAccount, string> = {
  founder: '/contacts',
  investor: '/profile?tab=activity',
  admin: '/admin',
}

const samples = [
  {
    account: 'founder',
    Icon: Rocket,
    title: 'Founder',
    first:
      'Open an unlocked contact, switch the network off, and write a note. Then unlock one more investor with a test card of the sandbox.',
  },
  {
    account: 'investor',
    Icon: Building2,
    title: 'Investor',
    first: 'Reply to a founder under Activity History, move a call, and see what each sale earned.',
  },
  {
    account: 'admin',
    Icon: ShieldCheck,
    title: 'Admin',
    first: 'Review an application, decide a refund, and undo a decision in the audit log.',
  },
] as const

/**
 * The three accounts of the sample data, each with what to try first. A press signs in: the account is named in the history entry, not
 * in the address, so that no link of another page does it.
 */
export default function SampleAccounts({ className = '' }: { className?: string }) {
  return (
    <section aria-labelledby="sample-accounts" className={className}>
      <div className="rounded-box border border-edge bg-sheet p-5 sm:p-6">
        <h2 id="sample-accounts" className="text-2xl">
          Try it with sample data
        </h2>
        <p className="mt-1.5 text-sm text-soft">
          One click signs you in. Only this machine can do that, and payments are a sandbox.
        </p>
        <ul className="mt-4 grid grid-cols-[repeat(auto-fit,minmax(14rem,1fr))] gap-x-8 gap-y-4">
          {samples.map(({ account, Icon, title, first }) => (
            <li key={account} className="grid content-start gap-1">
              <Link
                to="/auth"
                state={{ sample: account }}
                className="inline-flex min-h-11 items-center gap-2 font-medium underline decoration-brass underline-offset-4"
              >
                <Icon className="size-5 shrink-0" strokeWidth={1.6} aria-hidden="true" />
                {title}
              </Link>
              <p className="text-sm text-soft">{first}</p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}
