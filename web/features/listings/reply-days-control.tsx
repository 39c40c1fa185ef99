import type { OwnListing } from '#shared/listings/contract.ts'
import { daysInWords, MAX_REPLY_DAYS, replyDays } from '#shared/replies/reply-days.ts'
import { LabelledSelect } from '#web/ui/labelled-select.tsx'
import { toast } from '#web/ui/toast.ts'
import { setReplyDays } from './mutations.ts'

const CHOICES = Array.from({ length: MAX_REPLY_DAYS }, (_, nth) => [String(nth + 1), daysInWords(nth + 1)] as const)

type Props = { listing: Pick<OwnListing, 'id' | 'replyDays'> }

/** Within how many days the user wants to reply to founders; also without a connection. */
export function ReplyDaysControl({ listing: { id, replyDays: set } }: Props) {
  const write = async (days: number) => {
    try {
      await setReplyDays({ vcId: id, days })
    } catch {
      toast({ title: 'Not saved', description: 'Couldn’t save on this device. Please try again.', variant: 'destructive' })
    }
  }
  return (
    <section aria-label="When you reply" className="mt-6 border-t border-rule pt-5">
      <h3 className="text-xl">When you reply</h3>
      <p className="mt-1.5 text-sm text-soft">
        Founders read this before they pay. Without a reply in time we remind them that they can ask for their money back. What
        they bought before keeps its days.
      </p>
      <div className="mt-3 flex">
        <LabelledSelect
          label="Reply within"
          value={String(replyDays(set))}
          options={CHOICES}
          onChange={(value) => void write(Number(value))}
        />
      </div>
    </section>
  )
}
