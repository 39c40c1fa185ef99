/** Lanes that take any kind of work. */
const GENERAL_LANES = 3

/** How many of them one kind takes at once, so that a flood of one leaves room for the others. */
const MOST_OF_A_KIND = 2

/** `isGeneral`: its jobs count against what a kind may take of the general lanes. */
export type Lane = { isGeneral: boolean; kinds: () => string[] }

/**
 * Which kinds each lane may take next. A reserved lane takes its own kinds alone, so that these run however much there is of
 * everything else. A round that comes by schedule runs once at a time in a node: two of the same find the same work.
 *
 * @param running  how many jobs of a kind run in general lanes now
 */
export function createLanePlan(
  all: string[],
  rounds: Set<string>,
  reserved: string[][],
  running: ReadonlyMap<string, number>,
): Lane[] {
  const mostOf = (kind: string) => (rounds.has(kind) ? 1 : MOST_OF_A_KIND)
  const general: Lane = { isGeneral: true, kinds: () => all.filter((kind) => (running.get(kind) ?? 0) < mostOf(kind)) }
  const own = reserved
    .map((kinds) => kinds.filter((kind) => all.includes(kind)))
    .filter((kinds) => kinds.length > 0)
    .map((kinds): Lane => ({ isGeneral: false, kinds: () => kinds }))
  return [...Array.from({ length: GENERAL_LANES }, () => general), ...own]
}
