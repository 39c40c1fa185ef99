import type { Investor } from '#shared/directory/contract.ts'
import { FIRST_INVESTORS } from '#shared/directory/first-investors.ts'
import { FIRST_PART, type FirstPart } from '#shared/directory/first-part.ts'
import { escapeHtml } from '#shared/escape-html.ts'
import { cleanLine, cut } from '#shared/text.ts'

/** A drawn picture on this origin, and what it shows in words. */
export type SocialCard = { path: string; alt: string }

/** The head of one page for search engines and link previews. It must not contain contact details. */
export type PageHead = {
  /** 404: no record exists at this address. The app is served with this status and shows it. */
  status: 200 | 404
  title: string
  description: string
  kind: 'website' | 'profile' | 'article'
  /**
   * The canonical path among all that show the same content. Absent for a 404, and for a screen that belongs to one user or one
   * mail: search engines do not list it, and its head says nothing of a record.
   */
  canonical?: string
  /** The picture of link previews. */
  card?: SocialCard
  /** Values that the app needs before its first request; they apply for as long as it runs. */
  marks?: Record<string, string>
  /** Investors that the page shows first: it need not wait for the directory. */
  investors?: readonly Investor[]
  /** The part of the directory that a list shows first, to visitors and without a filter. */
  part?: FirstPart
  /** schema.org data; `addressOf` makes a path absolute. */
  facts?: (addressOf: (path: string) => string) => object
}

/** The record of an address is at another one, permanently. */
export type MovedPage = { movedTo: string }

/** Finds the head for an address; `undefined` for a page that is the same for every address. */
export type FindHead = (pathname: string) => Promise<PageHead | MovedPage | undefined>

/** Search engines cut titles and descriptions at about these lengths. */
const MAX_TITLE_LENGTH = 110
const MAX_DESCRIPTION_LENGTH = 200

/** The size of every card. @see https://ogp.me */
export const CARD_SIZE = { width: 1200, height: 630 }

const SITE = 'Latchkey'

/** Elements of a head, escaped. Each is marked with `data-page`, so that the app can remove it when it navigates. */
export function renderHead(head: PageHead, origin: string): string {
  const addressOf = (path: string) => new URL(path, origin).href
  const title = escapeHtml(shorten(head.title, MAX_TITLE_LENGTH))
  const description = escapeHtml(shorten(head.description, MAX_DESCRIPTION_LENGTH))
  const elements = [
    `<title>${title}</title>`,
    `<meta data-page name="description" content="${description}" />`,
    ...Object.entries(head.marks ?? {}).map(([name, content]) => `<meta name="${name}" content="${escapeHtml(content)}" />`),
    ...(head.canonical === undefined ? ['<meta data-page name="robots" content="noindex" />'] : []),
  ]
  if (head.investors) elements.push(dataBlock('application/json', head.investors, FIRST_INVESTORS))
  if (head.part) elements.push(dataBlock('application/json', head.part, FIRST_PART))
  if (head.canonical === undefined) return elements.join('\n    ')
  const address = escapeHtml(addressOf(head.canonical))
  elements.push(
    `<link data-page rel="canonical" href="${address}" />`,
    property('og:site_name', SITE),
    property('og:type', head.kind),
    property('og:title', title),
    property('og:description', description),
    property('og:url', address),
    `<meta data-page name="twitter:card" content="${head.card ? 'summary_large_image' : 'summary'}" />`,
    named('twitter:title', title),
    named('twitter:description', description),
  )
  if (head.card) elements.push(...cardElements(head.card, addressOf))
  if (head.facts) {
    const facts = { '@context': 'https://schema.org', ...head.facts(addressOf) }
    elements.push(dataBlock('application/ld+json', facts))
  }
  return elements.join('\n    ')
}

/** A script element without a script: a browser runs nothing in it. */
const dataBlock = (type: string, data: object, id?: string) =>
  `<script data-page${id ? ` id="${id}"` : ''} type="${type}">${escapeJson(data)}</script>`

function cardElements({ path, alt }: SocialCard, addressOf: (path: string) => string): string[] {
  const [address, words] = [escapeHtml(addressOf(path)), escapeHtml(shorten(alt, MAX_DESCRIPTION_LENGTH))]
  return [
    property('og:image', address),
    property('og:image:type', 'image/png'),
    property('og:image:width', `${CARD_SIZE.width}`),
    property('og:image:height', `${CARD_SIZE.height}`),
    property('og:image:alt', words),
    named('twitter:image', address),
    named('twitter:image:alt', words),
  ]
}

const named = (name: string, escaped: string) => `<meta data-page name="${name}" content="${escaped}" />`

const property = (name: string, escaped: string) => `<meta data-page property="${name}" content="${escaped}" />`

function shorten(text: string, most: number): string {
  const line = cleanLine(text)
  return line.length <= most ? line : `${cut(line, most - 1).replace(/\s+\S*$/, '')}…`
}

/** Entities are not decoded inside a script element: characters that could end it are written as JSON escapes. */
const escapeJson = (value: object) =>
  JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
