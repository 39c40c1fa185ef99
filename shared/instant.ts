/**
 * Whether a text that matches the pattern of an ISO instant is valid: the pattern accepts offsets such as `+05`, which `Date`
 * cannot parse.
 */
export const isInstant = (text: string) => !Number.isNaN(Date.parse(text))
