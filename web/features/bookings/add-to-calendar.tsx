import { CalendarArrowDown } from 'lucide-react'
import { calendarFileName } from '#shared/bookings/calendar-file-name.ts'
import type { Booking } from '#shared/bookings/contract.ts'
import { Button } from '#web/ui/button.tsx'
import { saveFile } from '#web/ui/save-file.ts'

/** Saves the calendar file of a call, from local data. */
export function AddToCalendar({ call }: { call: Booking }) {
  return (
    <Button variant="outline" onClick={() => saveFile(calendarFileName(call), call.ics, 'text/calendar')}>
      <CalendarArrowDown className="size-4" aria-hidden="true" />
      Add to calendar
    </Button>
  )
}
