const DOTLESS = ['gmail.com', 'googlemail.com']

/**
 * The mailbox of an address: without letter case, and without the tags and dots by which one mailbox has many addresses. For
 * recognising a person, never for sending mail.
 */
export function mailboxOf(email: string): string {
  const at = email.lastIndexOf('@')
  const [name, host] = [email.slice(0, at).toLowerCase(), email.slice(at + 1).toLowerCase()]
  const untagged = name.split('+')[0] || name
  return DOTLESS.includes(host) ? `${untagged.replaceAll('.', '')}@gmail.com` : `${untagged}@${host}`
}
