/** A transaction of the database has ended by then, also on a node whose clock is late. */
export const CLOSING_MINUTES = 60

/** The month of an instant, in UTC. */
export const monthOfInstant = (at: Date): string => at.toISOString().slice(0, 7)

const startOf = (month: string): Date => new Date(`${month}-01T00:00:00.000Z`)

const following = (month: string): string => {
  const start = startOf(month)
  start.setUTCMonth(start.getUTCMonth() + 1)
  return monthOfInstant(start)
}

/** The first instant of a month, and the first one after it. */
export const boundsOf = (month: string): { from: Date; to: Date } => ({ from: startOf(month), to: startOf(following(month)) })

/** Whether nothing is added to a month any more. */
export const isOver = (month: string, now: Date): boolean =>
  now.getTime() >= boundsOf(month).to.getTime() + CLOSING_MINUTES * 60_000

/** From the month of the first entry to the current one, the latest first. */
export function monthsUntil(first: Date | undefined, now: Date): string[] {
  const last = monthOfInstant(now)
  const months: string[] = []
  for (let month = first ? monthOfInstant(first) : last; month <= last; month = following(month)) months.unshift(month)
  return months.length > 0 ? months : [last]
}

/** A file names the receipts and documents that were issued before this instant: one that is issued later does not change it. */
export const issuedUntil = (month: string): Date => new Date(boundsOf(month).to.getTime() + (CLOSING_MINUTES / 2) * 60_000)
