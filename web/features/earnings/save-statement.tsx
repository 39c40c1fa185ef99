import { Download } from 'lucide-react'
import { useState } from 'react'
import { monthOf } from '#shared/earnings/balance.ts'
import type { EarningsEntry } from '#shared/earnings/contract.ts'
import { loadChunk } from '#web/net/tab/load-chunk.ts'
import { Button } from '#web/ui/button.tsx'
import { saveFile } from '#web/ui/save-file.ts'
import { toast } from '#web/ui/toast.ts'

/** Statement of one month or of all months, as a file, also without a connection. */
export function SaveStatement({ entries, now }: { entries: readonly EarningsEntry[]; now: number }) {
  const months = [...new Set(entries.map(({ at }) => monthOf(at)))].sort().reverse()
  const [month, setMonth] = useState('')
  const save = async () => {
    try {
      const { toCsv } = await loadChunk(() => import('./csv.ts'))
      saveFile(`latchkey-earnings${month && `-${month}`}.csv`, toCsv(entries, now, month || undefined), 'text/csv')
    } catch {
      toast({ title: 'Not saved. Reconnect and try again.', variant: 'destructive' })
    }
  }
  return (
    <div className="flex flex-wrap items-center justify-end gap-2">
      <select
        aria-label="Month of the statement"
        value={month}
        onChange={(event) => setMonth(event.target.value)}
        className="select h-11 w-36 border-edge bg-sheet"
      >
        <option value="">All months</option>
        {months.map((one) => (
          <option key={one}>{one}</option>
        ))}
      </select>
      <Button variant="outline" onClick={() => void save()}>
        <Download className="size-4" aria-hidden="true" />
        Save as CSV
      </Button>
    </div>
  )
}
