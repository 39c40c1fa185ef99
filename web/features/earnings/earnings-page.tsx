import { type ReactNode, useState } from 'react'
import { balanceOf, monthsOf } from '#shared/earnings/balance.ts'
import { ESTIMATE_LINE, ESTIMATE_REASON } from '#shared/earnings/estimate.ts'
import { INVESTOR_SHARE_PERCENT } from '#shared/earnings/share.ts'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { Sheet, SheetTitle } from '#web/ui/sheet.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { BalanceStrip } from './balance-strip.tsx'
import { CharityShare } from './charity-share.tsx'
import { EntryList } from './entry-list.tsx'
import { MonthsChart } from './months-chart.tsx'
import { NoEarnings, NotLoaded } from './no-earnings.tsx'
import { useEarnings } from './queries.ts'
import { SaveStatement } from './save-statement.tsx'

type Props = {
  /** `connecting` and `offline`: no data of this account has reached this device yet, so nothing is known about a listing. */
  listing: 'connecting' | 'offline' | 'listed' | 'none'
  /** How the investor is paid. */
  bank?: ReactNode
  /** No payout can be made before the investor has entered payout details. */
  needsDetails?: boolean
}

/** An investor's earnings account, calculated on this device from local data, so that it works offline. */
export function EarningsPage({ listing, bank, needsDetails = false }: Props) {
  const entries = useEarnings()
  const [now] = useState(Date.now)
  return (
    <div className="frame pt-8 pb-16 sm:pt-12">
      <PageHeading
        title="Earnings"
        lead={
          <>
            {INVESTOR_SHARE_PERCENT}% of each unlock
            <span className="block text-base">{ESTIMATE_LINE}</span>
            <span className="block text-base">{ESTIMATE_REASON}</span>
          </>
        }
      />
      {bank}
      {(!entries || (entries.length === 0 && listing === 'connecting')) && (
        <div aria-busy="true">
          <span className="sr-only" role="status">
            Loading your earnings
          </span>
          <Skeleton className="h-72 w-full" />
        </div>
      )}
      {entries?.length === 0 && listing === 'offline' && <NotLoaded />}
      {entries?.length === 0 && (listing === 'listed' || listing === 'none') && <NoEarnings isListed={listing === 'listed'} />}
      {entries && entries.length > 0 && (
        <div className="grid gap-8">
          <BalanceStrip balance={balanceOf(entries, now)} needsDetails={needsDetails} />
          <CharityShare entries={entries} />
          <MonthsChart months={monthsOf(entries, now)} />
          <Sheet aria-labelledby="account-entries">
            <SheetTitle id="account-entries" aside={<SaveStatement entries={entries} now={now} />}>
              Entries
            </SheetTitle>
            <EntryList entries={entries} now={now} />
          </Sheet>
        </div>
      )}
    </div>
  )
}
