import { useMemo } from 'react'
import type { Investor } from '#shared/directory/contract.ts'
import type { FitOrder } from '#shared/directory/directory-index.ts'
import { createFit, type Fit, type FitProject, fitOrder } from '#shared/directory/fit.ts'
import { type KnownProject, useKnownProject } from './fit-project.ts'

type Comparison = { fitOf: (investor: Investor) => Fit; order: FitOrder }

/** The latest project and its scores: the lists and the page of an investor share them. */
let latest: ({ key: string } & Comparison) | undefined

function compareWith(key: string): Comparison {
  if (latest?.key === key) return latest
  const fitOf = createFit(JSON.parse(key) as FitProject)
  latest = { key, fitOf, order: fitOrder(fitOf) }
  return latest
}

export type FitToProject = {
  /** `undefined` until IndexedDB has answered. */
  known: KnownProject | undefined
  /** Absent without a project: the list keeps its usual order. */
  order: FitOrder | undefined
  /** Empty without a reason. The same array at each call. */
  reasonsOf: (investor: Investor) => readonly string[]
}

const NO_REASONS: readonly string[] = []
const noReasons = () => NO_REASONS

/** How investors fit the user's project; `undefined` where it is not wanted. */
export function useFit(isWanted: boolean): FitToProject | undefined {
  const known = useKnownProject(isWanted)
  const key = known && known.source !== 'none' ? JSON.stringify(known.project) : undefined
  return useMemo(() => {
    if (!isWanted) return undefined
    if (key === undefined) return { known, order: undefined, reasonsOf: noReasons }
    const { fitOf, order } = compareWith(key)
    return { known, order, reasonsOf: (investor) => fitOf(investor).reasons }
  }, [isWanted, known, key])
}
