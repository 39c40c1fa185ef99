import { Star } from 'lucide-react'
import { type SubmitEvent, useState } from 'react'
import type { Booking } from '#shared/bookings/contract.ts'
import { MAX_RATING_LINE_LENGTH, MAX_STARS } from '#shared/ratings/contract.ts'
import { RATINGS_MINIMUM } from '#shared/ratings/rules.ts'
import { NotStoredNotice } from '#web/forms/not-stored-notice.tsx'
import { useDraft } from '#web/forms/use-draft.ts'
import { Button } from '#web/ui/button.tsx'
import { TextArea } from '#web/ui/field.tsx'
import { RatingInput } from '#web/ui/rating-input.tsx'
import { rateCall } from './mutations.ts'

/** The founder rates a call that is over. It works offline. An investor without an account could not read a line. */
export function RateCallForm({ call: { id, counterpart, canPropose } }: { call: Booking }) {
  const { values, change, clear } = useDraft(`call:rate:${id}`, { stars: '', text: '' })
  const [state, setState] = useState<'writing' | 'saving' | 'unsaved'>('writing')
  const stars = Number(values.stars)

  const send = async (event: SubmitEvent) => {
    event.preventDefault()
    if (!stars) return
    setState('saving')
    const sent = await rateCall({ bookingId: id, stars, text: values.text.trim() }).catch(() => undefined)
    if (sent === undefined) return setState('unsaved')
    await clear()
    setState('writing')
  }
  return (
    <form onSubmit={send} className="mt-4 grid gap-3">
      <RatingInput
        legend="How was the call?"
        icon={Star}
        max={MAX_STARS}
        isFilled
        rating={stars || null}
        onRate={(next) => change('stars', String(next))}
      />
      {stars > 0 && (
        <>
          {canPropose && (
            <TextArea
              label={`A line to ${counterpart.name}`}
              optional
              rows={2}
              dir="auto"
              maxLength={MAX_RATING_LINE_LENGTH}
              hint={`Only ${counterpart.name} can read it.`}
              value={values.text}
              onChange={(event) => change('text', event.target.value)}
            />
          )}
          {state === 'unsaved' && <NotStoredNotice />}
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
            <Button type="submit" isBusy={state === 'saving'}>
              Send rating
            </Button>
            <p className="max-w-md text-sm text-soft">
              <bdi>{counterpart.name}</bdi> sees your rating. The profile shows the average of {RATINGS_MINIMUM} or more founders.
              A rating can’t be changed later.
            </p>
          </div>
        </>
      )}
    </form>
  )
}
