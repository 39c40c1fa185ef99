/** The specified name of the link to an investor's own calendar. */
export const BOOK_ANOTHER = 'Book Another Call'

/** Beside that link: it leaves the app, and no call was or is paid for here. */
export const OwnCalendarNote = ({ id, url, name }: { id: string; url: string; name: string }) => (
  <p id={id} className="mt-2 text-sm text-soft">
    Opens {new URL(url).hostname.replace(/^www\./, '')}, where <bdi>{name}</bdi> takes calls. We charge nothing for it.
  </p>
)
