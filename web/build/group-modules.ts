import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { basename, dirname, relative } from 'node:path'
import type { Rolldown } from 'vite'
import { mergeParts, type Part } from './merge-parts.ts'

type Graph = Pick<Rolldown.PluginContext, 'getModuleInfo'>

const web = dirname(import.meta.dirname)

/** The app itself, which every page loads, and the first screen of most visitors: they have the fewest bytes as they are. */
const APP = [`${web}/main.tsx`, `${web}/widgets/home/home.tsx`]

/** What every page loads within seconds after its first paint: all that writing needs, and what watches the page. */
const BACKGROUND = [`${web}/app/background.ts`, `${web}/features/install/install-prompts.tsx`]

/** How often the background is loaded, and how often a dialog or anything else that is loaded by name, for one load of each screen. */
const BACKGROUND_WEIGHT = 20
const DIALOG_WEIGHT = 0.02

/**
 * A group of the build that joins modules to chunks by the screens that need them (`merge-parts.ts`). Left to themselves they are three
 * hundred files of a few hundred bytes, because screens and dialogs share each of them in another way; and each is a request, a module
 * to compile, and a file that packs badly.
 */
export function groupModules(): Rolldown.CodeSplittingGroup {
  let names: ReadonlyMap<string, string> | undefined
  return {
    name: (id, graph) => {
      names ??= nameModules(graph)
      return names.get(id) ?? null
    },
    // What a member of a chunk imports is in the chunk of those that need it.
    includeDependenciesRecursively: false,
  }
}

/** The name of the chunk of each module, apart from those of the app itself. */
function nameModules(graph: Graph): Map<string, string> {
  const routes = readdirSync(`${web}/routes`)
    .map((file) => `${web}/routes/${file}?tsr-split=component`)
    .filter((id) => graph.getModuleInfo(id))
  const app = reach(graph, APP)
  const loadedByName = findLoadedByName(graph, [...APP, ...routes])
  const dialogs = loadedByName.difference(new Set([...app, ...routes, ...BACKGROUND]))
  const screens = [
    { roots: BACKGROUND, weight: BACKGROUND_WEIGHT },
    ...routes.map((id) => ({ roots: [id], weight: 1 })),
    ...[...dialogs].map((id) => ({ roots: [id], weight: DIALOG_WEIGHT })),
  ]
  const neededBy = new Map<string, Set<number>>()
  for (const [screen, { roots }] of screens.entries())
    for (const id of reach(graph, roots)) {
      // A module that nothing imports is loaded by name: its file is its own.
      if (app.has(id) || graph.getModuleInfo(id)?.importers.length === 0) continue
      neededBy.set(id, (neededBy.get(id) ?? new Set()).add(screen))
    }
  const modules: Part[] = [...neededBy].map(([id, screens]) => {
    const found = graph.getModuleInfo(id)
    return { ids: [id], screens, size: found?.code?.length ?? 0, imports: found?.importedIds ?? [] }
  })
  const parts = mergeParts(
    modules,
    screens.map(({ weight }) => weight),
  )
  // What one dialog alone needs is in its own file.
  const shared = parts.filter(({ screens }) => screens.size > 1 || [...screens].some((screen) => screen <= routes.length))
  return new Map(shared.flatMap(({ ids }) => ids.map((id) => [id, nameOf(ids)] as const)))
}

/** Modules that any part of the app loads by name: screens, dialogs, the background. */
function findLoadedByName(graph: Graph, roots: readonly string[]): Set<string> {
  const found = new Set<string>()
  let open = roots
  while (open.length > 0) {
    const named = [...reach(graph, open)].flatMap((id) => graph.getModuleInfo(id)?.dynamicallyImportedIds ?? [])
    open = [...new Set(named).difference(found)]
    for (const id of open) found.add(id)
  }
  return found
}

/** Named after one of its modules: a part keeps its name, by which packs are made (`pack-files.ts`), when others come and go. */
function nameOf(ids: readonly string[]): string {
  const [first = ''] = ids.map((id) => relative(dirname(web), id)).toSorted()
  const hash = createHash('sha256').update(first).digest('hex').slice(0, 6)
  return `${basename(first).replace(/\..*$/, '')}-${hash}`
}

/** The modules that some modules import statically, with those themselves. */
function reach(graph: Graph, roots: readonly string[]): Set<string> {
  const reached = new Set<string>()
  const open = [...roots]
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (reached.has(id)) continue
    const found = graph.getModuleInfo(id)
    if (!found) throw new Error(`The build has no module ${id}.`)
    reached.add(id)
    open.push(...found.importedIds)
  }
  return reached
}
