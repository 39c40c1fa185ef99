/** One meeting link under all the names that the specification has for it. */
export const linksOf = (meetingLink: string | null) => ({
  meetingUrl: meetingLink,
  calendlyLink: meetingLink && /(^|\.)calendly\.com$/.test(new URL(meetingLink).hostname) ? meetingLink : null,
})
