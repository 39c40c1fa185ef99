/** Lanes that accept any kind of work. */
const GENERAL_LANES = 3

/** Maximum number of general lanes that one kind may use, so that a flood of one kind leaves capacity for the others. */
const MAX_PER_KIND = 2

/** `isGeneral`: its jobs count against the limit of a kind in the general lanes. */
export type Lane = { isGeneral: boolean; kinds: () => string[] }

/**
 * Which kinds each lane may claim next. A reserved lane claims only its own kinds, so that these run independent of the amount of
 * other work. A scheduled job runs once at a time in a node: two runs of the same would find the same work.
 *
 * @param running  how many jobs of a kind currently run in general lanes
 */
export function createLanePlan(
  all: string[],
  scheduled: Set<string>,
  reserved: string[][],
  running: ReadonlyMap<string, number>,
): Lane[] {
  const mostOf = (kind: string) => (scheduled.has(kind) ? 1 : MAX_PER_KIND)
  const general: Lane = { isGeneral: true, kinds: () => all.filter((kind) => (running.get(kind) ?? 0) < mostOf(kind)) }
  const own = reserved
    .map((kinds) => kinds.filter((kind) => all.includes(kind)))
    .filter((kinds) => kinds.length > 0)
    .map((kinds): Lane => ({ isGeneral: false, kinds: () => kinds }))
  return [...Array.from({ length: GENERAL_LANES }, () => general), ...own]
}
