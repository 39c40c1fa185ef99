import { safeUrl } from '#shared/url.ts'

/** Hosts whose pages only offer times: a call cannot be joined there. Subdomains count. */
const SCHEDULERS = [
  'acuityscheduling.com',
  'app.reclaim.ai',
  'app.usemotion.com',
  'cal.com',
  'calendar.app.google',
  'calendar.google.com',
  'calendly.com',
  'doodle.com',
  'koalendar.com',
  'lemcal.com',
  'meetings.hubspot.com',
  'savvycal.com',
  'tidycal.com',
  'youcanbook.me',
  'zcal.co',
]

/** Whether a link opens a scheduler's page instead of a video room. */
export function isSchedulerPage(url: string): boolean {
  const parsed = URL.parse(url)
  if (!parsed) return false
  const { hostname, pathname } = parsed
  if (/^outlook\.office(365)?\.com$/.test(hostname)) return /^\/(bookwithme|book|owa\/calendar)\//.test(pathname)
  return SCHEDULERS.some((host) => hostname === host || hostname.endsWith(`.${host}`))
}

/** Where the calls of a listing take place: its own link for calls, otherwise its meeting link unless that is a scheduler's page. */
export function callLinkOf({ callLink, meetingLink }: { callLink?: string | null; meetingLink: string | null }): string | null {
  return safeUrl(callLink) ?? joinableLink(meetingLink)
}

/** Whether a listing offers calls through a scheduler's page and names no place where they happen. */
export const lacksCallLink = (listing: { callLink?: string | null | undefined; meetingLink: string | null }): boolean =>
  safeUrl(listing.meetingLink) !== undefined && callLinkOf({ ...listing, callLink: listing.callLink ?? null }) === null

/** A link where a call can be joined, otherwise null. */
export const joinableLink = (url: string | null): string | null => {
  const link = safeUrl(url)
  return link && !isSchedulerPage(link) ? link : null
}
