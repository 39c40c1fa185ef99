import { matchPrecache } from 'workbox-precaching'

/**
 * A pack is one file that contains many files of the built app, one after the other. A browser that installs the app stores a few
 * packs instead of hundreds of files: each file that it stores costs it about ten milliseconds of processor time.
 */
export type Pack = { url: string; revision: string | null; files: [path: string, bytes: number][] }

type Place = { pack: string; from: number; to: number }

/** The entries of the build's list that are packs. */
export const packsIn = (entries: readonly object[]): Pack[] => entries.filter((entry): entry is Pack => 'files' in entry)

/** The place of each packed file, by its path. */
export function placesIn(packs: readonly Pack[]): Map<string, Place> {
  const places = new Map<string, Place>()
  for (const { url, files } of packs) {
    let from = 0
    for (const [path, bytes] of files) {
      places.set(path, { pack: url, from, to: from + bytes })
      from += bytes
    }
  }
  return places
}

/** Reads files of the app from the stored packs. A pack that was read stays open while the worker runs. */
export function createPackReader(
  packs: readonly Pack[],
  readPack: (pack: string) => Promise<Response | undefined> = matchPrecache,
) {
  const places = placesIn(packs)
  const opened = new Map<string, Promise<Blob | undefined>>()

  function open(pack: string): Promise<Blob | undefined> {
    const blob = opened.get(pack) ?? readPack(pack).then((reply) => reply?.blob())
    opened.set(pack, blob)
    return blob
  }

  return {
    contains: (path: string) => places.has(path),
    /** `undefined` when the browser has deleted the pack. */
    async read(path: string): Promise<Response | undefined> {
      const place = places.get(path)
      const blob = place && (await open(place.pack).catch(() => undefined))
      if (blob === undefined) {
        if (place) opened.delete(place.pack)
        return undefined
      }
      return new Response(blob.slice(place?.from, place?.to), { headers: { 'content-type': 'text/javascript; charset=utf-8' } })
    },
  }
}
