/** The specified name of the link to an investor's own calendar. */
export const BOOK_ANOTHER = 'Book Another Call'

/** The note's id, by which the link refers to it. A page has one. */
export const OWN_CALENDAR_NOTE = 'own-calendar'

/** Beside that link: it leaves the app, and no call was or is paid for here. */
export const OwnCalendarNote = ({ url, name }: { url: string; name: string }) => (
  <p id={OWN_CALENDAR_NOTE} className="mt-2 text-sm text-soft">
    Opens {new URL(url).hostname.replace(/^www\./, '')}, where <bdi>{name}</bdi> takes calls. We charge nothing for it.
  </p>
)
