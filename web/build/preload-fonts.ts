import type { Plugin } from 'vite'

/** The two files that every screen needs; the latin-ext ones are loaded when a name contains such characters. */
const isFirstFont = /instrument-(?:serif-latin-400|sans-latin-wght)-normal-[^/]*\.woff2$/

/** Adds preload links for the hashed font files to the page's head, so that they are fetched in parallel with the stylesheet. */
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
