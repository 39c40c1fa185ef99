import type { Slot } from '#shared/bookings/contract.ts'

export type ZonedSlot = Slot & {
  /** The user's local time, and the investor's where it differs: `15:00`. */
  own: string
  theirs: string | undefined
}
export type SlotDay = { id: string; weekday: string; day: string; month: string; slots: ZonedSlot[] }

/** Slots grouped by the days of the user's calendar, in order; taken ones are left out. */
export function slotDays(slots: readonly Slot[], ownZone: string, theirZone: string): SlotDay[] {
  const clock = (timeZone: string) =>
    new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
  const [own, theirs] = [clock(ownZone), clock(theirZone)]
  const date = new Intl.DateTimeFormat('en-GB', {
    timeZone: ownZone,
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
  })
  const days = new Map<string, SlotDay>()
  for (const slot of slots) {
    if (!slot.available) continue
    const at = new Date(slot.start)
    const part = Object.fromEntries(date.formatToParts(at).map(({ type, value }) => [type, value]))
    const id = `${part.day} ${part.month} ${part.year}`
    const day = days.get(id) ?? { id, weekday: part.weekday ?? '', day: part.day ?? '', month: part.month ?? '', slots: [] }
    const [ownTime, theirTime] = [own.format(at), theirs.format(at)]
    day.slots.push({ ...slot, own: ownTime, theirs: ownTime === theirTime ? undefined : theirTime })
    days.set(id, day)
  }
  return [...days.values()]
}
