import { DOMParser, type Element } from '@xmldom/xmldom'
import { CalendarError } from './external-calendar.ts'

export const DAV = 'DAV:'
export const CALDAV = 'urn:ietf:params:xml:ns:caldav'

/** One resource of a multistatus answer, with the properties that the server has. */
export type DavResource = {
  url: string
  has: (ns: string, name: string) => boolean
  find: (ns: string, name: string) => Element[]
}

/**
 * The resources of a multistatus answer. An answer that is cut off or no XML is a fault, never an empty list: an empty calendar
 * would offer every time.
 *
 * @param base  the address of the answer, to which its references are relative
 * @throws CalendarError `unreadable`
 * @see RFC 4918 §13
 */
export function parseMultistatus(text: string, base: string): DavResource[] {
  const root = parse(text)
  if (root?.localName !== 'multistatus' || root.namespaceURI !== DAV)
    throw new CalendarError('unreadable', 'No multistatus answer')
  return childrenOf(root, DAV, 'response').map((response) => {
    const href = childrenOf(response, DAV, 'href')[0]?.textContent?.trim() ?? ''
    const url = URL.parse(href, base)
    if (!url) throw new CalendarError('unreadable', 'A resource has no address')
    const props = childrenOf(response, DAV, 'propstat')
      .filter((propstat) => / 2\d\d( |$)/.test(childrenOf(propstat, DAV, 'status')[0]?.textContent ?? ''))
      .flatMap((propstat) => childrenOf(propstat, DAV, 'prop'))
    const find = (ns: string, name: string) => props.flatMap((prop) => [...prop.getElementsByTagNameNS(ns, name)])
    return { url: url.href, find, has: (ns, name) => find(ns, name).length > 0 }
  })
}

function parse(text: string): Element | null {
  const refuse = (level: 'warning' | 'error' | 'fatalError', message: string) => {
    if (level !== 'warning') throw new Error(message)
  }
  try {
    return new DOMParser({ onError: refuse }).parseFromString(text, 'application/xml').documentElement
  } catch (error) {
    throw new CalendarError('unreadable', 'The answer is not XML', error)
  }
}

const childrenOf = (parent: Element, ns: string, name: string): Element[] =>
  [...parent.childNodes].filter(
    (node): node is Element => node.nodeType === 1 && (node as Element).localName === name && node.namespaceURI === ns,
  )

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' }
export const escapeXml = (text: string) => text.replace(/[&<>"']/g, (sign) => ESCAPES[sign] ?? sign)
