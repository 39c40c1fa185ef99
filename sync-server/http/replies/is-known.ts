/** Whether the client has this version of a resource already. Tags are compared weakly. @see RFC 9110 §13.1.2 */
export function isKnown(requestHeaders: Headers, etag: string): boolean {
  const tags = (requestHeaders.get('if-none-match') ?? '').split(',')
  return tags.some((tag) => plain(tag.trim()) === plain(etag))
}

const plain = (tag: string) => tag.replace(/^W\//, '')
