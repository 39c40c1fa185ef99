import { Download } from 'lucide-react'
import { exportSubscribers } from '#web/features/admin/api.ts'
import type { Settle } from '#web/features/admin/decisions/use-decision.ts'
import { Button } from '#web/ui/button.tsx'
import { saveFile } from '#web/ui/save-file.ts'

const TARGET = 'subscribers'

/** The subscribers for the mail service that sends the newsletter. */
export function NewsletterExport({ settle, busyWith }: { settle: Settle; busyWith: string | undefined }) {
  const save = () =>
    settle({ targetId: TARGET, title: 'List saved', sentence: 'The export is in the audit log.' }, async () => {
      const { csv } = await exportSubscribers()
      saveFile(`latchkey-newsletter-${new Date().toISOString().slice(0, 10)}.csv`, csv, 'text/csv')
    })
  return (
    <section aria-labelledby="newsletter-export" className="mb-12 max-w-2xl">
      <h2 id="newsletter-export" className="border-b border-edge pb-2 text-2xl">
        Newsletter
      </h2>
      <p className="py-5 text-soft">
        Confirmed subscribers, without addresses whose emails come back or whose owner reported one as spam. Each line has its own
        link to unsubscribe: put it in every email, and in its List-Unsubscribe header.
      </p>
      <Button variant="outline" isBusy={busyWith === TARGET} onClick={() => void save()}>
        <Download className="size-4" aria-hidden="true" />
        Save subscribers as CSV
      </Button>
    </section>
  )
}
