import { useEffect } from 'react'

/** The two landing pages of the specification; both are in use. */
export type HomeVariant = 'a' | 'b'

/** The variant that a user chose with `?variant=`, and the last one that the server configured. */
const PREVIEW = 'latchkeyHomeVariant'
const LAST = 'latchkeyHomeLast'

export const readVariant = (value: unknown): HomeVariant | undefined => (value === 'a' || value === 'b' ? value : undefined)

/** The server writes the variant into the page that it sends, so that a first visit need not wait for its configuration. */
const written = () => globalThis.document?.querySelector('meta[name=home-variant]')?.getAttribute('content')

/**
 * Which landing page is shown: the one requested in the address, else the one that was requested before on this device, else the
 * installation's own.
 */
export function homeVariant(requested: unknown, configured: unknown): HomeVariant {
  const candidates = [requested, localStorage.getItem(PREVIEW), configured, written(), localStorage.getItem(LAST)]
  return candidates.map(readVariant).find((variant) => variant !== undefined) ?? 'a'
}

export function useHomeVariant(requested: unknown, configured: unknown): HomeVariant {
  useEffect(() => {
    if (readVariant(requested)) localStorage.setItem(PREVIEW, String(requested))
    if (readVariant(configured)) localStorage.setItem(LAST, String(configured))
  }, [requested, configured])
  return homeVariant(requested, configured)
}
