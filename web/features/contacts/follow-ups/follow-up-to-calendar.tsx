import { CalendarArrowDown } from 'lucide-react'
import { followUpFileName, toFollowUpCalendar } from '#shared/contacts/follow-up-calendar.ts'
import type { VcId } from '#shared/ids.ts'
import { Button } from '#web/ui/button.tsx'
import { saveFile } from '#web/ui/save-file.ts'
import { dayOf } from './due.ts'

type Props = { id: VcId; name: string; dueAt: string; nextStep: string }

/** Saves a follow-up, and the next step whose date it is, as a calendar file; it works offline. */
export function FollowUpToCalendar({ id, name, dueAt, nextStep }: Props) {
  const save = () => {
    const event = { id, name, nextStep, day: dayOf(dueAt), url: `${location.origin}/contacts/${id}` }
    saveFile(followUpFileName(event), toFollowUpCalendar(event, Date.now()), 'text/calendar')
  }
  return (
    <Button variant="outline" className="mt-2" onClick={save}>
      <CalendarArrowDown className="size-4" aria-hidden="true" />
      Add to calendar
    </Button>
  )
}
