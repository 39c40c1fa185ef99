import type { FirstScreen } from '#shared/directory/first-investors.ts'

/** A request of the server (`sync-server/http/replies/first-screens.ts`), and its reply; without `html` the screen failed. */
type RenderRequest = { id: number; screen: FirstScreen }
type RenderReply = { id: number; html?: string }

declare const self: {
  onmessage: (event: { data: RenderRequest }) => void
  postMessage: (reply: RenderReply) => void
}

// A device that has stored nothing. Modules of the app read hints of earlier visits, so it comes before them.
globalThis.localStorage ??= {
  length: 0,
  key: () => null,
  getItem: () => null,
  setItem: () => undefined,
  removeItem: () => undefined,
  clear: () => undefined,
}
const renderer = import('./render.tsx')

let last: Promise<void> = Promise.resolve()

self.onmessage = ({ data: { id, screen } }) => {
  last = last
    .then(() => renderer)
    .then(({ renderFirstScreen }) => renderFirstScreen(screen))
    .then(
      (html) => self.postMessage({ id, html }),
      () => self.postMessage({ id }),
    )
}
