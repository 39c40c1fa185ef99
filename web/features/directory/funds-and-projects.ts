import { useMemo } from 'react'
import type { ColdFund } from '#shared/cold-scout/contract.ts'
import type { ProjectId } from '#shared/ids.ts'
import type { Project } from '#shared/projects/contract.ts'
import type { Doc } from '#shared/sync/protocol.ts'
import { store, useVersion } from './queries.ts'

// Apart from the queries about investors, which every first visit loads.

export const useColdFunds = () => useAll<ColdFund>('coldFunds')
export const useProjects = () => useAll<Project>('projects')

/** One published project: `undefined` while it may still arrive, `null` once the whole directory is loaded without it. */
export function useProject(id: ProjectId): Project | null | undefined {
  useVersion()
  return (store.set.get('projects', id) as Doc as Project | undefined) ?? (store.isComplete ? null : undefined)
}

/**
 * One fund of the Cold Investor Scout: `undefined` while it may still arrive, `null` once the whole directory is loaded without
 * it.
 */
export function useColdFund(slug: string): ColdFund | null | undefined {
  const funds = useColdFunds()
  return funds?.find(({ fundSlug }) => fundSlug === slug) ?? (store.isComplete ? null : undefined)
}

function useAll<One extends ColdFund | Project>(collection: 'coldFunds' | 'projects') {
  const version = useVersion()
  return useMemo(() => {
    if (version === 0) return undefined
    const docs = store.set.list(collection) as Doc[] as One[]
    return docs.length > 0 || store.isComplete ? docs : undefined
  }, [version, collection])
}
