import { useState } from 'react'
import type { DoubtfulPrice } from '#shared/admin/imports.ts'
import { READ_AS_CENTS } from '#shared/listing-import/parse-price.ts'
import { confirmPrices } from '#web/features/admin/api.ts'
import type { Settle } from '#web/features/admin/decisions/use-decision.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'

/** Marks the decision about several prices as running. */
const TARGET = 'prices'

type Props = { prices: DoubtfulPrice[]; settle: Settle; busyWith: string | undefined }

/** Confirms all prices that were read as cents, as an alternative to one by one. */
export function ConfirmAsCents({ prices, settle, busyWith }: Props) {
  const [isOpen, setOpen] = useState(false)
  const read = prices.filter(({ doubt }) => doubt === READ_AS_CENTS)
  if (read.length < 2) return null
  const confirm = async () => {
    const sentence = 'A price that changed meanwhile is still open.'
    await settle({ targetId: TARGET, title: 'Prices confirmed', sentence }, () => confirmPrices(read))
    setOpen(false)
  }
  return (
    <>
      <Button variant="outline" className="mt-4" onClick={() => setOpen(true)}>
        Confirm all {read.length} as cents
      </Button>
      <ConfirmDialog
        title={`Confirm ${read.length} prices?`}
        isOpen={isOpen}
        stay="Cancel"
        onStay={() => setOpen(false)}
        action="Confirm prices"
        onAct={() => void confirm()}
        isBusy={busyWith === TARGET}
      >
        <p className="text-soft">
          A source that says 150 means $1.50 then. Each keeps the price that the import has read, also where you typed another one
          here. Every price is logged as its own decision and can be changed later.
        </p>
      </ConfirmDialog>
    </>
  )
}
