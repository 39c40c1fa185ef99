/** Modules that are loaded together. */
export type Part = {
  ids: string[]
  /** The screens that need one of them. */
  screens: ReadonlySet<number>
  /** Characters of their code. */
  size: number
  /** Modules that they import. */
  imports: readonly string[]
}

/** What one file more costs a screen, in characters of code that it does not need: the request, its headers, a module of its own. */
const FILE = 1500

/**
 * Joins modules that the same screens need, and then those parts whose screens are nearly the same: where a file less is worth more to
 * the screens of both than the code that the other screens load without need.
 *
 * Parts never import each other in a circle, so that modules run in the order of their imports.
 */
export function mergeParts(modules: readonly Part[]): Part[] {
  const parts = [...Map.groupBy(modules, ({ screens }) => [...screens].join()).values()].map(joined)
  for (let best = findBest(parts); best; best = findBest(parts)) {
    const [one, other] = best
    parts.splice(parts.indexOf(other), 1)
    parts[parts.indexOf(one)] = joined([one, other])
  }
  return parts
}

const joined = (parts: readonly Part[]): Part => ({
  ids: parts.flatMap(({ ids }) => ids),
  screens: parts.reduce((all, { screens }) => all.union(screens), new Set<number>()),
  size: parts.reduce((sum, { size }) => sum + size, 0),
  imports: parts.flatMap(({ imports }) => imports),
})

/** What all screens together gain when two parts are one file. */
function gainOf(one: Part, other: Part): number {
  const both = one.screens.intersection(other.screens).size
  return both * FILE - (one.screens.size - both) * other.size - (other.screens.size - both) * one.size
}

function findBest(parts: readonly Part[]): [Part, Part] | undefined {
  const pairs = parts.flatMap((one, at) =>
    parts.slice(at + 1).flatMap((other) => {
      const gain = gainOf(one, other)
      return gain > 0 ? [{ one, other, gain }] : []
    }),
  )
  const partOf = new Map(parts.flatMap((part) => part.ids.map((id) => [id, part] as const)))
  const found = pairs
    .toSorted((one, other) => other.gain - one.gain)
    .find(({ one, other }) => !leadsTo(one, other, partOf) && !leadsTo(other, one, partOf))
  return found && [found.one, found.other]
}

/** Whether one part imports another one through a third. */
function leadsTo(from: Part, to: Part, partOf: ReadonlyMap<string, Part>): boolean {
  const nextOf = (part: Part) => new Set(part.imports.flatMap((id) => partOf.get(id) ?? [])).difference(new Set([part]))
  const seen = new Set<Part>([from])
  const open = [...nextOf(from)].filter((part) => part !== to)
  for (let part = open.pop(); part; part = open.pop()) {
    if (part === to) return true
    if (seen.has(part)) continue
    seen.add(part)
    open.push(...nextOf(part))
  }
  return false
}
