import { useEffect } from 'react'

/** The two landing pages of the specification; both stand. */
export type HomeVariant = 'a' | 'b'

/** What somebody chose to look at with `?variant=`, and what the installation said when it was last asked. */
const PREVIEW = 'latchkeyHomeVariant'
const LAST = 'latchkeyHomeLast'

export const readVariant = (value: unknown): HomeVariant | undefined => (value === 'a' || value === 'b' ? value : undefined)

/** A server writes it into the page that it sends, so that a first visit need not wait for its configuration. */
const written = () => document.querySelector('meta[name=home-variant]')?.getAttribute('content')

/**
 * Which landing page is shown: the one asked for in the address, else the one that was asked for
 * before on this device, else the installation's own.
 */
export function homeVariant(asked: unknown, configured: unknown): HomeVariant {
  const candidates = [asked, localStorage.getItem(PREVIEW), configured, written(), localStorage.getItem(LAST)]
  return candidates.map(readVariant).find((variant) => variant !== undefined) ?? 'a'
}

export function useHomeVariant(asked: unknown, configured: unknown): HomeVariant {
  useEffect(() => {
    if (readVariant(asked)) localStorage.setItem(PREVIEW, String(asked))
    if (readVariant(configured)) localStorage.setItem(LAST, String(configured))
  }, [asked, configured])
  return homeVariant(asked, configured)
}
