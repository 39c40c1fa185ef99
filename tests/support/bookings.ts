import { CALL_MS } from '#shared/bookings/slots.ts'

/** The columns of a call that begins at an instant. */
export const spanAt = (start: Date | string) => {
  const meetingDateTime = new Date(start)
  return { meetingDateTime, endsAt: new Date(meetingDateTime.getTime() + CALL_MS) }
}
