const format = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' })

/** An instant in the reader's time zone, to the minute. */
export const formatDateTime = (instant: string | number) => format.format(new Date(instant))
