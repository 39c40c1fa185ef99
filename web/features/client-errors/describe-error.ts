import type { Browser, ClientError, ClientErrorKind, Frame } from '#shared/client-errors/contract.ts'
import { MAX_FRAMES } from '#shared/client-errors/contract.ts'
import { screenAt } from '#shared/screens.ts'
import { addressOfChunk } from '#web/net/tab/load-chunk.ts'

/** A position in a file of the build, in a stack of any engine. */
const POSITION = /(https?:\/\/[^/\s]+)\/assets\/([\w-]{1,80}\.js)(?:\?[\w=&.-]*)?:(\d{1,8}):(\d{1,8})/
const FILE = /\/assets\/([\w-]{1,80}\.js)/

/** In this order: each contains the name of the next ones. */
const BROWSERS: [RegExp, Browser][] = [
  [/\bEdgA?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/(?:Chrome|CriOS)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]

export type Page = {
  origin: string
  pathname: string
  isOnline: boolean
  userAgent: string
  /** The address of the first script. */
  script: string
}

/**
 * What is reported of an error: its class, its place in the files of the build, and the screen. The message is left out: it may
 * contain what a person wrote, an id or an address. Undefined for an error without a line of the app, such as one of an extension.
 */
export function describeError(kind: ClientErrorKind, error: unknown, page: Page): ClientError | undefined {
  const frames = kind === 'chunk' ? chunkOf(error, page.origin) : framesOf(error, page.origin)
  const build = FILE.exec(page.script)?.[1]
  if (frames.length === 0 || !build) return undefined
  return {
    kind,
    name: error instanceof Error || error instanceof DOMException ? error.name : 'other',
    code: codeOf(error),
    frames,
    build,
    route: screenAt(page.pathname) ?? 'other',
    isOnline: page.isOnline,
    browser: BROWSERS.find(([pattern]) => pattern.test(page.userAgent))?.[1] ?? 'other',
  }
}

function framesOf(error: unknown, origin: string): Frame[] {
  const stack = error instanceof Error ? (error.stack ?? '') : ''
  const frames = stack.split('\n').flatMap((text): Frame[] => {
    const [, from, file, line, column] = POSITION.exec(text) ?? []
    return file && from === origin ? [{ file, line: Number(line), column: Number(column) }] : []
  })
  return frames.slice(0, MAX_FRAMES)
}

/** The chunk that was not loaded, or what asked for it where the browser does not name it. */
function chunkOf(error: unknown, origin: string): Frame[] {
  const address = addressOfChunk(error)
  const file = address?.startsWith(`${origin}/assets/`) ? FILE.exec(address)?.[1] : undefined
  return file ? [{ file, line: 0, column: 0 }] : framesOf(error, origin)
}

/** The number of an error of React, or the status of a refused call. */
function codeOf(error: unknown): number | null {
  const { message, status } = (error ?? {}) as { message?: unknown; status?: unknown }
  const code = /^Minified React error #(\d{1,3});/.exec(String(message))?.[1] ?? status
  const number = Number(code ?? Number.NaN)
  return Number.isInteger(number) && number >= 0 && number <= 999 ? number : null
}
