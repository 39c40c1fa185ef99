import { keepLatest } from '#server/keep-latest.ts'
import type { NewestSnapshot } from '#server/sync/public/newest-snapshot.ts'
import type { Investor } from '#shared/directory/contract.ts'
import type { FirstPart, FirstTotals } from '#shared/directory/first-part.ts'
import { pausedLast } from '#shared/directory/paused.ts'
import type { BestDocuments, PagesLane, ReadBest } from './best-documents.ts'
import { firstByName, totalsOf, wholeDirectory } from './whole-directory.ts'

/** Whole rows of one, two and three cards, and more than the first viewport. */
const MOST = 12

/** Funds that fit beside each other. */
const MOST_FUNDS = 6

/** A list is also served while the database does not answer. */
const WAIT_MS = 250

export type ListScreen = '/vcs' | '/ping' | '/directory'
export type ReadFirstList = (screen: ListScreen) => Promise<FirstPart | undefined>

type Lists = { best: BestDocuments; byName: Investor[]; totals: FirstTotals }

/**
 * What each list shows first: the same documents as in the chunks of the newest snapshot with the changes since, in the order of a
 * device. `undefined` when it cannot be read quickly.
 */
export function firstLists(readBest: ReadBest, readPart: PagesLane['readPart'], now: () => Date): ReadFirstList {
  const readWhole = wholeDirectory(readPart)
  const latest = keepLatest<NewestSnapshot, Lists>()

  const read = async (): Promise<Lists | undefined> => {
    const best = await readBest()
    return (
      best &&
      latest(best.newest, async () => {
        const whole = await readWhole(best.newest.parts)
        return { best, byName: firstByName(whole, best.newest).slice(0, MOST), totals: totalsOf(whole, best.newest) }
      })
    )
  }

  return async (screen) => {
    const late = Promise.withResolvers<undefined>()
    const timer = setTimeout(late.resolve, WAIT_MS, undefined)
    try {
      const lists = await Promise.race([read(), late.promise])
      return lists && partFor(screen, lists, now().getTime())
    } catch {
      return undefined
    } finally {
      clearTimeout(timer)
    }
  }
}

function partFor(screen: ListScreen, { best, byName, totals }: Lists, now: number): FirstPart | undefined {
  if (totals.verified + totals.others === 0) return undefined
  const { extents, stats } = best
  if (screen === '/directory') return { investors: byName, extents, totals: [totals] }
  // The sections of a list follow one another: who is not verified is seen only below few others.
  const shown = [...pausedLast(best.verified, now), ...pausedLast(best.others, now)].slice(0, MOST)
  const top = screen === '/ping' ? best.top.filter((investor) => !shown.includes(investor)) : []
  const written = [...shown, ...top]
  const funds = screen === '/vcs' && best.verified.length < MOST ? best.funds : []
  return {
    investors: written,
    stats: written.flatMap(({ id }) => stats.get(id) ?? []),
    ...(funds.length > 0 && { coldFunds: funds.slice(0, MOST_FUNDS) }),
    extents,
    totals: [totals],
  }
}
