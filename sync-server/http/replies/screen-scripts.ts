import * as v from 'valibot'
import { SCREENS } from '#shared/screens.ts'

/** Where the build lists its files. @see https://vite.dev/guide/backend-integration */
export const BUILD_MANIFEST = '/.vite/manifest.json'

const Chunk = v.object({
  file: v.string(),
  imports: v.optional(v.array(v.string()), []),
  isEntry: v.optional(v.boolean(), false),
})
const Manifest = v.record(v.string(), Chunk)
type Manifest = v.InferOutput<typeof Manifest>

/** The files of a screen's component, by the screen's path: `/vc/$id` is built from `routes/vc.$id.tsx`. */
export type ScreenScripts = ReadonlyMap<string, readonly string[]>

/**
 * The scripts that each screen imports beside those of every screen, as paths on this origin. A script finds its imports only
 * when it has arrived; with these the page requests all of them at once.
 *
 * @param manifest  the text of the build's manifest
 */
export function readScreenScripts(manifest: string): ScreenScripts {
  const chunks = v.parse(Manifest, JSON.parse(manifest))
  const ofEveryScreen = new Set<string>()
  for (const [name, { isEntry }] of Object.entries(chunks)) if (isEntry) collect(chunks, name, ofEveryScreen)
  return new Map(
    SCREENS.map((screen) => {
      const names = new Set(ofEveryScreen)
      const component = componentNames(screen).find((name) => chunks[name])
      if (component) collect(chunks, component, names)
      const own = [...names].filter((name) => !ofEveryScreen.has(name))
      return [screen, own.map((name) => `/${chunks[name]?.file}`)]
    }),
  )
}

/** Adds a chunk and everything that it imports. */
function collect(chunks: Manifest, name: string, names: Set<string>) {
  if (names.has(name)) return
  names.add(name)
  for (const imported of chunks[name]?.imports ?? []) collect(chunks, imported, names)
}

/** The component of two routes, which name it themselves. */
const HOME = 'widgets/home/home.tsx'

/** The names under which the router's plugin builds the component of a screen. */
function componentNames(screen: string): string[] {
  const path = screen.slice(1).replaceAll('/', '.')
  if (screen === '/' || screen === '/home') return [HOME]
  return [path, path ? `${path}.index` : 'index'].map((name) => `routes/${name}.tsx?tsr-split=component`)
}

/** The page with an element per script that makes the browser request it at once. */
export const preloading = (html: string, scripts: readonly string[]) =>
  html.replace(
    '</head>',
    () => `${scripts.map((path) => `  <link rel="modulepreload" crossorigin href="${path}">\n  `).join('')}</head>`,
  )
