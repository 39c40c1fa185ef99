import type { FirstScreen } from '#shared/directory/first-investors.ts'
import './empty-storage.ts'
import { renderFirstScreen } from './render.tsx'

/** A request of the server (`sync-server/http/replies/first-screens.ts`) and its reply; without `html` the screen failed. */
export type RenderRequest = { id: number; screen: FirstScreen }
export type RenderReply = { id: number; html?: string }

declare const self: {
  onmessage: (event: { data: RenderRequest }) => void
  postMessage: (reply: RenderReply) => void
}

let last: Promise<void> = Promise.resolve()

self.onmessage = ({ data: { id, screen } }) => {
  last = last
    .then(() => renderFirstScreen(screen))
    .then(
      (html) => self.postMessage({ id, html }),
      () => self.postMessage({ id }),
    )
}
