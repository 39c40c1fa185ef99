import { ArrowUpRight, Landmark } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { BankAccount as Account } from '#shared/earnings/bank-account.ts'
import { HttpProblem } from '#web/net/api.ts'
import type { WithProof } from '#web/net/with-proof.ts'
import { goToOnboarding } from '#web/payments/hosted-checkout.ts'
import { Button } from '#web/ui/button.tsx'
import { formatDay } from '#web/ui/dates.ts'
import { toast } from '#web/ui/toast.ts'
import { useOnline } from '#web/ui/use-online.ts'
import { usePageShown } from '#web/ui/use-page-shown.ts'
import { openBankAccount, readBankAccount } from './api.ts'
import { DisconnectDialog } from './disconnect-dialog.tsx'

const texts = {
  none: {
    title: 'Get paid to your bank account',
    text: 'Stripe collects your identity and bank details. We don’t see them.',
    act: 'Set up',
  },
  begun: {
    title: 'Get paid to your bank account',
    text: 'Stripe needs more information. Until then we pay you manually.',
    act: 'Continue',
  },
  ready: {
    title: 'Payouts go to your bank account',
    text: 'Stripe transfers each payout once our team approves it.',
    act: undefined,
  },
} as const

const manualPeriodNote = (byHandUntil: string) =>
  `We pay you manually until ${formatDay(byHandUntil)}. If you did not set up this account, disconnect it now.`

/** How an investor is paid. Renders nothing where no setup is available, or without a connection. */
export function BankAccount({ withProof }: { withProof: WithProof }) {
  const isOnline = useOnline()
  const [account, setAccount] = useState<Account>({ state: 'off' })
  const [isBusy, setIsBusy] = useState(false)
  const [isDisconnecting, setIsDisconnecting] = useState(false)

  useEffect(() => {
    let isGone = false
    const loadAccount = () =>
      readBankAccount().then(
        (read) => isGone || setAccount(read),
        () => undefined,
      )
    if (isOnline) void loadAccount()
    return () => {
      isGone = true
    }
  }, [isOnline])
  // It is left busy for the provider's page.
  usePageShown(() => setIsBusy(false))

  const { state, byHandUntil } = account
  if (state === 'off') return null
  const { title, text, act } = texts[state]
  const open = async () => {
    setIsBusy(true)
    try {
      const page = await withProof(openBankAccount)
      if (page) return goToOnboarding(page.url)
    } catch (error) {
      const description = error instanceof HttpProblem ? error.problem?.message : 'Reconnect and try again.'
      toast({ title: 'Couldn’t open the page', ...(description && { description }), variant: 'destructive' })
    }
    setIsBusy(false)
  }
  return (
    <section
      aria-label="Your bank account"
      className={`mb-8 flex flex-wrap items-center gap-x-4 gap-y-3 border-l-2 bg-sheet p-4 sm:px-6 ${state === 'ready' ? 'border-green' : 'border-brass'}`}
    >
      <Landmark
        className={`size-6 shrink-0 ${state === 'ready' ? 'text-green' : 'text-brass'}`}
        strokeWidth={1.5}
        aria-hidden="true"
      />
      <div className="min-w-0 flex-1 basis-52">
        <h2 className="font-serif text-xl leading-6">{title}</h2>
        <p className="mt-0.5 text-sm text-soft">{byHandUntil ? manualPeriodNote(byHandUntil) : text}</p>
      </div>
      <div className="flex flex-wrap gap-2 max-sm:basis-full max-sm:pl-10">
        {state !== 'none' && (
          <Button variant="outline" disabled={!isOnline} onClick={() => setIsDisconnecting(true)}>
            Disconnect
          </Button>
        )}
        {act && (
          <Button variant="outline" isBusy={isBusy} disabled={!isOnline} onClick={() => void open()}>
            {act}
            <ArrowUpRight className="size-4" aria-hidden="true" />
          </Button>
        )}
      </div>
      {isDisconnecting && (
        <DisconnectDialog withProof={withProof} onDisconnected={setAccount} onClose={() => setIsDisconnecting(false)} />
      )}
    </section>
  )
}
