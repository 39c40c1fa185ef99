/** Whether a text of the pattern of an ISO instant is one: the pattern takes offsets such as `+05`, which no clock reads. */
export const isInstant = (text: string) => !Number.isNaN(Date.parse(text))
