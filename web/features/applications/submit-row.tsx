import type { ReactNode } from 'react'
import { BREACH_HOURS } from '#shared/admin/sla.ts'
import { DraftStatusNote } from '#web/forms/draft-status.tsx'
import type { DraftStatus } from '#web/forms/use-local-draft.ts'
import { Button } from '#web/ui/button.tsx'

type Props = {
  isBusy: boolean
  isOnline: boolean
  isSendingPhoto: boolean
  isSignedIn: boolean
  draftStatus: DraftStatus
  refusal: ReactNode
}

/** The end of the form: the button, why it is disabled, and whether the draft is saved. */
export function SubmitRow({ isBusy, isOnline, isSendingPhoto, isSignedIn, draftStatus, refusal }: Props) {
  return (
    <div className="grid gap-3 border-t border-rule pt-7">
      {refusal}
      <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
        <Button type="submit" isBusy={isBusy} disabled={!isOnline || isSendingPhoto} className="btn-lg max-sm:w-full">
          {isBusy ? 'Submitting…' : 'Submit Application'}
        </Button>
        <p className="text-sm text-soft">{disabledReason({ isOnline, isSendingPhoto, isSignedIn })}</p>
      </div>
      <DraftStatusNote {...draftStatus} />
    </div>
  )
}

function disabledReason({ isOnline, isSendingPhoto, isSignedIn }: Pick<Props, 'isOnline' | 'isSendingPhoto' | 'isSignedIn'>) {
  if (!isOnline) return 'Submitting needs a connection. Your draft is saved on this device.'
  if (isSendingPhoto) return 'Your picture is uploading.'
  if (!isSignedIn) return 'You’ll create an account next. Your draft is kept.'
  return `Free. We review it within ${BREACH_HOURS} hours and email you our decision.`
}
