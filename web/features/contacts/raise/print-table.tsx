import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { amountText } from '#shared/raise/amount.ts'
import { commitmentLabels, type StageLabels } from '#shared/raise/labels.ts'
import { firmness } from '#shared/raise/totals.ts'
import { formatDate } from '#web/ui/dates.ts'
import { columnLabel } from './labels.ts'
import type { RaiseColumn } from './raise-rows.ts'

/** Whether the page is being printed. The board has only the cards near the window in the document. */
export function useIsPrinting(): boolean {
  const [isPrinting, setPrinting] = useState(false)
  useEffect(() => {
    // The browser prints what the document contains when the listener returns.
    const begin = () => flushSync(() => setPrinting(true))
    const end = () => setPrinting(false)
    window.addEventListener('beforeprint', begin)
    window.addEventListener('afterprint', end)
    return () => {
      window.removeEventListener('beforeprint', begin)
      window.removeEventListener('afterprint', end)
    }
  }, [])
  return isPrinting
}

/** Every contact of the raise, by stage, for paper. */
export const PrintTable = ({ columns, stages }: { columns: readonly RaiseColumn[]; stages: StageLabels }) => (
  <table className="w-full border-collapse text-sm">
    <thead>
      <tr className="border-b border-edge text-left">
        {['Contact', 'Amount', 'Commitment', 'Probability', 'Next step', 'Follow-up'].map((heading) => (
          <th key={heading} scope="col" className="py-1 pr-3 font-medium">
            {heading}
          </th>
        ))}
      </tr>
    </thead>
    {columns
      .filter(({ rows }) => rows.length > 0)
      .map(({ stage, rows }) => (
        <tbody key={stage}>
          <tr>
            <th scope="rowgroup" colSpan={6} className="pt-4 pb-1 text-left font-serif text-lg font-normal">
              {columnLabel(stage, stages)} ({rows.length})
            </th>
          </tr>
          {rows.map(({ key, contact, deal, dueAt }) => {
            const firm = firmness(deal, stage)
            return (
              <tr key={key} className="break-inside-avoid border-t border-rule align-top">
                <td className="py-1 pr-3" dir="auto">
                  {[contact.name, contact.fund].filter(Boolean).join(' · ')}
                </td>
                <td className="py-1 pr-3 tabular-nums">{amountText(deal.amount)}</td>
                <td className="py-1 pr-3">{deal.amount !== null && firm ? commitmentLabels[firm] : ''}</td>
                <td className="py-1 pr-3 tabular-nums">{deal.probability === null ? '' : `${deal.probability} %`}</td>
                <td className="py-1 pr-3" dir="auto">
                  {deal.nextStep ?? deal.passReason ?? ''}
                </td>
                <td className="py-1 tabular-nums">{dueAt ? formatDate(dueAt) : ''}</td>
              </tr>
            )
          })}
        </tbody>
      ))}
  </table>
)
