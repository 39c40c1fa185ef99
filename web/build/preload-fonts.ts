import type { Plugin } from 'vite'

/** The two files every screen needs; the latin-ext ones load when a name asks for them. */
const isFirstFont = /instrument-(?:serif-latin-400|sans-latin-wght)-normal-[^/]*\.woff2$/

/** Names the hashed font files in the page's head, so that they are fetched beside the stylesheet and not after it. */
export function preloadFonts(): Plugin {
  return {
    name: 'latchkey:preload-fonts',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle = {} }) =>
        Object.keys(bundle)
          .filter((file) => isFirstFont.test(file))
          .map((file) => ({
            tag: 'link',
            attrs: { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${file}`, crossorigin: true },
            injectTo: 'head',
          })),
    },
  }
}
