import { accountLabels } from '#shared/accounting/accounts.ts'
import type { AccountingMonth, AccountTotal } from '#shared/accounting/contract.ts'
import { decimal } from '#shared/accounting/file.ts'

const labels: Record<string, string> = accountLabels

/** Debits and credits per account, and their sums, per currency. */
export function MonthTotals({ month, totals }: Pick<AccountingMonth, 'month' | 'totals'>) {
  const currencies = [...new Set(totals.map(({ currency }) => currency))]
  return currencies.map((currency) => (
    <CurrencyTotals
      key={currency}
      caption={`${month} in ${currency.toUpperCase()}`}
      totals={totals.filter((total) => total.currency === currency)}
    />
  ))
}

const cell = 'py-2 pl-3 text-right tabular-nums sm:whitespace-nowrap'

function CurrencyTotals({ caption, totals }: { caption: string; totals: AccountTotal[] }) {
  const sumOf = (side: 'debit' | 'credit') => totals.reduce((sum, total) => sum + total[side], 0)
  return (
    <table className="mb-8 w-full text-sm">
      <caption className="pb-2 text-left font-medium">{caption}</caption>
      <thead>
        <tr className="border-b border-edge text-soft">
          <th scope="col" className="py-2 text-left font-normal">
            Account
          </th>
          <th scope="col" className={`${cell} font-normal`}>
            Debit
          </th>
          <th scope="col" className={`${cell} font-normal`}>
            Credit
          </th>
        </tr>
      </thead>
      <tbody>
        {totals.map(({ account, code, debit, credit }) => (
          <tr key={account} className="border-b border-rule">
            <th scope="row" className="py-2 text-left font-normal">
              <span className="break-all text-soft">{code}</span> {labels[account] ?? account}
            </th>
            <td className={cell}>{decimal(debit)}</td>
            <td className={cell}>{decimal(credit)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr className="font-medium">
          <th scope="row" className="py-2 text-left">
            Total
          </th>
          <td className={cell}>{decimal(sumOf('debit'))}</td>
          <td className={cell}>{decimal(sumOf('credit'))}</td>
        </tr>
      </tfoot>
    </table>
  )
}
