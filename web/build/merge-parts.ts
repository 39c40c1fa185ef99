/** Modules that are loaded together. */
export type Part = {
  ids: string[]
  /** The screens that load it. */
  screens: ReadonlySet<number>
  /** Characters of their code. */
  size: number
  /** Modules that they import. */
  imports: readonly string[]
}

/** What one file more costs a screen, in characters of code that it does not need: the request, its headers, a module of its own. */
const FILE = 4000

/** A screen that already loads as many characters without need counts each further one twice. */
const TOLERATED = 20_000

/**
 * Joins modules that the same screens need, and then those parts whose screens are nearly the same: where a file less is worth more to
 * the screens of both than the code that the other screens load without need.
 *
 * Parts never import each other in a circle, so that modules run in the order of their imports.
 *
 * @param weights  how often each screen is loaded, compared with the others
 */
export function mergeParts(modules: readonly Part[], weights: readonly number[] = []): Part[] {
  const groups = [...Map.groupBy(modules, ({ screens }) => [...screens].join()).values()].map(joined)
  const plan = new Plan(groups, (screen) => weights[screen] ?? 1)
  for (let best = plan.best(); best; best = plan.best()) plan.join(best)
  return plan.parts
}

const joined = (parts: readonly Part[]): Part => ({
  ids: parts.flatMap(({ ids }) => ids),
  screens: parts.reduce((all, { screens }) => all.union(screens), new Set<number>()),
  size: parts.reduce((sum, { size }) => sum + size, 0),
  imports: parts.flatMap(({ imports }) => imports),
})

type Pair = { one: Part; other: Part; gain: number }

class Plan {
  private readonly partOf = new Map<string, Part>()
  /** Pairs whose files are worth more than their code, by one of the two. The gain does not yet count what they import. */
  private readonly pairs = new Map<Part, Map<Part, number>>()
  /** Characters that each screen loads without need. */
  private readonly needless = new Map<number, number>()
  private reached = new Map<Part, ReadonlySet<Part>>()

  constructor(
    public parts: Part[],
    private readonly weightOf: (screen: number) => number,
  ) {
    for (const part of parts) this.enter(part)
    for (const part of parts) this.loadImports(part)
    for (const part of parts) this.compare(part)
  }

  best(): Pair | undefined {
    const pairs = [...this.pairs].flatMap(([one, others]) => [...others].map(([other, gain]) => ({ one, other, gain })))
    let best: Pair | undefined
    for (const { one, other, gain: limit } of pairs.toSorted((a, b) => b.gain - a.gain)) {
      if (limit <= (best?.gain ?? 0)) break
      if (this.leadsTo(one, other) || this.leadsTo(other, one)) continue
      const gain = limit - this.costOfImports(one, other)
      if (gain > (best?.gain ?? 0)) best = { one, other, gain }
    }
    return best
  }

  join({ one, other }: Pair): void {
    for (const [screen, size] of this.addedBy(one, other)) this.needless.set(screen, this.needlessOf(screen) + size)
    const part = joined([one, other])
    this.parts = [...this.parts.filter((each) => each !== one && each !== other), part]
    for (const gone of [one, other]) {
      this.pairs.delete(gone)
      for (const others of this.pairs.values()) others.delete(gone)
    }
    this.enter(part)
    this.reached = new Map()
    for (const changed of [part, ...this.loadImports(part)]) this.compare(changed)
  }

  private enter(part: Part): void {
    for (const id of part.ids) this.partOf.set(id, part)
  }

  /** A screen that loads a part loads all that it imports. Returns the parts that have more screens then. */
  private loadImports(part: Part): Part[] {
    const changed = [...this.reach(part)].filter(({ screens }) => !part.screens.isSubsetOf(screens))
    for (const imported of changed) imported.screens = imported.screens.union(part.screens)
    return changed
  }

  private compare(part: Part): void {
    const others = this.parts.filter((other) => other !== part)
    for (const other of others) this.pairs.get(other)?.delete(part)
    const gains = others.map((other) => [other, this.gainOf(part, other)] as const)
    this.pairs.set(part, new Map(gains.filter(([, gain]) => gain > 0)))
  }

  /** What all screens together gain when two parts are one file. */
  private gainOf(one: Part, other: Part): number {
    let gain = 0
    for (const screen of one.screens) gain += this.weightOf(screen) * (other.screens.has(screen) ? FILE : -other.size)
    for (const screen of other.screens) if (!one.screens.has(screen)) gain -= this.weightOf(screen) * one.size
    return gain
  }

  /** What the gain of two parts does not count: what their screens then load besides, and have loaded without need so far. */
  private costOfImports(one: Part, other: Part): number {
    let cost = 0
    for (const [screen, size] of this.addedBy(one, other))
      cost += (this.weightOf(screen) * size * (size + 2 * this.needlessOf(screen))) / (2 * TOLERATED)
    for (const [{ size }, screens] of this.importsAddedBy(one, other))
      for (const screen of screens) cost += this.weightOf(screen) * (FILE + size)
    return cost
  }

  /** Characters that each screen then loads besides. */
  private addedBy(one: Part, other: Part): Map<number, number> {
    const added = new Map<number, number>()
    const add = (screens: ReadonlySet<number>, { size }: Part) => {
      for (const screen of screens) added.set(screen, (added.get(screen) ?? 0) + size)
    }
    add(one.screens.difference(other.screens), other)
    add(other.screens.difference(one.screens), one)
    for (const [part, screens] of this.importsAddedBy(one, other)) add(screens, part)
    return added
  }

  /** Parts that two parts import, each with the screens that load it only when the two are one file. */
  private importsAddedBy(one: Part, other: Part): Map<Part, ReadonlySet<number>> {
    const both = one.screens.union(other.screens)
    const imported = this.reach(one)
      .union(this.reach(other))
      .difference(new Set([one, other]))
    return new Map([...imported].map((part) => [part, both.difference(part.screens)] as const).filter(([, { size }]) => size > 0))
  }

  private needlessOf = (screen: number) => this.needless.get(screen) ?? 0

  /** The parts that a part imports, also through others. */
  private reach(part: Part): ReadonlySet<Part> {
    const known = this.reached.get(part)
    if (known) return known
    const reached = new Set<Part>()
    const open = this.nextOf(part)
    for (let next = open.pop(); next; next = open.pop()) {
      if (reached.has(next)) continue
      reached.add(next)
      open.push(...this.nextOf(next))
    }
    this.reached.set(part, reached)
    return reached
  }

  private nextOf = (part: Part): Part[] => [
    ...new Set(part.imports.flatMap((id) => this.partOf.get(id) ?? [])).difference(new Set([part])),
  ]

  /** Whether one part imports another one through a third. */
  private leadsTo = (from: Part, to: Part): boolean => this.nextOf(from).some((next) => next !== to && this.reach(next).has(to))
}
